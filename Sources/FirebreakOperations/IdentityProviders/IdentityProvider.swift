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
    static func admit(_ id: String, _ call: Call) async throws -> JSON? {
        let isSAMLNeeded =
            id.begins(with: "saml.") && (SAMLResponseCheck.isRequired(call) || call.rules.idpPages == .provider)
        let mustBeConfigured = call.rules.providers == .configured
        let isNeeded = mustBeConfigured || call.rules.credentials == .verified || isSAMLNeeded
        guard isNeeded || call.facts.settingsDecide else { return nil }
        let config = try await config(of: id, call)
        guard config != nil || !mustBeConfigured else {
            throw WireError.providerNotConfigured.because(.provider(id: id, isConfigured: false))
        }
        let isOff = mustBeConfigured ? config?["enabled"] != true : config?["enabled"] == false
        guard !isOff || (!mustBeConfigured && !call.facts.settingsDecide) else {
            throw WireError.providerDisabled.because(.provider(id: id, isConfigured: true))
        }
        return isNeeded ? config : nil
    }

    /// The provider's configuration in the project or tenant; `nil` if it has none.
    static func config(of id: String, _ call: Call) async throws -> JSON? {
        let kind = ProviderConfigKinds.of(id)
        return try await call.read { tx in try tx.providerConfig(kind.collection, id: id)?.document }
    }
}
