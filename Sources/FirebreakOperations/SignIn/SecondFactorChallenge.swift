package import FirebreakStore
package import FirebreakWire

/// The response to a sign-in instead of tokens if the account has second factors (phone-mfa.md section 3).
package struct SecondFactorChallenge: Sendable {
    package var pendingCredential: String
    package var factors: [JSON]

    /// - Returns: `nil` if the account needs no second factor.
    package init?(
        _ account: Account, after signIn: SignIn, _ tx: Transaction, _ call: Call
    ) throws {
        guard call.settings.secondFactors.isAsked, let enrolled = account.secondFactors, !enrolled.isEmpty else {
            return nil
        }
        pendingCredential = try PendingCredential(account, signIn).issue(tx, call)
        factors = enrolled.map { factor in
            guard call.profile.isReference else {
                var shown = factor.shown(in: call.profile)
                shown[text: .phoneInfo] = factor.phoneNumber.map(PhoneNumber.obfuscated)
                return shown.document
            }
            var shown = SecondFactor()
            for key in [SecondFactor.Key.displayName, .enrolledAt, .id] { shown[key] = factor[key] }
            shown[text: .phoneInfo] = factor.phoneNumber.map(PhoneNumber.obfuscated)
            shown[.totpInfo] = factor[.totpInfo]
            return shown.document
        }
    }
}
