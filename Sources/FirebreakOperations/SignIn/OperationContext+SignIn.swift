package import FirebreakStore
import FirebreakWire

extension OperationContext {
    /// Signs in the user that a method identifies.
    ///
    /// Without blocking functions this is one transaction. Otherwise each function is called between two transactions,
    /// and what was read before is read and checked again after it: a new account is created when beforeCreate allows
    /// it, and stays if beforeSignIn refuses; an existing one is changed only after beforeSignIn; a consumed code stays
    /// consumed (blocking-functions.md section 4).
    ///
    /// - Parameter identify: Runs once.
    package func signIn<Answer: Sendable>(
        _ identify: @Sendable (Transaction) throws -> Identification<Answer>
    ) async throws -> SignInOutcome<Answer> {
        let functions = await blockingFunctions().functions
        let run = SignInRun(self, asks: functions[.beforeSignIn] != nil)
        let first: SignInRun.Step<Answer> = try await write { tx in
            switch try identify(tx) {
            case .answered(let answer): return .done(.answered(answer))
            case .refused(let error): return .refused(error)
            case .identified(let pending):
                var account = pending.account
                try pending.update(&account, tx)
                if pending.isNew, functions[.beforeCreate] != nil { return .ask(.beforeCreate, account, pending) }
                return try run.proceed(pending, account, tx)
            }
        }
        var step = first
        while case .ask(let event, let account, let pending) = step {
            var answer: BlockingAnswer?
            if let function = functions[event] {
                answer = try await BlockingFunction.ask(event, function, about: account, pending.context, self)
            }
            let changes = answer
            step = try await write { tx in
                event == .beforeCreate
                    ? try run.afterCreation(changes, pending, tx) : try run.afterSignIn(changes, pending, tx)
            }
        }
        switch step {
        case .done(let outcome): return outcome
        case .refused(let error): throw error
        case .ask: throw WireError.internalError  // the loop above ends with another step
        }
    }

    /// Adds an account and announces it to the listeners for account events.
    ///
    /// - Parameters:
    ///   - announced: The account as it was when it was created; `nil` if it is announced as it is stored.
    ///   - isAnnounced: Whether listeners learn of it at all.
    /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER` if an app creates more accounts than the sign-up quota or rule
    ///   `limits` allows.
    package func create(
        _ account: Account, as announced: Account? = nil, isAnnounced: Bool = true, _ tx: Transaction
    ) throws {
        if !isAdmin, let quota = settings.project.signUpQuota { try quota.count(self, tx) }
        try Throttle.signUps(self)?.take(tx)
        try tx.insert(account)
        guard isAnnounced, listener(for: .created, of: tenant) != nil else { return }
        tx.announce(.created, announced ?? account)
    }
}

/// The parts of a sign-in that run in transactions.
private struct SignInRun: Sendable {
    enum Step<Answer: Sendable>: Sendable {
        case done(SignInOutcome<Answer>)
        case refused(WireError)
        /// A function is to be called for the account, which is passed as it would be stored.
        case ask(BlockingEvent, Account, PendingSignIn)
    }

    private let call: OperationContext
    /// Whether there is a function beforeSignIn.
    private let asks: Bool

    init(_ call: OperationContext, asks: Bool) {
        self.call = call
        self.asks = asks
    }

    /// Continues with an account that passed the checks.
    func proceed<Answer>(_ pending: PendingSignIn, _ account: Account, _ tx: Transaction) throws -> Step<Answer> {
        guard pending.isNew else {
            if let challenge = try challenge(pending, account, tx) {
                if account != pending.account { try tx.save(account) }
                return .done(
                    .signedIn(
                        CompletedSignIn(
                            account: account, isNew: false, challenge: challenge,
                            replacesIdentity: pending.replacesIdentity)))
            }
            return asks
                ? .ask(.beforeSignIn, account, pending)
                : .done(.signedIn(try complete(pending, account, stored: pending.account, tx)))
        }
        if asks || account.disabled == true {
            let attempted = attempted(account)
            try call.create(attempted, as: call.profile.isReference ? account : attempted, tx)
            return account.disabled == true ? .refused(.userDisabled) : .ask(.beforeSignIn, account, pending)
        }
        return .done(.signedIn(try complete(pending, account, stored: nil, tx)))
    }

    /// Creates the account that beforeCreate allowed, unless its identifiers have been taken in the meantime.
    func afterCreation<Answer>(
        _ answer: BlockingAnswer?, _ pending: PendingSignIn, _ tx: Transaction
    ) throws -> Step<Answer> {
        var account = pending.account
        guard try tx.account(id: account.id) == nil else { throw WireError.duplicateLocalID }
        try pending.recheck(account, tx)
        try pending.update(&account, tx)
        answer?.apply(to: &account)
        return try proceed(pending, account, tx)
    }

    /// Signs in to the account that beforeSignIn allowed, if it still exists and is not disabled.
    func afterSignIn<Answer>(
        _ answer: BlockingAnswer?, _ pending: PendingSignIn, _ tx: Transaction
    ) throws -> Step<Answer> {
        guard let stored = try tx.account(id: pending.account.id) else { throw WireError.userNotFound }
        guard stored.disabled != true || pending.mayBeDisabled else { throw WireError.userDisabled }
        var account = stored
        if !pending.isNew {
            try pending.recheck(account, tx)
            try pending.update(&account, tx)
        }
        answer?.apply(to: &account)
        var pending = pending
        pending.signIn.add(claims: answer?.sessionClaims)
        guard account.disabled != true || stored.disabled == true else {
            // Reference: a sign-in by e-mail link is the only one that is not recorded.
            if pending.context.method != "emailLink" || (pending.isNew && !call.profile.isReference) {
                account.lastLoginAt = String(call.now.milliseconds)
            }
            try tx.save(account)
            return .refused(.userDisabled)
        }
        // A factor may have been enrolled in the meantime.
        if let challenge = try challenge(pending, account, tx) {
            try tx.save(account)
            return .done(.signedIn(CompletedSignIn(account: account, isNew: pending.isNew, challenge: challenge)))
        }
        return .done(.signedIn(try complete(pending, account, stored: stored, tx)))
    }

    /// A new account whose sign-up a function may still refuse, or has refused by disabling it: production records the
    /// sign-in (production.md section 8.2).
    private func attempted(_ account: Account) -> Account {
        guard !call.profile.isReference else { return account }
        var account = account
        account.lastLoginAt = String(call.now.milliseconds)
        account.lastRefreshAt = call.now
        return account
    }

    private func challenge(
        _ pending: PendingSignIn, _ account: Account, _ tx: Transaction
    ) throws -> SecondFactorChallenge? {
        guard pending.asksForSecondFactor else { return nil }
        return try SecondFactorChallenge(account, after: pending.signIn, tx, call)
    }

    /// Stores what is not stored yet and issues the tokens.
    ///
    /// - Parameter stored: The account's row; `nil` if it does not exist yet.
    private func complete(
        _ pending: PendingSignIn, _ account: Account, stored: Account?, _ tx: Transaction
    ) throws -> CompletedSignIn {
        let created = account
        var account = account
        var completed = CompletedSignIn(
            account: account, isNew: pending.isNew, replacesIdentity: pending.replacesIdentity)
        let issuer = TokenIssuer(call)
        if let stored, account == stored {
            completed.tokens =
                pending.usesLegacyToken
                ? try issuer.legacySignIn(&account, pending.signIn, tx)
                : try issuer.signIn(&account, pending.signIn, tx)
        } else {
            account.lastLoginAt = String(call.now.milliseconds)
            if !pending.usesLegacyToken { account.lastRefreshAt = call.now }
            if stored == nil {
                // Reference: an account made by an e-mail link is announced before it has signed in.
                try call.create(account, as: call.profile.isReference ? created : account, tx)
            } else {
                try tx.save(account)
            }
            completed.tokens =
                pending.usesLegacyToken
                ? try issuer.legacyToken(account, pending.signIn) : try issuer.firstSignIn(account, pending.signIn, tx)
        }
        completed.account = account
        return completed
    }
}
