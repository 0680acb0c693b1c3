import FirebreakWire

/// The rule that a second factor is enrolled soon after the sign-in.
enum RecentSignIn {
    /// Seconds after the sign-in in which a factor may be enrolled (production.md section 12).
    private static let limit: Int64 = 300

    /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when the user signed in too long ago.
    static func check(of user: AuthenticatedUser, _ call: Call) throws(WireError) {
        guard !call.profile.isReference, call.rules.expiry == .on else { return }
        guard let time = user.token.payload["auth_time"]?.integerValue,
            call.now.seconds &- time < limit
        else { throw .credentialTooOld }
    }
}
