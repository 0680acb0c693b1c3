import FirebreakStore
import FirebreakWire

/// Signs in with a token made by the developer's server (accounts.md section 6).
package enum SignInWithCustomToken: APIOperation {
    package struct Request: Decodable, Sendable {
        var returnSecureToken: Bool?
        package var token: String?
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#VerifyCustomTokenResponse"
        var idToken: String
        var refreshToken: String?
        var expiresIn: String?
        var isNewUser: Bool
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard let text = request.token, !text.isEmpty || call.behavior.emptyCountsAsGiven else {
            throw WireError.missingCustomToken
        }
        let token = try CustomToken(text, call)

        if call.behavior.customTokensAnnounceAccounts { await call.findListeners() }
        return try await call.write { tx in
            let existing = try tx.account(id: token.accountID)
            guard existing?.disabled != true else { throw WireError.userDisabled }
            var account = try existing ?? Account(new: token.accountID, tx, call)
            account.customAuth = true
            account.updateProviders()
            if existing == nil {
                account.lastLoginAt = String(call.now.milliseconds)
                try call.create(account, isAnnounced: call.behavior.customTokensAnnounceAccounts, tx)
            } else if existing?.customAuth != true {
                try tx.save(account)
            }
            let signIn = SignIn(provider: "custom", extraClaims: token.claims)
            if LegacyToken.isDue(returnSecureToken: request.returnSecureToken, call) {
                let token = try TokenIssuer(call).legacySignIn(&account, signIn, tx).idToken
                return Response(idToken: token, isNewUser: existing == nil)
            }
            let tokens = try TokenIssuer(call).signIn(&account, signIn, tx)
            return Response(
                idToken: tokens.idToken, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn,
                isNewUser: existing == nil)
        }
    }
}
