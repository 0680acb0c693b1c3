public import FirebreakModel

/// A connection to a server's control API.
///
/// ``HTTPTransport`` reaches any server by its address; tests can substitute their own transport.
public protocol Transport: Sendable {
    /// Base URL at which clients reach the server, such as `http://127.0.0.1:9099`.
    var url: String { get }

    /// Makes one call.
    ///
    /// - Parameter request: The call, with its time limit.
    /// - Returns: The server's answer, whatever its status.
    /// - Throws: A failure with ``FirebreakFailure/Code/unreachable`` when there is no answer, or
    ///   ``FirebreakFailure/Code/cancelled`` when the task was cancelled meanwhile.
    func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply

    /// Makes one call that is answered with events, and reads them as they are asked for.
    ///
    /// - Parameter request: The call.
    /// - Returns: The events; it throws the failures of ``send(_:)`` and those that the server reports. The time limit
    ///   of the call is ignored.
    func events(_ request: ControlRequest) -> AsyncThrowingStream<ServerEvent, any Error>
}

extension Transport {
    /// Makes one call that must succeed.
    ///
    /// - Throws: The failures of ``send(_:)``, and those that the server reports.
    package func success(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        let reply = try await send(request)
        guard reply.isSuccess else { throw FirebreakFailure(reply) }
        return reply
    }

    /// Makes one call and decodes its answer.
    ///
    /// - Throws: In addition, a failure with ``FirebreakFailure/Code/unexpectedAnswer`` when it cannot be decoded.
    package func answer<Answer: Decodable>(
        _ request: ControlRequest, as type: Answer.Type = Answer.self
    ) async throws(FirebreakFailure) -> Answer {
        try await success(request).decoded(type)
    }
}
