import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// A message of the outbox, as it is read beside the list.
struct MessagePage {
    private static let template = Template(asset: "console/message")
    /// Longer texts are shown in part, and longer links can be opened where the outbox has them alone.
    private static let maximumText = 7000
    private static let maximumLink = 2000

    let message: OutboxMessage
    /// Where it comes from.
    let origin: MessageOrigin
    /// What is around it.
    let outbox: OutboxListPage
    private var request: ConsoleRequest { outbox.request }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await OutboxListPage(request, message: request.parameter("id")).answer()
    }

    /// A message by its number: calls know those that they sent by it.
    @Sendable static func showByNumber(_ request: ConsoleRequest) async throws -> RouteResponse {
        let text = request.parameter("seq")
        guard let seq = Int64(text), let message = try await find(seq, request) else {
            throw ConsoleProblem.notFound("The outbox of project \(request.project) has no message \(text.prefix(40)).")
        }
        return request.redirect(to: request.path(.outbox).below(message.id))
    }

    /// The HTML of a mail, for the frame in the message’s page.
    @Sendable static func mail(_ request: ConsoleRequest) async throws -> RouteResponse {
        guard let message = try await find(request.parameter("id"), request), let html = message.html else {
            throw ConsoleProblem.notFound("There is no such mail.")
        }
        var answer = RouteResponse(
            status: .ok, contentType: RouteResponse.html, body: Array(MailDocument.html(html).utf8),
            headers: [.contentSecurityPolicy: MailDocument.policy, .xContentTypeOptions: "nosniff"])
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    @Sendable static func delete(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await DeleteMessages.delete(id: request.parameter("id"), request.call)
        let list = request.path(.outbox).with(OutboxQuery(request).parameters())
        return request.redirect(to: list, notice: .messageDeleted)
    }

    /// Does what the person with the mail would do.
    @Sendable static func open(_ request: ConsoleRequest) async throws -> RouteResponse {
        let id = request.parameter("id")
        var parameters: JSON = ["id": .string(id)]
        parameters["newPassword"] = request.form["newPassword"].map(JSON.string)
        do {
            let opened = try await request.run(OpenMessage.self, parameters)
            guard !opened.applied else {
                return request.redirect(
                    to: request.path(.outbox).below(id).with(OutboxQuery(request).parameters()), notice: .messageOpened)
            }
            return try await OutboxListPage(request, message: id).answer(notice: notice(opened))
        } catch let error as WireError {
            return try await OutboxListPage(request, message: id).answer(notice: request.notice(of: error), status: 400)
        }
    }

    /// What opening a link without a browser led to, where nothing has changed by it.
    private static func notice(_ opened: OpenedMessage) -> ConsoleFrame.Notice {
        let target = opened.redirect ?? ""
        return ConsoleFrame.Notice(
            .information,
            """
            The app gets <code>\(target.clipped(to: 1200))</code> \(Controls.copy(target.clipped(to: 4000))) \
            The code is used when the app signs in with it.
            """)
    }

    static func find(_ id: String, _ request: ConsoleRequest) async throws -> OutboxMessage? {
        do { return try await request.run(GetMessage.self, ["id": .string(id)]) } catch let error as WireError {
            guard error.wording(in: request.call.settings.profile).kind.httpStatus == 404 else { throw error }
            return nil
        }
    }

    static func find(_ seq: Int64, _ request: ConsoleRequest) async throws -> OutboxMessage? {
        guard seq > 0 else { return nil }
        let page = try await request.run(ListMessages.self, ["after": .string(String(seq - 1)), "limit": "1"])
        return page.messages.first { $0.seq == seq }
    }

    /// The newest message of the same kind to the same recipient, after one whose link or code works no more.
    static func newer(than message: OutboxMessage, _ request: ConsoleRequest) async throws -> OutboxMessage? {
        guard message.hasEnded else { return nil }
        let page = try await request.run(
            ListMessages.self,
            [
                "to": .string(message.to), "type": .string(message.type.rawValue),
                "after": .string(String(message.seq)),
                "order": "desc", "limit": "20",
            ])
        return page.messages.first { $0.tenant == message.tenant && $0.status != nil }
    }

    /// The whole mail; `nil` where it is not shown.
    static func source(
        of message: OutboxMessage, _ query: OutboxQuery, _ request: ConsoleRequest
    ) async throws -> String? {
        guard query.mailForm == .source, message.isMail else { return nil }
        let stored = try await GetMessage.message(MessageID(message.id), request.call)
        let mail = try MessagePart.eml.rendered(stored, request.call)
        return String(decoding: mail.bytes, as: UTF8.self).substituting("\r\n", with: "\n")
    }

    // MARK: The page

    private var path: ConsolePath { request.path(.outbox).below(message.id) }

    /// A path of the message with the filter of the list.
    private func here(_ below: String? = nil, form: MailFormat? = nil) -> ConsolePath {
        (below.map { path.below($0) } ?? path).with(outbox.query.parameters(form: form))
    }

    /// The same message in the control API: `.eml`, for example.
    private func plain(_ rest: String) -> String {
        ConsolePath.control(request.project, "outbox/" + PercentEncoding.encodeComponent(message.id) + rest)
    }

    private func part(_ name: String, _ values: [String: HTML] = [:]) -> HTML {
        Self.template.part(name).filled(values)
    }

    var html: HTML {
        Self.template.filled([
            "id": "\(message.id)", "title": "\(message.headline)",
            "back": "\(request.path(.outbox).with(outbox.query.parameters()).text)",
            "delete": Controls.button(
                "Delete", to: here("delete"), kind: "small danger",
                confirm: "Delete this message? A code in it keeps working.", request),
            "state": state, "envelope": "\(envelope)", "act": act, "details": "\(details + requestFacts)",
            "tabs": message.isMail ? tabs : "", "body": content,
        ])
    }

    private var state: HTML {
        let sentence = message.statusSentence(now: outbox.now, canExpire: outbox.canExpire)
        return part(
            "state",
            [
                "badges": "\(message.badges)", "sentence": sentence ?? "", "delivery": delivery,
            ])
    }

    /// Why it did not simply go out, or works no more: with the button that changes what decided, where there is one.
    private var delivery: HTML {
        guard let why = origin.why else {
            return message.deliverySentence.map { part("delivery", ["text": $0]) } ?? ""
        }
        let lead = message.deliverySentence.map { WhyPanel.template.part("lead").filled(["text": $0]) }
        return why.html(lead: lead ?? "")
    }

    // MARK: Facts

    private func fact(_ name: HTML, _ value: String?) -> [HTML] {
        value.map { [Controls.fact(name, "\($0.clipped(to: 600))")] } ?? []
    }

    private func copyable(_ name: HTML, _ value: String?) -> [HTML] {
        guard let value else { return [] }
        let copy = value.utf8.count > Self.maximumLink ? "" : Controls.copy(value)
        return [Controls.fact(name, part("copyable", ["text": "\(value.clipped(to: 600))", "copy": copy]))]
    }

    private func time(_ name: HTML, _ value: String?) -> [HTML] {
        value.map { [Controls.fact(name, TimeText.html($0))] } ?? []
    }

    /// What one wants to know of every message.
    private var envelope: [HTML] {
        var facts = fact("To", message.to) + fact("New address", message.newEmail) + fact("From", message.from)
        facts += fact("Reply to", message.replyTo) + time("Date", message.createdAt)
        if let id = message.localID {
            let account = request.path(.accounts).below(id).with([("tenant", message.tenant)])
            facts.append(
                Controls.fact("Account", part("account", ["url": "\(account.text)", "id": "\(id.clipped(to: 300))"])))
        }
        facts += fact("Tenant", message.tenant) + made
        return facts
            + (message.deliveries ?? []).map { delivery in
                let attempts = delivery.attempts == 1 ? "1 attempt" : "\(delivery.attempts) attempts"
                return Controls.fact(
                    "Passed on",
                    part(
                        "passedOn",
                        [
                            "to": "\(delivery.to.clipped(to: 300))", "attempts": "\(attempts)",
                            "state": Controls.badge(delivery.state.rawValue, delivery.state.kind),
                            "error": "\((delivery.lastError ?? "").clipped(to: 600))",
                        ]))
            }
    }

    private var details: [HTML] {
        var facts: [HTML] = [Controls.fact("Type", "\(message.type.title) (\(message.type.rawValue))")]
        facts +=
            fact("Delivery", "\(message.delivery.title) (\(message.delivery.rawValue))")
            + fact("Language", message.locale)
        facts += copyable("Link", message.link?.mailed)
        if message.link?.action != message.link?.mailed { facts += copyable("Action link", message.link?.action) }
        facts += copyable("Continue URL", message.link?.continueURL) + copyable("Code", message.oobCode)
        facts += copyable("Session info", message.sessionInfo)
        facts += time("Expires", outbox.canExpire ? message.expiresAt : nil) + time("Used", message.usedAt)
        return facts + time("Arrives", message.deliverAt) + copyable("Message ID", message.id)
            + fact("Number", String(message.seq))
    }

    /// What it was made by.
    private var made: [HTML] {
        var facts: [HTML] = []
        if let call = origin.call {
            let path = request.path(.requests).below(String(call.seq))
            let name = "\(call.name) (request \(call.seq))".clipped(to: 300)
            facts.append(Controls.fact("Made by", part("account", ["url": "\(path.text)", "id": "\(name)"])))
        }
        if MailPreview.types.contains(message.type.rawValue) {
            let path = SettingsPage.path("templates", request)
                .with([("type", message.type.rawValue), ("locale", message.locale)])
            facts.append(
                Controls.fact(
                    "Template",
                    part("template", ["url": "\(path.text)", "name": "\(message.type.title), in the settings"])))
        }
        if let fault = origin.fault {
            let path = request.path(.state).below("faults").at(fault)
            facts.append(Controls.fact("Fault", part("account", ["url": "\(path.text)", "id": "\(fault)"])))
        }
        return facts
    }

    /// The client of the call that caused it.
    private var requestFacts: [HTML] {
        let cause = message.request
        return fact("Asked for by", cause.clientVersion) + fact("User agent", cause.userAgent)
            + fact("Client address", cause.ip) + fact("API key", cause.apiKey)
    }

    // MARK: What one does with it

    private var act: HTML {
        guard !message.hasEnded else {
            let newer = outbox.newer.map { newer in
                part(
                    "newer",
                    ["url": "\(request.path(.outbox).below(newer.id).with(outbox.query.parameters()).text)"])
            }
            return part(
                "ended", ["what": message.channel == .email ? "link" : "code", "newer": newer ?? ""])
        }
        if let code = message.code {
            return part("code", ["code": "\(code.clipped(to: 100))", "copy": Controls.copy(code, label: "Copy code")])
        }
        guard let link = message.link?.mailed else { return "" }
        let isShort = link.utf8.count <= Self.maximumLink
        return part(
            "link",
            [
                "open": Self.isWebAddress(link) && isShort ? part("open", ["url": "\(link)"]) : "",
                "copyLink": isShort
                    ? Controls.copy(link, label: "Copy link") : part("wholeLink", ["url": "\(plain("/link"))"]),
                "copyCode": message.oobCode.map { Controls.copy($0, label: "Copy code") } ?? "", "use": use,
                "link": "\(link.clipped(to: 600))",
            ])
    }

    /// Following the link without a browser, while that is possible.
    private var use: HTML {
        guard message.type == .passwordReset else {
            return Controls.button("Use the link now", to: here("open"), kind: "small", request)
        }
        return part("reset", ["url": "\(here("open").text)", "token": request.formToken])
    }

    /// Whether a link leads to a page: links are made from settings, which may say anything.
    private static func isWebAddress(_ link: String) -> Bool {
        let link = link.lowercased()
        return link.startsWithBytes(of: "http://") || link.startsWithBytes(of: "https://")
    }

    // MARK: The mail

    private var tabs: HTML {
        let links: [HTML] = MailFormat.allCases.filter { message.html != nil || !$0.needsHTML }.map { form in
            part(
                "tab",
                [
                    "url": "\(here(form: form).text)", "name": "\(form.title)",
                    "current": form == self.form ? #" aria-current="page""# : "",
                ])
        }
        let look = form == .html ? MailTools.look : ""
        return part("tabs", ["tabs": "\(links)", "look": look, "url": "\(plain(".eml"))", "name": "\(message.id).eml"])
    }

    /// How it is shown; a mail without HTML as text.
    private var form: MailFormat {
        let form = outbox.query.mailForm
        return message.html == nil && form.needsHTML ? .text : form
    }

    private var content: HTML {
        guard message.isMail else { return message.text.map { text($0, whole: ".txt") } ?? "" }
        switch form {
        case .html:
            return part("frame", ["url": "\(path.below("mail").text)", "sandbox": "\(MailDocument.sandbox)"])
        case .text: return text(message.text ?? "", whole: ".txt")
        case .links: return outbox.tools?.links ?? ""
        case .header: return outbox.tools?.header ?? ""
        case .markup: return text(message.html ?? "", whole: ".html")
        case .source: return text(outbox.source ?? "", whole: ".eml")
        }
    }

    private func text(_ text: String, whole: String) -> HTML {
        let shown = text.clipped(to: Self.maximumText)
        return part(
            "text",
            [
                "text": "\(shown)", "rest": shown == text ? "" : part("rest", ["url": "\(plain(whole))"]),
            ])
    }
}

extension OutboxMessage {
    /// What the message says, in one line.
    var headline: String {
        if let subject { return subject.clipped(to: 200) }
        if let code { return "Code \(code)".clipped(to: 200) }
        return type.title
    }

    /// Whether it has a header and a source: a mail that can be read, not an SMS.
    var isMail: Bool { html != nil || delivery == .app }

    /// Delivery and status, which a sentence goes on from; of the delivery only what is out of the ordinary.
    var badges: [HTML] {
        var badges: [HTML] = []
        if delivery != .sent {
            badges.append(Controls.badge(delivery.title.lowercased(), delivery.kind, api: delivery.rawValue))
        }
        if let status { badges.append(Controls.badge(status.title.lowercased(), status.kind, api: status.rawValue)) }
        return badges
    }

    /// Whether its link or code works no more.
    var hasEnded: Bool { status == .used || status == .expired || status == .superseded }

    /// What is to be said about the status.
    ///
    /// - Parameters:
    ///   - now: The project's time.
    ///   - canExpire: Whether codes of the project expire.
    func statusSentence(now: String, canExpire: Bool) -> HTML? {
        switch status {
        case .pending:
            guard canExpire, let expiresAt else { return "Does not expire." }
            return "Expires \(TimeText.html(expiresAt))."
        case .used: return usedAt.map { "Used \(TimeText.html($0))." }
        case .expired:
            // Both are written alike, so their texts are in the order of time.
            guard canExpire, let expiresAt, expiresAt <= now else {
                return "Expired before its time: what it was for is no longer there."
            }
            return "Expired \(TimeText.html(expiresAt))."
        case .superseded: return "A newer message of its kind took its place."
        default: return nil
        }
    }

    /// Why it did not simply go out.
    var deliverySentence: HTML? {
        let reason = (reasonInWords ?? "no reason is known").clipped(to: 1000)
        switch delivery {
        case .generated: return "An admin asked for this link and got it as the answer. Nothing was mailed."
        case .suppressed: return "Nothing was sent: \(reason)."
        case .blocked: return "It was not sent: \(reason)."
        case .failed: return "It did not arrive: \(reason)."
        case .scheduled:
            let arrival =
                deliverAt.map { "It arrives on \(TimeText.html($0)), by the project’s clock." as HTML } ?? ""
            return "A fault delays it. \(arrival)"
        case .app:
            let problem = self.reason.map { ", but not all of it could be read: \($0.clipped(to: 1000))" } ?? ""
            return "The app sent it itself\(problem)."
        default: return nil
        }
    }
}

extension OutboxMessage.Status {
    fileprivate var kind: String {
        switch self {
        case .pending: "information"
        case .used: "success"
        default: ""
        }
    }
}

extension OutboxMessage.Delivery {
    fileprivate var kind: String {
        switch self {
        case .suppressed, .scheduled: "warning"
        case .blocked, .failed: "failure"
        default: ""
        }
    }
}

extension MessageDelivery.State {
    var kind: String {
        switch self {
        case .delivered: "success"
        case .failed: "failure"
        default: "information"
        }
    }
}

/// The HTML of a mail as a document by itself, for the frame that shows it (firebreak.md section 13.1). Clients have a
/// hand in it: it runs nothing, loads nothing, and changes nothing of the page around it.
enum MailDocument {
    /// What it may do: styles of its own, images that it brings along, and links that open elsewhere.
    static let policy = """
        default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; \
        form-action 'none'; sandbox \(sandbox)
        """

    /// What the frame allows: links to open pages that are free of these bounds.
    static let sandbox = "allow-popups allow-popups-to-escape-sandbox"

    /// Links open in a tab of their own, without telling where they come from. Colours are those that the frame asks for.
    private static let head =
        """
        <meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">\
        <base target="_blank">
        """

    /// - Parameter html: The mail's.
    static func html(_ html: String) -> String {
        let start = html.prefix(9).lowercased()
        guard start == "<!doctype", let (type, rest) = html.parted(at: ">") else {
            return "<!DOCTYPE html>\(head)\(html)"
        }
        return "\(type)>\(head)\(rest)"
    }
}
