import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// beforeSendEmail and beforeSendSms (blocking-functions.md section 7), which the reference does not have.
struct GuardedMessageTests {
    private static let profiles = [Profile.local, .production]

    private static func server(_ profile: Profile, privacy: Bool? = nil) async throws -> TestServer {
        let server = try await TestServer.openToAll(profile)
        if let privacy { try await server.set("emailPrivacyConfig.enableImprovedEmailPrivacy", .bool(privacy)) }
        return server
    }

    /// Configures the functions, and reCAPTCHA, whose verdict they may override.
    private static func guardMessages(_ server: TestServer) async throws {
        try await server.set(
            "recaptchaConfig", ["emailPasswordEnforcementState": "AUDIT", "phoneEnforcementState": "AUDIT"])
        try await server.guardWith(["beforeSendEmail": FunctionURL.email, "beforeSendSms": FunctionURL.sms])
    }

    private static func send(_ server: TestServer, _ type: String, _ more: JSON = [:]) async throws -> TestAnswer {
        var body: JSON = ["requestType": .string(type), "email": "alice@example.test"]
        if type == "EMAIL_SIGNIN" { body["continueUrl"] = "http://localhost/finish" }
        return try await server.app("accounts:sendOobCode", body.merging(more))
    }

    private static let block: JSON = ["recaptchaActionOverride": "BLOCK"]

    // MARK: Mails

    @Test(arguments: profiles, [("EMAIL_SIGNIN", "EMAIL_SIGN_IN"), ("PASSWORD_RESET", "PASSWORD_RESET")])
    func `the function is told of the mail`(_ profile: Profile, types: (String, String)) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        try await Self.guardMessages(server)

        #expect(try await Self.send(server, types.0).outcome == "OK")
        let calls = server.functions.calls(FunctionURL.email)
        #expect(calls.count == 1)
        #expect(
            try #require(calls.first).dropping("event_id", "user_agent", "ip_address", "locale").sorted == [
                "aud": .string(FunctionURL.email), "email": "alice@example.test", "email_type": .string(types.1),
                "event_type": "beforeSendEmail", "exp": 1_780_315_800, "iat": 1_780_315_200,
                "iss": "https://securetoken.google.com/example",
            ])
        for name in ["event_id", "user_agent", "ip_address", "locale"] { #expect(calls.first?[name] != nil) }
    }

    @Test(arguments: profiles, [[:], ["recaptchaActionOverride": "ALLOW"], ["recaptchaActionOverride": ""]] as [JSON])
    func `a mail that is allowed goes out`(_ profile: Profile, answer: JSON) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        try await Self.guardMessages(server)
        server.functions.answer(FunctionURL.email, answer)

        #expect(try await Self.send(server, "PASSWORD_RESET").outcome == "OK")
        #expect(try await server.outbox("delivery=sent&type=PASSWORD_RESET").count == 1)
    }

    @Test(arguments: profiles, ["EMAIL_SIGNIN", "PASSWORD_RESET"])
    func `a mail that is blocked does not`(_ profile: Profile, type: String) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        try await Self.guardMessages(server)
        server.functions.answer(FunctionURL.email, Self.block)
        let answer = try await Self.send(server, type)

        #expect(answer.status == 400)
        #expect(answer.message?.contains("RECAPTCHA") == true, "\(answer.text)")
        let messages = try await server.outbox("type=\(type)")
        #expect(messages.map { $0["delivery"] } == ["blocked"])
        #expect(messages.first?["to"] == "alice@example.test")
        for name in ["oobCode", "link", "status"] { #expect(messages.first?[name]?.isNull != false, "\(name)") }
    }

    @Test(arguments: profiles)
    func `neither does one whose function refuses`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        try await Self.guardMessages(server)
        server.functions.answer(FunctionURL.email, status: 403, ["error": ["message": "no"]])
        let answer = try await Self.send(server, "PASSWORD_RESET")

        #expect(
            answer.outcome == "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: "
                + #"{"error":{"message":"no"}}"#)
        #expect(try await server.outbox("delivery=blocked").count == 1)
    }

    @Test(arguments: profiles)
    func `a code before is not superseded by one that was blocked`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        let code = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
        try await Self.guardMessages(server)
        server.functions.answer(FunctionURL.email, Self.block)
        _ = try await Self.send(server, "PASSWORD_RESET")

        #expect(try await server.reset(code, to: "another-horse").outcome == "OK")
    }

    @Test(arguments: profiles)
    func `the function may call the server meanwhile`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let user = try await server.user()
        try await Self.guardMessages(server)
        server.during(FunctionURL.email) { _ in
            _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])
        }
        _ = try await Self.send(server, "PASSWORD_RESET")

        #expect(try await server.outbox("delivery=sent") == [], "there is nobody to send it to any more")
    }

    // MARK: Mails that nobody is asked about

    @Test(arguments: profiles)
    func `a verification asks nobody`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let user = try await server.user()
        try await Self.guardMessages(server)
        server.functions.answer(FunctionURL.email, Self.block)

        #expect(try await Self.send(server, "VERIFY_EMAIL", ["idToken": user.token]).outcome == "OK")
        let change = try await Self.send(
            server, "VERIFY_AND_CHANGE_EMAIL", ["idToken": user.token, "newEmail": "new@x.test"])
        #expect(change.outcome == "OK")
        #expect(server.functions.calls(FunctionURL.email).isEmpty)
    }

    @Test(arguments: profiles, ["EMAIL_SIGNIN", "PASSWORD_RESET"])
    func `a link for an admin can be refused, too`(_ profile: Profile, type: String) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        try await Self.guardMessages(server)
        server.functions.answer(FunctionURL.email, status: 403, ["error": ["message": "no"]])

        let refused = try await server.oobLink(type, "alice@example.test")
        #expect(refused.message?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE : ") == true, "\(refused.text)")
        server.functions.answer(FunctionURL.email, [:])
        #expect(try await server.oobLink(type, "alice@example.test")["oobLink"] != nil)
        #expect(server.functions.calls(FunctionURL.email).count == 2)
    }

    @Test(arguments: profiles)
    func `without reCAPTCHA there is nothing to override`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()
        try await Self.guardMessages(server)
        try await server.set(
            "recaptchaConfig", ["emailPasswordEnforcementState": "OFF", "phoneEnforcementState": "OFF"])
        server.functions.answer(FunctionURL.email, Self.block)
        server.functions.answer(FunctionURL.sms, Self.block)

        #expect(try await Self.send(server, "PASSWORD_RESET").outcome == "OK")
        #expect(try await Self.sendSMS("SIGN_IN_OR_SIGN_UP", server).outcome == "OK")
        #expect(try await server.outbox().map { $0["delivery"] } == ["sent", "sent"])
    }

    @Test(arguments: profiles)
    func `an address that is hidden asks nobody`(_ profile: Profile) async throws {
        let server = try await Self.server(profile, privacy: true)
        try await Self.guardMessages(server)
        server.functions.answer(FunctionURL.email, Self.block)

        #expect(try await Self.send(server, "PASSWORD_RESET").outcome == "OK")
        #expect(server.functions.calls(FunctionURL.email).isEmpty)
        #expect(try await server.outbox().map { $0["delivery"] } == ["suppressed"])
    }

    @Test(arguments: profiles)
    func `a request that is refused asks nobody`(_ profile: Profile) async throws {
        let server = try await Self.server(profile, privacy: false)
        try await Self.guardMessages(server)

        #expect(try await Self.send(server, "PASSWORD_RESET").outcome == "EMAIL_NOT_FOUND")
        let domain = try await Self.send(server, "EMAIL_SIGNIN", ["continueUrl": "http://evil.test/"])
        #expect(domain.outcome == "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project")
        #expect(server.functions.calls(FunctionURL.email).isEmpty)
    }

    // MARK: SMS

    /// Starts each kind of SMS.
    private static func sendSMS(_ type: String, _ server: TestServer) async throws -> TestAnswer {
        switch type {
        case "SIGN_IN_OR_SIGN_UP":
            return try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        case "MULTI_FACTOR_SIGN_IN":
            let pending = try await server.signIn("alice@example.test").string("mfaPendingCredential") ?? ""
            return try await server.v2(
                "mfaSignIn:start",
                ["mfaPendingCredential": .string(pending), "mfaEnrollmentId": "m", "phoneSignInInfo": [:]])
        default:
            let user = try await server.verifiedUser("bob@x.test")
            return try await server.v2(
                "mfaEnrollment:start",
                ["idToken": user.token, "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]])
        }
    }

    private static let smsTypes = ["SIGN_IN_OR_SIGN_UP", "MULTI_FACTOR_SIGN_IN", "MULTI_FACTOR_ENROLLMENT"]

    @Test(arguments: profiles, smsTypes)
    func `the function is told of the SMS`(_ profile: Profile, type: String) async throws {
        let server = try await Self.server(profile)
        _ = try await server.securedUser()
        try await Self.guardMessages(server)

        #expect(try await Self.sendSMS(type, server).outcome == "OK")
        let calls = server.functions.calls(FunctionURL.sms)
        #expect(calls.count == 1)
        let number = type == "MULTI_FACTOR_SIGN_IN" ? "+15555550199" : "+15555550100"
        #expect(
            try #require(calls.first).dropping("event_id", "user_agent", "ip_address", "locale").sorted == [
                "aud": .string(FunctionURL.sms), "event_type": "beforeSendSms", "exp": 1_780_315_800,
                "iat": 1_780_315_200, "iss": "https://securetoken.google.com/example",
                "phone_number": .string(number), "sms_type": .string(type),
            ])
    }

    @Test(arguments: profiles, smsTypes)
    func `an SMS that is blocked is not sent`(_ profile: Profile, type: String) async throws {
        let server = try await Self.server(profile)
        _ = try await server.securedUser()
        try await Self.guardMessages(server)
        server.functions.answer(FunctionURL.sms, Self.block)
        let answer = try await Self.sendSMS(type, server)

        #expect(answer.message?.contains("RECAPTCHA") == true, "\(answer.text)")
        let messages = try await server.outbox("channel=sms")
        #expect(messages.map { $0["delivery"] } == ["blocked"])
        for name in ["code", "sessionInfo", "status"] { #expect(messages.first?[name]?.isNull != false, "\(name)") }
    }

    @Test(arguments: profiles)
    func `of a tenant only who sends an SMS is told`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let tenant = try await server.makeTenant(
            ["mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]])
        let user = try await server.verifiedUser(tenant: tenant)
        try await Self.guardMessages(server)
        let answer = try await Self.send(server, "PASSWORD_RESET", ["tenantId": .string(tenant)])
        let sms = try await server.startPhone(user, tenant: tenant)

        #expect(answer.outcome == "OK" && sms.outcome == "OK")
        #expect(server.functions.calls(FunctionURL.email).map { $0["tenant_id"] } == [nil])
        #expect(server.functions.calls(FunctionURL.sms).map { $0["tenant_id"] } == [.string(tenant)])
    }

    @Test(arguments: profiles)
    func `sign-ins ask neither`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        try await Self.guardMessages(server)
        _ = try await server.user()

        #expect(server.functions.calls(FunctionURL.email).isEmpty && server.functions.calls(FunctionURL.sms).isEmpty)
    }
}
