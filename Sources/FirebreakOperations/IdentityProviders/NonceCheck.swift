import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Whether an ID token was made for this request: its `nonce` is the SHA-256 of the raw nonce that only the client
/// knows (production.md section 10). The reference never checks this, unless rule `credentials` requires it.
enum NonceCheck {
    /// - Throws: `MISSING_OR_INVALID_NONCE`. A token without a nonce is valid for every request.
    static func check(_ credential: IdpCredential, raw: String?, _ call: Call) throws(WireError) {
        guard call.facts.bindsProviderAnswers || call.rules.credentials == .verified,
            let nonce = credential.claims["nonce"]?.stringValue?.nonEmpty
        else { return }
        guard let raw = raw?.nonEmpty else { throw .missingNonce }
        guard Digest.sha256Hex(Array(raw.utf8)) == nonce else { throw .nonceMismatch(nonce, raw: raw) }
    }

    /// Under rule `credentials: verified` a token with a nonce can be used once.
    ///
    /// - Throws: `MISSING_OR_INVALID_NONCE` for the second use.
    static func checkUnused(_ credential: IdpCredential, _ tx: Transaction, _ call: Call) throws {
        guard call.rules.credentials == .verified, let idToken = credential.idToken, credential.claims["nonce"] != nil
        else { return }
        // Without the signature, of which several can be valid, and separately for each tenant.
        let signed = idToken.prefix(upTo: idToken.lastIndex(of: ".") ?? idToken.endIndex)
        let token = "used:\(call.tenant?.rawValue ?? ""):" + Digest.sha256Hex(Array(signed.utf8))
        guard try tx.flow(.usedCredential, token: token) == nil else { throw WireError.duplicateCredential }
        let expiry = credential.claims["exp"]?.integerValue.map(Timestamp.init(seconds:))
        try tx.insert(Flow(token: token, kind: .usedCredential, content: .emptyObject, expiresAt: expiry), at: call.now)
    }
}
