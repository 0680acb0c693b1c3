import FirebreakStore
import FirebreakWire

/// Properties of an identity provider that follow from its ID.
enum IdentityProvider {
    /// Whether it is an external service, rather than one of our own sign-in methods.
    static func isFederated(_ id: String) -> Bool {
        !["password", "phone", "anonymous", "custom", "passkey", "emailLink"].contains(id)
    }

    /// Checks that users may sign in with a provider: under rule `providers: configured` only with one that is
    /// configured and enabled, else with any that was not switched off (firebreak.md section 3.2).
    ///
    /// - Parameter id: With the letter case of its configuration.
    /// - Returns: The provider's configuration in the project or tenant; `nil` if it has none, or if no rule asks for
    ///   more than the switch.
    /// - Throws: `OPERATION_NOT_ALLOWED`
    static func admit(_ id: String, _ call: OperationContext) async throws -> JSON? {
        let isSAMLNeeded =
            id.startsWithBytes(of: "saml.") && (SAMLResponseCheck.isRequired(call) || call.rules.idpPages == .provider)
        let mustBeConfigured = call.rules.providers == .configured
        let isNeeded = mustBeConfigured || call.rules.credentials == .verified || isSAMLNeeded
        guard isNeeded || call.behavior.settingsDecide else { return nil }
        let config = try await config(of: id, call)
        guard config != nil || !mustBeConfigured else {
            throw WireError.providerNotConfigured.because(.provider(id: id, isConfigured: false))
        }
        let isOff = mustBeConfigured ? config?["enabled"] != true : config?["enabled"] == false
        guard !isOff || (!mustBeConfigured && !call.behavior.settingsDecide) else {
            throw WireError.providerDisabled.because(.provider(id: id, isConfigured: true))
        }
        return isNeeded ? config : nil
    }

    /// The provider's configuration in the project or tenant; `nil` if it has none.
    static func config(of id: String, _ call: OperationContext) async throws -> JSON? {
        let kind = ProviderConfigKinds.of(id)
        return try await call.read { tx in try tx.providerConfig(kind.collection, id: id)?.document }
    }
}

/// What people call an identity provider. Google's list of providers has names of its own (``DefaultSupportedIdps``).
package enum ProviderName {
    private static let known = [
        "apple.com": "Apple", "facebook.com": "Facebook", "gc.apple.com": "Game Center", "github.com": "GitHub",
        "google.com": "Google", "linkedin.com": "LinkedIn", "microsoft.com": "Microsoft",
        "playgames.google.com": "Play Games", "twitter.com": "X", "yahoo.com": "Yahoo",
    ]

    /// The name of a well-known provider; the ID of others.
    package static func known(_ id: String) -> String { known[id] ?? id }

    /// The name of a way to sign in without another provider; `nil` for providers.
    package static func ofOwnWay(_ id: String) -> String? {
        switch id {
        case "password": "Password"
        case "phone": "Phone"
        default: nil
        }
    }

    /// The name of a way to sign in as accounts and tokens have it, with the kind of a configured provider.
    package static func ofWay(_ id: String) -> String {
        if let own = ofOwnWay(id) { return own }
        for (prefix, kind) in [("oidc.", "OpenID Connect"), ("saml.", "SAML")] {
            if let name = id.rest(afterBytes: prefix) { return "\(kind): \(name)" }
        }
        return known(id)
    }

    /// The name that the project or tenant has configured for a provider of its own; else as ``known(_:)``.
    package static func of(_ id: String, _ call: OperationContext) async throws -> String {
        guard id.startsWithBytes(of: "oidc.") || id.startsWithBytes(of: "saml.") else { return known(id) }
        let kind = ProviderConfigKinds.of(id)
        let config = try await call.read { tx in try tx.providerConfig(kind.collection, id: id)?.document }
        return config?["displayName"]?.stringValue?.nonEmpty ?? id
    }
}
