import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Tells new messages as they come (firebreak.md section 5, `outbox:stream`).
package enum StreamMessages {
    /// - Parameters:
    ///   - request: Which messages; `limit` and `order` are ignored.
    ///   - lastEventID: The last `seq` that the client has seen before it connected again.
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, and for one by status, which the stream itself reports.
    package static func stream(
        _ request: MessageSelection, lastEventID: String?, _ call: ControlCall
    ) async throws -> OutboxStream {
        guard request.status == nil else {
            throw WireError.invalidArgument("a stream cannot be filtered by status: it tells how it changes")
        }
        var filter = try request.filter()
        if let seen = try ControlParameter.number("Last-Event-ID", lastEventID, in: 0...Int64.max) {
            filter.after = seen
        }
        return try await OutboxStream(filter, call)
    }
}
