import FirebreakWire

/// Numbers of things as people read them.
enum CountText {
    /// `1 account`, `2,000 accounts`.
    static func text(_ count: Int, _ name: String) -> String {
        "\(count.grouped) \(name)\(count == 1 ? "" : "s")"
    }
}
