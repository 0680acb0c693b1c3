import FirebreakCredentials
import FirebreakWire

/// Whether an ID token was made for this request: its `nonce` is the SHA-256 of the raw nonce that only the client
/// knows (production.md section 10). The reference never checks this, unless rule `credentials` requires it.
enum NonceCheck {
    /// Checks the nonce of a token, which is used up by that whatever comes of it.
    ///
    /// - Throws: `MISSING_OR_INVALID_NONCE`. A token without a nonce is valid for every request.
    static func check(_ credential: IdpCredential, raw: String?, _ call: Call) async throws {
        guard call.facts.bindsProviderAnswers || call.rules.credentials == .verified,
            let nonce = credential.claims["nonce"]?.stringValue?.nonEmpty
        else { return }
        guard let raw = raw?.nonEmpty else { throw refusal(.missingNonce, call) }
        // In a transaction of its own, because a refusal of the sign-in must not undo it.
        try await call.write { tx in
            try UsedCredential.use(
                signedPart(of: credential), of: credential.providerID,
                until: credential.claims["exp"]?.tokenTime.map(Timestamp.init(seconds:)), tx, call)
        }
        guard Digest.sha256Hex(Array(raw.utf8)) == nonce else {
            throw refusal(.nonceMismatch(nonce, raw: raw), call)
        }
    }

    private static func refusal(_ error: WireError, _ call: Call) -> WireError {
        call.facts.bindsProviderAnswers ? error : error.because(.credentialsVerified)
    }

    /// The token without its signature, of which several can be valid.
    private static func signedPart(of credential: IdpCredential) -> String {
        let text = credential.idToken ?? credential.accessToken ?? ""
        guard JSONWebToken(text) != nil, let signed = text.parted(atLast: ".")?.before else { return text }
        return String(signed)
    }
}
