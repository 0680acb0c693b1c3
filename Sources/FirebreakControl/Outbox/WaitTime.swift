import FirebreakOperations
package import FirebreakWire

/// How long a call waits, as people write it: `10s`, `500ms`, `2m`, or seconds as a plain number.
package struct WaitTime: Sendable, Equatable {
    /// Milliseconds, 0 through 600,000.
    package let milliseconds: Int64

    /// The wait of a call that does not specify one: ten seconds.
    package static let standard = WaitTime(milliseconds: 10_000)

    private static let format = DurationText(
        units: [.minutes, .seconds, .milliseconds], form: .decimal, maximum: 600_000)

    private init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// - Parameter text: A decimal number and a unit; `nil` for ``standard``. Zero means not to wait.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for more than ten minutes.
    package init(_ text: String?) throws(WireError) {
        guard let text else {
            self = .standard
            return
        }
        do throws(DurationText.Failure) { milliseconds = try Self.format.milliseconds(text) } catch {
            throw .invalidArgument("timeout must be a time such as 10s, 500ms or 2m, and at most 10m")
        }
    }

    var duration: Duration { .milliseconds(milliseconds) }

    /// The shortest way to write it.
    var words: String {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
