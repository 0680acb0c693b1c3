import Foundation

/// A clock as the control API shows it.
package struct ShownClock: Decodable, Sendable {
    /// RFC 3339.
    package var now: String
    /// Milliseconds ahead of the server's clock.
    package var offset: Int64
    package var frozen: Bool
}

extension OutputFormat {
    /// A clock in this format: one line, the time first.
    ///
    /// - Throws: ``CommandFailure`` if the server's answer is not a clock.
    package func text(clock answer: ControlServer.Answer) throws -> String {
        switch self {
        case .json: return lines(answer)
        case .table:
            let clock = try decode(ShownClock.self, answer)
            let state = clock.frozen ? "frozen" : clock.offset == 0 ? "the server's own" : difference(clock.offset)
            return "\(clock.now)  \(state)\n"
        }
    }

    private func difference(_ offset: Int64) -> String {
        let seconds = Double(offset.magnitude) / 1000
        let number = seconds == seconds.rounded() ? String(offset.magnitude / 1000) : String(seconds)
        return "\(number) s \(offset > 0 ? "ahead" : "behind")"
    }
}
