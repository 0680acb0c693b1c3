import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// firebreak.md section 5: what the outbox has of messages by SMS.
struct SMSOutboxTests {
    private func messages(_ server: TestServer, _ filter: String = "") async throws -> [JSON] {
        try await server.outbox("channel=sms&\(filter)")
    }

    @Test(arguments: Profile.allCases)
    func `a code for signing in is a message`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        let message = try #require(await messages(server).first)

        #expect(message["type"] == "SMS_SIGN_IN")
        #expect(message["channel"] == "sms")
        #expect(message["delivery"] == "sent")
        #expect(message["status"] == "pending")
        #expect(message["to"] == .string(TestServer.number))
        #expect(message["code"] == .string(code.code))
        #expect(message["sessionInfo"] == .string(code.sessionInfo))
        #expect(message["text"]?.stringValue?.contains(code.code) == true)
        #expect(message["createdAt"] == "2026-06-01T12:00:00.000Z")
        #expect(message["expiresAt"] == (profile == .emulator ? nil : "2026-06-01T12:10:00.000Z"))
        for name in ["oobCode", "link", "html", "from", "subject"] { #expect(message[name] == nil) }
    }

    @Test(arguments: Profile.allCases)
    func `second factors have types of their own`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        _ = try await server.enrollPhone(user)
        let pending = try await server.secondFactorChallenge()
        _ = try await server.secondFactorCode(pending)

        let list = try await messages(server)
        #expect(list.map { $0["type"] } == ["SMS_MFA_ENROLLMENT", "SMS_MFA_SIGN_IN"])
        #expect(list.map { $0["localId"] } == [.string(user.id), .string(user.id)])
        #expect(list.map { $0["to"] } == [.string(TestServer.number), .string(TestServer.number)])
        for message in list {
            let code = try #require(message["code"]?.stringValue)
            #expect(message["text"]?.stringValue?.contains(code) == true)
        }
        #expect(try await messages(server, "type=SMS_MFA_SIGN_IN").count == 1)
    }

    @Test(arguments: Profile.allCases)
    func `a used code is used`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        server.clock.advance(seconds: 7)
        _ = try await server.finishPhone(code.members)

        let message = try #require(await messages(server).first)
        #expect(message["status"] == "used")
        #expect(message["usedAt"] == "2026-06-01T12:00:07.000Z")
    }

    @Test(arguments: Profile.allCases)
    func `a wrong code changes no message`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        let before = try await messages(server)
        _ = try await server.finishPhone(code.wrong)

        #expect(before.count == 1)
        #expect(try await messages(server) == before)
    }

    @Test(arguments: Profile.allCases)
    func `a code that expired says so outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.phoneCode()
        server.clock.advance(seconds: 600)

        #expect(try await messages(server).first?["status"] == (profile == .emulator ? "pending" : "expired"))
        #expect(try await messages(server, "status=pending").count == (profile == .emulator ? 1 : 0))
    }

    @Test(arguments: Profile.allCases)
    func `the message is in the language of the request`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let body: JSON = ["phoneNumber": .string(TestServer.number)]
        let locale = try #require(HTTPField.Name("X-Firebase-Locale"))
        let path = "/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=fake-api-key"
        _ = try await server.send(.post, path, body)
        _ = try await server.send(.post, path, body, headers: [locale: "de"])

        #expect(try await messages(server).map { $0["locale"] } == ["en", "de"])
    }

    // MARK: Test numbers

    @Test(arguments: [Profile.local, .production])
    func `nothing is sent to a test number, whose code is fixed`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("signIn.phoneNumber.testPhoneNumbers", ["+15555550100": "654321"])
        let answer = try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+1 555 555 0100"])
        let session = try #require(answer["sessionInfo"])

        #expect(try await messages(server) == [])
        #expect(
            try await server.verificationCodes().map(\.sorted) == [
                ["code": "654321", "phoneNumber": .string(TestServer.number), "sessionInfo": session]
            ])
        #expect(try await server.finishPhone(["sessionInfo": session, "code": "654322"]).outcome == "INVALID_CODE")
        #expect(try await server.finishPhone(["sessionInfo": session, "code": "654321"]).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `a test number may be a second factor`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("signIn.phoneNumber.testPhoneNumbers", ["+15555550100": "654321"])
        let user = try await server.verifiedUser()

        #expect(try await server.enrollmentCode(user).code == "654321")
        #expect(try await messages(server) == [])
    }

    /// production.md section 12: alone the enrolment of a test number does not.
    @Test(arguments: [Profile.local, .production])
    func `the codes of enrolments and of test numbers expire`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.set("signIn.phoneNumber.testPhoneNumbers", ["+15555550100": "654321"])
        let user = try await server.verifiedUser()
        let code = try await server.enrollmentCode(user, "+15555550101")
        let test = try await server.enrollmentCode(user)
        let signIn = try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        let session = try #require(signIn["sessionInfo"])

        server.clock.advance(seconds: 30 * 60)
        #expect(try await server.finishPhone(["sessionInfo": session, "code": "654321"]).outcome == "SESSION_EXPIRED")
        #expect(try await server.finishPhoneEnrollment(user, code.members).outcome == "SESSION_EXPIRED")
        #expect(try await server.finishPhoneEnrollment(user, test.members).outcome == "OK")
    }

    @Test func `to the reference all numbers are alike`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.set("signIn.phoneNumber.testPhoneNumbers", ["+15555550100": "not six digits"])

        #expect(try await server.phoneCode().code != "not six digits")
        #expect(try await messages(server).first?["delivery"] == "sent")
    }
}
