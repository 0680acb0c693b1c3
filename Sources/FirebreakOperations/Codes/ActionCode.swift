package import FirebreakStore
package import FirebreakWire

/// Action codes that are still valid.
package enum ActionCode {
    /// The message with a code that was neither used nor superseded.
    ///
    /// - Parameter type: The required type; `nil` for any.
    /// - Throws: `INVALID_OOB_CODE` for an unknown, used or superseded code, one of another type, or (not in the
    ///   reference) one whose account was deleted; `EXPIRED_OOB_CODE` for an expired one.
    package static func find(
        _ code: String, of type: ActionCodeType? = nil, _ tx: Transaction, _ call: Call
    ) throws -> Message {
        guard let message = try tx.openMessage(code: code), type == nil || message.type == type?.rawValue else {
            throw try tx.endedMessage(code: code).flatMap(Self.reason).map(WireError.invalidOobCode.because)
                ?? .invalidOobCode
        }
        if call.facts.codesFollowAccounts, let id = message.accountID, try tx.account(id: id) == nil {
            throw WireError.invalidOobCode
        }
        guard call.rules.expiry == .off || !message.isExpired(at: call.now) else {
            throw WireError.expiredOobCode.because(
                .expired(lifetime: message.type, at: message.expiresAt ?? call.now))
        }
        return message
    }

    /// Why a code does not work any more.
    private static func reason(_ message: Message) -> Reason? {
        message.usedAt.map(Reason.used) ?? message.supersededAt.map(Reason.superseded)
    }

    /// The account that a code acts on: the current owner of its address (production.md section 3.4).
    ///
    /// - Throws: `moved` if the address of the code's original account has changed and no other account has the old
    ///   one; in the reference `INVALID_OOB_CODE`.
    package static func account(of message: Message, moved: WireError, _ tx: Transaction, _ call: Call) throws
        -> Account
    {
        if let account = try tx.account(email: message.boundEmail) { return account }
        throw call.profile.isReference || message.accountID == nil ? WireError.invalidOobCode : moved
    }
}
