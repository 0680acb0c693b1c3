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
        let keys: [SecondFactor.Key] =
            call.facts.formatsFactors
            ? SecondFactor.shownKeys : [.displayName, .enrolledAt, .id, .phoneInfo, .totpInfo]
        factors = enrolled.map { factor in
            let number = factor.phoneNumber.map { JSON.string(PhoneNumber.obfuscated($0)) }
            var shown = SecondFactor()
            for key in keys { shown[key] = key == .phoneInfo ? number : factor[key] }
            return shown.document
        }
    }
}
