package import FirebreakStore
package import FirebreakWire

/// Applies the codes that accounts:update and the action page take (email-actions.md section 5, production.md 3.4).
package enum CodeRedemption {
    /// The account after the change, and the new address if there is one.
    package struct Outcome: Sendable {
        package var account: Account
        package var newEmail: String?
    }

    /// - Parameter type: The required type; `nil` for any that can be applied.
    /// - Returns: A failure that consumed the code, so that the transaction must be committed.
    /// - Throws: Failures that leave the code unchanged.
    package static func redeem(
        _ code: String, of type: ActionCodeType? = nil, _ tx: Transaction, _ call: Call
    ) throws -> Result<Outcome, WireError> {
        let message = try ActionCode.find(code, of: type, tx, call)
        switch ActionCodeType(rawValue: message.type) {
        case .verifyEmail: return try consuming(message, tx, call) { try verify(message, tx, call) }
        case .verifyAndChangeEmail: return try consuming(message, tx, call) { try change(message, tx, call) }
        case .recoverEmail: return try consuming(message, tx, call) { try recover(message, tx, call) }
        case .revertSecondFactorAddition: return try consuming(message, tx, call) { try revert(message, tx, call) }
        case .passwordReset, .emailSignIn, nil:
            throw WireError.unsuitableOobCode(message.type)
        }
    }

    /// Marks the code as used, also if the rest fails; but production restores it if the account is disabled
    /// (production.md section 3.4).
    private static func consuming(
        _ message: Message, _ tx: Transaction, _ call: Call, _ body: () throws -> Outcome
    ) throws -> Result<Outcome, WireError> {
        do {
            let outcome = try body()
            try tx.markUsed(message, at: call.now)
            return .success(outcome)
        } catch let error as WireError where error != .userDisabled {
            try tx.markUsed(message, at: call.now)
            return .failure(error)
        }
    }

    private static func verify(_ message: Message, _ tx: Transaction, _ call: Call) throws -> Outcome {
        var account = try ActionCode.account(of: message, moved: .emailNotFound, tx, call)
        try requireEnabled(account, call)
        account.emailVerified = true
        try tx.save(account)
        return Outcome(account: account)
    }

    private static func change(_ message: Message, _ tx: Transaction, _ call: Call) throws -> Outcome {
        var account = try changingAccount(message, tx, call)
        try requireEnabled(account, call)
        let newEmail = message.newEmail ?? ""
        let owner = try tx.account(email: newEmail)
        // Reference: the account's own address counts as taken, too.
        guard owner == nil || (call.facts.ownValueIsFree && owner?.id == account.id) else {
            throw WireError.emailExists
        }

        let oldEmail = account.email
        account.email = newEmail
        account.emailVerified = true
        if call.facts.endsSessionsOnAddressChange {
            account.initialEmail = oldEmail
            try account.endSessions(tx, at: call.now)
            if let oldEmail {
                try tx.supersedeCodes(type: ActionCodeType.verifyEmail.rawValue, email: oldEmail, at: call.now)
            }
        }
        account.updateProviders()
        try tx.save(account)
        if call.facts.offersWayBack, let oldEmail {
            try CodeSender(call).send(.recoverEmail, for: oldEmail, newEmail: newEmail, about: account, tx)
        }
        return Outcome(account: account, newEmail: newEmail)
    }

    /// In production a change remains valid after an admin changed the address: it follows the account.
    private static func changingAccount(_ message: Message, _ tx: Transaction, _ call: Call) throws -> Account {
        if call.facts.codesFollowAccounts, let id = message.accountID {
            guard let account = try tx.account(id: id) else { throw WireError.invalidOobCode }
            return account
        }
        return try ActionCode.account(of: message, moved: .emailNotFound, tx, call)
    }

    private static func recover(_ message: Message, _ tx: Transaction, _ call: Call) throws -> Outcome {
        let original = message.boundEmail
        guard var account = try holder(of: message, tx, call) else { throw WireError.invalidOobCode }
        try requireEnabled(account, call)
        let owner = try tx.account(email: original)
        guard owner == nil || (call.facts.ownValueIsFree && owner?.id == account.id) else {
            throw WireError.emailExists
        }
        account.email = original
        account.emailVerified = true
        if call.facts.endsSessionsOnAddressChange { try account.endSessions(tx, at: call.now) }
        account.updateProviders()
        try tx.save(account)
        return Outcome(account: account)
    }

    /// The account whose address a code of type RECOVER_EMAIL takes back.
    static func holder(of message: Message, _ tx: Transaction, _ call: Call) throws -> Account? {
        if let id = message.accountID, let account = try tx.account(id: id) { return account }
        return try tx.account(initialEmail: message.boundEmail)
    }

    /// Removes the factor of the code; nothing is left to do if it was removed already.
    private static func revert(_ message: Message, _ tx: Transaction, _ call: Call) throws -> Outcome {
        guard var account = try message.accountID.flatMap({ try tx.account(id: $0) }) else {
            throw WireError.invalidOobCode
        }
        try requireEnabled(account, call)
        let id = message.secondFactor?.id ?? ""
        if try account.removeSecondFactor(id, tx, call) { try tx.save(account) }
        return Outcome(account: account)
    }

    private static func requireEnabled(_ account: Account, _ call: Call) throws(WireError) {
        guard !call.facts.codesNeedEnabledAccounts || account.disabled != true else { throw .userDisabled }
    }
}
