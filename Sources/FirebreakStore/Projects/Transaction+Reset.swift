package import FirebreakWire

extension Transaction {
    /// Whether the project contains nothing but its profile and rules.
    package var isEmpty: Bool {
        get throws {
            try totalAccountCount() == 0 && tenantCount() == 0 && setting(.config) == nil
                && first("SELECT EXISTS (SELECT 1 FROM message)", []) { $0[0] as Bool } == false
        }
    }

    /// What ``reset(keeping:at:)`` can keep.
    package enum Part: String, Sendable, CaseIterable { case config, faults, outbox }

    /// Empties the project: accounts, tenants, sessions, codes, configuration, faults and outbox, except for what is
    /// kept. `seq` keeps counting, and the random numbers of a seed continue. Codes are always removed, even if their
    /// messages are kept.
    package func reset(keeping kept: Set<Part>, at now: Timestamp) throws {
        for table in [
            "account", "providerIdentity", "passkey", "totpSecret", "session", "flow", "fixtureRef", "hashSettings",
        ] {
            try run("DELETE FROM \(table)", [])
        }
        try noteNoAccounts(of: nil)
        if kept.contains(.outbox) {
            try changeMessages(
                "UPDATE message SET voidedAt = ? WHERE code IS NOT NULL AND usedAt IS NULL", [now.milliseconds])
        } else {
            try run("DELETE FROM message", [])
            try run("DELETE FROM delivery", [])
            effects.recordsChanged = true
        }
        if !kept.contains(.faults) { try removeFaults() }
        guard !kept.contains(.config) else { return }
        for table in ["tenant", "providerConfig", "tenantPolicy"] { try run("DELETE FROM \(table)", []) }
        try run(
            "DELETE FROM setting WHERE name NOT IN (?, ?)", [Setting.profile.rawValue, Setting.random.rawValue])
        noteChangedSettings()
    }
}
