import FirebreakStore
import FirebreakWire

/// The result of comparing a given password with a stored one, computed between two transactions.
struct PasswordProof: Sendable {
    /// The account's password at the time.
    let stored: HashedPassword
    let isMatch: Bool
    /// What replaces ``stored`` in the account: after a sign-in a hash of the project's own, if it makes such hashes
    /// (production.md section 16.2). Real hashes are never replaced by the marked form, which would reveal the
    /// password.
    let replacement: HashedPassword?

    /// Compares, which may take seconds.
    init(_ password: String, _ stored: HashedPassword, _ call: Call) async throws(WireError) {
        self.stored = stored
        isMatch = await stored.matches(password, call.services.passwordHashes)
        let config = call.settings.hashConfig
        let isOutdated = config.isSet && stored.settings != config.settings
        replacement = isMatch && isOutdated && call.facts.verifiesPasswordHashes ? try await .new(password, call) : nil
    }
}
