package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// Does what a person does who follows the link of a mail, without a browser and without asking any other host
/// (firebreak.md section 5, `:open`).
package enum OpenMessage: ControlOperation {
    /// Which mail, and what is needed to apply its link.
    package struct Request: Decodable, Sendable {
        /// The ID, from the path; `nil` for the newest that matches.
        package var id: String?
        /// For a reset.
        var newPassword: String?
        var selection: OutboxListing.Selection

        private enum CodingKeys: CodingKey { case id, newPassword }

        package init(from decoder: any Decoder) throws {
            selection = try ListingSelection(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decodeIfPresent(String.self, forKey: .id)
            newPassword = try container.decodeIfPresent(String.self, forKey: .newPassword)
        }
    }

    /// - Throws: `NOT_FOUND`; `FAILED_PRECONDITION` for what has no link; `EXPIRED_OOB_CODE`, `INVALID_OOB_CODE`, and
    ///   what else the action page refuses; `INVALID_ARGUMENT` for a reset without a password, and for a password with
    ///   any other mail.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> OpenedMessage {
        let message =
            if let id = request.id {
                try await GetMessage.message(MessageID(id), call)
            } else {
                try await LatestMessage.message(request.selection, call)
            }
        let delivery = message.delivery(at: call.expiryMoment)
        guard message.wasDelivered(at: call.expiryMoment), let type = ActionCodeType(rawValue: message.type),
            let link = message.actionLink, let code = message.code
        else {
            throw WireError.failedPrecondition(
                """
                Message \(message.id) (\(message.type), \(delivery.rawValue)) has no link to \
                open\(message.reasonClause).
                """)
        }
        if let problem = password(request.newPassword, for: type) { throw WireError.invalidArgument(problem) }
        var query = ActionPage.Query(parameters: parameters(of: link))
        if let password = request.newPassword { query.parameters.append(("newPassword", password)) }

        let page = try await pageCall(message, key: query.value("apiKey"), call)
        // The page has words of its own for every code that cannot be used.
        try await page.read { tx in _ = try ActionCode.find(code, of: type, tx, page) }
        let redirect = try target(of: try await ActionPage(query, page).run())
        return OpenedMessage(
            mode: type.mode,
            email: type == .verifyAndChangeEmail ? message.newEmail ?? message.recipient : message.boundEmail,
            applied: type != .emailSignIn, redirect: redirect)
    }

    private static func password(_ password: String?, for type: ActionCodeType) -> String? {
        switch (password, type) {
        case (nil, .passwordReset), ("", .passwordReset):
            "newPassword is needed to open a mail of type \(type.rawValue)"
        case (nil, _), (_, .passwordReset): nil
        case (_, _): "newPassword is not for a mail of type \(type.rawValue)"
        }
    }

    private static func parameters(of link: String) -> [(name: String, value: String)] {
        FormURLEncoding.parse(link.parted(at: "?")?.after ?? "")
    }

    /// The call that the browser would make, to the message's own project and tenant.
    private static func pageCall(_ message: Message, key: String?, _ call: ControlCall) async throws -> OperationContext
    {
        var client = OperationContext.Client()
        client.apiKey = key
        return OperationContext(
            services: call.services, project: call.project,
            settings: try await call.services.settings(of: call.project, tenant: message.tenant),
            caller: .anybody, client: client, origin: call.origin)
    }

    /// Where the page leads; `nil` if it only says that it is done.
    private static func target(of answer: ActionPage.Answer) throws(WireError) -> String? {
        switch answer {
        case .redirect(let target): return target
        case .page(200, _): return nil
        case .page(_, let page):
            throw .failedPrecondition(page["error"]?.stringValue ?? "The link cannot be opened.")
        }
    }
}

/// A message as the project words it, with sample values, for the editor of its texts.
package struct MailPreview: Sendable {
    /// As people read it; `nil` for an SMS, as all but the text.
    package let from: String?
    package let replyTo: String?
    package let subject: String?
    package let text: String
    package let html: String?
    /// What between percent signs is not a placeholder, and so stays as it is.
    package let unknownPlaceholders: [String]
    /// Placeholders that have no value in a message of this type.
    package let emptyPlaceholders: [String]
    /// Whether the project's own text has no place for the link, which is what the mail is for.
    package let lacksLink: Bool

    /// The types of messages, by their names on the wire.
    package static let types = MessageType.allCases.map(\.rawValue)

    /// The member of `notification.sendEmail` with a type's texts; `nil` where the configuration has none.
    package static func templateKey(of type: String) -> String? {
        MessageType(rawValue: type)?.traits.templateKey
    }

    /// The placeholders that have a value in messages of a type, by the names between their percent signs.
    package static func placeholders(of type: String) -> [String] {
        MessageType(rawValue: type)?.traits.placeholders.map(\.rawValue) ?? []
    }

    /// - Parameters:
    ///   - type: One of ``types``; `nil` results for another.
    ///   - locale: The language of built-in texts.
    ///   - draft: A template that is not saved, in the place of the configured one.
    package init?(_ type: String, locale: String, draft: JSON?, _ call: ControlCall) {
        guard let type = MessageType(rawValue: type) else { return nil }
        let settings = call.settings
        let link = ActionCodeType(rawValue: type.rawValue).map { code in
            "\(call.origin)\(settings.behavior.actionPath)?mode=\(code.mode)&oobCode=sample&lang=\(locale)"
        }
        let placeholders = type.traits.placeholders
        func sample(_ placeholder: PlaceholderText.Placeholder, _ text: String) -> String? {
            placeholders.contains(placeholder) ? text : nil
        }
        let values = MessageValues(
            appName: settings.messages.appName, email: "alex@example.test",
            newEmail: sample(.newEmail, "alex.new@example.test"), displayName: "Alex Example", link: link,
            code: sample(.loginCode, "123456"), secondFactor: sample(.secondFactor, "+15555550100"))
        let configuration = type.isSMS ? nil : MailConfiguration(type, settings.messages, draft: draft)
        let message = call.control.messages.render(
            type, locale: locale, values: values, configured: configuration?.template)
        from = configuration?.displayedSender
        replyTo = configuration?.replyTo
        subject = message.subject
        text = message.text
        html = message.html

        let template = configuration?.template
        let names = [template?.subject, template?.body].compactMap(\.self).flatMap { PlaceholderText.names(in: $0) }
        let known = Set(placeholders.map(\.rawValue))
        let others = names.reduce(into: [String]()) { found, name in
            if !known.contains(name), !found.contains(name) { found.append(name) }
        }
        unknownPlaceholders = others.filter { PlaceholderText.Placeholder(rawValue: $0) == nil }
        emptyPlaceholders = others.filter { PlaceholderText.Placeholder(rawValue: $0) != nil }
        let linkName = PlaceholderText.Placeholder.link.rawValue
        let body = link == nil ? nil : nonEmpty(template?.body)
        lacksLink = body.map { !PlaceholderText.names(in: $0).contains(linkName) } ?? false
    }
}
