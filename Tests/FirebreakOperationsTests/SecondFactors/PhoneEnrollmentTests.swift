import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md sections 4.1 and 4.2, production.md sections 6.2, 12 and 17: enrolling a number.
struct PhoneEnrollmentTests {
    private static let unverified = "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors."
    private static let exists =
        "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
    private static let tooMany =
        "SECOND_FACTOR_LIMIT_EXCEEDED : Too many second factors enrolled for this account."
    private static let invalid = "INVALID_PHONE_NUMBER : Invalid format."
    private static let argument = "Request contains an invalid argument."

    static let startRows: [Row] = [
        Row(["phoneEnrollmentInfo": [:]], emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(["idToken": "", "phoneEnrollmentInfo": [:]], emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(["idToken": "junk", "phoneEnrollmentInfo": [:]], "INVALID_ID_TOKEN"),
        Row(["idToken": "$GUEST", "phoneEnrollmentInfo": [:]], TestServer.secondFactorFirst),
        Row(["idToken": "$CUSTOM", "phoneEnrollmentInfo": [:]], TestServer.secondFactorFirst),
        Row(["idToken": "$PHONE", "phoneEnrollmentInfo": [:]], TestServer.secondFactorFirst),
        Row(["idToken": "$UNVERIFIED", "phoneEnrollmentInfo": [:]], unverified),
        Row(["idToken": "$TOKEN", "phoneEnrollmentInfo": [:]], invalid),
        Row(
            ["idToken": "$TOKEN", "phoneEnrollmentInfo": ["phoneNumber": ""]], emulator: invalid,
            others: "MISSING_PHONE_NUMBER"),
        Row(["idToken": "$TOKEN", "phoneEnrollmentInfo": ["phoneNumber": "1555"]], invalid),
        Row(["idToken": "$TOKEN", "phoneEnrollmentInfo": ["phoneNumber": "+15555550111"]], exists),
        Row(
            ["idToken": "$TOKEN", "phoneEnrollmentInfo": ["phoneNumber": "+1 555 555-0111"]], emulator: "OK",
            others: exists),
        Row(
            ["idToken": "$TOKEN", "phoneEnrollmentInfo": ["phoneNumber": "+15555550100", "recaptchaToken": "x"]], "OK"),
    ]

    @Test(arguments: Profile.allCases, startRows)
    func `the start is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        _ = try await server.update(
            user.id, ["mfa": ["enrollments": [["mfaEnrollmentId": "1", "phoneInfo": "+15555550111"]]]])
        let values = [
            "$TOKEN": user.idToken, "$GUEST": try await server.anonymousUser().idToken,
            "$CUSTOM": try await server.customUser("c").idToken,
            "$PHONE": try await server.phoneUser("+15555550122").idToken,
            "$UNVERIFIED": try await server.user("new@x.test").idToken,
        ]

        let answer = try await server.appV2("accounts/mfaEnrollment:start", row.body.filling(values))
        #expect(answer.outcome == row.outcome(profile))
        #expect(try await server.verificationCodes().count == (row.outcome(profile) == "OK" ? 1 : 0))
    }

    @Test(arguments: Profile.allCases)
    func `a start that names no factor`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let missing = "INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))"

        let answer = try await server.appV2("accounts/mfaEnrollment:start", ["idToken": user.token])
        #expect(answer.outcome == (profile == .emulator ? missing : Self.argument))
        let finish = try await server.appV2("accounts/mfaEnrollment:finalize", ["idToken": user.token])
        #expect(
            finish.outcome
                == (profile == .emulator
                    ? "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))" : Self.argument))
    }

    @Test(arguments: Profile.allCases)
    func `the start answers a session alone`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let answer = try await server.startPhone(server.verifiedUser())

        #expect(answer.json.names == ["phoneSessionInfo"])
        #expect(answer["phoneSessionInfo"]?.names == ["sessionInfo"])
        #expect(answer.string("phoneSessionInfo.sessionInfo")?.utf8.count == 226)
    }

    static let finishRows: [Row] = [
        Row(
            ["idToken": "", "phoneVerificationInfo": [:]], emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(["idToken": "junk", "phoneVerificationInfo": [:]], "INVALID_ID_TOKEN"),
        Row(["idToken": "$GUEST", "phoneVerificationInfo": [:]], TestServer.secondFactorFirst),
        Row(
            ["phoneVerificationInfo": ["androidVerificationProof": "x"]],
            "501 androidVerificationProof is unsupported!"),
        Row(["phoneVerificationInfo": ["androidVerificationProof": ""]], "MISSING_CODE"),
        Row(["phoneVerificationInfo": ["code": ""]], "MISSING_CODE"),
        Row(["phoneVerificationInfo": ["sessionInfo": "$SESSION"]], "MISSING_CODE"),
        Row(["phoneVerificationInfo": ["code": "$CODE"]], "MISSING_SESSION_INFO"),
        Row(["phoneVerificationInfo": ["sessionInfo": "junk", "code": "$CODE"]], "INVALID_SESSION_INFO"),
        Row(["phoneVerificationInfo": ["sessionInfo": "$SESSION", "code": "junk"]], "INVALID_CODE"),
        Row(
            ["phoneVerificationInfo": ["sessionInfo": "$SESSION", "code": "$CODE", "phoneNumber": "+49"]], "OK"),
    ]

    @Test(arguments: Profile.allCases, finishRows)
    func `the end is checked in order, and a refusal keeps the code`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let code = try await server.enrollmentCode(user)
        let values = [
            "$SESSION": code.sessionInfo, "$CODE": code.code, "$GUEST": try await server.anonymousUser().idToken,
        ]
        let body: JSON = ["idToken": user.token]

        let answer = try await server.appV2(
            "accounts/mfaEnrollment:finalize", body.merging(row.body.filling(values)))
        #expect(answer.outcome == row.outcome(profile))
        guard row.outcome(profile) != "OK" else { return }
        #expect(try await server.factors(user.id) == [])
        #expect(try await server.finishPhoneEnrollment(user, code.members).outcome == "OK")
    }

    // MARK: What comes of it

    /// production.md section 12
    @Test(arguments: Profile.allCases)
    func `the time of an enrolment has microseconds`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        server.clock.advance(milliseconds: 748)
        _ = try await server.enrollPhone(user)

        let factor = try #require(await server.factors(user.id).first)
        let fraction = profile == .emulator ? "748" : "748000"
        #expect(factor["enrolledAt"] == .string("2026-06-01T12:00:00.\(fraction)Z"))
    }

    @Test(arguments: Profile.allCases)
    func `the account has the factor, and the tokens tell of it`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let code = try await server.enrollmentCode(user)
        let answer = try await server.finishPhoneEnrollment(user, code.members, ["displayName": "mine"])
        let now = try SignedInUser(answer)

        #expect(answer.json.names.sorted() == ["idToken", "refreshToken"])
        let factor = try #require(await server.factors(user.id).first)
        let id = try #require(factor["mfaEnrollmentId"]?.stringValue)
        let number = TestServer.number
        #expect(
            factor.text
                == (profile == .emulator
                    ? #"{"displayName":"mine","enrolledAt":"2026-06-01T12:00:00.000Z","mfaEnrollmentId":"\#(id)","#
                        + #""phoneInfo":"\#(number)","unobfuscatedPhoneInfo":"\#(number)"}"#
                    : #"{"phoneInfo":"\#(number)","mfaEnrollmentId":"\#(id)","displayName":"mine","#
                        + #""enrolledAt":"2026-06-01T12:00:00Z"}"#))
        #expect(id.utf8.count == (profile == .emulator ? 28 : 36))
        for token in [now.idToken, try await server.refresh(now.refreshToken).string("id_token")] {
            let token = try claims(token)
            #expect(token[path: "firebase.sign_in_provider"] == "password")
            #expect(token[path: "firebase.sign_in_second_factor"] == "phone")
            #expect(token[path: "firebase.second_factor_identifier"] == .string(id))
        }
        #expect(try await server.lookup(now.idToken).status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `other sessions end with it outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        server.clock.advance(seconds: 10)
        let now = try await server.enrollPhone(user)

        let expected = profile == .emulator ? "OK" : "TOKEN_EXPIRED"
        #expect(try await server.lookup(user.idToken).outcome == expected)
        #expect(try await server.refresh(user.refreshToken).outcome == expected)
        #expect(try await server.lookup(now.idToken).outcome == "OK")
        #expect(try await server.refresh(now.refreshToken).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a factor without a name has none`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())

        #expect(try await server.factors(user.id).first?.names.contains("displayName") == false)
    }

    @Test(arguments: Profile.allCases)
    func `the same number again is refused and the code is gone`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let codes = [try await server.enrollmentCode(user), try await server.enrollmentCode(user)]
        let now = try SignedInUser(await server.finishPhoneEnrollment(user, codes[0].members))

        #expect(try await server.finishPhoneEnrollment(now, codes[1].members).outcome == Self.exists)
        #expect(
            try await server.finishPhoneEnrollment(now, codes[1].members).outcome == TestServer.usedSession(profile))
        #expect(try await server.factors(user.id).count == 1)
    }

    @Test(arguments: Profile.allCases)
    func `the end does not ask for a verified address`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.user()
        let code = try await server.phoneCode()

        #expect(try await server.finishPhoneEnrollment(user, code.members).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `five factors are enough outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        var user = try await server.verifiedUser()
        for index in 0..<5 { user = try await server.enrollPhone(user, "+1555555010\(index)") }

        let start = try await server.startPhone(user, "+15555550105")
        #expect(start.outcome == (profile == .emulator ? "OK" : Self.tooMany))
        #expect(try await server.factors(user.id).count == 5)
    }

    @Test(arguments: [Profile.local, .production])
    func `a sixth factor is refused at the end too`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        var user = try await server.verifiedUser()
        let code = try await server.phoneCode("+15555550105")
        for index in 0..<5 { user = try await server.enrollPhone(user, "+1555555010\(index)") }

        let outcome = try await server.finishPhoneEnrollment(user, code.members).outcome
        #expect(outcome == Self.tooMany)
    }

    @Test(arguments: Profile.allCases)
    func `an old sign-in enrols nothing outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()

        server.clock.advance(seconds: 244)
        #expect(try await server.startPhone(user).outcome == "OK")
        server.clock.advance(seconds: 56)
        #expect(try await server.startPhone(user).outcome == "OK")
        server.clock.advance(seconds: 1)
        let expected = profile == .emulator ? "OK" : "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
        #expect(try await server.startPhone(user).outcome == expected)
    }

    // MARK: Test numbers

    /// A server with a test number, and somebody who may enrol it.
    private static func testNumber(_ profile: Profile) async throws -> (server: TestServer, user: SignedInUser) {
        let server = try await TestServer.openPhones(profile)
        try await server.set("signIn.phoneNumber.testPhoneNumbers", .object([JSON.Member(TestServer.number, "123456")]))
        return (server, try await server.verifiedUser())
    }

    @Test(arguments: [Profile.local, .production])
    func `the session of a test number is not used up`(_ profile: Profile) async throws {
        let (server, user) = try await Self.testNumber(profile)
        let start = try await server.startPhone(user)
        let info: JSON = ["sessionInfo": start["phoneSessionInfo"]?["sessionInfo"] ?? .null, "code": "123456"]
        let now = try SignedInUser(await server.finishPhoneEnrollment(user, info))
        #expect(try await server.finishPhoneEnrollment(now, info).outcome == Self.exists)

        let pending = try await server.secondFactorChallenge()
        let asked = try await server.startSecondFactor(pending)
        let code: JSON = ["sessionInfo": asked["phoneResponseInfo"]?["sessionInfo"] ?? .null, "code": "123456"]
        var tokens: Set<String> = []
        for _ in 0..<2 {
            let answer = try await server.finishSecondFactor(pending, code)
            tokens.insert(try #require(answer.string("refreshToken"), "\(answer.text)"))
        }
        #expect(tokens.count == 2)
    }

    @Test(arguments: [Profile.local, .production], [Int64(601), 1801])
    func `the enrolment of a test number does not expire`(_ profile: Profile, _ seconds: Int64) async throws {
        let (server, user) = try await Self.testNumber(profile)
        let start = try await server.startPhone(user)
        let info: JSON = ["sessionInfo": start["phoneSessionInfo"]?["sessionInfo"] ?? .null, "code": "123456"]
        server.clock.advance(seconds: seconds)

        #expect(try await server.finishPhoneEnrollment(user, info).outcome == "OK")
    }

    // MARK: Switches

    @Test(arguments: [Profile.local, .production], ["start", "finalize"])
    func `without SMS nothing else is looked at`(_ profile: Profile, _ step: String) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("mfa", ["state": "ENABLED"])
        let info = step == "start" ? "phoneEnrollmentInfo" : "phoneVerificationInfo"
        let body: JSON = .object([JSON.Member(info, .emptyObject)])

        let outcome = try await server.appV2("accounts/mfaEnrollment:\(step)", body).outcome
        #expect(outcome == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
    }

    @Test func `a project of the reference cannot do without`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.set("mfa", ["state": "DISABLED"])

        #expect(try await server.startPhone(server.verifiedUser()).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `a region that is not enabled gets nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("smsRegionConfig", ["allowlistOnly": ["allowedRegions": ["DE"]]])

        #expect(try await server.startPhone(server.verifiedUser()).message?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
    }
}
