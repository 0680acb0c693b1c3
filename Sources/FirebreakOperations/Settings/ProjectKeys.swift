package import FirebreakCredentials
package import FirebreakWire

/// The keys in a project's rules, parsed: those that verify tokens of others, and the one that signs the project's own.
package struct ProjectKeys: Sendable {
    /// Identity providers whose ID tokens can be verified, by provider ID.
    package var credentialIssuers: [String: CredentialIssuer]
    /// Who may make custom tokens under rule `credentials: verified`.
    package var serviceAccounts: ServiceAccounts
    /// `nil` where tokens are unsigned.
    package var signingKey: SigningKey?

    /// No keys, for calls that neither read nor make tokens.
    package static let none = ProjectKeys()

    private init() {
        credentialIssuers = [:]
        serviceAccounts = ServiceAccounts.nobody
    }

    /// Reads the keys in rules.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the key and the problem.
    package init(_ rules: Rules) throws(WireError) {
        credentialIssuers = try CredentialIssuer.issuers(of: rules.credentialKeys)
        serviceAccounts = try ServiceAccounts(rules.serviceAccounts)
    }
}
