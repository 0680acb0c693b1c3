import FirebreakCredentials
import FirebreakOperations
package import FirebreakWire
import Testing

/// A sign-in that waits for its second factor.
package struct PendingUser: Sendable {
    package let credential: String
    /// `mfaEnrollmentId` of the first factor that is offered.
    package let factor: String

    package init(_ answer: TestAnswer) throws {
        credential = try #require(answer.string("mfaPendingCredential"), "\(answer.text)")
        factor = try #require(answer["mfaInfo"]?.arrayValue?.first?["mfaEnrollmentId"]?.stringValue)
    }
}

/// An app for one-time passwords, with the secret of one enrolment.
package struct Authenticator: Sendable {
    package let secret: [UInt8]
    package let sessionInfo: String

    /// The code as of so many steps from now.
    package func code(_ server: TestServer, steps: Int64 = 0) -> String {
        TOTP.code(secret: secret, step: TOTP.step(at: server.clock.now.seconds) + steps)
    }

    /// Six digits that are no code within eleven steps of now.
    package func wrongCode(_ server: TestServer) -> String {
        let codes = Set((-11...11).map { code(server, steps: $0) })
        return (100_000...100_030).map { String($0) }.first { !codes.contains($0) } ?? ""
    }

    package func finish(
        _ server: TestServer, _ user: SignedInUser, steps: Int64 = 0, _ more: JSON = [:]
    ) async throws -> TestAnswer {
        let info: JSON = [
            "sessionInfo": .string(sessionInfo), "verificationCode": .string(code(server, steps: steps)),
        ]
        let body: JSON = ["idToken": user.token, "displayName": "my app", "totpVerificationInfo": info]
        return try await server.appV2("accounts/mfaEnrollment:finalize", body.merging(more))
    }
}

extension TestServer {
    package static let secondFactorFirst =
        "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor."

    /// Somebody with a verified address who just signed in.
    package func verifiedUser(_ email: String = "alice@example.test", tenant: String? = nil) async throws
        -> SignedInUser
    {
        let user = if let tenant { try await tenantUser(tenant, email) } else { try await user(email) }
        let answer = try await update(user.id, ["emailVerified": true], tenant: tenant)
        try #require(answer.status == 200, "\(answer.text)")
        return user
    }

    private func naming(_ tenant: String?, _ body: JSON) -> JSON {
        tenant.map { body.merging(["tenantId": .string($0)]) } ?? body
    }

    // MARK: Numbers

    package func startPhone(
        _ user: SignedInUser, _ number: String = TestServer.number, tenant: String? = nil
    ) async throws -> TestAnswer {
        let body: JSON = ["idToken": user.token, "phoneEnrollmentInfo": ["phoneNumber": .string(number)]]
        return try await appV2("accounts/mfaEnrollment:start", naming(tenant, body))
    }

    package func enrollmentCode(
        _ user: SignedInUser, _ number: String = TestServer.number, tenant: String? = nil
    ) async throws -> SentCode {
        let answer = try await startPhone(user, number, tenant: tenant)
        return try await sentCode(answer.string("phoneSessionInfo.sessionInfo"), tenant: tenant)
    }

    package func finishPhoneEnrollment(
        _ user: SignedInUser, _ info: JSON, _ more: JSON = [:], tenant: String? = nil
    ) async throws -> TestAnswer {
        let body: JSON = ["idToken": user.token, "phoneVerificationInfo": info]
        return try await appV2("accounts/mfaEnrollment:finalize", naming(tenant, body.merging(more)))
    }

    /// The whole flow of enrolling a number.
    package func enrollPhone(
        _ user: SignedInUser, _ number: String = TestServer.number, tenant: String? = nil
    ) async throws -> SignedInUser {
        let code = try await enrollmentCode(user, number, tenant: tenant)
        return try SignedInUser(await finishPhoneEnrollment(user, code.members, tenant: tenant))
    }

    // MARK: One-time passwords

    package func startTOTP(_ user: SignedInUser, tenant: String? = nil) async throws -> Authenticator {
        let body: JSON = ["idToken": user.token, "totpEnrollmentInfo": [:]]
        let answer = try await appV2("accounts/mfaEnrollment:start", naming(tenant, body))
        let secret = try #require(answer.string("totpSessionInfo.sharedSecretKey"), "\(answer.text)")
        return Authenticator(
            secret: try #require(Base32.decode(secret)),
            sessionInfo: try #require(answer.string("totpSessionInfo.sessionInfo")))
    }

    /// The whole flow of enrolling one-time passwords, with a code of this step.
    package func enrollTOTP(
        _ user: SignedInUser, steps: Int64 = 0
    ) async throws -> (authenticator: Authenticator, user: SignedInUser) {
        let authenticator = try await startTOTP(user)
        return (authenticator, try SignedInUser(await authenticator.finish(self, user, steps: steps)))
    }

    package func finishTOTP(_ pending: PendingUser, _ code: String) async throws -> TestAnswer {
        try await appV2(
            "accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": .string(pending.factor),
                "totpVerificationInfo": ["verificationCode": .string(code)],
            ])
    }

    // MARK: Signing in

    /// Signs in with the password up to the question for the second factor.
    package func secondFactorChallenge(
        _ email: String = "alice@example.test", tenant: String? = nil
    ) async throws -> PendingUser {
        try PendingUser(await signIn(email, tenant: tenant))
    }

    package func startSecondFactor(_ pending: PendingUser, tenant: String? = nil) async throws -> TestAnswer {
        let body: JSON = [
            "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": .string(pending.factor),
            "phoneSignInInfo": ["recaptchaToken": "x"],
        ]
        return try await appV2("accounts/mfaSignIn:start", naming(tenant, body))
    }

    package func secondFactorCode(_ pending: PendingUser, tenant: String? = nil) async throws -> SentCode {
        let answer = try await startSecondFactor(pending, tenant: tenant)
        return try await sentCode(answer.string("phoneResponseInfo.sessionInfo"), tenant: tenant)
    }

    package func finishSecondFactor(_ pending: PendingUser, _ info: JSON, tenant: String? = nil) async throws
        -> TestAnswer
    {
        let body: JSON = ["mfaPendingCredential": .string(pending.credential), "phoneVerificationInfo": info]
        return try await appV2("accounts/mfaSignIn:finalize", naming(tenant, body))
    }

    package func withdraw(_ user: SignedInUser, _ factor: JSON?) async throws -> TestAnswer {
        var body: JSON = ["idToken": user.token]
        body["mfaEnrollmentId"] = factor
        return try await appV2("accounts/mfaEnrollment:withdraw", body)
    }

    /// The account's factors as an admin sees them.
    package func factors(_ id: String, tenant: String? = nil) async throws -> [JSON] {
        try await account(id, tenant: tenant)["mfaInfo"]?.arrayValue ?? []
    }
}
