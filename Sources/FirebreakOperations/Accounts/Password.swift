package import FirebreakStore
package import FirebreakWire

/// Passwords: which are accepted, and how they are stored.
package enum Password {
    /// - Throws: `WEAK_PASSWORD` under six UTF-16 units; outside profile `emulator` what the policy says
    ///   (production.md section 7).
    package static func check(_ password: String, _ call: Call) throws(WireError) {
        guard call.profile.isReference else { return try call.scope.passwordPolicy.check(password) }
        guard password.utf16.count >= 6 else { throw .weakPassword }
    }

    /// Sets the password in the reference's reversible form, which costs no time (accounts.md section 1).
    package static func set(
        _ password: String, salt: String? = nil, on account: inout Account, random: RandomSource, at now: Timestamp
    ) {
        let salt = salt ?? "fakeSalt" + random.alphanumeric(20)
        account.salt = salt
        account.passwordHash = hash(password, salt: salt)
        account.passwordUpdatedAt = now
    }

    package static func matches(_ password: String, _ account: Account) -> Bool {
        guard let salt = account.salt, let hash = account.passwordHash else { return false }
        return hash == self.hash(password, salt: salt)
    }

    package static func remove(from account: inout Account) {
        account.passwordHash = nil
        account.salt = nil
    }

    private static func hash(_ password: String, salt: String) -> String {
        "fakeHash:salt=\(salt):password=\(password)"
    }
}
