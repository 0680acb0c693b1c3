package import FirebreakModel
import FirebreakOperations
package import FirebreakStore
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

/// One message by its ID (firebreak.md section 5).
package enum GetMessage: ControlOperation {
    /// The ID, from the path.
    package struct Request: Decodable, Sendable {
        /// `msg_` and 20 characters.
        package var id: String

        package init(id: String) { self.id = id }
    }

    /// - Throws: As ``message(_:_:)``.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> OutboxMessage {
        MessageResource(call).record(try await message(request, call))
    }

    /// The stored message, for projections of it.
    ///
    /// - Throws: `NOT_FOUND`.
    package static func message(_ request: Request, _ call: ControlCall) async throws -> Message {
        let id = request.id
        guard let message = try await call.project.read({ tx in try tx.message(id: id) }) else {
            throw WireError.notFound("The outbox of project \(call.project.id) has no message \(id.onOneLine).")
        }
        return message
    }
}

/// Holds the request until enough messages match, then answers like ``ListMessages`` (firebreak.md section 5).
package enum WaitForMessages: ControlOperation {
    /// What to wait for, and how long.
    package struct Request: Decodable, Sendable {
        /// Which messages; a `limit` below ``count`` is raised to it.
        package var selection: MessageSelection
        /// How many messages must match, 1 through 1,000; by default one.
        package var count: String?
        /// As ``WaitTime`` reads it; by default `10s`.
        package var timeout: String?

        package init(selection: MessageSelection = MessageSelection(), count: String? = nil, timeout: String? = nil) {
            self.selection = selection
            self.count = count
            self.timeout = timeout
        }

        private enum CodingKeys: CodingKey { case count, timeout }

        package init(from decoder: any Decoder) throws {
            selection = try MessageSelection(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decodeIfPresent(String.self, forKey: .count)
            timeout = try container.decodeIfPresent(String.self, forKey: .timeout)
        }
    }

    /// - Throws: 408 with an explanation when the time is over, `INVALID_ARGUMENT` for an invalid value,
    ///   `CancellationError` when the task was cancelled.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> OutboxPage {
        let page = try request.selection.page()
        let count = try ControlParameter.number("count", request.count, in: 1...MessageSelection.maximumLimit) ?? 1
        var wait = OutboxWait(
            for: try request.selection.arrivalFilter(), count: Int(count), time: try WaitTime(request.timeout),
            limit: page.limit)
        wait.isDescending = page.isDescending
        let messages = try await wait.messages(in: call.project, call.services)

        // The time and the configuration may have changed during the wait.
        let later = try await ControlCall(control: call.control, project: call.project, origin: call.origin)
        return MessageResource(later).page(messages, after: wait.filter.after, lastSeq: 0)
    }
}

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

/// Deletes messages from the outbox (firebreak.md section 5). Codes in them keep working, and `seq` continues to count.
package enum DeleteMessages: ControlOperation {
    /// Which messages; `limit` and `order` are ignored.
    package typealias Request = MessageSelection

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package static func run(_ request: MessageSelection, _ call: ControlCall) async throws -> Deletion {
        try await delete(try request.filter(), call)
    }

    static func delete(_ filter: MessageFilter, _ call: ControlCall) async throws -> Deletion {
        guard try await call.project.exists else { return Deletion(deleted: 0) }
        let now = call.now
        let expiry = call.expiryMoment
        return Deletion(
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
