import FirebreakCredentials
package import FirebreakModel
package import FirebreakStore
package import FirebreakWire

/// ID tokens with one thing wrong, for tests of what an API refuses (firebreak.md section 4.11).
package enum FlawedToken {
    /// A key that no project has. It takes some tenths of a second to make.
    private static let strangersKey = Result { try SigningKey() }

    private static let hour: Int64 = 3600
    /// What other accounts' IDs are made of.
    private static let longestID = 100

    /// Makes the token. A token of a disabled account, or of one whose sessions were ended, is that of an account beside the
    /// given one, which stays as it is.
    ///
    /// - Returns: The token, and the ID that it names.
    /// - Throws: `INVALID_ARGUMENT` for a flaw of the signature where tokens have none.
    package static func make(
        _ flaw: TokenFlaw, of account: Account, _ signIn: SignIn, _ call: OperationContext, _ tx: Transaction
    ) throws -> (token: String, id: AccountID) {
        let good = try IDTokenClaims.payload(
            of: account, signIn, authTime: call.now.seconds, lifetime: hour, call)
        var claims = try JSON(parsing: good)
        var id = account.id
        let issuer = "https://securetoken.google.com/"
        switch flaw {
        case .expired: shift(&claims, by: -2 * hour)
        case .notYetValid: shift(&claims, by: hour)
        case .wrongProject:
            let other = "not-\(call.projectID)"
            claims["aud"] = .string(other)
            claims["iss"] = .string(issuer + other)
        case .wrongIssuer: claims["iss"] = .string("https://issuer.example/\(call.projectID)")
        case .otherTenant:
            var firebase = claims["firebase"] ?? .emptyObject
            firebase["tenant"] = .string("not-\(call.tenant?.rawValue ?? "the-project")")
            claims["firebase"] = firebase
        case .revoked, .disabled, .deleted:
            id = try other(than: account, flaw, call, tx)
            claims["sub"] = .string(id.rawValue)
            claims["user_id"] = .string(id.rawValue)
        case .unsigned, .foreignKey, .unknownKey, .tampered: break
        }
        return (try token(flaw, claims, call), id)
    }

    private static func shift(_ claims: inout JSON, by seconds: Int64) {
        for name in ["auth_time", "iat", "exp"] { claims[name] = .int((claims[name]?.integerValue ?? 0) + seconds) }
    }

    /// An account that the flaw is true of.
    private static func other(
        than account: Account, _ flaw: TokenFlaw, _ call: OperationContext, _ tx: Transaction
    ) throws -> AccountID {
        let id = AccountID(rawValue: "\(account.id.rawValue.prefix(longestID))-\(flaw.rawValue)")
        try tx.deleteAccount(id)
        guard flaw != .deleted else { return id }
        var other = Account(id: id)
        other.createdAt = String(call.now.milliseconds)
        other.customAttributes = account.customAttributes
        if flaw == .disabled { other.disabled = true }
        // Tokens of this very second were issued before.
        if flaw == .revoked { other.validSince = String(call.now.seconds + 1) }
        try tx.insert(other)
        return id
    }

    private static func token(_ flaw: TokenFlaw, _ claims: JSON, _ call: OperationContext) throws -> String {
        let aboutSignatures: Set<TokenFlaw> = [.foreignKey, .unknownKey, .unsigned, .tampered]
        guard aboutSignatures.contains(flaw) else { return try call.token(of: claims.bytes) }
        guard let key = call.settings.project.signingKey else {
            throw WireError.invalidArgument(
                member: "flaw",
                "cannot be \(flaw.rawValue) in a project whose tokens are not signed: set rule idTokens to signed")
        }
        switch flaw {
        case .unsigned: return JSONWebToken.unsigned(payload: claims.bytes)
        case .tampered:
            var changed = claims
            changed["admin"] = true
            let signed = try call.token(of: claims.bytes).separated(by: ".", omittingEmptySubsequences: false)
            return [signed[0], Base64.encode(changed.bytes, .urlSafe)[...], signed[signed.count - 1]].joined(
                separator: ".")
        default:
            let other = try strangersKey.get()
            let header: JSON = [
                "alg": "RS256", "kid": .string(flaw == .foreignKey ? key.id : other.id), "typ": "JWT",
            ]
            return try JSONWebToken.signed(header: header, payload: claims.bytes) { try other.signature(of: $0) }
        }
    }
}
