import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

extension Provocation {
    private static func number(_ index: Int) -> String { "+1555555020\(index)" }

    /// One-time passwords are on, also in profile `emulator`.
    private static func withTOTP(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.openPhones(profile)
        try await server.set(
            "mfa",
            [
                "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
                "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]],
            ])
        return server
    }

    /// A sign-in that waits for the number of ``TestServer/importSecondFactorUser(_:_:)``.
    private static func pending(_ server: TestServer) async throws -> PendingUser {
        try await server.importSecondFactorUser()
        return try await server.secondFactorChallenge("a@x.test")
    }

    private static func start(_ body: JSON, _ server: TestServer) async throws -> TestAnswer {
        try await server.appV2("accounts/mfaSignIn:start", body)
    }

    private static func finalize(_ body: JSON, _ server: TestServer) async throws -> TestAnswer {
        try await server.appV2("accounts/mfaSignIn:finalize", body)
    }

    /// An admin gives an account these factors.
    private static func enrollments(_ factors: [JSON], _ server: TestServer) async throws -> TestAnswer {
        let user = try await server.user()
        return try await server.update(user.id, ["mfa": ["enrollments": .array(factors)]])
    }

    static let secondFactors: [Provocation] = enrolments + administration + secondSignIns + oneTimePasswords

    private static let administration: [Provocation] = [
        Provocation(.duplicateMFAEnrollmentID) { server in
            let factors = [0, 1].map { index -> JSON in
                ["mfaEnrollmentId": "f", "phoneInfo": .string(number(index))]
            }
            return try await enrollments(factors, server)
        },
        Provocation(.invalidMFAEnrollmentID, in: .reference) { server in
            try await enrollments([["phoneInfo": .string(number(0))]], server)
        },
        Provocation(.invalidMFAPhoneNumber) { server in
            try await enrollments([["mfaEnrollmentId": "f", "phoneInfo": "nonsense"]], server)
        },
        Provocation(.secondFactorLimitExceeded, in: .ours) { server in
            let factors = (0..<6).map { index -> JSON in
                ["mfaEnrollmentId": .string("f\(index)"), "phoneInfo": .string(number(index))]
            }
            return try await enrollments(factors, server)
        },
        Provocation(.unsupportedSecondFactor, in: .ours) { server in
            try await enrollments([["mfaEnrollmentId": "f", "totpInfo": [:]]], server)
        },
    ]

    private static let enrolments: [Provocation] = [
        Provocation(.missingMember("<member>")) { server in
            let user = try await server.verifiedUser("alice@example.test", tenant: nil)
            return try await server.appV2("accounts/mfaEnrollment:start", ["idToken": user.token])
        },
        Provocation(.missingMember("<member>")) { server in
            let user = try await server.verifiedUser("alice@example.test", tenant: nil)
            return try await server.appV2("accounts/mfaEnrollment:finalize", ["idToken": user.token])
        },
        Provocation(.enrollmentNotFound) { server in try await server.withdraw(try await server.user(), "nonsense") },
        Provocation(.smsSecondFactorNotEnabled, in: .ours) { server in
            try await server.set("mfa", ["state": "DISABLED"])
            return try await server.startPhone(try await server.user())
        },
        Provocation(.secondFactorExists) { server in
            let user = try await server.verifiedUser("alice@example.test", tenant: nil)
            return try await server.startPhone(try await server.enrollPhone(user))
        },
        Provocation(.tooManySecondFactors, in: .ours) { server in
            var user = try await server.verifiedUser("alice@example.test", tenant: nil)
            for index in 0..<5 { user = try await server.enrollPhone(user, number(index)) }
            return try await server.startPhone(user, number(5))
        },
        Provocation(.secondFactorNotAvailable) { server in
            try await server.startPhone(try await server.anonymousUser())
        },
        Provocation(.unverifiedEmail) { server in try await server.startPhone(try await server.user()) },
    ]

    private static let secondSignIns: [Provocation] = [
        Provocation(.missingVerification) { server in try await finalize(["mfaPendingCredential": "x"], server) },
        Provocation(.missingCredential) { server in
            try await finalize(["phoneVerificationInfo": ["sessionInfo": "x", "code": "x"]], server)
        },
        Provocation(.missingPendingCredential) { server in try await start([:], server) },
        Provocation(.missingEnrollmentID) { server in try await start(["mfaPendingCredential": "x"], server) },
        Provocation(.invalidPendingCredentialReference, in: .reference) { server in
            try await start(["mfaPendingCredential": "nonsense", "mfaEnrollmentId": "f1"], server)
        },
        Provocation(.invalidPendingToken, in: .ours) { server in
            try await start(
                ["mfaPendingCredential": "nonsense", "mfaEnrollmentId": "f1", "phoneSignInInfo": [:]], server)
        },
        Provocation(.pendingCredentialWithoutUser, in: .reference) { server in
            let pending = try await pending(server)
            _ = try await server.admin("accounts:delete", ["localId": "a"])
            return try await server.startSecondFactor(pending)
        },
        Provocation(.otherNumberVerified) { server in
            let pending = try await pending(server)
            let code = try await server.phoneCode(TestServer.otherNumber)
            return try await server.finishSecondFactor(pending, code.members)
        },
        Provocation(.pendingCredentialExpired, in: .ours) { server in
            let pending = try await pending(server)
            server.clock.advance(seconds: 30 * 86_400)
            return try await server.startSecondFactor(pending)
        },
        Provocation(.enrollmentNotFound) { server in
            let pending = try await pending(server)
            return try await start(
                [
                    "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": "nonsense",
                    "phoneSignInInfo": [:],
                ], server)
        },
        Provocation(.pendingCredentialOfOtherProject) { server in
            let pending = try await pending(server)
            return try await server.send(
                .post, "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start?key=project:other",
                [
                    "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": .string(pending.factor),
                    "phoneSignInInfo": [:],
                ])
        },
    ]

    // MARK: One-time passwords

    /// Somebody with one-time passwords who waits for one.
    private static func challenged(_ server: TestServer) async throws -> (Authenticator, PendingUser) {
        let user = try await server.verifiedUser("alice@example.test", tenant: nil)
        let authenticator = try await server.enrollTOTP(user).authenticator
        return (authenticator, try await server.secondFactorChallenge())
    }

    /// Somebody who is about to enrol one-time passwords.
    private static func enrolling(_ server: TestServer) async throws -> (Authenticator, SignedInUser) {
        let user = try await server.verifiedUser("alice@example.test", tenant: nil)
        return (try await server.startTOTP(user), user)
    }

    private static let oneTimePasswords: [Provocation] = [
        Provocation(.missingEnrollmentID, on: withTOTP) { server in
            try await finalize(
                ["mfaPendingCredential": "x", "totpVerificationInfo": ["verificationCode": "123456"]], server)
        },
        Provocation(.missingOneTimePassword, on: withTOTP) { server in
            try await finalize(
                ["mfaPendingCredential": "x", "mfaEnrollmentId": "f", "totpVerificationInfo": [:]], server)
        },
        Provocation(.unknownEnrollmentID, on: withTOTP) { server in
            let pending = try await pending(server)
            return try await finalize(
                [
                    "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": "nonsense",
                    "totpVerificationInfo": ["verificationCode": "123456"],
                ], server)
        },
        Provocation(.factorWithoutPhone, on: withTOTP) { server in
            try await server.startSecondFactor(try await challenged(server).1)
        },
        Provocation(.invalidCode, on: withTOTP) { server in
            let (authenticator, pending) = try await challenged(server)
            return try await server.finishTOTP(pending, authenticator.wrongCode(server))
        },
        Provocation(.enrollmentAlreadyComplete, on: withTOTP) { server in
            let user = try await server.verifiedUser("alice@example.test", tenant: nil)
            let enrolled = try await server.enrollTOTP(user)
            return try await enrolled.authenticator.finish(server, enrolled.user)
        },
        Provocation(.missingFactorDisplayName, on: withTOTP) { server in
            let (authenticator, user) = try await enrolling(server)
            return try await authenticator.finish(server, user, ["displayName": ""])
        },
        Provocation(.sessionExpired, in: .ours, on: withTOTP) { server in
            let (authenticator, user) = try await enrolling(server)
            server.clock.advance(seconds: 1800)
            return try await authenticator.finish(server, user)
        },
        Provocation(.totpNotEnabled, in: .ours) { server in
            try await server.set("mfa", ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]])
            let user = try await server.user()
            return try await server.appV2(
                "accounts/mfaEnrollment:start", ["idToken": user.token, "totpEnrollmentInfo": [:]])
        },
        Provocation(.exceededQuota, on: withTOTP) { server in
            try await server.limit("totpFailures")
            let (authenticator, pending) = try await challenged(server)
            _ = try await server.finishTOTP(pending, authenticator.wrongCode(server))
            return try await server.finishTOTP(pending, authenticator.wrongCode(server))
        },
        Provocation(.exceededQuota) { server in
            try await server.limit("smsPerNumber")
            _ = try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
            return try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        },
        Provocation(.totpLimitExceeded, on: withTOTP) { server in
            let user = try await server.verifiedUser("alice@example.test", tenant: nil)
            let enrolled = try await server.enrollTOTP(user)
            return try await server.appV2(
                "accounts/mfaEnrollment:start", ["idToken": enrolled.user.token, "totpEnrollmentInfo": [:]])
        },
        Provocation(.tooManyEnrollmentAttempts, on: withTOTP) { server in
            let (authenticator, user) = try await enrolling(server)
            let wrong: JSON = [
                "totpVerificationInfo": [
                    "sessionInfo": .string(authenticator.sessionInfo),
                    "verificationCode": .string(authenticator.wrongCode(server)),
                ]
            ]
            for _ in 0..<3 { _ = try await authenticator.finish(server, user, wrong) }
            return try await authenticator.finish(server, user)
        },
        Provocation(.totpChallengeTimeout, in: .ours, on: withTOTP) { server in
            let (authenticator, pending) = try await challenged(server)
            server.clock.advance(seconds: 3600)
            return try await server.finishTOTP(pending, authenticator.code(server))
        },
    ]
}
