package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Lists messages of the project and all its tenants, newest last by default (firebreak.md section 5).
package enum ListMessages: ControlOperation {
    /// Which messages.
    package typealias Request = MessageSelection

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, limit or order.
    package static func run(_ request: MessageSelection, _ call: ControlCall) async throws -> OutboxPage {
        let filter = try request.filter()
        let page = try request.page()
        let now = call.expiryMoment
        let (messages, lastSeq) = try await call.project.read { tx in
            let messages = try tx.messages(filter, at: now, descending: page.isDescending, limit: page.limit)
            return (messages, try tx.lastMessageSeq())
        }
        return MessageResource(call).page(messages, after: filter.after, lastSeq: lastSeq)
    }
}
