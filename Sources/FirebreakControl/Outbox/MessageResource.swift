package import FirebreakModel
import FirebreakOperations
package import FirebreakStore
package import FirebreakWire

/// Shows messages as the control API does (firebreak.md section 5).
///
/// Texts are rendered when they are read, with the settings that the message was sent with.
package struct MessageResource: Sendable {
    /// For messages that have none of their own.
    private let settings: MessageSettings
    private let renderer: MessageRenderer
    /// Decides what has arrived and what has expired.
    let moment: OutboxMoment

    package init(_ call: ControlCall) {
        settings = call.settings.messages
        renderer = call.control.messages
        moment = call.expiryMoment
    }

    /// The whole record. A message that reached no recipient has no texts, link or code.
    package func record(_ message: Message) -> OutboxMessage {
        var record = behavior(of: message)
        let content = content(message)
        record.subject = content?.subject
        record.text = content?.text
        record.html = content?.html
        return record
    }

    /// The record without the texts, which are long, and some work to render.
    func summary(_ message: Message) -> OutboxMessage {
        var record = behavior(of: message)
        if let mail = message.mail { record.subject = mail.subject }
        guard message.mail == nil, message.wasDelivered(at: moment), let type = MessageType(rawValue: message.type)
        else { return record }
        record.subject = renderer.subject(
            type, locale: message.locale, values: values(of: message),
            configured: mailConfiguration(message)?.template)
        return record
    }

    private func behavior(of message: Message) -> OutboxMessage {
        var record = OutboxMessage(
            id: message.id, seq: message.seq, channel: .init(rawValue: message.channel.rawValue),
            type: .init(rawValue: message.type), delivery: .init(rawValue: message.delivery(at: moment).rawValue),
            status: message.status(at: moment).map { .init(rawValue: $0.rawValue) }, to: message.recipient,
            locale: message.locale, createdAt: message.createdAt.rfc3339, request: .init(message.request))
        record.tenant = message.tenant?.rawValue
        record.newEmail = message.newEmail
        record.localID = message.accountID?.rawValue
        record.expiresAt = message.expiresAt?.rfc3339
        record.usedAt = message.usedAt?.rfc3339
        record.deliverAt = message.deliverAt?.rfc3339
        record.reason = message.reason ?? message.mootReason(at: moment) ?? message.mail?.problem
        addCode(of: message, to: &record)
        guard !message.deliveries.isEmpty else { return record }
        record.deliveries = message.deliveries.map { delivery in
            .init(
                to: delivery.destination, state: .init(rawValue: delivery.state.rawValue),
                attempts: Int(delivery.attempts), lastError: delivery.lastError)
        }
        return record
    }

    /// The mail in the form of mail programs; `nil` for an SMS, and when nothing was delivered.
    func mail(_ message: Message) -> InternetMessage? {
        if let mail = message.mail {
            return InternetMessage(
                from: mail.sender, fromName: mail.senderName, replyTo: mail.replyTo, to: message.recipient,
                subject: mail.subject, text: mail.text, html: mail.html,
                messageID: mail.messageID ?? "\(message.id)@firebreak.invalid", source: mail.content,
                dateMilliseconds: message.createdAt.milliseconds)
        }
        guard let content = content(message), let configuration = mailConfiguration(message),
            let subject = content.subject
        else { return nil }
        return InternetMessage(
            from: configuration.sender, fromName: configuration.senderName, replyTo: configuration.replyTo,
            to: message.recipient, subject: subject, text: content.text, html: content.html,
            messageID: "\(message.id)@firebreak.invalid", dateMilliseconds: message.createdAt.milliseconds)
    }

    private func addCode(of message: Message, to record: inout OutboxMessage) {
        let configuration = message.mail == nil ? mailConfiguration(message) : nil
        record.from = configuration?.displayedSender ?? message.mail?.displayedSender
        guard message.wasDelivered(at: moment) else { return }
        record.replyTo = configuration?.replyTo ?? message.mail?.replyTo
        guard message.channel == .email else {
            record.code = message.code
            record.sessionInfo = message.sessionInfo
            return
        }
        record.link = message.actionLink.map { action in
            OutboxMessage.Link(mailed: message.mailedLink, action: action, continueURL: message.continueURL)
        }
        record.oobCode = message.code
    }

    /// The mail with its envelope; `nil` as for ``mail(_:)``.
    package func outgoingMail(_ message: Message) -> OutgoingMail? {
        mail(message).map { mail in
            OutgoingMail(
                sender: mail.envelopeSender, recipient: mail.envelopeRecipient, content: mail.serialized())
        }
    }

    /// Subject and texts; `nil` when nothing was delivered.
    func content(_ message: Message) -> RenderedMessage? {
        if let mail = message.mail { return RenderedMessage(subject: mail.subject, text: mail.text, html: mail.html) }
        guard message.wasDelivered(at: moment), let type = MessageType(rawValue: message.type) else { return nil }
        return renderer.render(
            type, locale: message.locale, values: values(of: message),
            configured: mailConfiguration(message)?.template)
    }

    private func values(of message: Message) -> MessageValues {
        MessageValues(
            appName: (message.settings ?? settings).appName, email: message.recipient,
            newEmail: message.newEmail, displayName: message.displayName,
            link: message.channel == .email ? message.mailedLink : nil,
            code: message.channel == .sms ? message.code : nil,
            secondFactor: message.secondFactor.map { factor in
                factor.phoneNumber ?? (Language(matching: message.locale) ?? .english).authenticatorApp
            })
    }

    /// Sender and templates; `nil` for an SMS.
    func mailConfiguration(_ message: Message) -> MailConfiguration? {
        guard message.channel == .email else { return nil }
        return MessageType(rawValue: message.type).map { MailConfiguration($0, message.settings ?? settings) }
    }
}

extension ReceivedMail {
    /// As people read it: `Name <address>`, or the address alone.
    fileprivate var displayedSender: String? {
        sender.nonEmpty.map { address in senderName.map { "\($0) <\(address)>" } ?? address }
    }
}

extension OutboxMessage.Request {
    /// - Parameter document: As the store has it.
    fileprivate init(_ document: JSON) {
        self.init(
            clientVersion: document["clientVersion"]?.stringValue, userAgent: document["userAgent"]?.stringValue,
            apiKey: document["apiKey"]?.stringValue, ip: document["ip"]?.stringValue)
    }
}

extension Message {
    /// Why it was not sent, to end a sentence about it; empty where no reason is known.
    var reasonClause: String { reason.map { ": \($0.onOneLine)" } ?? "" }
}

/// One part of a message by itself, so that a shell script does not have to parse JSON (firebreak.md section 5).
extension MessagePart {
    /// The part of this message.
    ///
    /// - Throws: `NOT_FOUND` when the message has no such part: an SMS has no link, and a suppressed message has no
    ///   parts.
    package func rendered(_ message: Message, _ call: ControlCall) throws(WireError) -> (
        bytes: [UInt8], contentType: String
    ) {
        guard let body = body(message, MessageResource(call)) else {
            let moment = call.expiryMoment
            let why =
                message.wasDelivered(at: moment)
                ? "" : ", because it was \(message.delivery(at: moment).rawValue)\(message.reasonClause)"
            throw .notFound("Message \(message.id) has no \(rawValue)\(why).")
        }
        return (body, self == .eml ? contentType : contentType + "; charset=utf-8")
    }

    private func body(_ message: Message, _ resource: MessageResource) -> [UInt8]? {
        guard let content = resource.content(message) else { return nil }
        let text =
            switch self {
            case .link: message.channel == .email ? message.mailedLink : nil
            case .code: message.code
            case .text: content.text
            case .html: content.html
            case .eml: nil as String?
            }
        return self == .eml ? resource.mail(message)?.serialized() : text.map { Array($0.utf8) }
    }
}
