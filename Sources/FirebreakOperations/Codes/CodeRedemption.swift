package import FirebreakStore
import FirebreakWire

/// Applies the codes that accounts:update and the action page take (email-actions.md section 5, production.md 3.4).
package enum CodeRedemption {
    /// The account after the change, and the new address if there is one.
    package struct Outcome: Sendable {
        package var account: Account
        var newEmail: String?
    }

    /// - Parameter type: The required type; `nil` for any that can be applied.
    /// - Returns: A failure that consumed the code, so that the transaction must be committed.
    /// - Throws: Failures that leave the code unchanged.
    static func redeem(
        _ code: String, of type: ActionCodeType? = nil, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<Outcome, WireError> {
        let message = try ActionCode.find(code, of: type, tx, call)
        switch ActionCodeType(rawValue: message.type) {
        case .verifyEmail: return try consuming(message, tx, call, verify)
        case .verifyAndChangeEmail: return try consuming(message, tx, call, change)
        case .recoverEmail: return try consuming(message, tx, call, recover)
        case .revertSecondFactorAddition: return try consuming(message, tx, call, revert)
        case .passwordReset, .emailSignIn, nil:
            throw WireError.unsuitableOobCode(message.type)
        }
    }

    /// Applies a code to its account.
    private typealias Change = (Message, Account, Transaction, OperationContext) throws -> Outcome

    /// Marks the code as used, also if the rest fails; but production restores it if the account is disabled
    /// (production.md section 3.4).
    private static func consuming(
        _ message: Message, _ tx: Transaction, _ call: OperationContext, _ change: Change
    ) throws -> Result<Outcome, WireError> {
        do {
            let outcome = try change(message, try account(for: message, tx, call), tx, call)
            try tx.markUsed(message, at: call.now)
            return .success(outcome)
        } catch let error as WireError where error != .userDisabled {
            try tx.markUsed(message, at: call.now)
            return .failure(error)
        }
    }

    // MARK: What a code acts on

    /// The account that a code would be applied to, after all checks. Nothing is changed.
    package static func account(for message: Message, _ tx: Transaction, _ call: OperationContext) throws -> Account {
        let account: Account
        var address: String?
        switch ActionCodeType(rawValue: message.type) {
        case .verifyEmail:
            account = try ActionCode.account(of: message, moved: .emailNotFound, tx, call)
        case .verifyAndChangeEmail:
            account = try changingAccount(message, tx, call)
            address = message.newEmail ?? ""
        case .recoverEmail:
            guard let holder = try holder(of: message, tx) else { throw WireError.invalidOobCode }
            account = holder
            address = message.boundEmail
        case .revertSecondFactorAddition:
            guard let owner = try message.accountID.flatMap({ try tx.account(id: $0) }) else {
                throw WireError.invalidOobCode
            }
            account = owner
        case .passwordReset, .emailSignIn, nil:
            throw WireError.unsuitableOobCode(message.type)
        }
        try requireEnabled(account, call)
        if let address {
            let owner = try tx.account(email: address)
            // Reference: the account's own address counts as taken, too.
            guard owner == nil || (call.behavior.ownValueIsFree && owner?.id == account.id) else {
                throw WireError.emailExists
            }
        }
        return account
    }

    /// In production a change remains valid after an admin changed the address: it follows the account.
    private static func changingAccount(_ message: Message, _ tx: Transaction, _ call: OperationContext) throws
        -> Account
    {
        if call.behavior.codesFollowAccounts, let id = message.accountID {
            guard let account = try tx.account(id: id) else { throw WireError.invalidOobCode }
            return account
        }
        return try ActionCode.account(of: message, moved: .emailNotFound, tx, call)
    }

    /// The account whose address a code of type RECOVER_EMAIL takes back: the one whose change made the code, while it
    /// has that address as its `initialEmail` (production.md section 3.4).
    static func holder(of message: Message, _ tx: Transaction) throws -> Account? {
        let account =
            try message.accountID.map { try tx.account(id: $0) } ?? tx.account(initialEmail: message.boundEmail)
        return EmailAddress.areSame(account?.initialEmail, message.boundEmail) ? account : nil
    }

    // MARK: Changes

    private static func verify(
        _ message: Message, _ account: Account, _ tx: Transaction, _ call: OperationContext
    ) throws -> Outcome {
        var account = account
        account.emailVerified = true
        try tx.save(account)
        return Outcome(account: account)
    }

    private static func change(
        _ message: Message, _ account: Account, _ tx: Transaction, _ call: OperationContext
    ) throws -> Outcome {
        var account = account
        let newEmail = message.newEmail ?? ""
        let oldEmail = account.email
        account.email = newEmail
        account.emailVerified = true
        if call.behavior.endsSessionsOnAddressChange {
            account.initialEmail = oldEmail
            account.endSessions(at: call.now)
            if let oldEmail {
                try tx.supersedeCodes(type: ActionCodeType.verifyEmail.rawValue, email: oldEmail, at: call.now)
            }
        }
        account.updateProviders()
        try tx.save(account)
        if call.behavior.offersWayBack, let oldEmail {
            try CodeSender(call).send(.recoverEmail, for: oldEmail, newEmail: newEmail, about: account, tx)
        }
        return Outcome(account: account, newEmail: newEmail)
    }

    private static func recover(
        _ message: Message, _ account: Account, _ tx: Transaction, _ call: OperationContext
    ) throws -> Outcome {
        var account = account
        account.email = message.boundEmail
        account.emailVerified = true
        if call.behavior.endsSessionsOnAddressChange { account.endSessions(at: call.now) }
        account.updateProviders()
        try tx.save(account)
        return Outcome(account: account)
    }

    /// Removes the factor of the code; nothing is left to do if it was removed already.
    private static func revert(
        _ message: Message, _ account: Account, _ tx: Transaction, _ call: OperationContext
    ) throws -> Outcome {
        var account = account
        let id = message.secondFactor?.id ?? ""
        if try account.removeSecondFactor(id, tx, call) { try tx.save(account) }
        return Outcome(account: account)
    }

    private static func requireEnabled(_ account: Account, _ call: OperationContext) throws(WireError) {
        guard !call.behavior.codesNeedEnabledAccounts || account.disabled != true else { throw .userDisabled }
    }
}
