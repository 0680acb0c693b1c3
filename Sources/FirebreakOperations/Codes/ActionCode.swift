package import FirebreakStore
package import FirebreakWire

/// Action codes that are still good.
package enum ActionCode {
    /// The message that carries a code which was neither used nor superseded.
    ///
    /// - Parameter type: The only type that will do; `nil` for any.
    /// - Throws: `INVALID_OOB_CODE` for an unknown, used or superseded code, one of another type, or (not in the
    ///   reference) one whose account was deleted; `EXPIRED_OOB_CODE`
    ///   for one that timed out.
    package static func find(
        _ code: String, of type: ActionCodeType? = nil, _ tx: Transaction, _ call: Call
    ) throws -> Message {
        guard let message = try tx.openMessage(code: code), type == nil || message.type == type?.rawValue else {
            throw WireError.invalidOobCode
        }
        if call.facts.codesFollowAccounts, let id = message.accountID, try tx.account(id: id) == nil {
            throw WireError.invalidOobCode
        }
        guard call.rules.expiry == .off || !message.isExpired(at: call.now) else { throw WireError.expiredOobCode }
        return message
    }

    /// The account that a code acts on: whoever has its address now (production.md section 3.4).
    ///
    /// - Throws: `moved` when the account that the code was made for has another address now, and nobody else has that
    ///   one; in the reference `INVALID_OOB_CODE`.
    package static func account(of message: Message, moved: WireError, _ tx: Transaction, _ call: Call) throws
        -> Account
    {
        if let account = try tx.account(email: message.boundEmail) { return account }
        throw call.profile.isReference || message.accountID == nil ? WireError.invalidOobCode : moved
    }
}
