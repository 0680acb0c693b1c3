import FirebreakCredentials
package import FirebreakWire

/// Certificates of the session cookie signer by key ID (tenants-config.md B5).
package enum GetPublicKeys: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        try await PublicKeyDocument.certificates(call.services)
    }
}
