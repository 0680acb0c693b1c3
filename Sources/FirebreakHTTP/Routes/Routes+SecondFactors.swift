import HTTPTypes

extension Route {
    /// v2: second factors, passkeys and token revocation.
    static let secondFactors: [Route] = [
        .pending(.post, "/v2/accounts:revokeToken", "identitytoolkit.accounts.revokeToken"),
        .pending(.post, "/v2/accounts/mfaEnrollment:finalize", "identitytoolkit.accounts.mfaEnrollment.finalize"),
        .pending(.post, "/v2/accounts/mfaEnrollment:start", "identitytoolkit.accounts.mfaEnrollment.start"),
        .pending(.post, "/v2/accounts/mfaEnrollment:withdraw", "identitytoolkit.accounts.mfaEnrollment.withdraw"),
        .pending(.post, "/v2/accounts/mfaSignIn:finalize", "identitytoolkit.accounts.mfaSignIn.finalize"),
        .pending(.post, "/v2/accounts/mfaSignIn:start", "identitytoolkit.accounts.mfaSignIn.start"),
        .pending(
            .post, "/v2/accounts/passkeyEnrollment:start", "accounts.passkeyEnrollment.start", credential: .apiKeyOnly),
        .pending(
            .post, "/v2/accounts/passkeyEnrollment:finalize", "accounts.passkeyEnrollment.finalize",
            credential: .apiKeyOnly),
        .pending(.post, "/v2/accounts/passkeySignIn:start", "accounts.passkeySignIn.start", credential: .apiKeyOnly),
        .pending(
            .post, "/v2/accounts/passkeySignIn:finalize", "accounts.passkeySignIn.finalize", credential: .apiKeyOnly),
    ]
}
