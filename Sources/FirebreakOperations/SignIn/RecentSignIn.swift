import FirebreakWire

/// The rule that a user does what is hard to undo soon after the sign-in: rule `lifetimes.recentLogin` (production.md
/// section 6.1). Admins and profile `emulator` are never asked.
enum RecentSignIn {
    /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when the user signed in too long ago.
    static func check(of user: AuthenticatedUser, _ call: Call) throws(WireError) {
        guard call.facts.asksForRecentSignIn, !call.isAdmin, call.rules.expiry == .on,
            let limit = call.rules.lifetimes.recentLogin
        else { return }
        // The older kind of token is issued by sign-ins alone.
        let time = user.token.payload["auth_time"] ?? user.token.payload["iat"]
        guard let time = time?.integerValue, call.now.seconds &- time <= limit else {
            let end = Timestamp(milliseconds: ((time?.integerValue ?? 0) &+ limit) &* 1000)
            throw .credentialTooOld.because(.expired(lifetime: "recentLogin", at: end))
        }
    }
}
