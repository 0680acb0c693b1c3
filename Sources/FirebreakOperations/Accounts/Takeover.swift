import FirebreakStore
import FirebreakWire

extension OperationContext {
    /// For the journal: the answer does not say what the account has lost.
    func noteTakeover() { record.update { $0.reason = .takeover(rules.takeover.rawValue) } }
}

extension Account {
    /// Applies rule `takeover` to an account whose address was never verified, when the owner of the address signs in:
    /// the account's creator can no longer sign in by password, number or federated identity, and its sessions end. The
    /// time of the last password stays (production.md section 3.5).
    mutating func removeUnverifiedMeans(at now: Timestamp) {
        Password.remove(from: &self)
        phoneNumber = nil
        secondFactors = nil
        passkeys = nil
        let federated = (providers ?? []).map(\.providerID)
        updateProviders(deleting: Set(federated))
        endSessions(at: now)
    }

    /// The same as the reference does it, for a verified federated address only: other identity providers stay, and so
    /// does the salt.
    mutating func removeUnverifiedMeansAsReference(at now: Timestamp) {
        passwordHash = nil
        hashSettings = nil
        phoneNumber = nil
        endSessions(at: now)
    }
}
