import FirebreakOperations
package import FirebreakWire

extension WireError {
    /// Too few messages matched before the time was over. Clients tell it by the code word `OUTBOX_TIMEOUT`.
    ///
    /// - Parameter explanation: What happened instead, on one line.
    package static func outboxTimeout(_ explanation: String) -> WireError {
        WireError(
            code: 408, message: "OUTBOX_TIMEOUT : \(explanation)", status: "DEADLINE_EXCEEDED",
            detail: ["reason": "timeout", "domain": "global"])
    }
}
