package import FirebreakStore
package import FirebreakWire

extension Account {
    /// Ends every session up to now: older ID tokens by `validSince` (whole seconds, as on the wire), refresh tokens
    /// by the last session's ID, so that also those of this very second die.
    package mutating func endSessions(_ tx: Transaction, at now: Timestamp) throws {
        validSince = String(now.seconds)
        endedSession = try tx.lastSessionID()
    }

    /// Ends sessions from a moment that an admin gives; an earlier one than before revives sessions
    /// (production.md section 6.1).
    package mutating func endSessions(since text: String, _ tx: Transaction) throws {
        let isLater = (Double(text) ?? 0) >= (validSince.flatMap(Double.init) ?? 0)
        validSince = text
        if !isLater { endedSession = 0 }
    }

    /// Whether a session is still good for refreshing.
    package func allows(_ session: Session) -> Bool {
        guard session.id > endedSession else { return false }
        guard let validSince, !validSince.isEmpty else { return true }
        guard let limit = Double(validSince) else { return false }
        return Double(session.authTime) >= limit
    }
}
