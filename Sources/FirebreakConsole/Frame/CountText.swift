/// Numbers of things as people read them.
enum CountText {
    /// `1 account`, `2,000 accounts`.
    static func text(_ count: Int, _ name: String) -> String {
        "\(digits(count)) \(name)\(count == 1 ? "" : "s")"
    }

    /// `12,345`.
    static func digits(_ count: Int) -> String {
        var groups: [Substring] = []
        var rest = Substring(String(count))
        while rest.count > 3 {
            groups.append(rest.suffix(3))
            rest = rest.dropLast(3)
        }
        groups.append(rest)
        return groups.reversed().joined(separator: ",")
    }
}
