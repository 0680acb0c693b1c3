import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// phone-mfa.md section 0 and production.md section 11: showing a code.
struct SMSCodeTests {
    static let rows: [Row] = [
        Row([:], "MISSING_SESSION_INFO"),
        Row(["code": "123456"], "MISSING_SESSION_INFO"),
        Row(["sessionInfo": "", "code": "123456"], "MISSING_SESSION_INFO"),
        Row(["sessionInfo": "junk"], "MISSING_CODE"),
        Row(["sessionInfo": "$SESSION", "code": ""], "MISSING_CODE"),
        Row(["sessionInfo": "junk", "code": "$CODE"], "INVALID_SESSION_INFO"),
        Row(["sessionInfo": "$SESSION", "code": "$WRONG"], "INVALID_CODE"),
        Row(["sessionInfo": "$SESSION", "code": "$WRONG", "idToken": "junk"], "INVALID_CODE"),
        Row(["sessionInfo": "$SESSION", "code": "$CODE", "operation": "LINK", "verificationProof": "x"], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `the code is checked in order, and a refusal leaves it`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        let values = ["$SESSION": code.sessionInfo, "$CODE": code.code, "$WRONG": code.code + "1"]

        #expect(try await server.finishPhone(row.body.filling(values)).outcome == row.outcome(profile))
        guard row.outcome(profile) != "OK" else { return }
        #expect(try await server.verificationCodes().count == 1)
        #expect(try await server.finishPhone(code.members).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a code is six digits`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode().code

        #expect(code.count == 6 && code.allSatisfy { ("0"..."9").contains($0) })
    }

    @Test(arguments: Profile.allCases)
    func `rule smsCode is the code of every number but test numbers`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let before = try await server.phoneCode()
        #expect(try await server.control(.patch, "/rules", ["smsCode": "012345"]).status == 200)
        #expect(try await server.finishPhone(before.members).outcome == "OK")

        let after = try await server.phoneCode()
        #expect(after.code == "012345")
        #expect(try await server.finishPhone(after.members).outcome == "OK")
        // The reference has no test numbers.
        guard profile != .emulator else { return }
        try await server.set("signIn.phoneNumber.testPhoneNumbers", .object([JSON.Member(TestServer.number, "654321")]))
        let session = try await server.app("accounts:sendVerificationCode", ["phoneNumber": .string(TestServer.number)])
        let shown: JSON = ["sessionInfo": session["sessionInfo"] ?? .null, "code": "012345"]
        #expect(try await server.finishPhone(shown).outcome == "INVALID_CODE")
        #expect(try await server.finishPhone(shown.merging(["code": "654321"])).outcome == "OK")
    }

    @Test func `rule smsCode is six digits, also as a number, and off by default`() async throws {
        let server = try await TestServer.openPhones(.local)
        #expect(try await server.control(.get, "/rules")["smsCode"] == .null)
        for value in ["12345", "1234567", "12345a", "１２３４５６", "", 12345, -12345, true, ["123456"]] as [JSON] {
            #expect(try await server.control(.patch, "/rules", ["smsCode": value]).status == 400)
        }
        #expect(try await server.control(.patch, "/rules", ["smsCode": 123456])["smsCode"] == "123456")
        #expect(try await server.control(.patch, "/rules", ["smsCode": .null])["smsCode"] == .null)
    }

    @Test(arguments: Profile.allCases)
    func `a used code is gone`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        #expect(try await server.finishPhone(code.members).outcome == "OK")

        #expect(try await server.verificationCodes() == [])
        #expect(try await server.finishPhone(code.members).outcome == TestServer.usedSession(profile))
    }

    /// production.md section 11: the code of a test number is any text.
    @Test(arguments: [Profile.local, .production], ["123456", "12345", "abc123"])
    func `the session of a test number is not used up`(_ profile: Profile, _ text: String) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set(
            "signIn.phoneNumber.testPhoneNumbers", .object([JSON.Member(TestServer.number, .string(text))]))
        let session = try await server.app("accounts:sendVerificationCode", ["phoneNumber": .string(TestServer.number)])
        let code: JSON = ["sessionInfo": session["sessionInfo"] ?? .null, "code": .string(text)]

        #expect(try await server.finishPhone(code.merging(["code": "999999"])).outcome == "INVALID_CODE")
        #expect(try await server.finishPhone(code)["isNewUser"] == true)
        #expect(try await server.finishPhone(code)["isNewUser"] == false)
    }

    @Test(arguments: Profile.allCases)
    func `a code is used up before later checks fail`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        let body = code.members.merging(["idToken": "junk"])

        #expect(try await server.finishPhone(body).outcome == "INVALID_ID_TOKEN")
        #expect(try await server.finishPhone(code.members).outcome == TestServer.usedSession(profile))
    }

    @Test(arguments: Profile.allCases)
    func `sign-in and enrolment share their codes`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let code = try await server.enrollmentCode(user)
        let body = code.members

        #expect(try await server.finishPhone(body)["phoneNumber"] == .string(TestServer.number))
    }

    @Test(arguments: Profile.allCases)
    func `a code survives the account that it was for`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser()
        let code = try await server.phoneCode()
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])

        let answer = try await server.finishPhone(code.members)
        #expect(answer["isNewUser"] == true)
    }

    // MARK: Time

    @Test(arguments: Profile.allCases)
    func `a code lives ten minutes outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let codes = [try await server.phoneCode(), try await server.phoneCode()]

        server.clock.advance(seconds: 599)
        #expect(try await server.finishPhone(codes[0].members).outcome == "OK")
        server.clock.advance(seconds: 1)
        let expected = profile == .emulator ? "OK" : "SESSION_EXPIRED"
        #expect(try await server.finishPhone(codes[1].members).outcome == expected)
    }

    @Test(arguments: [Profile.local, .production])
    func `a rule says how long a code lives`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile, rules: ["lifetimes": #"{"smsCode":5}"#])
        let codes = [try await server.phoneCode(), try await server.phoneCode()]

        server.clock.advance(seconds: 4)
        #expect(try await server.finishPhone(codes[0].members).outcome == "OK")
        server.clock.advance(seconds: 1)
        #expect(try await server.finishPhone(codes[1].members).outcome == "SESSION_EXPIRED")
    }

    @Test(arguments: Profile.allCases)
    func `where nothing expires, codes do not`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile, rules: ["expiry": "off"])
        let code = try await server.phoneCode()

        server.clock.advance(seconds: 1_000_000)
        #expect(try await server.finishPhone(code.members).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `an expired code is not listed`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.phoneCode()

        server.clock.advance(seconds: 600)
        #expect(try await server.verificationCodes() == [])
    }

    // MARK: Guessing

    @Test(arguments: Profile.allCases)
    func `after ten wrong codes the right one does not count outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        for _ in 0..<10 { #expect(try await server.finishPhone(code.wrong).outcome == "INVALID_CODE") }

        let expected = profile == .emulator ? "OK" : "QUOTA_EXCEEDED"
        #expect(try await server.finishPhone(code.members).outcome == expected)
    }

    @Test(arguments: [Profile.local, .production])
    func `nine wrong codes are borne, and a new code begins anew`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let codes = [try await server.phoneCode(), try await server.phoneCode()]
        for _ in 0..<9 { _ = try await server.finishPhone(codes[0].wrong) }
        for _ in 0..<11 { _ = try await server.finishPhone(codes[1].wrong) }

        #expect(try await server.finishPhone(codes[0].members).outcome == "OK")
        #expect(try await server.finishPhone(codes[1].members).outcome == "QUOTA_EXCEEDED")
        #expect(try await server.finishPhone(server.phoneCode().members).outcome == "OK")
    }
}
