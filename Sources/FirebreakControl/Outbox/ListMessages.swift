import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Lists messages of the project and all its tenants, newest last by default (product.md section 5).
package enum ListMessages: ControlOperation {
    /// Which messages.
    package typealias Request = MessageSelection

    /// The messages and where to go on.
    package struct Response: Encodable, Sendable {
        var messages: [MessageResource.Record]
        /// To be given as `after` to see what comes next: the highest `seq` here; when nothing matched, `after` itself,
        /// or without it the project's last `seq`.
        var nextCursor: Int64

        init(_ messages: [Message], _ resource: MessageResource, after: Int64?, lastSeq: Int64) {
            self.messages = messages.map(resource.record)
            nextCursor = messages.map(\.seq).max() ?? after ?? lastSeq
        }
    }

    /// - Throws: `INVALID_ARGUMENT` for a filter, limit or order that cannot be.
    package static func run(_ request: MessageSelection, _ call: ControlCall) async throws -> Response {
        let filter = try request.filter()
        let page = try request.page()
        let now = call.expiryMoment
        let (messages, lastSeq) = try await call.project.read { tx in
            let messages = try tx.messages(filter, at: now, descending: page.isDescending, limit: page.limit)
            return (messages, try tx.lastMessageSeq())
        }
        return Response(messages, MessageResource(call), after: filter.after, lastSeq: lastSeq)
    }
}
