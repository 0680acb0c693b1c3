package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Deletes messages from the outbox (firebreak.md section 5). Codes in them keep working, and `seq` continues to count.
package enum DeleteMessages: ControlOperation {
    /// Which messages; `limit` and `order` are ignored.
    package typealias Request = MessageSelection

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package static func run(_ request: MessageSelection, _ call: ControlCall) async throws -> OutboxDeletion {
        try await delete(try request.filter(), call)
    }

    static func delete(_ filter: MessageFilter, _ call: ControlCall) async throws -> OutboxDeletion {
        guard try await call.project.exists else { return OutboxDeletion(deleted: 0) }
        let now = call.now
        let expiry = call.expiryMoment
        return OutboxDeletion(
            deleted: try await call.project.write(at: now) { tx in try tx.deleteMessages(filter, at: expiry) })
    }

    /// Deletes one message.
    ///
    /// - Throws: `NOT_FOUND`.
    package static func delete(id: String, _ call: ControlCall) async throws {
        let message = try await GetMessage.message(GetMessage.Request(id: id), call)
        var filter = MessageFilter()
        filter.after = message.seq - 1
        filter.before = message.seq + 1
        _ = try await delete(filter, call)
    }
}
