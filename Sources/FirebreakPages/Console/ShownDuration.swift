/// Lengths of time as people read them.
package enum ShownDuration {
    private static let units: [(milliseconds: Int64, name: String)] = [
        (86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1000, "second"),
    ]

    /// `61 minutes`, `6 hours 1 minute`, `1 day`: in the largest unit of which there are two or more, or which fits, and
    /// the next one. Of a negative time the length.
    package static func text(milliseconds: Int64) -> String {
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
