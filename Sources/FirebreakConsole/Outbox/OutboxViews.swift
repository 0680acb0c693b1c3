import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's views of the outbox.
enum OutboxViews {
    @Sendable static func list(_ visit: ConsoleVisit) async throws -> RouteResponse { try await show(nil, visit) }

    @Sendable static func message(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await show(visit.parameter("id"), visit)
    }

    /// The HTML of a mail, for the frame in the message's view.
    @Sendable static func mail(_ visit: ConsoleVisit) async throws -> RouteResponse {
        guard let message = try await find(visit.parameter("id"), visit), let html = message.html else {
            throw ConsoleProblem.notFound("There is no such mail.")
        }
        var answer = RouteResponse(
            status: .ok, contentType: RouteResponse.html, body: Array(MailDocument.html(html).utf8),
            headers: [.contentSecurityPolicy: MailDocument.policy, .xContentTypeOptions: "nosniff"])
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// Tells whenever the views may show something else.
    @Sendable static func stream(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let seen = visit.exchange.headers[.lastEventID] ?? visit.query["after"]
        let project = visit.call.project
        let position = seen.flatMap { Int($0) } ?? OutboxSignals.position(in: project)
        return RouteResponse(events: OutboxSignals(of: project, after: position))
    }

    // MARK: Forms

    @Sendable static func delete(_ visit: ConsoleVisit) async throws -> RouteResponse {
        guard let message = visit.exchange.parameters["id"] else {
            let last = visit.form["through"].flatMap { Int64($0) } ?? 0
            try await search(OutboxQuery { visit.form[$0] }).delete(through: last, visit.call)
            return visit.redirect(to: visit.context.path(.outbox), notice: .messagesDeleted)
        }
        try await DeleteMessages.delete(id: message, visit.call)
        return visit.redirect(to: back(visit), notice: .messageDeleted)
    }

    /// Does what the person with the mail would do.
    @Sendable static func open(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let id = visit.parameter("id")
        var request: JSON = ["id": .string(id)]
        request["newPassword"] = visit.form["newPassword"].map(JSON.string)
        do {
            let opened = try await visit.run(OpenMessage.self, request)
            guard !opened.applied else { return visit.redirect(to: back(visit, id), notice: .messageOpened) }
            return try await show(id, visit, notice: OutboxPages.notice(opened))
        } catch let error as WireError {
            return try await show(id, visit, notice: visit.notice(of: error), status: 400)
        }
    }

    /// The list, or a message beside it, with the filter that it had.
    private static func back(_ visit: ConsoleVisit, _ message: String? = nil) -> ConsolePath {
        let list = visit.context.path(.outbox)
        return (message.map { list.below($0) } ?? list).with(query(visit).parameters())
    }

    // MARK: What is shown

    private static func query(_ visit: ConsoleVisit) -> OutboxQuery { OutboxQuery { visit.query[$0] } }

    private static func search(_ query: OutboxQuery) -> OutboxSearch {
        OutboxSearch(query.filter.selection, from: query.start)
    }

    private static func find(_ id: String, _ visit: ConsoleVisit) async throws -> OutboxMessage? {
        do { return try await visit.run(GetMessage.self, ["id": .string(id)]) } catch let error as WireError {
            guard error.wording(in: visit.call.settings.profile).kind.httpStatus == 404 else { throw error }
            return nil
        }
    }

    /// - Parameter id: The message that is read.
    private static func show(
        _ id: String?, _ visit: ConsoleVisit, notice: ConsoleFrame.Notice? = nil, status: Int = 200
    ) async throws -> RouteResponse {
        let query = query(visit)
        // Before anything is read, so that no change after it is missed.
        let position = OutboxSignals.position(in: visit.call.project)
        let message: OutboxMessage? = if let id { try await find(id, visit) } else { nil }
        let reading: OutboxView.Reading =
            if let message { .message(try await read(message, query, visit)) } else { id == nil ? .nothing : .gone }
        let found = try await search(query).find(visit.call)
        let view = OutboxView(
            query: query, position: position, found: found, now: visit.call.now.rfc3339,
            due: due(found.page.elements + [message].compactMap(\.self), visit.call), example: example(visit.call),
            reading: reading)
        let isGone = id != nil && message == nil
        return visit.page(
            .outbox, title: message.map { "\($0.headline) – Outbox" }, notice: notice, status: isGone ? 404 : status,
            OutboxPages.page(view, visit.context))
    }

    private static func read(
        _ message: OutboxMessage, _ query: OutboxQuery, _ visit: ConsoleVisit
    ) async throws -> ReadMessage {
        var source: String?
        if query.mailForm == .source, message.html != nil {
            let stored = try await GetMessage.message(GetMessage.Request(id: message.id), visit.call)
            let mail = try MessageProjection.eml.rendered(stored, visit.call)
            source = String(decoding: mail.body, as: UTF8.self).substituting("\r\n", with: "\n")
        }
        return ReadMessage(message, source: source, canExpire: canExpire(visit.call))
    }

    private static func canExpire(_ call: ControlCall) -> Bool { call.settings.rules.expiry == .on }

    /// Milliseconds until the first of the messages expires or arrives.
    private static func due(_ messages: [OutboxMessage], _ call: ControlCall) -> Int64? {
        guard call.settings.clock.frozenAt == nil else { return nil }
        let canExpire = canExpire(call)
        return messages.compactMap { message -> Int64? in
            let isExpiring = message.status == .pending && canExpire
            let next = message.delivery == .scheduled ? message.deliverAt : isExpiring ? message.expiresAt : nil
            let time = next.flatMap(Timestamp.init(rfc3339:))
            return time.map { $0.milliseconds - call.now.milliseconds }.flatMap { $0 > 0 ? $0 : nil }
        }.min()
    }

    /// A command that makes a first message, by whatever the project allows.
    private static func example(_ call: ControlCall) -> String {
        let isLink = call.settings.allowsEmailLinkSignIn
        var body: JSON = ["requestType": isLink ? "EMAIL_SIGNIN" : "PASSWORD_RESET", "email": "alice@example.test"]
        if isLink {
            body["continueUrl"] = .string(call.origin)
            body["canHandleCodeInApp"] = true
        }
        let key = PercentEncoding.encode(call.project.ownAPIKey)
        return """
            curl -X POST '\(call.origin)/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=\(key)' \\
              -H 'Content-Type: application/json' \\
              -d '\(body.text)'
            """
    }
}
