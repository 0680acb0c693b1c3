import ArgumentParser
import FirebreakWire

/// A length of time as people write it: `10s`, `500ms`, `2m`, `1h`; a plain number means seconds.
package struct TimeSpan: Equatable, Sendable {
    package var milliseconds: Int

    /// At most a year; more is a mistake, and sums must not overflow.
    private static let format = DurationText(
        units: [.hours, .minutes, .seconds, .milliseconds], form: .whole, maximum: 366 * DurationText.Unit.days.rawValue
    )

    package var duration: Duration { .milliseconds(milliseconds) }

    /// Reads a whole number and an optional unit.
    ///
    /// - Returns: `nil` for anything else, and for more than a year.
    package init?(_ text: String) {
        guard let milliseconds = try? Self.format.milliseconds(text) else { return nil }
        self.milliseconds = Int(milliseconds)
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
