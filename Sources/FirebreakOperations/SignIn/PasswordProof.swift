import FirebreakCredentials
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

/// The hashes that a refused sign-in computes under email enumeration protection besides that of the account, if there is
/// one: each refusal takes one for each kind of hash that the project has, so that none tells by its time whether there is
/// an account (production.md section 5). Where all passwords have the marked form these are none.
enum DecoyHashes {
    /// Further kinds of hash do not count.
    private static let maximumKinds = 8

    /// - Parameter compared: The settings of the hash that the password was compared with.
    static func run(_ password: String, besides compared: PasswordHashSettings?, _ call: Call) async throws {
        guard call.settings.hidesEmailAddresses, call.facts.verifiesPasswordHashes else { return }
        let documents = try await call.read { tx in try tx.latestHashSettings(maximumKinds) }
        var kinds = try documents.map(PasswordHashSettings.init(json:))
        let config = call.settings.hashConfig
        if config.isSet, !kinds.contains(config.settings) { kinds.insert(config.settings, at: 0) }
        kinds = kinds.prefix(maximumKinds).filter { !$0.lacksKey }
        if let compared, !compared.lacksKey, !kinds.isEmpty {
            // One that is not among them stands for one that is: the number is the same.
            kinds.remove(at: kinds.firstIndex(of: compared) ?? kinds.count - 1)
        }
        for kind in kinds { await call.services.passwordHashes.run { kind.spendTime(on: password) } }
    }
}
