extension Rules {
    /// Lifetimes in seconds of the project's clock, which apply if ``Rules/expiry`` is on.
    package struct Lifetimes: Sendable, Equatable {
        /// Validity of an ID token, as in its `exp` claim; see ``idTokenTolerance``.
        package var idToken: Int64 = 3600
        /// An ID token is refused from so many seconds after its `exp` claim on (production.md section 6.1).
        package static let idTokenTolerance: Int64 = 300
        /// Of action codes, by their type; those of other types never expire.
        package var codes: [ActionCodeType: Int64] = [
            .passwordReset: 3600, .verifyEmail: 259_200, .verifyAndChangeEmail: 259_200, .emailSignIn: 21_600,
        ]
        /// A code sent by SMS.
        package var smsCode: Int64? = 600
        /// The proof of owning a number that another account has.
        var temporaryProof: Int64? = 3600
        /// A first factor that waits for a code sent by SMS.
        var smsPendingCredential: Int64? = 600
        /// A first factor that waits for a time-based one-time password.
        var totpPendingCredential: Int64? = 300
        /// From the secret of a time-based one-time password to its first use.
        var totpEnrollment: Int64? = 900
        /// An identity provider's credential that `pendingToken` stands for.
        var pendingToken: Int64? = 3600
        /// A challenge for a passkey.
        var passkeyChallenge: Int64? = 300
        /// A sign-in after which a user may do what needs a recent one; never asked in profile `emulator`.
        var recentLogin: Int64? = 300
    }
}
