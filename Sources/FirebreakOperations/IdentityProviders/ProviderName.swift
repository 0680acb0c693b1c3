import FirebreakStore
import FirebreakWire

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
            if let name = id.rest(after: prefix) { return "\(kind): \(name)" }
        }
        return known(id)
    }

    /// The name that the project or tenant has configured for a provider of its own; else as ``known(_:)``.
    package static func of(_ id: String, _ call: Call) async throws -> String {
        guard id.begins(with: "oidc.") || id.begins(with: "saml.") else { return known(id) }
        let kind = ProviderConfigKinds.of(id)
        let config = try await call.read { tx in try tx.providerConfig(kind.collection, id: id)?.document }
        return config?["displayName"]?.stringValue?.nonEmpty ?? id
    }
}
