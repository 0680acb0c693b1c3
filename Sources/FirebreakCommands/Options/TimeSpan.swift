import ArgumentParser

/// A length of time as people write it: `10s`, `500ms`, `2m`, `1h`; a plain number means seconds.
package struct TimeSpan: Equatable, Sendable {
    package var milliseconds: Int

    private static let units: [(suffix: String, milliseconds: Int)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
    ]
    /// A year; more is a mistake, and sums with it must not overflow.
    private static let maximum = 366 * 24 * 3_600_000

    package var duration: Duration { .milliseconds(milliseconds) }

    /// Reads a whole number and an optional unit.
    ///
    /// - Returns: `nil` for anything else, and for more than a year.
    package init?(_ text: String) {
        let unit = Self.units.first { text.hasSuffix($0.suffix) } ?? (suffix: "", milliseconds: 1_000)
        let number = text.dropLast(unit.suffix.count)
        guard number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let count = Int(number)
        else { return nil }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
        guard !overflow, milliseconds <= Self.maximum else { return nil }
        self.milliseconds = milliseconds
    }
}

extension TimeSpan: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(argument)
    }

    package var defaultValueDescription: String {
        milliseconds.isMultiple(of: 1_000) ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
    }
}
