package import FirebreakClient
import FirebreakModel

extension OutputFormat {
    /// A clock in this format: one line, the time first.
    ///
    /// - Throws: A failure if the server's answer is not a clock.
    package func text(clock reply: ControlReply) throws(FirebreakFailure) -> String {
        switch self {
        case .json: return reply.line
        case .table:
            let clock = try reply.decoded(ClockState.self)
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
