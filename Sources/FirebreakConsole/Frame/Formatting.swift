import FirebreakModel
import FirebreakPages
import FirebreakWire

/// Numbers, sizes and lengths of time as people read them.
enum Formatting {
    /// `1 account`, `2,000 accounts`.
    static func count(_ count: Int, _ name: String) -> String {
        "\(count.grouped) \(name)\(count == 1 ? "" : "s")"
    }

    /// `84 KiB`, `1.2 MiB`.
    static func size(bytes: Int) -> String {
        if bytes < 1024 { return "\(bytes) bytes" }
        if bytes < 1 << 20 { return "\(bytes >> 10) KiB" }
        let tenths = bytes / ((1 << 20) / 10)
        return "\(tenths / 10).\(tenths % 10) MiB"
    }

    private static let units: [(milliseconds: Int64, name: String)] = [
        (86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1000, "second"),
    ]

    /// `61 minutes`, `6 hours 1 minute`, `1 day`: in the largest unit of which there are two or more, or which fits, and
    /// the next one. Of a negative time the length.
    static func duration(milliseconds: Int64) -> String {
        var rest = Int64(clamping: milliseconds.magnitude)
        guard rest >= 1000 else { return "less than a second" }
        let first = units.firstIndex { rest >= 2 * $0.milliseconds || (rest.isMultiple(of: $0.milliseconds)) } ?? 3
        var words: [String] = []
        for unit in units[first...].prefix(2) {
            let count = rest / unit.milliseconds
            rest %= unit.milliseconds
            if count > 0 { words.append("\(count) \(unit.name)\(count == 1 ? "" : "s")") }
        }
        return words.joined(separator: " ")
    }
}

extension String {
    /// The text, shortened so that it takes no more than so many bytes in a page: values come from clients, and no view
    /// grows with them.
    func clipped(to bytes: Int) -> String {
        let (beginning, isWhole) = ShortText.beginning(of: self, bytes)
        return isWhole ? self : beginning + "…"
    }
}
