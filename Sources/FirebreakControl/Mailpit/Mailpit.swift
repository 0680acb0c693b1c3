import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// The outbox of a project as Mailpit's API shows a mailbox (firebreak.md section 5.5): the mails that were sent, newest
/// first.
package enum Mailpit {
    private static let defaultLimit: Int64 = 50
    /// Mails that are read at once in a search.
    private static let batch = 200

    /// What `limit`, `start` and `query` say.
    package struct Request: Decodable, Sendable {
        var limit: String?
        package var query: String?
        package var start: String?

        /// - Throws: `INVALID_ARGUMENT` for what is not a number.
        fileprivate func page() throws(WireError) -> (start: Int, limit: Int) {
            let start = try ControlParameter.number("start", start, in: 0...Int64(Int32.max)) ?? 0
            let limit = try ControlParameter.number("limit", limit, in: 0...Int64.max) ?? Mailpit.defaultLimit
            return (Int(start), Int(min(limit, ListingPaging.maximumLimit)))
        }
    }

    static var filter: MessageFilter {
        var filter = MessageFilter()
        filter.channel = .email
        filter.isMailed = true
        return filter
    }

    package static func count(_ call: ControlCall) async throws -> Int {
        let now = call.expiryMoment
        return try await call.project.read { tx in try tx.messageCount(filter, at: now) }
    }

    /// A page of all mails.
    package static func list(_ request: Request, _ call: ControlCall) async throws -> JSON {
        let page = try request.page()
        let total = try await count(call)
        let mails = try await mails(call, from: page.start, limit: page.limit)
        return answer(mails, page.start, total: total, matching: total)
    }

    /// A page of the mails that match.
    ///
    /// - Throws: `INVALID_ARGUMENT` as ``MailpitSearch`` does.
    package static func search(_ request: Request, _ call: ControlCall) async throws -> JSON {
        let page = try request.page()
        let search = try MailpitSearch(request.query)
        var matching = 0
        var found: [MailpitMail] = []
        let total = try await forEach(search, call) { mail in
            if matching >= page.start, found.count < page.limit { found.append(mail) }
            matching += 1
        }
        return answer(found, page.start, total: total, matching: matching)
    }

    /// Removes the mails that match.
    ///
    /// - Throws: `INVALID_ARGUMENT` as ``MailpitSearch`` does.
    package static func delete(matching request: Request, _ call: ControlCall) async throws {
        var ids: [String] = []
        _ = try await forEach(try MailpitSearch(request.query), call) { ids.append($0.message.id) }
        try await delete(.these(ids), call)
    }

    /// Visits the mails that match, newest first.
    ///
    /// - Returns: How many mails there are.
    private static func forEach(
        _ search: MailpitSearch, _ call: ControlCall, _ visit: (MailpitMail) -> Void
    ) async throws -> Int {
        var total = 0
        while true {
            try Task.checkCancellation()
            let mails = try await mails(call, from: total, limit: batch)
            total += mails.count
            for mail in mails where search.matches(mail) { visit(mail) }
            guard mails.count == batch else { return total }
        }
    }

    private static func mails(_ call: ControlCall, from start: Int, limit: Int) async throws -> [MailpitMail] {
        let resource = MessageResource(call)
        let messages = try await call.project.read { tx in
            try tx.messages(filter, at: resource.moment, descending: true, limit: limit, offset: start)
        }
        return messages.compactMap { MailpitMail($0, resource) }
    }

    private static func answer(_ mails: [MailpitMail], _ start: Int, total: Int, matching: Int) -> JSON {
        [
            "total": .int(Int64(total)), "unread": .int(Int64(total)), "count": .int(Int64(mails.count)),
            "messages_count": .int(Int64(matching)), "messages_unread": .int(Int64(matching)),
            "start": .int(Int64(start)), "tags": [], "messages": .array(mails.map(\.summary)),
        ]
    }

    /// One mail.
    ///
    /// - Parameter id: `latest` for the newest.
    /// - Throws: `NOT_FOUND`, also for messages that are no mails or were not sent.
    package static func mail(_ id: String, _ call: ControlCall) async throws -> MailpitMail {
        let resource = MessageResource(call)
        let message = try await call.project.read { tx in
            id == "latest"
                ? try tx.messages(filter, at: resource.moment, descending: true, limit: 1).first
                : try tx.message(id: id)
        }
        guard let mail = message.flatMap({ MailpitMail($0, resource) }) else {
            throw WireError.notFound("The outbox of project \(call.project.id) has no mail \(id.onOneLine).")
        }
        return mail
    }

    /// Removes mails as ``DeleteMessages`` does.
    package static func delete(_ selection: MailpitSelection, _ call: ControlCall) async throws {
        guard try await call.project.exists else { return }
        let now = call.expiryMoment
        try await call.project.write(at: call.now) { tx in
            switch selection {
            case .all: _ = try tx.deleteMessages(filter, at: now)
            case .these(let ids): _ = try tx.deleteMessages(filter, among: ids, at: now)
            }
        }
    }

    /// What Mailpit says of itself.
    ///
    /// - Parameter version: This server's.
    package static func information(version: String, _ call: ControlCall) async throws -> JSON {
        let count = JSON.int(Int64(try await count(call)))
        return [
            "Version": .string("firebreak \(version)"), "LatestVersion": "", "Database": "", "DatabaseSize": 0,
            "Messages": count, "Unread": count, "Tags": .emptyObject,
            "RuntimeStats": [
                "Uptime": 0, "Memory": 0, "MessagesDeleted": 0, "SMTPAccepted": count, "SMTPAcceptedSize": 0,
                "SMTPRejected": 0, "SMTPIgnored": 0,
            ],
        ]
    }
}
