import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// What one looks at a mail with: how it looks to different readers, its header, and where its links lead.
struct MailTools {
    private static let template = Template(asset: "console/mail")
    /// More parameters than that are no link of an app.
    private static let maximumParameters = 30
    /// Links in parameters of links, and links in those.
    private static let maximumDepth = 2

    private let mail: MailInspection
    private let request: ConsoleRequest

    /// - Returns: `nil` for what is not a mail, or was not delivered.
    init?(_ message: OutboxMessage, _ request: ConsoleRequest) async throws {
        let stored = try await GetMessage.message(MessageID(message.id), request.call)
        guard let mail = MailInspection(stored, request.call) else { return nil }
        self.mail = mail
        self.request = request
    }

    /// The choice of the reader's window and colours, for a frame beside it in an element of class `looked-at`.
    static var look: HTML { template.part("look").filled() }

    var header: HTML {
        let facts: [HTML] = mail.header.map { Controls.fact("\($0.name)", "\($0.value.clipped(to: 2000))") }
        return Self.template.part("header").filled(["fields": "\(facts)"])
    }

    // MARK: Links

    var links: HTML {
        guard !mail.links.isEmpty else { return Self.template.part("noLinks").filled() }
        return "\(mail.links.map(entry))"
    }

    private func entry(_ link: MailInspection.Link) -> HTML {
        // The address itself is often a label.
        let labels = link.labels.filter { !link.address.startsWithBytes(of: $0) }
        let title = labels.isEmpty ? "Without a text" : labels.joined(separator: ", ")
        return Self.template.part("entry").filled([
            "title": "\(title.clipped(to: 200))", "address": "\(link.address.clipped(to: 1000))",
            "copy": link.address.utf8.count > 2000 ? "" : Controls.copy(link.address),
            "target": target(of: link.address), "parameters": parameters(of: link.address),
        ])
    }

    /// Where a link leads, in a sentence.
    private func target(of address: String) -> HTML {
        guard let url = AbsoluteURL(address), let host = url.host, ["http", "https"].contains(url.scheme) else {
            return "This is not the address of a page: mail programs do not open it."
        }
        let site = "\(host)\(url.port.map { ":\($0)" } ?? "")".clipped(to: 200)
        let isHere = address.startsWithBytes(of: request.call.origin + "/")
        let place: HTML = isHere ? "this server" : "<code>\(site)</code>"
        if url.path == request.call.settings.behavior.actionPath { return "Leads to the action page of \(place)." }
        if HostingLink.isPath(url.path) { return "A hosting link of \(place): an app opens the link inside it." }
        return "Leads to \(place)."
    }

    private func parameters(of address: String, depth: Int = 1) -> HTML {
        guard let url = AbsoluteURL(address), let query = url.query else { return "" }
        let inner = HostingLink.isPath(url.path) ? HostingLink.inner(ofPath: address) : nil
        let parameters = inner.map { [(name: "link", value: $0)] } ?? FormURLEncoding.parse(query)
        let rows: [HTML] = parameters.prefix(Self.maximumParameters).map { name, value in
            let nested = depth < Self.maximumDepth + 1 ? self.parameters(of: value, depth: depth + 1) : ""
            return Self.template.part("parameter").filled([
                "name": "\(name.clipped(to: 100))", "value": "\(value.clipped(to: 600))",
                "meaning": meaning(of: name, value).map { Self.template.part("meaning").filled(["text": $0]) } ?? "",
                "copy": name == "oobCode" || name == "continueUrl" ? Controls.copy(value.clipped(to: 2000)) : "",
                "nested": nested,
            ])
        }
        return rows.isEmpty ? "" : Self.template.part("parameters").filled(["rows": "\(rows)"])
    }

    /// What a parameter of action links says; `nil` for others.
    private func meaning(of name: String, _ value: String) -> HTML? {
        switch name {
        case "mode": Self.action(ofMode: value).map { "what the link does: \($0)" }
        case "oobCode": "the one-time code"
        case "apiKey": project(of: value).map { "selects project \($0)" } ?? "selects no project of this server"
        case "continueUrl": "where the page leads afterwards"
        case "lang": "the language of the page"
        case "tenantId": "the tenant of the account"
        case "link": "the link that an app opens"
        default: nil
        }
    }

    private func project(of key: String) -> String? {
        (try? request.call.services.projectID(of: key))?.rawValue  // a key of no project is one that is told
    }

    private static func action(ofMode mode: String) -> String? {
        switch ActionCodeType.allCases.first(where: { $0.mode == mode }) {
        case .emailSignIn: "signs in"
        case .passwordReset: "sets a new password"
        case .verifyEmail: "verifies the address"
        case .verifyAndChangeEmail: "verifies the new address and makes it the account’s"
        case .recoverEmail: "undoes a change of address"
        case .revertSecondFactorAddition: "removes a second factor"
        case nil: nil
        }
    }
}
