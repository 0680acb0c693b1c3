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
        guard call.scope.secondFactors.isAsked, let enrolled = account.secondFactors, !enrolled.isEmpty else {
            return nil
        }
        pendingCredential = try PendingCredential(account, signIn).issue(tx, call)
        factors = enrolled.map { factor in
            var shown = JSON.emptyObject
            for name in ["displayName", "enrolledAt", "mfaEnrollmentId"] { shown[name] = factor[name] }
            shown["phoneInfo"] = factor["phoneInfo"]?.stringValue.map { .string(PhoneNumber.obfuscated($0)) }
            shown["totpInfo"] = factor["totpInfo"]
            return shown
        }
    }
}
