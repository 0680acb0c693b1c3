import FirebreakCredentials
import FirebreakWire

extension Call {
    /// The token for a payload: signed with RS256 if rule `idTokens` says so (production.md section 6.1), else unsigned
    /// (tokens.md section 2).
    ///
    /// - Parameters:
    ///   - payload: Compact JSON.
    ///   - namesType: Whether the header has `typ`; cookies and older tokens do not, but in the
    ///     reference (production.md section 1.1).
    func token(of payload: [UInt8], namesType: Bool = true) throws -> String {
        guard let key = settings.project.signingKey else {
            return JSONWebToken.unsigned(payload: payload, namesType: namesType)
        }
        var header: JSON = ["alg": "RS256", "kid": .string(key.id)]
        if namesType { header["typ"] = "JWT" }
        return try JSONWebToken.signed(header: header, payload: payload) { try key.signature(of: $0) }
    }

    /// Whether a token could have been made by ``token(of:namesType:)`` with the current settings.
    func isOwn(_ presented: PresentedToken) -> Bool {
        guard let token = presented.token else { return false }
        guard let key = settings.project.signingKey else {
            return token.header["alg"] == "none" && token.signature.isEmpty
        }
        guard token.header["alg"] == "RS256", token.header["kid"]?.stringValue == key.id,
            let signature = Base64.decodeCanonical(token.signature.utf8)
        else { return false }
        // Everything before the last of the two dots.
        let signed = presented.text.utf8.dropLast(token.signature.utf8.count + 1)
        return key.verifies(signature, of: Array(signed))
    }
}
