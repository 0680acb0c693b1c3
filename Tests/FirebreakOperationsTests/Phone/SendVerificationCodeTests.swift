import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md section 1 and production.md sections 8, 9 and 11.
struct SendVerificationCodeTests {
    private static let invalid = "INVALID_PHONE_NUMBER : Invalid format."
    private static let region =
        "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."
    private static let firstFactor =
        "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."

    static let rows: [Row] = [
        Row([:], emulator: invalid, others: "MISSING_PHONE_NUMBER"),
        Row(["phoneNumber": ""], emulator: invalid, others: "MISSING_PHONE_NUMBER"),
        Row(["phoneNumber": " "], invalid),
        Row(["phoneNumber": "15555550100"], invalid),
        Row(["phoneNumber": " +15555550100"], invalid),
        Row(["phoneNumber": "+"], emulator: "OK", others: invalid),
        Row(["phoneNumber": "+015555550100"], emulator: "OK", others: invalid),
        Row(["phoneNumber": "+1650_555"], emulator: "OK", others: invalid),
        Row(["phoneNumber": "+16505550100"], "OK"),
        Row(["phoneNumber": "+1 (650) 555-0100"], "OK"),
        Row(
            ["phoneNumber": "+16505550100", "recaptchaToken": "x", "iosReceipt": "x", "captchaResponse": "x"], "OK"),
        Row(
            ["phoneNumber": "+16505550100", "iosSecret": "x", "safetyNetToken": "x", "playIntegrityToken": "x"], "OK"),
        Row(["phoneNumber": "+15555550199"], firstFactor),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `the request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser("a", ["phoneNumber": "+15555550199"])

        let answer = try await server.app("accounts:sendVerificationCode", row.body)
        #expect(answer.outcome == row.outcome(profile))
        #expect(try await server.verificationCodes().count == (row.outcome(profile) == "OK" ? 1 : 0))
    }

    @Test(arguments: Profile.allCases)
    func `the answer is a session of 226 characters alone`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let answer = try await server.app("accounts:sendVerificationCode", ["phoneNumber": .string(TestServer.number)])

        #expect(answer.json.names == ["sessionInfo"])
        let session = try #require(answer.string("sessionInfo"))
        #expect(session.utf8.count == 226)
        #expect(session.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
    }

    @Test(arguments: Profile.allCases)
    func `a number is stored as the profile writes it`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let text = "+1 (650) 555-ABCD"
        _ = try await server.app("accounts:sendVerificationCode", ["phoneNumber": .string(text)])

        let listed = try await server.verificationCodes().first?["phoneNumber"]
        #expect(listed == .string(profile == .emulator ? text : "+16505552223"))
    }

    @Test(arguments: Profile.allCases)
    func `a number may have several codes, and each works`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let codes = [try await server.phoneCode(), try await server.phoneCode()]

        #expect(codes[0].sessionInfo != codes[1].sessionInfo)
        for code in codes { #expect(try await server.finishPhone(code.members).outcome == "OK") }
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account still gets a code`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser()
        _ = try await server.update(user.id, ["disableUser": true])

        let code = try await server.phoneCode()
        #expect(try await server.finishPhone(code.members).outcome == "USER_DISABLED")
    }

    // MARK: Masked numbers

    private func send(_ server: TestServer, _ number: String) async throws -> TestAnswer {
        try await server.app(
            "accounts:sendVerificationCode", ["phoneNumber": .string(number), "recaptchaToken": "t"])
    }

    private static func factors(_ numbers: String...) -> JSON {
        let factors = numbers.enumerated().map { index, number -> JSON in
            ["mfaEnrollmentId": .string("f\(index)"), "phoneInfo": .string(number)]
        }
        return ["mfaInfo": .array(factors)]
    }

    /// As Apple's SDK before 12.18 does it with an emulator: the number is that of the first factor's answer, the session
    /// that of this method.
    @Test(arguments: Profile.allCases)
    func `a number that is shown masked gets the code of the second factor, but in production`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let asked = try await server.signIn("a@x.test")
        let shown = try #require(asked["mfaInfo"]?.arrayValue?.first?["phoneInfo"]?.stringValue)
        try #require(shown == "+*******0100")

        let sent = try await send(server, shown)
        guard profile != .production else { return #expect(sent.outcome == Self.invalid) }
        let code = try await server.sentCode(sent.string("sessionInfo"))
        let recipient = try await server.verificationCodes().last?["phoneNumber"]
        #expect(recipient == .string(profile == .emulator ? shown : TestServer.number))
        let answer = try await server.finishSecondFactor(PendingUser(asked), code.members)
        #expect(try claims(answer.string("idToken"))[path: "firebase.second_factor_identifier"] == "f1")
    }

    @Test func `the message is that of a second factor`() async throws {
        let server = try await TestServer.openPhones(.local)
        try await server.importSecondFactorUser()
        _ = try await server.secondFactorChallenge("a@x.test")
        // Who signs in by phone does not matter for it.
        try await server.set("signIn.phoneNumber.enabled", false)

        #expect(try await send(server, "+*******0100").outcome == "OK")
        let message = try #require(await server.outbox("channel=sms").last)
        #expect(message["type"] == "SMS_MFA_SIGN_IN")
        #expect(message["to"] == .string(TestServer.number))
    }

    static let ambiguous: [(first: JSON, second: JSON, asks: [String], isFound: Bool)] = [
        (factors("+16505550199"), factors("+16505551234"), ["a", "b"], true),
        (factors("+16505550199", "+16505551234"), factors("+16505551234"), ["a"], true),
        (factors("+16505550199"), factors("+16505550199"), ["a", "b"], true),
        (factors("+16505550199"), factors("+16505540199"), ["a"], true),
        (factors("+16505550199"), factors("+16505540199"), ["a", "b"], false),
        (factors("+16505550199", "+16505540199"), factors("+16505551234"), ["a"], false),
        (factors("+16505551234"), factors("+16505550199"), ["a"], false),
        (factors("+16505550199"), factors("+16505551234"), [], false),
        (factors("+4915112340199"), factors("+16505551234"), ["a"], false),
    ]

    @Test(arguments: ambiguous)
    func `it has to be the only one of those who are asked`(
        first: JSON, second: JSON, asks: [String], isFound: Bool
    ) async throws {
        let server = try await TestServer.openPhones(.local)
        try await server.importSecondFactorUser("a", first)
        try await server.importSecondFactorUser("b", second)
        for name in asks { _ = try await server.secondFactorChallenge("\(name)@x.test") }

        let sent = try await send(server, "+*******0199")
        #expect(sent.outcome == (isFound ? "OK" : Self.invalid))
        #expect(try await server.verificationCodes().map { $0["phoneNumber"] } == (isFound ? ["+16505550199"] : []))
    }

    @Test(arguments: ["+*******010", "*******0100", "+*", "+1******0100", "*"])
    func `it has to be shown like that`(_ text: String) async throws {
        let server = try await TestServer.openPhones(.local)
        try await server.importSecondFactorUser()
        _ = try await server.secondFactorChallenge("a@x.test")

        #expect(try await send(server, text).outcome == Self.invalid)
    }

    @Test func `a sign-in that has ended is not waiting any more`() async throws {
        let server = try await TestServer.openPhones(.local)
        try await server.importSecondFactorUser()
        _ = try await server.secondFactorChallenge("a@x.test")
        server.clock.advance(seconds: 600)
        #expect(try await send(server, "+*******0100").outcome == Self.invalid)

        _ = try await server.secondFactorChallenge("a@x.test")
        server.clock.advance(seconds: 10)
        let change = try await server.reset(server.oobCode("PASSWORD_RESET", "a@x.test"), to: "other-horse")
        try #require(change.status == 200, "\(change.text)")
        #expect(try await send(server, "+*******0100").outcome == Self.invalid)
    }

    @Test func `its region must be enabled`() async throws {
        let server = try await TestServer.openPhones(.local)
        try await server.importSecondFactorUser()
        _ = try await server.secondFactorChallenge("a@x.test")
        try await server.set("smsRegionConfig", ["allowlistOnly": ["allowedRegions": ["DE"]]])

        #expect(try await send(server, "+*******0100").outcome == Self.region)
    }

    // MARK: Tenants

    @Test(arguments: Profile.allCases, ["accounts:sendVerificationCode", "accounts:signInWithPhoneNumber"])
    func `tenants have no sign-in by phone`(_ profile: Profile, _ method: String) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant()

        let outcome = try await server.app(method, ["tenantId": .string(tenant), "phoneNumber": "no number"]).outcome
        #expect(outcome == "UNSUPPORTED_TENANT_OPERATION")
    }

    @Test(arguments: Profile.allCases, ["accounts:sendVerificationCode", "accounts:signInWithPhoneNumber"])
    func `a disabled tenant says so first`(_ profile: Profile, _ method: String) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant(["disableAuth": true])

        let outcome = try await server.app(method, ["tenantId": .string(tenant)]).outcome
        #expect(outcome == (profile == .emulator ? "PROJECT_DISABLED" : "TENANT_DISABLED"))
    }

    // MARK: Switches

    @Test(arguments: Profile.allCases)
    func `a project without sign-in by phone sends nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        try await server.set("signIn.phoneNumber.enabled", false)

        let body: JSON = ["phoneNumber": .string(TestServer.number)]
        let expected = profile == .emulator ? "OK" : "OPERATION_NOT_ALLOWED"
        #expect(try await server.app("accounts:sendVerificationCode", body).outcome == expected)
        #expect(try await server.finishPhone(code.members).outcome == expected)
    }

    @Test func `a fresh project of production sends nothing`() async throws {
        let server = try TestServer(.production)
        let body: JSON = ["phoneNumber": .string(TestServer.number)]

        #expect(try await server.app("accounts:sendVerificationCode", body).outcome == "OPERATION_NOT_ALLOWED")
        try await server.set("signIn.phoneNumber.enabled", true)
        #expect(try await server.app("accounts:sendVerificationCode", body).outcome == Self.region)
    }

    @Test(arguments: Profile.allCases)
    func `where users cannot sign up only known numbers get codes`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.phoneUser()
        try await server.set("client.permissions.disabledUserSignup", true)

        let known = try await server.app("accounts:sendVerificationCode", ["phoneNumber": .string(TestServer.number)])
        let unknown = try await server.app(
            "accounts:sendVerificationCode", ["phoneNumber": .string(TestServer.otherNumber)])
        #expect(known.outcome == "OK")
        #expect(unknown.outcome == (profile == .emulator ? "OK" : "ADMIN_ONLY_OPERATION"))
    }

    // MARK: Regions

    struct Policy: Sendable, CustomTestStringConvertible {
        let config: JSON
        let number: String
        let isAllowed: Bool

        var testDescription: String { "\(config.text) \(number)" }
    }

    static let policies = [
        Policy(config: ["allowlistOnly": ["allowedRegions": ["US"]]], number: "+15555550100", isAllowed: true),
        Policy(config: ["allowlistOnly": ["allowedRegions": ["US"]]], number: "+4915112345678", isAllowed: false),
        Policy(config: ["allowlistOnly": ["allowedRegions": ["DE", "FR"]]], number: "+33612345678", isAllowed: true),
        Policy(config: ["allowlistOnly": [:]], number: "+15555550100", isAllowed: false),
        Policy(config: ["allowByDefault": [:]], number: "+15555550100", isAllowed: true),
        Policy(config: ["allowByDefault": ["disallowedRegions": ["US"]]], number: "+15555550100", isAllowed: false),
        Policy(config: ["allowByDefault": ["disallowedRegions": ["US"]]], number: "+447700900100", isAllowed: true),
    ]

    @Test(arguments: Profile.allCases, policies)
    func `numbers of regions that are not enabled get nothing`(_ profile: Profile, _ policy: Policy) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("smsRegionConfig", policy.config)

        let answer = try await server.app(
            "accounts:sendVerificationCode", ["phoneNumber": .string(policy.number)])
        #expect(answer.outcome == (policy.isAllowed || profile == .emulator ? "OK" : Self.region))
    }

    @Test(arguments: [Profile.local, .production])
    func `the region of a test number counts too`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("signIn.phoneNumber.testPhoneNumbers", ["+15555550100": "123456"])
        try await server.set("smsRegionConfig", ["allowlistOnly": ["allowedRegions": ["DE"]]])

        let answer = try await server.app("accounts:sendVerificationCode", ["phoneNumber": .string(TestServer.number)])
        #expect(answer.outcome == Self.region)
    }
}
