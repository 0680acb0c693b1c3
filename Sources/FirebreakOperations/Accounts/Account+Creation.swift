import FirebreakStore
import FirebreakWire

extension Account {
    /// An account that is made now.
    ///
    /// Outside the reference sessions of an earlier account of the same ID do not carry over (production.md section 6.1).
    ///
    /// - Parameter isDated: Whether the account has a `validSince` outside the reference, as all have but those of
    ///   anonymous users and phone numbers (production.md section 9).
    init(new id: AccountID, isDated: Bool = true, _ tx: Transaction, _ call: Call) throws {
        self.init(id: id)
        createdAt = String(call.now.milliseconds)
        guard call.facts.newAccountsEndSessions else { return }
        if isDated { validSince = String(call.now.seconds) }
        endedSession = try tx.lastSessionID()
    }

    /// The account of a sign-up, or one that an admin makes: nobody has signed in to that, and without an address nothing
    /// is said of its verification (production.md section 9).
    init(_ draft: NewAccountDraft, _ tx: Transaction, _ call: Call) throws {
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
    init(newIn tx: Transaction, isDated: Bool = true, _ call: Call) throws {
        try self.init(new: AccountID(rawValue: call.random.alphanumeric(28)), isDated: isDated, tx, call)
    }
}
