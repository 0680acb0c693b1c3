package import FirebreakStore
package import FirebreakWire

extension Account {
    /// An account that is made now.
    ///
    /// Outside the reference sessions of an earlier account of the same ID do not carry over (production.md section 6.1).
    ///
    /// - Parameter isDated: Whether the account has a `validSince` outside the reference, as all have but those of
    ///   anonymous users and phone numbers (production.md section 9).
    init(new id: AccountID, isDated: Bool = true, _ tx: Transaction, _ call: OperationContext) throws {
        self.init(id: id)
        createdAt = String(call.now.milliseconds)
        guard call.behavior.newAccountsEndSessions else { return }
        if isDated { validSince = String(call.now.seconds) }
        endedSession = try tx.lastSessionID()
    }

    /// The account of a sign-up, or one that an admin makes: no user has signed in to that, and without an address nothing
    /// is said of its verification (production.md section 9).
    init(_ draft: NewAccountDraft, _ tx: Transaction, _ call: OperationContext) throws {
        try self.init(new: draft.id, isDated: draft.email != nil || draft.isMadeByAdmin, tx, call)
        draft.fill(&self)
        if draft.isMadeByAdmin {
            if email == nil { emailVerified = nil }
        } else {
            lastLoginAt = String(call.now.milliseconds)
        }
        if let password = draft.password {
            try password.set(on: &self, tx, at: call.now)
            validSince = String(call.now.seconds)
        }
        updateProviders()
    }

    /// An account that is made now, with a generated ID.
    init(newIn tx: Transaction, isDated: Bool = true, _ call: OperationContext) throws {
        try self.init(new: AccountID(rawValue: call.random.alphanumeric(28)), isDated: isDated, tx, call)
    }
}

extension Account {
    /// Ends the sessions that began before this second. `validSince` has whole seconds, and so have tokens: one of this
    /// second cannot be told from one that the same call answers, which an app then does not take for a new one
    /// (production.md section 6.1).
    mutating func endSessions(at now: Timestamp) { validSince = String(now.seconds) }

    /// Ends every session, also those of this second: for what answers no tokens in their place.
    package mutating func endAllSessions(_ tx: Transaction, at now: Timestamp) throws {
        endSessions(at: now)
        endedSession = try tx.lastSessionID()
    }

    /// Ends sessions from a moment that an admin gives; an earlier one than before revives sessions
    /// (production.md section 6.1).
    mutating func endSessions(since text: String) {
        let isLater = (Double(text) ?? 0) >= (validSince.flatMap(Double.init) ?? 0)
        validSince = text
        if !isLater { endedSession = 0 }
    }

    /// Whether a session is still good for refreshing.
    func allows(_ session: Session) -> Bool {
        guard session.id > endedSession else { return false }
        guard let validSince, !validSince.isEmpty else { return true }
        guard let limit = Double(validSince) else { return false }
        return Double(session.authTime) >= limit
    }
}
