import FirebreakOperations
package import FirebreakWire

/// How far a clock is moved, or how long a project has, as people write it: `90s`, `61m`, `6h1m`, `2d`, `500ms`, or
/// seconds as a plain number.
package struct ClockDuration: Sendable, Equatable {
    /// Milliseconds, not negative.
    package let milliseconds: Int64

    private static let format = DurationText(
        units: [.days, .hours, .minutes, .seconds, .milliseconds], form: .sum,
        maximum: ProjectClock.range.upperBound.milliseconds)

    /// - Parameters:
    ///   - text: Whole numbers with their units, the largest unit first, each at most once.
    ///   - name: What the request calls it.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for a step beyond the range of a clock.
    package init(_ text: String?, named name: String = "by") throws(WireError) {
        do throws(DurationText.Failure) { milliseconds = try Self.format.milliseconds(text ?? "") } catch {
            switch error {
            case .malformed:
                throw .invalidArgument("\(name) must be a time such as 90s, 61m, 6h1m, 2d or 500ms, and not negative")
            case .tooLong:
                throw .invalidArgument("\(name) must not lead beyond \(ProjectClock.range.upperBound.rfc3339)")
            }
        }
    }
}
