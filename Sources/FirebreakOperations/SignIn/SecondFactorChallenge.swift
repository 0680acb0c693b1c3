package import FirebreakStore
package import FirebreakWire

/// What a sign-in answers instead of tokens when the account has second factors (phone-mfa.md section 3).
package struct SecondFactorChallenge: Sendable {
    package var pendingCredential: String
    package var factors: [JSON]

    /// - Returns: `nil` when the account is not asked for a second factor.
    package init?(_ account: Account, firstFactor: String, _ call: Call) {
        guard call.scope.asksForSecondFactors, let enrolled = account.secondFactors, !enrolled.isEmpty else {
            return nil
        }
        var record: JSON = [
            "_AuthEmulatorMfaPendingCredential": "DO NOT MODIFY", "localId": .string(account.id.rawValue),
            "signInProvider": .string(firstFactor), "projectId": .string(call.projectID.rawValue),
        ]
        record["tenantId"] = call.tenant.map { .string($0.rawValue) }
        pendingCredential = Base64.encode(record.bytes, .standard)
        factors = enrolled.map { factor in
            var shown = JSON.emptyObject
            for name in ["displayName", "enrolledAt", "mfaEnrollmentId"] { shown[name] = factor[name] }
            shown["phoneInfo"] = factor["phoneInfo"]?.stringValue.map { .string(PhoneNumber.obfuscated($0)) }
            shown["totpInfo"] = factor["totpInfo"]
            return shown
        }
    }
}
