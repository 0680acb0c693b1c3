import FirebreakStore
import FirebreakWire

/// Signs in with address and password (accounts.md section 5).
package enum SignInWithPassword: APIOperation {
    package struct Request: Decodable, Sendable {
        package var captchaChallenge: String?
        package var captchaResponse: String?
        package var email: String?
        package var idToken: String?
        package var password: String?
        package var pendingIdToken: String?
        package var returnSecureToken: Bool?
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#VerifyPasswordResponse"
        var localId: String
        var email: String
        var displayName: String?
        var idToken: String?
        var registered = true
        var profilePicture: String?
        var refreshToken: String?
        var expiresIn: String?
        var mfaPendingCredential: String?
        var mfaInfo: [JSON]?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        guard call.scope.allowsPasswordSignUp else { throw WireError.passwordLoginDisabled }
        guard let email = request.email else { throw WireError.missingEmail }
        guard let email = EmailAddress.normalized(email, call.profile) else { throw WireError.invalidEmail }
        guard let password = request.password, !password.isEmpty else { throw WireError.missingPassword }
        if call.profile.isReference { try refuseUnsupported(request) }

        return try await call.write { tx in
            var account = try verify(password, email: email, tx, call)
            let isReference = call.profile.isReference
            var response = Response(
                localId: account.id.rawValue, email: email,
                displayName: isReference ? nil : account.displayName ?? "",
                profilePicture: isReference ? nil : account.photoURL)
            if let challenge = SecondFactorChallenge(account, firstFactor: "password", call) {
                response.mfaPendingCredential = challenge.pendingCredential
                response.mfaInfo = challenge.factors
                return response
            }
            let signIn = SignIn(provider: "password")
            if call.profile == .production, request.returnSecureToken != true {
                response.idToken = LegacyToken.make(for: account, signIn, call)
                try tx.noteSignIn(account.id, lastLoginAt: String(call.now.milliseconds), lastRefreshAt: call.now)
                return response
            }
            let tokens = try TokenIssuer(call).signIn(&account, signIn, tx)
            response.idToken = tokens.idToken
            response.refreshToken = tokens.refreshToken
            response.expiresIn = tokens.expiresIn
            return response
        }
    }

    /// The account with this address and password; a disabled one is reported before its password is looked at.
    private static func verify(_ password: String, email: String, _ tx: Transaction, _ call: Call) throws -> Account {
        let hidden = call.scope.hidesEmailAddresses
        guard let account = try tx.account(email: email) else {
            throw hidden ? WireError.invalidLoginCredentials : .emailNotFound
        }
        // Production tells the state of an account only to who knows its password (production.md section 5).
        if call.profile.isReference, account.disabled == true { throw WireError.userDisabled }
        guard Password.matches(password, account) else {
            throw hidden ? WireError.invalidLoginCredentials : .invalidPassword
        }
        guard account.disabled != true else { throw WireError.userDisabled }
        return account
    }

    private static func refuseUnsupported(_ request: Request) throws(WireError) {
        func isGiven(_ text: String?) -> Bool { text?.isEmpty == false }
        if isGiven(request.captchaResponse) || isGiven(request.captchaChallenge) {
            throw .notImplemented("captcha unimplemented")
        }
        if isGiven(request.idToken) || isGiven(request.pendingIdToken) {
            throw .notImplemented(
                "idToken / pendingIdToken is no longer in use and unsupported by the Auth Emulator.")
        }
    }
}
