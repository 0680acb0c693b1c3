package import FirebreakStore
package import FirebreakWire

/// Passwords as people choose them. See ``HashedPassword`` for how they are kept.
package enum Password {
    /// - Throws: `WEAK_PASSWORD` under six UTF-16 units; outside profile `emulator` what the policy says
    ///   (production.md section 7).
    package static func check(_ password: String, _ call: Call) throws(WireError) {
        guard !call.facts.settingsDecide else { return try call.settings.passwordPolicy.check(password) }
        guard password.utf16.count >= 6 else { throw .weakPassword }
    }

    package static func remove(from account: inout Account) {
        account.passwordHash = nil
        account.salt = nil
        account.hashSettings = nil
    }
}
