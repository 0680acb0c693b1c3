import FirebreakOperations
package import FirebreakWire

/// How far a clock is moved, as people write it: `90s`, `61m`, `6h1m`, `2d`, `500ms`, or seconds as a plain number.
package struct ClockDuration: Sendable, Equatable {
    /// Milliseconds, not negative.
    package let milliseconds: Int64

    private static let format = DurationText(
        units: [.days, .hours, .minutes, .seconds, .milliseconds], form: .sum,
        maximum: ProjectClock.range.upperBound.milliseconds)

    /// - Parameter text: Whole numbers with their units, the largest unit first, each at most once.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for a step beyond the range of a clock.
    package init(_ text: String?) throws(WireError) {
        do throws(DurationText.Failure) { milliseconds = try Self.format.milliseconds(text ?? "") } catch {
            switch error {
            case .malformed:
                throw .invalidArgument("by must be a time such as 90s, 61m, 6h1m, 2d or 500ms, and not negative")
            case .tooLong:
                throw .invalidArgument("by must not lead beyond \(ProjectClock.range.upperBound.rfc3339)")
            }
        }
    }
}
