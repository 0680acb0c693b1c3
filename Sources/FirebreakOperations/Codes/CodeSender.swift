import FirebreakMail
package import FirebreakStore
import FirebreakWire
import Logging

/// Makes action codes and puts their messages into the outbox.
package struct CodeSender: Sendable {
    private static let codeLength = 54

    private let call: Call
    private let settings: ActionSettings
    /// Whether a link goes back to an admin instead of into a mail.
    private let isReturned: Bool

    package init(_ call: Call, settings: ActionSettings = ActionSettings(), isReturned: Bool = false) {
        self.call = call
        self.settings = settings
        self.isReturned = isReturned
    }

    private var locale: String {
        MessageRenderer.supportedLanguage(for: call.client.locale) ?? call.scope.project.defaultLocale
    }

    /// Stores a new code with its message; earlier ones of this type and address end under rule `supersedeCodes`.
    ///
    /// - Parameter email: The address the code is bound to. A change of address is mailed to the new one.
    @discardableResult
    package func send(
        _ type: ActionCodeType, for email: String, newEmail: String? = nil, about account: Account?, _ tx: Transaction
    ) throws -> Message {
        if call.rules.supersedeCodes == .on {
            try tx.supersedeCodes(type: type.rawValue, email: email, at: call.now)
        }
        var message = message(type, for: email, newEmail: newEmail, about: account, isReturned ? .generated : .sent)
        let code = call.services.random.urlSafe(Self.codeLength)
        let link = ActionLink(type, code: code, settings, language: locale, call)
        message.code = code
        message.actionLink = link.action
        message.mailedLink = link.mailed
        message.expiresAt = call.rules.lifetime(ofCode: type).map { call.now.advanced(byMilliseconds: $0 * 1000) }
        return try tx.insert(message)
    }

    /// Records that nothing was sent, and why.
    package func suppress(
        _ type: ActionCodeType, for email: String, newEmail: String? = nil, reason: String, _ tx: Transaction
    ) throws {
        var message = message(type, for: email, newEmail: newEmail, about: nil, .suppressed)
        message.reason = reason
        try tx.insert(message)
    }

    private func message(
        _ type: ActionCodeType, for email: String, newEmail: String?, about account: Account?,
        _ delivery: Message.Delivery
    ) -> Message {
        var message = Message(
            id: "msg_" + call.services.random.alphanumeric(20), channel: .email, type: type.rawValue,
            delivery: delivery,
            recipient: type == .verifyAndChangeEmail ? newEmail ?? email : email, locale: locale, createdAt: call.now,
            request: call.client.document)
        message.email = email
        message.newEmail = newEmail
        message.accountID = account?.id
        message.displayName = account?.displayName
        message.continueURL = settings.continueURL
        return message
    }
}

extension Message {
    /// The line that the reference logs instead of mailing (email-actions.md section 4).
    func log(to logger: Logger) {
        guard delivery == .sent, let link = actionLink else { return }
        let to = email ?? recipient
        let text =
            switch ActionCodeType(rawValue: type) {
            case .emailSignIn: "To sign in as \(to), follow this link: \(link)"
            case .passwordReset:
                "To reset the password for \(to), follow this link: \(link)&newPassword=NEW_PASSWORD_HERE"
            case .verifyEmail: "To verify the email address \(to), follow this link: \(link)"
            case .verifyAndChangeEmail:
                "To verify and change the email address from \(to) to \(newEmail ?? ""), follow this link: \(link)"
            case .recoverEmail: "To reset your email address to \(to), follow this link: \(link)"
            case .revertSecondFactorAddition, nil: "To undo the change of \(to), follow this link: \(link)"
            }
        logger.info("\(text)")
    }
}
