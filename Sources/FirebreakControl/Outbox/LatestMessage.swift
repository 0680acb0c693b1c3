package import FirebreakModel
import FirebreakOperations
package import FirebreakStore
import FirebreakWire

/// The newest message that matches (firebreak.md section 5, `outbox/latest`).
package enum LatestMessage: ControlOperation {
    /// Which messages; `limit` and `order` are ignored.
    package typealias Request = MessageSelection

    /// - Throws: As ``message(_:_:)``.
    package static func run(_ request: MessageSelection, _ call: ControlCall) async throws -> OutboxMessage {
        MessageResource(call).record(try await message(request, call))
    }

    /// The stored message, for projections of it.
    ///
    /// - Throws: `NOT_FOUND` when nothing matches, `INVALID_ARGUMENT` for an invalid filter.
    package static func message(_ request: MessageSelection, _ call: ControlCall) async throws -> Message {
        let filter = try request.arrivalFilter()
        let now = call.expiryMoment
        let newest = try await call.project.read { tx in
            try tx.messages(filter, at: now, descending: true, limit: 1).first
        }
        guard let newest else {
            throw WireError.notFound("The outbox of project \(call.project.id) has no message\(filter.words).")
        }
        return newest
    }
}
