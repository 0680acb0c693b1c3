import FirebreakStore
import FirebreakWire

/// What can be said of an identity provider by its ID.
enum IdentityProvider {
    /// Whether it is somebody else's service, rather than a way of signing in of our own.
    static func isFederated(_ id: String) -> Bool {
        !["password", "phone", "anonymous", "custom", "passkey", "emailLink"].contains(id)
    }

    /// The provider's configuration in the project or tenant; `nil` where it has none, or where no rule asks for it.
    static func config(of id: String, _ call: Call) async throws -> JSON? {
        guard call.rules.providers == .configured || call.rules.credentials == .verified else { return nil }
        let kind = ProviderConfigKinds.of(id)
        return try await call.read { tx in try tx.providerConfig(kind.collection, id: id)?.document }
    }

    /// Whether people may sign in with a provider: under rule `providers: configured` only with one that is configured
    /// and enabled.
    static func requireEnabled(_ config: JSON?, _ call: Call) throws(WireError) {
        guard call.rules.providers == .configured else { return }
        guard let config else { throw .providerNotConfigured }
        guard config["enabled"] == true else { throw .providerDisabled }
    }
}
