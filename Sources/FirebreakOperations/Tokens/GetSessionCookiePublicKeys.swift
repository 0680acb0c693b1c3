import FirebreakCredentials
package import FirebreakWire

/// Keys of the session cookie signer (tenants-config.md B5).
package enum GetSessionCookiePublicKeys: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        try await PublicKeyDocument.jwks(call.services)
    }
}
