package import FirebreakStore
package import FirebreakWire

/// What a sign-in answers instead of tokens when the account has second factors (phone-mfa.md section 3).
package struct SecondFactorChallenge: Sendable {
    package var pendingCredential: String
    package var factors: [JSON]

    /// - Returns: `nil` when the account is not asked for a second factor.
    package init?(
        _ account: Account, after signIn: SignIn, _ tx: Transaction, _ call: Call
    ) throws {
        guard call.settings.secondFactors.isAsked, let enrolled = account.secondFactors, !enrolled.isEmpty else {
            return nil
        }
        pendingCredential = try PendingCredential(account, signIn).issue(tx, call)
        factors = enrolled.map { factor in
            var shown = SecondFactor()
            for key in [SecondFactor.Key.displayName, .enrolledAt, .id] { shown[key] = factor[key] }
            shown[text: .phoneInfo] = factor.phoneNumber.map(PhoneNumber.obfuscated)
            shown[.totpInfo] = factor[.totpInfo]
            return shown.document
        }
    }
}
