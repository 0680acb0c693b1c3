import FirebreakCredentials
import FirebreakWire

/// What is checked of custom tokens under rule `credentials: verified`; the expiry always (production.md section 6.4).
extension CustomToken {
    /// How long a custom token may be used, in seconds, and how long after its expiry it is still accepted.
    private static let longestLifetime: Int64 = 3600
    private static let tolerance: Int64 = 300

    /// Checks the signer of a custom token and its times.
    ///
    /// - Returns: The payload.
    /// - Throws: `INVALID_CUSTOM_TOKEN`, `CREDENTIAL_MISMATCH` for a token of another signer.
    static func verifiedPayload(
        _ text: String, by accounts: ServiceAccounts, at now: Timestamp
    ) throws(WireError) -> JSON {
        guard let token = JSONWebToken(text, huge: .refused) else { throw .invalidCustomTokenSegments }
        guard token.header["alg"] != "none" else { throw .customTokenInvalid }
        guard !token.signature.isEmpty else { throw .customTokenWithoutSignature }
        let payload = token.payload
        guard token.header["alg"] == "RS256", payload["aud"]?.stringValue == audience,
            let issuer = payload["iss"]?.stringValue, payload["sub"]?.stringValue == issuer
        else { throw .customTokenInvalid }
        guard let keys = accounts.keys(of: issuer) else { throw .credentialMismatch }
        guard keys.verifies(text) else { throw .customTokenInvalid }
        guard let issuedAt = payload["iat"]?.tokenTime, let expiry = payload["exp"]?.tokenTime,
            issuedAt >= 0, issuedAt <= now.seconds, expiry >= issuedAt, expiry - issuedAt <= Self.longestLifetime,
            !hasEnded(expiry, at: now)
        else { throw .customTokenInvalid }
        return payload
    }

    /// Whether a token with this expiry, in seconds since 1970, is accepted no more.
    static func hasEnded(_ expiry: Int64, at now: Timestamp) -> Bool { expiry <= now.seconds &- tolerance }
}
