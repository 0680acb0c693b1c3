import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// phone-mfa.md section 8, production.md section 12: enrolling one-time passwords.
struct TOTPEnrollmentTests {
    static let profiles = [Profile.local, .production]
    private static let limit =
        "SECOND_FACTOR_LIMIT_EXCEEDED : Too many TOTP based second factors enrolled for this account."

    private func start(_ server: TestServer, _ user: SignedInUser) async throws -> TestAnswer {
        try await server.appV2(
            "accounts/mfaEnrollment:start", ["idToken": user.token, "totpEnrollmentInfo": [:]])
    }

    @Test(arguments: profiles)
    func `the start answers a secret`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let answer = try await start(server, server.verifiedUser())

        #expect(answer.json.names == ["totpSessionInfo"])
        let session = try #require(answer["totpSessionInfo"])
        #expect(
            session.dropping("sharedSecretKey", "sessionInfo", "finalizeEnrollmentTime").sorted == [
                "hashingAlgorithm": "SHA1", "periodSec": 30, "verificationCodeLength": 6,
            ])
        let end = try #require(session["finalizeEnrollmentTime"]?.stringValue)
        #expect(end.hasPrefix("2026-06-01T12:15:00"))
        #expect(session["sharedSecretKey"]?.stringValue?.utf8.count == 32)
        #expect(session["sessionInfo"]?.stringValue?.isEmpty == false)
    }

    @Test(arguments: profiles)
    func `the end of the start's time has six digits of a second`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let answer = try await start(server, server.verifiedUser())

        let time = answer.string("totpSessionInfo.finalizeEnrollmentTime")
        #expect(time == "2026-06-01T12:15:00.000000Z")
    }

    @Test(arguments: profiles)
    func `each start has a secret of its own`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()

        #expect(try await server.startTOTP(user).secret != server.startTOTP(user).secret)
    }

    static let startRows: [Row] = [
        Row(["totpEnrollmentInfo": [:]], "INVALID_ID_TOKEN"),
        Row(["totpEnrollmentInfo": [:], "idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["totpEnrollmentInfo": [:], "idToken": "$GUEST"], TestServer.secondFactorFirst),
        Row(
            ["totpEnrollmentInfo": [:], "idToken": "$UNVERIFIED"],
            "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors."),
        Row(["totpEnrollmentInfo": [:], "idToken": "$TOKEN"], "OK"),
    ]

    @Test(arguments: profiles, startRows)
    func `the start is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        let values = [
            "$TOKEN": try await server.verifiedUser().idToken,
            "$GUEST": try await server.anonymousUser().idToken,
            "$UNVERIFIED": try await server.user("new@x.test").idToken,
        ]

        let answer = try await server.appV2("accounts/mfaEnrollment:start", row.body.filling(values))
        #expect(answer.outcome == row.outcome(profile))
    }

    @Test(arguments: profiles, ["start", "finalize"])
    func `without one-time passwords nothing else is looked at`(_ profile: Profile, _ step: String) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("mfa", ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]])
        let info = step == "start" ? "totpEnrollmentInfo" : "totpVerificationInfo"
        let body: JSON = .object([JSON.Member(info, .emptyObject)])

        let outcome = try await server.appV2("accounts/mfaEnrollment:\(step)", body).outcome
        #expect(outcome == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")
    }

    @Test func `the reference has none as long as nobody configures them`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        let user = try await server.verifiedUser()
        let body: JSON = ["idToken": user.token, "totpVerificationInfo": ["sessionInfo": "x"]]

        #expect(try await start(server, user).outcome == "INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))")
        let finish = try await server.appV2("accounts/mfaEnrollment:finalize", body)
        #expect(finish.outcome == "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))")
    }

    // MARK: What comes of it

    @Test(arguments: profiles)
    func `the account has the factor, and the tokens tell of it`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let answer = try await server.startTOTP(user).finish(server, user)

        #expect(answer.json.names.sorted() == ["idToken", "refreshToken", "totpAuthInfo"])
        #expect(answer["totpAuthInfo"] == [:])
        let factor = try #require(await server.factors(user.id).first)
        let id = try #require(factor["mfaEnrollmentId"])
        #expect(
            factor.text == #"{"mfaEnrollmentId":\#(id.text),"displayName":"my app","#
                + #""enrolledAt":"2026-06-01T12:00:00Z","totpInfo":{}}"#)
        for token in [
            answer.string("idToken"), try await server.refresh(answer.string("refreshToken")).string("id_token"),
        ] {
            let token = try claims(token)
            #expect(token[path: "firebase.sign_in_second_factor"] == "totp")
            #expect(token[path: "firebase.second_factor_identifier"] == id)
        }
    }

    @Test(arguments: profiles)
    func `it ends no session`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        server.clock.advance(seconds: 10)
        _ = try await server.enrollTOTP(user)

        #expect(try await server.lookup(user.idToken).outcome == "OK")
        #expect(try await server.refresh(user.refreshToken).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `the secret is shown nowhere`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let enrolled = try await server.enrollTOTP(user)
        let secret = Base32.encode(enrolled.authenticator.secret)

        var answers = [try await server.lookup(enrolled.user.idToken).text]
        answers.append(try await server.admin("accounts:lookup", ["localId": [.string(user.id)]]).text)
        answers.append(try await server.adminGet("/v1/projects/example/accounts:batchGet?maxResults=10").text)
        answers.append(try await server.admin("accounts:query").text)
        answers.append(try await server.control(.get, "/outbox").text)
        answers.append(try await server.signIn("alice@example.test").text)
        for text in answers {
            #expect(text.contains("totpInfo") || text.contains("messages"))
            #expect(!text.contains(secret))
        }
    }

    // MARK: Codes

    @Test(arguments: profiles, [-6, -5, 0, 5, 6])
    func `five steps to either side are accepted`(_ profile: Profile, _ steps: Int64) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()

        let outcome = try await server.startTOTP(user).finish(server, user, steps: steps).outcome
        #expect(outcome == (abs(steps) <= 5 ? "OK" : "INVALID_CODE"))
    }

    @Test(arguments: profiles, [0, 1, 10])
    func `the configuration says how many`(_ profile: Profile, _ window: Int64) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set(
            "mfa.providerConfigs",
            [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": .int(window)]]])
        let users = [try await server.verifiedUser(), try await server.verifiedUser("bob@x.test")]

        let refused = try await server.startTOTP(users[0])
        #expect(try await refused.finish(server, users[0], steps: window + 1).outcome == "INVALID_CODE")
        #expect(try await refused.finish(server, users[0], steps: window).outcome == "OK")
        #expect(try await server.startTOTP(users[1]).finish(server, users[1], steps: -window).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `session, name and code are checked in this order`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let other = try await server.startTOTP(server.verifiedUser("bob@x.test"))
        let started = try await server.startTOTP(user)
        func finish(_ session: String, _ code: String, _ name: JSON?) async throws -> String {
            var body: JSON = [
                "idToken": user.token,
                "totpVerificationInfo": ["sessionInfo": .string(session), "verificationCode": .string(code)],
            ]
            body["displayName"] = name
            return try await server.appV2("accounts/mfaEnrollment:finalize", body).outcome
        }
        let missing = "MISSING_DISPLAY_NAME : display name cannot be empty"

        #expect(try await finish("", "junk", nil) == "INVALID_SESSION_INFO")
        #expect(try await finish("junk", "junk", nil) == "INVALID_SESSION_INFO")
        #expect(try await finish(other.sessionInfo, started.code(server), "x") == "INVALID_SESSION_INFO")
        #expect(try await finish(started.sessionInfo, "junk", "") == missing)
        #expect(try await finish(started.sessionInfo, "junk", "x") == "INVALID_CODE")
        #expect(try await finish(started.sessionInfo, started.code(server), "x") == "OK")
    }

    @Test(arguments: profiles)
    func `an end without a session is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let body: JSON = ["idToken": try await server.verifiedUser().token, "totpVerificationInfo": [:]]

        #expect(try await server.appV2("accounts/mfaEnrollment:finalize", body).outcome == "INVALID_SESSION_INFO")
    }

    @Test(arguments: profiles)
    func `an enrolment has three codes in all`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let started = try await server.startTOTP(user)
        let tooMany = "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment"

        for _ in 0..<3 {
            #expect(try await started.finish(server, user, steps: 100).outcome == "INVALID_CODE")
        }
        #expect(try await started.finish(server, user).outcome == tooMany)
        #expect(try await server.startTOTP(user).finish(server, user).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `the third code may be the right one, and the session is over then`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let started = try await server.startTOTP(user)

        for _ in 0..<2 {
            #expect(try await started.finish(server, user, steps: 100).outcome == "INVALID_CODE")
        }
        #expect(try await started.finish(server, user).outcome == "OK")
        #expect(
            try await started.finish(server, user).outcome == "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment")
    }

    @Test(arguments: profiles)
    func `calls whose code is not looked at do not count`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let started = try await server.startTOTP(user)
        let session = JSON.string(started.sessionInfo)

        for _ in 0..<4 {
            let nameless = try await started.finish(server, user, ["displayName": ""])
            #expect(nameless.outcome == "MISSING_DISPLAY_NAME : display name cannot be empty")
            let codeless = try await started.finish(
                server, user, ["totpVerificationInfo": ["sessionInfo": session]])
            #expect(codeless.outcome == "MISSING_CODE")
        }
        #expect(try await started.finish(server, user).outcome == "OK")
        for _ in 0..<4 {
            #expect(try await started.finish(server, user).outcome == "MFA_ENROLLMENT_ALREADY_COMPLETE")
        }
    }

    @Test(arguments: profiles)
    func `an enrolment can wait fifteen minutes`(_ profile: Profile) async throws {
        for (seconds, expected) in [(Int64(899), "OK"), (900, "SESSION_EXPIRED"), (901, "SESSION_EXPIRED")] {
            let server = try await TestServer.openPhones(profile)
            let user = try await server.verifiedUser()
            let started = try await server.startTOTP(user)
            server.clock.advance(seconds: seconds)
            #expect(try await started.finish(server, user).outcome == expected)
        }
    }

    @Test(arguments: profiles)
    func `where nothing expires it can wait as long as its user's token`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile, rules: ["expiry": "off"])
        let user = try await server.verifiedUser()
        let started = try await server.startTOTP(user)
        server.clock.advance(seconds: 100_000)

        #expect(try await started.finish(server, user).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `an enrolment that was completed says so`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let enrolled = try await server.enrollTOTP(user)

        func again() async throws -> String {
            try await enrolled.authenticator.finish(server, enrolled.user, steps: 1).outcome
        }
        for _ in 0..<4 { #expect(try await again() == "MFA_ENROLLMENT_ALREADY_COMPLETE") }
    }

    @Test(arguments: profiles)
    func `one-time passwords are enrolled once`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let second = try await server.startTOTP(user)
        let enrolled = try await server.enrollTOTP(user)

        #expect(try await start(server, enrolled.user).outcome == Self.limit)
        #expect(try await second.finish(server, enrolled.user).outcome == Self.limit)
        #expect(try await server.factors(user.id).count == 1)
    }

    @Test(arguments: profiles)
    func `a sixth factor is refused at the end alone`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        var user = try await server.verifiedUser()
        for index in 0..<5 { user = try await server.enrollPhone(user, "+1555555010\(index)") }

        let tooMany = "SECOND_FACTOR_LIMIT_EXCEEDED : Too many second factors enrolled for this account."
        #expect(try await server.startTOTP(user).finish(server, user).outcome == tooMany)
        #expect(try await server.factors(user.id).count == 5)
    }

    @Test(arguments: profiles)
    func `an old sign-in enrols nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()

        server.clock.advance(seconds: 244)
        #expect(try await start(server, user).outcome == "OK")
        server.clock.advance(seconds: 89)
        #expect(try await start(server, user).outcome == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
}
