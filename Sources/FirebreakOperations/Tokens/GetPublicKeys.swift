import FirebreakCredentials
package import FirebreakWire

/// Certificates of the session cookie signer by key ID (tenants-config.md B5).
package enum GetPublicKeys: APIOperation {
    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> JSON {
        try await PublicKeyDocument.certificates(call.services)
    }
}

/// Keys of the session cookie signer (tenants-config.md B5).
package enum GetSessionCookiePublicKeys: APIOperation {
    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> JSON {
        try await PublicKeyDocument.jwks(call.services)
    }
}

/// The documents for verifiers of tokens if rule `idTokens` is `signed` (firebreak.md section 4).
///
/// They exist whether or not a project signs tokens, because the key belongs to the server.
package enum PublicKeyDocument {
    /// Keys as a JWKS document (RFC 7517).
    package static func jwks(_ services: Services) async throws -> JSON {
        ["keys": [try await services.signer.signingKey().jwk]]
    }

    /// Certificates in PEM by key ID.
    package static func certificates(_ services: Services) async throws -> JSON {
        let key = try await services.signer.signingKey()
        return .object([.init(key.id, .string(try key.certificate()))])
    }

    /// The issuer of tokens for users, and that of session cookies.
    package enum Issuer: String, Sendable, CaseIterable {
        case idTokens = "securetoken.google.com"
        case sessionCookies = "session.firebase.google.com"
    }

    /// The issuer's metadata (OpenID Connect Discovery 1.0 section 3), with the same members as Google's.
    ///
    /// - Parameter keysURL: The URL of the JWKS document.
    package static func metadata(of issuer: Issuer, _ project: ProjectID, keysURL: String) -> JSON {
        [
            "issuer": .string("https://\(issuer.rawValue)/\(project)"), "jwks_uri": .string(keysURL),
            "response_types_supported": ["id_token"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        ]
    }
}
