import FirebreakStore
import FirebreakWire

/// Properties of an identity provider that follow from its ID.
enum IdentityProvider {
    /// Whether it is an external service, rather than one of our own sign-in methods.
    static func isFederated(_ id: String) -> Bool {
        !["password", "phone", "anonymous", "custom", "passkey", "emailLink"].contains(id)
    }

    /// The provider's configuration in the project or tenant; `nil` if it has none, or if no rule requires it.
    static func config(of id: String, _ call: Call) async throws -> JSON? {
        let isSAMLNeeded =
            id.hasPrefix("saml.") && (SAMLResponseCheck.isRequired(call) || call.rules.idpPages == .provider)
        guard call.rules.providers == .configured || call.rules.credentials == .verified || isSAMLNeeded else {
            return nil
        }
        let kind = ProviderConfigKinds.of(id)
        return try await call.read { tx in try tx.providerConfig(kind.collection, id: id)?.document }
    }

    /// Checks that users may sign in with a provider: under rule `providers: configured` only with one that is
    /// configured and enabled.
    static func requireEnabled(_ config: JSON?, of id: String, _ call: Call) throws(WireError) {
        guard call.rules.providers == .configured else { return }
        guard let config else { throw .providerNotConfigured.because(.provider(id: id, isConfigured: false)) }
        guard config["enabled"] == true else { throw .providerDisabled.because(.provider(id: id, isConfigured: true)) }
    }
}
