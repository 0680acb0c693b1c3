import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// production.md sections 6.2 and 12: how long a first factor waits for its second, outside the reference.
struct PendingCredentialTests {
    static let profiles = [Profile.local, .production]
    private static let expired = "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired."
    private static let timeout = "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again."

    @Test(arguments: profiles)
    func `it starts a factor by SMS for ten minutes`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")

        server.clock.advance(seconds: 599)
        let code = try await server.secondFactorCode(pending)
        server.clock.advance(seconds: 1)
        #expect(try await server.startSecondFactor(pending).outcome == Self.expired)
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == Self.expired)
    }

    @Test(arguments: profiles)
    func `it takes one-time passwords for five minutes`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let enrolled = try await server.enrollTOTP(server.verifiedUser())
        server.clock.advance(seconds: 600)
        let pending = try await server.secondFactorChallenge()

        server.clock.advance(seconds: 293)
        let first = try await server.finishTOTP(pending, enrolled.authenticator.code(server))
        #expect(first.outcome == "OK")
        server.clock.advance(seconds: 7)
        let second = try await server.finishTOTP(pending, enrolled.authenticator.code(server, steps: 1))
        #expect(second.outcome == Self.timeout)
    }

    @Test(arguments: profiles)
    func `rules say how long`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(
            profile, rules: ["lifetimes": #"{"smsPendingCredential":20,"totpPendingCredential":10}"#])
        var user = try await server.verifiedUser()
        user = try await server.enrollPhone(user)
        let enrolled = try await server.enrollTOTP(user)
        let phone = try await server.secondFactorChallenge()
        let totp = try await server.factors(user.id).last?["mfaEnrollmentId"]?.stringValue
        let challenge = try await server.signIn("alice@example.test")
        let pending = try #require(challenge["mfaPendingCredential"])

        server.clock.advance(seconds: 19)
        #expect(try await server.startSecondFactor(phone).outcome == "OK")
        let answer = try await server.appV2(
            "accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": pending, "mfaEnrollmentId": .string(try #require(totp)),
                "totpVerificationInfo": ["verificationCode": .string(enrolled.authenticator.code(server, steps: 2))],
            ])
        #expect(answer.outcome == Self.timeout)
        server.clock.advance(seconds: 1)
        #expect(try await server.startSecondFactor(phone).outcome == Self.expired)
    }

    @Test(arguments: profiles)
    func `where nothing expires it does not`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile, rules: ["expiry": "off"])
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        server.clock.advance(seconds: 1_000_000)

        let code = try await server.secondFactorCode(pending)
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `it may be used again within its life`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")

        for _ in 0..<2 {
            let code = try await server.secondFactorCode(pending)
            #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
        }
    }

    @Test(arguments: profiles)
    func `it survives an admin's changes of the password`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        for password in ["other-horse", "third-horse"] {
            server.clock.advance(seconds: 10)
            let change = try await server.update("a", ["password": .string(password)])
            try #require(change.status == 200, "\(change.text)")
        }

        let code = try await server.secondFactorCode(pending)
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `it ends with another's change of the password`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        server.clock.advance(seconds: 10)
        let change = try await server.reset(server.oobCode("PASSWORD_RESET", "a@x.test"), to: "other-horse")
        try #require(change.status == 200, "\(change.text)")

        #expect(try await server.startSecondFactor(pending).outcome == Self.expired)
    }

    @Test(arguments: profiles, [["validSince": "$NOW"], ["email": "b@x.test"]] as [JSON])
    func `an admin's change of the password hides no other end`(_ profile: Profile, _ end: JSON) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        server.clock.advance(seconds: 10)
        let end = end.filling(["$NOW": String(server.clock.now.seconds)])
        let change = try await server.update("a", end)
        try #require(change.status == 200, "\(change.text)")
        server.clock.advance(seconds: 10)
        _ = try await server.update("a", ["password": "other-horse"])

        #expect(try await server.startSecondFactor(pending).outcome == Self.expired)
    }

    @Test(arguments: profiles)
    func `it ends with a revocation`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        server.clock.advance(seconds: 10)
        _ = try await server.update("a", ["validSince": .string(String(server.clock.now.seconds))])

        #expect(
            try await server.startSecondFactor(pending).message?.hasPrefix("INVALID_MFA_PENDING_CREDENTIAL") == true)
        let code = try await server.phoneCode("+15555550100")
        let outcome = try await server.finishSecondFactor(pending, code.members).message
        #expect(outcome?.hasPrefix("INVALID_MFA_PENDING_CREDENTIAL") == true)
    }

    @Test(arguments: profiles)
    func `changes that end no session leave it`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        _ = try await server.update("a", ["displayName": "A", "customAttributes": "{}"])

        #expect(try await server.startSecondFactor(pending).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `it ends with the account`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.secondFactorCode(pending)
        _ = try await server.admin("accounts:delete", ["localId": "a"])

        #expect(try await server.startSecondFactor(pending).outcome == "USER_NOT_FOUND")
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "USER_NOT_FOUND")
    }

    @Test(arguments: profiles)
    func `it is no good for an account that was made in place of its own`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        _ = try await server.admin("accounts:delete", ["localId": "a"])
        server.clock.advance(seconds: 10)
        try await server.importSecondFactorUser()

        #expect(try await server.startSecondFactor(pending).outcome == Self.expired)
    }

    @Test(arguments: profiles)
    func `it is one tenant's own`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let tenant = try await server.makeTenant(["mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]])
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.secondFactorCode(pending)

        #expect(try await server.startSecondFactor(pending, tenant: tenant).outcome == Self.otherPlace)
        #expect(try await server.finishSecondFactor(pending, code.members, tenant: tenant).outcome == Self.otherPlace)
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
        let user = try await server.verifiedUser(tenant: tenant)
        _ = try await server.enrollPhone(user, tenant: tenant)
        let other = try await server.secondFactorChallenge(tenant: tenant)
        #expect(try await server.startSecondFactor(other).outcome == Self.otherPlace)
        #expect(try await server.startSecondFactor(other, tenant: tenant).outcome == "OK")
    }

    private static let allFactors: JSON = [
        "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]],
    ]
    private static let otherPlace = "INVALID_PROJECT_ID : Project ID does not match MFA pending credential."

    /// production.md section 12
    @Test(arguments: profiles)
    func `it is one project's own`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.secondFactorCode(pending)
        func outcome(_ step: String, _ credential: String, _ more: JSON) async throws -> String {
            let body: JSON = ["mfaPendingCredential": .string(credential), "mfaEnrollmentId": .string(pending.factor)]
            return try await server.send(
                .post, "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:\(step)?key=project:other",
                body.merging(more)
            ).outcome
        }
        let start: JSON = ["phoneSignInInfo": ["recaptchaToken": "t"]]
        let finish: JSON = ["phoneVerificationInfo": code.members]

        #expect(try await outcome("start", pending.credential, start) == Self.otherPlace)
        #expect(try await outcome("finalize", pending.credential, finish) == Self.otherPlace)
        // What is not of that form is unknown everywhere.
        for damaged in [String(pending.credential.dropFirst()), "nonsense", ".", "a.b", pending.credential + "."] {
            #expect(try await outcome("start", damaged, start) == "INVALID_PENDING_TOKEN", "\(damaged)")
        }
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `one-time passwords are no good elsewhere either`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let enrolled = try await server.enrollTOTP(server.verifiedUser())
        let pending = try await server.secondFactorChallenge()
        let tenant = try await server.makeTenant(["mfaConfig": Self.allFactors])
        let body: JSON = [
            "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": .string(pending.factor),
            "totpVerificationInfo": ["verificationCode": .string(enrolled.authenticator.code(server, steps: 1))],
        ]

        let refused = try await server.appV2(
            "accounts/mfaSignIn:finalize", body.merging(["tenantId": .string(tenant)]))
        #expect(refused.outcome == Self.otherPlace)
        #expect(try await server.appV2("accounts/mfaSignIn:finalize", body).outcome == "OK")
    }

    /// A fork has everything that its original had at that moment.
    @Test(arguments: profiles)
    func `it is good in a fork that was made of its project`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        _ = try await server.control(.post, ":fork", ["to": "copy"])
        let later = try await server.secondFactorChallenge("a@x.test")
        func start(_ pending: PendingUser) async throws -> String {
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start?key=project:copy",
                [
                    "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": .string(pending.factor),
                    "phoneSignInInfo": [:],
                ]
            ).outcome
        }

        #expect(try await start(pending) == "OK")
        #expect(try await start(later) == Self.otherPlace)
    }
}
