package import FirebreakWire

extension Transaction {
    /// What ``reset(keeping:at:)`` may leave.
    package enum Part: String, Sendable, CaseIterable { case config, outbox }

    /// Empties the project: accounts, tenants, sessions, codes, configuration and outbox, except for what is kept.
    /// `seq` goes on counting. Codes never survive, also where their messages are kept.
    package func reset(keeping kept: Set<Part>, at now: Timestamp) throws {
        for table in ["account", "providerIdentity", "passkey", "totpSecret", "session", "flow"] {
            try run("DELETE FROM \(table)", [])
        }
        if kept.contains(.outbox) {
            try run("UPDATE message SET voidedAt = ? WHERE code IS NOT NULL AND usedAt IS NULL", [now.milliseconds])
        } else {
            try run("DELETE FROM message", [])
        }
        guard !kept.contains(.config) else { return }
        for table in ["tenant", "providerConfig"] { try run("DELETE FROM \(table)", []) }
        try run("DELETE FROM setting WHERE name <> ?", [Setting.profile.rawValue])
    }
}
