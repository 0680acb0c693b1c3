import FirebreakOperations
import HTTPTypes

extension Route {
    /// v1: what apps and admins do with accounts (coverage.md section 3).
    static let accounts: [Route] = userAccounts + adminAccounts + publicInformation

    private static let prefix = "identitytoolkit.accounts."

    private static let userAccounts: [Route] = [
        Route(.post, "/v1/accounts:createAuthUri", prefix + "createAuthUri", CreateAuthURI.self),
        Route(.post, "/v1/accounts:delete", prefix + "delete", DeleteAccount.self),
        Route(.post, "/v1/accounts:issueSamlResponse", prefix + "issueSamlResponse", IssueSAMLResponse.self),
        Route(.post, "/v1/accounts:lookup", prefix + "lookup", Lookup.self),
        Route(.post, "/v1/accounts:resetPassword", prefix + "resetPassword", ResetPassword.self),
        Route(.post, "/v1/accounts:sendOobCode", prefix + "sendOobCode", SendOobCode.self),
        Route(
            .post, "/v1/accounts:sendVerificationCode", prefix + "sendVerificationCode", SendVerificationCode.self),
        Route(
            .post, "/v1/accounts:signInWithCustomToken", prefix + "signInWithCustomToken", SignInWithCustomToken.self),
        Route(.post, "/v1/accounts:signInWithEmailLink", prefix + "signInWithEmailLink", SignInWithEmailLink.self),
        Route(
            .post, "/v1/accounts:signInWithGameCenter", prefix + "signInWithGameCenter", SignInWithGameCenter.self),
        Route(.post, "/v1/accounts:signInWithIdp", prefix + "signInWithIdp", SignInWithIdp.self),
        Route(.post, "/v1/accounts:signInWithPassword", prefix + "signInWithPassword", SignInWithPassword.self),
        Route(
            .post, "/v1/accounts:signInWithPhoneNumber", prefix + "signInWithPhoneNumber", SignInWithPhoneNumber.self),
        Route(.post, "/v1/accounts:signUp", prefix + "signUp", SignUp.self),
        Route(.post, "/v1/accounts:update", prefix + "update", UpdateAccount.self),
        Route(.post, "/v1/accounts:verifyIosClient", prefix + "verifyIosClient", VerifyIosClient.self),
    ]

    private static let adminAccounts: [Route] =
        ["", "/tenants/{tenantId}"].flatMap { tenant in
            let base = "/v1/projects/{targetProjectId}" + tenant
            let id = "identitytoolkit.projects." + (tenant.isEmpty ? "" : "tenants.")
            return administration(base, id)
        } + [
            Route(
                .post, "/v1/projects/{targetProjectId}:queryAccounts", "identitytoolkit.projects.queryAccounts",
                QueryAccounts.self)
        ]

    /// The methods that projects and tenants share.
    private static func administration(_ base: String, _ id: String) -> [Route] {
        let sessionCookies = Route(
            .post, base + ":createSessionCookie", id + "createSessionCookie", CreateSessionCookie.self)
        return [
            Route(.post, base + "/accounts", id + "accounts", SignUp.self), sessionCookies, sessionCookies.behindSlash,
            Route(.post, base + "/accounts:batchCreate", id + "accounts.batchCreate", BatchCreate.self),
            Route(.post, base + "/accounts:batchDelete", id + "accounts.batchDelete", BatchDelete.self),
            Route(.get, base + "/accounts:batchGet", id + "accounts.batchGet", BatchGet.self),
            Route(.post, base + "/accounts:delete", id + "accounts.delete", DeleteAccount.self),
            Route(.post, base + "/accounts:lookup", id + "accounts.lookup", Lookup.self),
            Route(.post, base + "/accounts:query", id + "accounts.query", QueryAccounts.self),
            Route(.post, base + "/accounts:sendOobCode", id + "accounts.sendOobCode", SendOobCode.self),
            Route(.post, base + "/accounts:update", id + "accounts.update", UpdateAccount.self),
        ]
    }

    private static let publicInformation: [Route] = [
        Route(.get, "/v1/projects", "identitytoolkit.getProjects", GetProjects.self)
            .with { $0.isOfProjectInReference = true },
        // Verifiers of session cookies fetch the two documents with their keys without one of their own.
        Route(.get, "/v1/publicKeys", "identitytoolkit.getPublicKeys", credential: .none, GetPublicKeys.self)
            .cacheable(seconds: keysLifetime),
        Route(.get, "/v1/recaptchaParams", "identitytoolkit.getRecaptchaParams", GetRecaptchaParams.self),
        Route(
            .get, "/v1/sessionCookiePublicKeys", "identitytoolkit.getSessionCookiePublicKeys", credential: .none,
            GetSessionCookiePublicKeys.self
        ).uncacheable,
    ]

    static let secureToken: [Route] = [
        Route(.post, "/v1/token", "securetoken.token", host: .secureToken, credential: .apiKeyFirst, GrantToken.self)
    ]
}

extension Route {
    /// v2: second factors, passkeys and token revocation (coverage.md section 4).
    static let secondFactors: [Route] = [
        Route(.post, "/v2/accounts:revokeToken", prefix + "revokeToken", RevokeToken.self),
        Route(
            .post, "/v2/accounts/mfaEnrollment:finalize", prefix + "mfaEnrollment.finalize", FinalizeEnrollment.self),
        Route(.post, "/v2/accounts/mfaEnrollment:start", prefix + "mfaEnrollment.start", StartEnrollment.self),
        Route(
            .post, "/v2/accounts/mfaEnrollment:withdraw", prefix + "mfaEnrollment.withdraw", WithdrawEnrollment.self),
        Route(
            .post, "/v2/accounts/mfaSignIn:finalize", prefix + "mfaSignIn.finalize", FinalizeSecondFactorSignIn.self),
        Route(.post, "/v2/accounts/mfaSignIn:start", prefix + "mfaSignIn.start", StartSecondFactorSignIn.self),
        Route(
            .post, "/v2/accounts/passkeyEnrollment:start", "accounts.passkeyEnrollment.start", credential: .apiKeyOnly,
            StartPasskeyEnrollment.self),
        Route(
            .post, "/v2/accounts/passkeyEnrollment:finalize", "accounts.passkeyEnrollment.finalize",
            credential: .apiKeyOnly, FinalizePasskeyEnrollment.self),
        Route(
            .post, "/v2/accounts/passkeySignIn:start", "accounts.passkeySignIn.start", credential: .apiKeyOnly,
            StartPasskeySignIn.self),
        Route(
            .post, "/v2/accounts/passkeySignIn:finalize", "accounts.passkeySignIn.finalize", credential: .apiKeyOnly,
            FinalizePasskeySignIn.self),
    ]
}
