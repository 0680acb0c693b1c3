import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Whether an ID token was made for this request: its `nonce` is the SHA-256 of the raw nonce that only the client
/// knows (production.md section 10). The reference never looks, unless rule `credentials` says so.
enum NonceCheck {
    /// - Throws: `MISSING_OR_INVALID_NONCE`. A token without a nonce fits every request.
    static func check(_ credential: IdpCredential, raw: String?, _ call: Call) throws(WireError) {
        guard call.facts.bindsProviderAnswers || call.rules.credentials == .verified,
            let nonce = credential.claims["nonce"]?.stringValue?.nonEmpty
        else { return }
        guard let raw = raw?.nonEmpty else { throw .missingNonce }
        guard Digest.sha256Hex(Array(raw.utf8)) == nonce else { throw .nonceMismatch(nonce, raw: raw) }
    }

    /// Under rule `credentials: verified` a token with a nonce is good once.
    ///
    /// - Throws: `MISSING_OR_INVALID_NONCE` for the second time.
    static func checkUnused(_ credential: IdpCredential, _ tx: Transaction, _ call: Call) throws {
        guard call.rules.credentials == .verified, let idToken = credential.idToken, credential.claims["nonce"] != nil
        else { return }
        // Without the signature, of which there can be several good ones, and for each tenant by itself.
        let signed = idToken.prefix(upTo: idToken.lastIndex(of: ".") ?? idToken.endIndex)
        let token = "used:\(call.tenant?.rawValue ?? ""):" + Digest.sha256Hex(Array(signed.utf8))
        guard try tx.flow(.usedCredential, token: token) == nil else { throw WireError.duplicateCredential }
        let expiry = credential.claims["exp"]?.integerValue.map(Timestamp.init(seconds:))
        try tx.insert(Flow(token: token, kind: .usedCredential, content: .emptyObject, expiresAt: expiry), at: call.now)
    }
}
