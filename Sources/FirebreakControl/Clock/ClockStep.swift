import FirebreakOperations
package import FirebreakWire

/// How far a clock is moved, as people write it: `90s`, `61m`, `6h1m`, `2d`, `500ms`, or seconds as a plain number.
package struct ClockStep: Sendable, Equatable {
    /// Milliseconds, not negative.
    package let milliseconds: Int64

    /// Largest first, as they have to stand.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// - Parameter text: Whole numbers with their units, the largest unit first, each at most once.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for more than a clock can show.
    package init(_ text: String?) throws(WireError) {
        guard let milliseconds = Self.milliseconds(text ?? "") else {
            throw .invalidArgument("by must be a time such as 90s, 61m, 6h1m, 2d or 500ms, and not negative")
        }
        guard milliseconds <= ProjectClock.range.upperBound.milliseconds else {
            throw .invalidArgument("by must not lead beyond \(ProjectClock.range.upperBound.rfc3339)")
        }
        self.milliseconds = milliseconds
    }

    /// - Returns: `nil` for what is no step; `Int64.max` for one that is too long to count.
    private static func milliseconds(_ text: String) -> Int64? {
        if let seconds = number(text[...]) { return product(seconds, 1000) }
        var rest = text[...]
        var units = units[...]
        var sum: Int64 = 0
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let name = rest.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
            guard let number = number(digits), let index = units.firstIndex(where: { $0.name == name }) else {
                return nil
            }
            let (next, overflow) = sum.addingReportingOverflow(product(number, units[index].milliseconds))
            sum = overflow ? .max : next
            units = units[(index + 1)...]
            rest = rest.dropFirst(digits.count + name.count)
        } while !rest.isEmpty
        return sum
    }

    /// A whole number without a sign; the largest there is for more digits than that.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text) ?? .max
    }

    private static func product(_ number: Int64, _ unit: Int64) -> Int64 {
        let (product, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow ? .max : product
    }
}
