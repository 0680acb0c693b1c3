package import FirebreakStore
import FirebreakWire
import Logging

/// Creates action codes and puts their messages into the outbox.
package struct CodeSender: Sendable {
    /// Of a random code.
    package static let codeLength = 54

    private let call: OperationContext
    private let settings: ActionSettings
    /// Whether the link is returned to an admin instead of being mailed.
    private let isReturned: Bool

    package init(_ call: OperationContext, settings: ActionSettings = ActionSettings(), isReturned: Bool = false) {
        self.call = call
        self.settings = settings
        self.isReturned = isReturned
    }

    /// Stores the code that a request asks for.
    ///
    /// - Parameters:
    ///   - target: Not one that nothing may be sent to.
    ///   - code: `nil` for a random one.
    @discardableResult
    package func send(to target: OobTarget, code: String? = nil, _ tx: Transaction) throws -> Message {
        try send(
            target.type, for: target.email, newEmail: target.newEmail, about: target.account, code: code, tx)
    }

    /// Stores a new code with its message; earlier ones of this type and address end under rule `supersedeCodes`.
    ///
    /// - Parameters:
    ///   - email: The address the code is bound to. A change of address is mailed to the new one.
    ///   - secondFactor: The factor that the code reverts.
    ///   - code: `nil` for a random one.
    @discardableResult
    package func send(
        _ type: ActionCodeType, for email: String, newEmail: String? = nil, about account: Account?,
        secondFactor: SecondFactor? = nil, code: String? = nil, _ tx: Transaction
    ) throws -> Message {
        // Codes that revert different factors do not replace each other.
        if call.rules.supersedeCodes == .on, type != .revertSecondFactorAddition {
            try tx.supersedeCodes(type: type.rawValue, email: email, at: call.now)
        }
        var message = message(type, for: email, newEmail: newEmail, about: account, isReturned ? .generated : .sent)
        let code = code ?? call.random.urlSafe(Self.codeLength)
        let link = ActionLink(type, code: code, settings, language: call.linkLocale, call)
        message.code = code
        message.secondFactor = secondFactor
        message.actionLink = link.action
        message.mailedLink = link.mailed
        message.expiresAt = call.rules.lifetime(ofCode: type).map { call.now.advanced(byMilliseconds: $0 * 1000) }
        if let faults = call.settings.project.faults { try faults.act(on: &message, tx, call) }
        return try tx.insert(message)
    }

    /// Records that nothing was sent, and why.
    ///
    /// - Parameter delivery: What happened to the message instead: suppressed or blocked.
    func withhold(
        _ type: ActionCodeType, for email: String, newEmail: String? = nil, about account: Account? = nil,
        _ delivery: Message.Delivery = .suppressed, reason: String, _ tx: Transaction
    ) throws -> Message {
        var message = message(type, for: email, newEmail: newEmail, about: account, delivery)
        message.reason = reason
        return try tx.insert(message)
    }

    private func message(
        _ type: ActionCodeType, for email: String, newEmail: String?, about account: Account?,
        _ delivery: Message.Delivery
    ) -> Message {
        var message = Message(
            id: call.random.messageID(), channel: .email, type: type.rawValue,
            delivery: delivery,
            recipient: type == .verifyAndChangeEmail ? newEmail ?? email : email, locale: call.messageLocale,
            createdAt: call.now,
            request: call.client.document)
        message.email = email
        message.newEmail = newEmail
        message.accountID = account?.id
        message.displayName = account?.userProfile.displayName
        message.continueURL = settings.continueURL
        message.settings = call.settings.project.messages
        return message
    }
}
