package import FirebreakStore
package import FirebreakWire

/// Passwords as people choose them. See ``HashedPassword`` for how they are kept.
package enum Password {
    /// - Throws: `WEAK_PASSWORD` under six UTF-16 units; outside profile `emulator` what the policy says
    ///   (production.md section 7).
    package static func check(_ password: String, _ call: Call) throws(WireError) {
        guard !call.facts.settingsDecide else { return try call.settings.passwordPolicy.check(password) }
        guard password.utf16.count >= shortest else { throw .weakPassword }
    }

    /// What ``check(_:_:)`` asks of a new password.
    package static func requirements(_ call: Call) -> [PasswordPolicy.Requirement] {
        call.facts.settingsDecide ? call.settings.passwordPolicy.enforced : [.minimumLength(shortest)]
    }

    /// UTF-16 units.
    private static let shortest = 6

    package static func remove(from account: inout Account) {
        account.passwordHash = nil
        account.salt = nil
        account.hashSettings = nil
    }
}
