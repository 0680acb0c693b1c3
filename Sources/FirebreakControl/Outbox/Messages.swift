package import FirebreakModel
import FirebreakOperations
package import FirebreakStore
import FirebreakWire

extension ControlMethod {
    /// The methods of the outbox (firebreak.md section 5).
    static let outbox: [ControlMethod] =
        [
            .init(OutboxAPI.list, ListMessages.self, .bulk),
            .init(OutboxAPI.delete, DeleteMessages.self, .bulk),
            .init(OutboxAPI.wait, WaitForMessages.self, [.bulk, .mayWait]),
            .init(OutboxAPI.stream) { try await StreamMessages.stream($0, $1, $2) },
            .init(OutboxAPI.openLatest, OpenMessage.self, .bulk),
            .init(OutboxAPI.open, OpenMessage.self, .bulk),
            .init(OutboxAPI.latest, LatestMessage.self, .bulk),
            .init(OutboxAPI.get, GetMessage.self, .bulk),
        ]
        + MessagePart.allCases.flatMap { part in
            [
                .init(OutboxAPI.latestPart(part), isTrusted: false) { request, call in
                    try part.rendered(try await LatestMessage.message(request, call), call)
                },
                .init(OutboxAPI.part(part), isTrusted: false) { request, call in
                    try part.rendered(try await GetMessage.message(request, call), call)
                },
            ]
        }
}

/// Lists messages of the project and all its tenants, newest last by default (firebreak.md section 5).
package enum ListMessages: ControlOperation {
    /// Which messages.
    package typealias Request = OutboxListing.Selection

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, limit or order.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> OutboxPage {
        try await OutboxListing(call).list(request)
    }
}

/// The newest message that matches (firebreak.md section 5, `outbox/latest`).
package enum LatestMessage: ControlOperation {
    /// Which messages; `limit` and `order` are ignored.
    package typealias Request = OutboxListing.Selection

    /// - Throws: As ``message(_:_:)``.
    package static func run(_ request: OutboxListing.Selection, _ call: ControlCall) async throws -> OutboxMessage {
        MessageResource(call).record(try await message(request, call))
    }

    /// The stored message, for projections of it.
    ///
    /// - Throws: `NOT_FOUND` when nothing matches, `INVALID_ARGUMENT` for an invalid filter.
    package static func message(_ request: OutboxListing.Selection, _ call: ControlCall) async throws -> Message {
        let filter = try request.filter().ofArrivals
        guard let newest = try await OutboxListing(call).elements(filter, descending: true, limit: 1).first else {
            throw WireError.notFound("The outbox of project \(call.project.id) has no message\(filter.words).")
        }
        // A list lacks what a mail of an app has besides its texts.
        return newest.mail == nil ? newest : try await GetMessage.message(MessageID(newest.id), call)
    }
}

/// One message by its ID (firebreak.md section 5).
package enum GetMessage: ControlOperation {
    /// - Throws: As ``message(_:_:)``.
    package static func run(_ request: MessageID, _ call: ControlCall) async throws -> OutboxMessage {
        MessageResource(call).record(try await message(request, call))
    }

    /// The stored message, for projections of it.
    ///
    /// - Throws: `NOT_FOUND`.
    package static func message(_ request: MessageID, _ call: ControlCall) async throws -> Message {
        let id = request.id
        guard let message = try await call.project.read({ tx in try tx.message(id: id) }) else {
            throw WireError.notFound("The outbox of project \(call.project.id) has no message \(id.onOneLine).")
        }
        return message
    }
}

/// Holds the request until enough messages match, then answers like ``ListMessages`` (firebreak.md section 5).
///
/// Messages that exist already count, unless the request has a cursor. A change of the clock or of the whole project
/// wakes it as well; any other change of status does not, but it looks once more when the time is over.
package enum WaitForMessages: ControlOperation {
    package typealias Request = OutboxListing.WaitRequest

    /// - Throws: 408 with an explanation when the time is over, `INVALID_ARGUMENT` for an invalid value,
    ///   `CancellationError` when the task was cancelled.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> OutboxPage {
        var wait = try ListingWait(request)
        wait.filter = wait.filter.ofArrivals
        return try await OutboxListing(call).wait(wait)
    }
}

/// Tells new messages as they come (firebreak.md section 5, `outbox:stream`).
package enum StreamMessages {
    /// - Parameters:
    ///   - request: Which messages; `limit` and `order` are ignored.
    ///   - lastEventID: The last `seq` that the client has seen before it connected again.
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, and for one by status, which the stream itself reports.
    package static func stream(
        _ request: OutboxListing.Selection, _ lastEventID: String?, _ call: ControlCall
    ) async throws -> ListingStream<OutboxListing> {
        guard request["status"] == nil else {
            throw WireError.invalidArgument("a stream cannot be filtered by status: it tells how it changes")
        }
        let filter = try request.filter(lastEventID: lastEventID)
        return try await ListingStream(filter, of: OutboxListing(call), call.services.workers)
    }
}

/// Deletes messages from the outbox (firebreak.md section 5). Codes in them keep working, and `seq` continues to count.
package enum DeleteMessages: ControlOperation {
    /// Which messages; `limit` and `order` are ignored.
    package typealias Request = OutboxListing.Selection

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package static func run(_ request: OutboxListing.Selection, _ call: ControlCall) async throws -> Deletion {
        try await delete(try request.filter(), call)
    }

    static func delete(_ filter: MessageFilter, _ call: ControlCall) async throws -> Deletion {
        guard try await call.project.exists else { return Deletion(deleted: 0) }
        let now = call.now
        let expiry = call.expiryMoment
        let found =
            filter.search == nil
            ? nil : try await OutboxListing(call).elements(filter, descending: false, limit: .max).map(\.id)
        return Deletion(
            deleted: try await call.project.write(at: now) { tx in
                try found.map { try tx.deleteMessages(filter, among: $0, at: expiry) }
                    ?? tx.deleteMessages(filter, at: expiry)
            })
    }

    /// Deletes one message.
    ///
    /// - Throws: `NOT_FOUND`.
    package static func delete(id: String, _ call: ControlCall) async throws {
        let message = try await GetMessage.message(MessageID(id), call)
        _ = try await delete(MessageFilter().after(message.seq - 1).before(message.seq + 1), call)
    }
}
