import FirebreakOperations
import HTTPTypes

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

    private static let prefix = "identitytoolkit.accounts."
}
