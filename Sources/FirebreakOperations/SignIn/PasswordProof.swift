import FirebreakStore
import FirebreakWire

/// What is known about a given password and a stored one, once that was computed between two transactions.
struct PasswordProof: Sendable {
    /// As the account had it before.
    let stored: HashedPassword
    let isMatch: Bool
    /// What the account is to have instead of ``stored``: after a sign-in a hash of the project's own, where it makes
    /// such hashes (production.md section 16.2). Real hashes never give way to the marked form, which would show the
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
