import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md section 8, production.md section 12: one-time passwords as the second factor.
struct TOTPSignInTests {
    static let profiles = [Profile.local, .production]

    /// Somebody who enrolled long ago and waits for the second factor now.
    private struct Fixture {
        let server: TestServer
        let id: String
        let authenticator: Authenticator
        let pending: PendingUser

        init(_ profile: Profile, rules: KeyValuePairs<String, String> = [:]) async throws {
            server = try await TestServer.openPhones(profile, rules: rules)
            let enrolled = try await server.enrollTOTP(server.verifiedUser())
            authenticator = enrolled.authenticator
            id = enrolled.user.id
            server.clock.advance(seconds: 900)
            pending = try await server.secondFactorChallenge()
        }

        func finish(steps: Int64 = 0) async throws -> TestAnswer {
            try await server.finishTOTP(pending, authenticator.code(server, steps: steps))
        }
    }

    @Test(arguments: profiles)
    func `the question shows the factor without a number`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.enrollTOTP(server.verifiedUser())
        let factor = try #require(await server.signIn("alice@example.test")["mfaInfo"]?.arrayValue?.first)

        #expect(factor.names.sorted() == ["displayName", "enrolledAt", "mfaEnrollmentId", "totpInfo"])
        #expect(factor["totpInfo"] == [:])
    }

    @Test(arguments: profiles)
    func `the tokens tell of both factors`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile)
        let answer = try await fixture.finish()

        #expect(answer.json.names.sorted() == ["idToken", "refreshToken"])
        let refreshed = try await fixture.server.refresh(answer.string("refreshToken"))
        for token in [answer.string("idToken"), refreshed.string("id_token")] {
            let firebase = try claims(token)["firebase"]
            #expect(firebase?["sign_in_provider"] == "password")
            #expect(firebase?["sign_in_second_factor"] == "totp")
            #expect(firebase?["second_factor_identifier"] == .string(fixture.pending.factor))
        }
        #expect(try await fixture.server.account(fixture.id)["lastLoginAt"] == "1780316100000")
    }

    @Test(arguments: profiles, [-6, -5, 5, 6])
    func `five steps to either side are accepted`(_ profile: Profile, _ steps: Int64) async throws {
        let outcome = try await Fixture(profile).finish(steps: steps).outcome

        #expect(outcome == (abs(steps) <= 5 ? "OK" : "INVALID_CODE"))
    }

    @Test(arguments: profiles)
    func `a code counts once, and so does every older one`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile)

        #expect(try await fixture.finish(steps: 1).outcome == "OK")
        for steps: Int64 in [1, 0, -3] { #expect(try await fixture.finish(steps: steps).outcome == "INVALID_CODE") }
        #expect(try await fixture.finish(steps: 2).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `the code of the enrolment counts no more`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let enrolled = try await server.enrollTOTP(server.verifiedUser())
        let pending = try await server.secondFactorChallenge()

        #expect(try await server.finishTOTP(pending, enrolled.authenticator.code(server)).outcome == "INVALID_CODE")
        let next = enrolled.authenticator.code(server, steps: 1)
        #expect(try await server.finishTOTP(pending, next).outcome == "OK")
    }

    /// What the next so many wrong codes are answered.
    private static func failures(_ fixture: Fixture, _ count: Int) async throws -> [String] {
        var outcomes: [String] = []
        for _ in 0..<count {
            let wrong = fixture.authenticator.wrongCode(fixture.server)
            outcomes.append(try await fixture.server.finishTOTP(fixture.pending, wrong).outcome)
        }
        return outcomes
    }

    @Test(arguments: profiles)
    func `wrong codes of an account are limited by a rule`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile, rules: ["limits": #"{"totpFailures":{"count":4,"seconds":300}}"#])
        let tooMany = "QUOTA_EXCEEDED : Exceeded quota."

        let expected = Array(repeating: "INVALID_CODE", count: 4) + [tooMany, tooMany]
        #expect(try await Self.failures(fixture, 6) == expected)
        #expect(try await fixture.finish().outcome == tooMany)
        fixture.server.clock.advance(seconds: 300)
        let pending = try await fixture.server.secondFactorChallenge()
        let code = fixture.authenticator.code(fixture.server)
        #expect(try await fixture.server.finishTOTP(pending, code).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `a right code forgets the wrong ones`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile, rules: ["limits": #"{"totpFailures":{"count":2,"seconds":300}}"#])
        #expect(try await Self.failures(fixture, 2) == ["INVALID_CODE", "INVALID_CODE"])
        let tooMany = try await fixture.finish().outcome
        #expect(tooMany == "QUOTA_EXCEEDED : Exceeded quota.")

        let other = try await Fixture(profile, rules: ["limits": #"{"totpFailures":{"count":2,"seconds":300}}"#])
        #expect(try await Self.failures(other, 1) == ["INVALID_CODE"])
        #expect(try await other.finish().outcome == "OK")
        let pending = try await other.server.secondFactorChallenge()
        let wrong = other.authenticator.wrongCode(other.server)
        for _ in 0..<2 { #expect(try await other.server.finishTOTP(pending, wrong).outcome == "INVALID_CODE") }
    }

    @Test(arguments: profiles)
    func `no rule, no limit`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile)

        #expect(try await Self.failures(fixture, 12) == Array(repeating: "INVALID_CODE", count: 12))
        #expect(try await fixture.finish().outcome == "OK")
    }

    static let rows: [Row] = [
        Row(["mfaEnrollmentId": "junk"], "INVALID_MFA_ENROLLMENT_ID"),
        Row(["mfaPendingCredential": "junk"], "INVALID_PENDING_TOKEN"),
        Row(["totpVerificationInfo": ["verificationCode": "junk"]], "INVALID_CODE"),
        Row(["totpVerificationInfo": ["verificationCode": "$WRONG"]], "INVALID_CODE"),
        Row([:], "OK"),
    ]

    @Test(arguments: profiles, rows)
    func `the request is checked`(_ profile: Profile, _ row: Row) async throws {
        let fixture = try await Fixture(profile)
        let good: JSON = [
            "mfaPendingCredential": .string(fixture.pending.credential),
            "mfaEnrollmentId": .string(fixture.pending.factor),
            "totpVerificationInfo": ["verificationCode": .string(fixture.authenticator.code(fixture.server))],
        ]
        let values = ["$WRONG": fixture.authenticator.wrongCode(fixture.server)]

        let answer = try await fixture.server.appV2(
            "accounts/mfaSignIn:finalize", good.merging(row.body.filling(values)))
        #expect(answer.outcome == row.outcome(profile))
        guard row.outcome(profile) != "OK" else { return }
        #expect(try await fixture.finish().outcome == "OK")
    }

    @Test(arguments: profiles, ["mfaPendingCredential", "mfaEnrollmentId", "verificationCode"])
    func `what is missing is an invalid argument`(_ profile: Profile, _ name: String) async throws {
        let fixture = try await Fixture(profile)
        var body: JSON = [
            "mfaPendingCredential": .string(fixture.pending.credential),
            "mfaEnrollmentId": .string(fixture.pending.factor),
            "totpVerificationInfo": ["verificationCode": .string(fixture.authenticator.code(fixture.server))],
        ]
        if name == "verificationCode" { body["totpVerificationInfo"] = [:] } else { body[name] = nil }

        let outcome = try await fixture.server.appV2("accounts/mfaSignIn:finalize", body).outcome
        #expect(outcome == "Request contains an invalid argument.")
    }

    @Test(arguments: profiles)
    func `a user disabled since completes, a deleted one does not`(_ profile: Profile) async throws {
        let fixture = try await Fixture(profile)
        _ = try await fixture.server.update(fixture.id, ["disableUser": true])
        #expect(try await fixture.finish().outcome == "OK")

        _ = try await fixture.server.admin("accounts:delete", ["localId": .string(fixture.id)])
        #expect(try await fixture.finish(steps: 1).outcome == "USER_NOT_FOUND")
    }

    @Test(arguments: profiles)
    func `a withdrawn factor is unknown`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        var user = try await server.enrollPhone(server.verifiedUser())
        let enrolled = try await server.enrollTOTP(user)
        user = enrolled.user
        let factor = try #require(await server.factors(user.id).last?["mfaEnrollmentId"])
        _ = try await server.withdraw(user, factor)
        server.clock.advance(seconds: 60)
        let pending = try await server.secondFactorChallenge()

        let answer = try await server.appV2(
            "accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": factor,
                "totpVerificationInfo": ["verificationCode": .string(enrolled.authenticator.code(server))],
            ])
        #expect(answer.outcome == "INVALID_MFA_ENROLLMENT_ID")
    }

    /// The reference has none; a project of its profile has those that it configures.
    @Test func `in profile emulator one-time passwords work where they are configured`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        let totp: JSON = ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]
        try await server.set("mfa", ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"], "providerConfigs": [totp]])
        let user = try await server.verifiedUser()
        let started = try await server.startTOTP(user)
        #expect(
            try await started.finish(server, user, ["displayName": ""]).outcome
                == "MISSING_DISPLAY_NAME : display name cannot be empty")
        #expect(try await started.finish(server, user, steps: 6).outcome == "INVALID_CODE")
        #expect(try await started.finish(server, user).outcome == "OK")
        server.clock.advance(seconds: 900)
        let pending = try await server.secondFactorChallenge()

        let message = try await server.startSecondFactor(pending)
        #expect(message.outcome == "INVALID_ARGUMENT : MFA provider not supported!")
        #expect(try await server.finishTOTP(pending, started.code(server, steps: 6)).outcome == "INVALID_CODE")
        let answer = try await server.finishTOTP(pending, started.code(server))
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_second_factor"] == "totp")
        #expect(try await server.finishTOTP(pending, started.code(server)).outcome == "INVALID_CODE")
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])
        let deleted = try await server.finishTOTP(pending, started.code(server, steps: 1))
        #expect(deleted.outcome == "((User in pendingCredentialPayload does not exist.))")
    }

    @Test(arguments: profiles)
    func `a number and one-time passwords are offered together, and either will do`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        let enrolled = try await server.enrollTOTP(user)
        let answer = try await server.signIn("alice@example.test")

        let offered = try #require(answer["mfaInfo"]?.arrayValue)
        #expect(offered.map { $0["phoneInfo"] != nil } == [true, false])
        #expect(offered.map { $0["totpInfo"] != nil } == [false, true])
        let pending = try PendingUser(answer)
        let code = try await server.secondFactorCode(pending)
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
        let totp = try await server.appV2(
            "accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(pending.credential),
                "mfaEnrollmentId": try #require(offered.last?["mfaEnrollmentId"]),
                "totpVerificationInfo": ["verificationCode": .string(enrolled.authenticator.code(server, steps: 1))],
            ])
        #expect(totp.outcome == "OK")
    }
}
