import FirebreakStore
import FirebreakWire

extension Account {
    /// An account that is made now.
    ///
    /// Outside the reference every account has a `validSince`, and sessions of an earlier account of the same ID do not
    /// carry over (production.md section 6.1).
    init(new id: AccountID, _ tx: Transaction, _ call: Call) throws {
        self.init(id: id)
        createdAt = String(call.now.milliseconds)
        guard call.facts.newAccountsEndSessions else { return }
        validSince = String(call.now.seconds)
        endedSession = try tx.lastSessionID()
    }

    /// An account that is made now, with a generated ID.
    init(newIn tx: Transaction, _ call: Call) throws {
        try self.init(new: AccountID(rawValue: call.random.alphanumeric(28)), tx, call)
    }
}
