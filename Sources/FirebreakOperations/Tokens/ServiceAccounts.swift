import FirebreakCredentials
package import FirebreakWire

/// The service accounts whose custom tokens are accepted, with their keys, from rule `serviceAccounts` (production.md
/// section 6.4).
package struct ServiceAccounts: Sendable {
    private let keys: [String: KeySet]

    /// No account.
    static let nobody = ServiceAccounts()

    private init() { keys = [:] }

    /// - Parameter document: By e-mail address a JWKS document, or an object of key IDs and PEM certificates as Google
    ///   serves it for a service account; a `null` entry counts as absent.
    /// - Throws: `INVALID_ARGUMENT` naming the account and the problem.
    package init(_ document: JSON) throws(WireError) {
        var keys: [String: KeySet] = [:]
        for member in document.objectValue ?? [] where !member.value.isNull {
            let isKeySet = member.value["keys"] != nil || member.value["certificates"] != nil
            do throws(KeySetError) {
                keys[member.key] = try KeySet(document: isKeySet ? member.value : ["certificates": member.value])
            } catch {
                throw .invalidArgument("rule serviceAccounts: the keys of \(member.key) cannot be read: \(error)")
            }
        }
        self.keys = keys
    }

    /// How long a custom token may be used, in seconds, and how long after its expiry it is still accepted.
    private static let longestLifetime: Int64 = 3600
    private static let tolerance: Int64 = 300

    /// Checks the signer of a custom token and its times.
    ///
    /// - Returns: The payload.
    /// - Throws: `INVALID_CUSTOM_TOKEN`, `CREDENTIAL_MISMATCH` for a token of another signer.
    func verified(_ text: String, at now: Timestamp) throws(WireError) -> JSON {
        guard let token = JSONWebToken(text) else { throw .invalidCustomTokenSegments }
        guard !token.signature.isEmpty else { throw .customTokenWithoutSignature }
        let payload = token.payload
        guard token.header["alg"] == "RS256", payload["aud"]?.stringValue == CustomToken.audience,
            let issuer = payload["iss"]?.stringValue, payload["sub"]?.stringValue == issuer
        else { throw .customTokenInvalid }
        guard let keys = keys[issuer] else { throw .credentialMismatch }
        guard keys.verifies(text) else { throw .customTokenInvalid }
        guard let issuedAt = payload["iat"]?.integerValue, let expiry = payload["exp"]?.integerValue,
            issuedAt >= 0, issuedAt <= now.seconds, expiry >= issuedAt, expiry - issuedAt <= Self.longestLifetime,
            now.seconds - expiry < Self.tolerance
        else { throw .customTokenInvalid }
        return payload
    }
}
