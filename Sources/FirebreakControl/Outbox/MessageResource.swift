import FirebreakMail
import FirebreakOperations
package import FirebreakStore
import FirebreakWire

/// Shows messages as the control API does (product.md section 5).
///
/// Texts are rendered here, when they are read, with the project's configuration as it is then.
package struct MessageResource: Sendable {
    private let settings: ProjectSettings
    private let renderer: MessageRenderer
    /// The moment that decides what has expired.
    private let now: Timestamp

    package init(_ call: ControlCall) {
        settings = call.settings
        renderer = call.control.messages
        now = call.expiryMoment
    }

    /// A message on the wire.
    package struct Record: Encodable, Sendable {
        struct Link: Encodable, Sendable {
            /// What the mail contains.
            var mailed: String?
            /// The action link itself.
            var action: String?
            var continueUrl: String?
        }

        var id: String
        var seq: Int64
        var channel: String
        var type: String
        var delivery: String
        /// `null` when nothing was delivered.
        var status: JSON
        var tenant: String?
        var to: String
        var newEmail: String?
        var localId: AccountID?
        var locale: String
        var from: String?
        var replyTo: String?
        var subject: String?
        var text: String?
        var html: String?
        var link: Link?
        var oobCode: String?
        var code: String?
        var sessionInfo: String?
        var createdAt: String
        var expiresAt: String?
        var usedAt: String?
        var request: JSON
        /// Why nothing was delivered.
        var reason: String?
    }

    /// The whole record. What was suppressed or blocked has no texts, link or code, because none was made.
    package func record(_ message: Message) -> Record {
        let isMail = message.channel == .email
        let isDelivered = Self.wasMade(message)
        let configuration = mailConfiguration(message)
        let content = content(message)
        let link = Record.Link(
            mailed: message.mailedLink, action: message.actionLink, continueUrl: message.continueURL)
        return Record(
            id: message.id, seq: message.seq, channel: message.channel.rawValue, type: message.type,
            delivery: message.delivery.rawValue,
            status: message.status(at: now).map { .string($0.rawValue) } ?? .null,
            tenant: message.tenant?.rawValue, to: message.recipient, newEmail: message.newEmail,
            localId: message.accountID, locale: message.locale, from: configuration?.displayedSender,
            replyTo: isDelivered ? configuration?.replyTo : nil, subject: content?.subject, text: content?.text,
            html: content?.html, link: isMail && isDelivered ? link : nil,
            oobCode: isMail && isDelivered ? message.code : nil, code: isMail || !isDelivered ? nil : message.code,
            sessionInfo: isMail || !isDelivered ? nil : message.sessionInfo, createdAt: message.createdAt.rfc3339,
            expiresAt: message.expiresAt?.rfc3339, usedAt: message.usedAt?.rfc3339, request: message.request,
            reason: message.reason)
    }

    /// Subject and texts; `nil` when nothing was delivered.
    func content(_ message: Message) -> RenderedMessage? {
        guard Self.wasMade(message), let type = MessageType(rawValue: message.type) else { return nil }
        let values = MessageValues(
            appName: settings.rules.appName ?? settings.project.rawValue, email: message.recipient,
            newEmail: message.newEmail, displayName: message.displayName,
            link: message.channel == .email ? message.mailedLink : nil,
            code: message.channel == .sms ? message.code : nil,
            secondFactor: message.secondFactor.map { $0["phoneInfo"]?.stringValue ?? "TOTP" })
        return renderer.render(
            type, locale: message.locale, values: values, configured: mailConfiguration(message)?.template)
    }

    /// Sender and templates; `nil` for an SMS.
    func mailConfiguration(_ message: Message) -> MailConfiguration? {
        guard message.channel == .email else { return nil }
        return MessageType(rawValue: message.type).map { MailConfiguration($0, settings) }
    }

    /// Whether there is a message at all, rather than only the record that there is none.
    private static func wasMade(_ message: Message) -> Bool {
        message.delivery == .sent || message.delivery == .generated
    }
}
