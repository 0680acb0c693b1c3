/// The way to a server's control API.
///
/// ``HTTPTransport`` reaches any server by its address; tests can put one of their own in its place.
public protocol Transport: Sendable {
    /// Makes one call.
    ///
    /// - Returns: The server's answer, whatever its status.
    /// - Throws: A failure with ``FirebreakFailure/Code/unreachable`` when there is no answer, or
    ///   ``FirebreakFailure/Code/cancelled`` when the task was cancelled meanwhile.
    func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply
}

extension Transport {
    /// Makes one call, and insists on success.
    ///
    /// - Throws: What the server says is wrong, as well.
    package func success(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        let reply = try await send(request)
        guard reply.isSuccess else { throw FirebreakFailure(reply) }
        return reply
    }

    /// Makes one call, and reads what it answers.
    ///
    /// - Throws: A failure with ``FirebreakFailure/Code/unexpectedAnswer`` for something else, as well.
    package func answer<Answer: Decodable>(
        _ request: ControlRequest, as type: Answer.Type = Answer.self
    ) async throws(FirebreakFailure) -> Answer {
        try await success(request).decoded(type)
    }
}
