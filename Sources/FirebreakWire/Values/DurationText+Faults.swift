extension DurationText {
    /// How long a fault delays a call: `2s`, `500ms`, at most ten minutes.
    package static let faultDelay = DurationText(
        units: [.minutes, .seconds, .milliseconds], form: .decimal, maximum: 600_000)
    /// How long after its call a fault has a message arrive: `90s`, `6h1m`, `2d`, at most ten years.
    package static let lateArrival = DurationText(
        units: [.days, .hours, .minutes, .seconds, .milliseconds], form: .sum, maximum: 315_360_000_000)
}
