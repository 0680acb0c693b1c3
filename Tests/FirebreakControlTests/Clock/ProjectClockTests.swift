import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

struct ProjectClockTests {
    private func clock(_ server: TestServer, _ verb: String, _ body: JSON = [:]) async throws -> TestAnswer {
        try await server.control(.post, "/clock:\(verb)", body)
    }

    @Test func `a clock shows the server's time until it is moved`() async throws {
        let server = try TestServer()
        #expect(
            try await server.control(.get, "/clock").json == [
                "now": "2026-06-01T12:00:00.000Z", "offset": 0, "frozen": false,
            ])

        #expect(
            try await clock(server, "advance", ["by": "61m"]).json == [
                "now": "2026-06-01T13:01:00.000Z", "offset": 3_660_000, "frozen": false,
            ])
        server.clock.advance(seconds: 1)

        #expect(try await server.control(.get, "/clock").string("now") == "2026-06-01T13:01:01.000Z")
        #expect(try await server.control(.get, "/clock", project: "other").string("now") == "2026-06-01T12:00:01.000Z")
    }

    @Test func `a frozen clock stands still, is moved, and runs on from where it stands`() async throws {
        let server = try TestServer()
        #expect(try await clock(server, "freeze").json["frozen"] == true)
        server.clock.advance(seconds: 100)
        #expect(try await server.control(.get, "/clock").string("now") == "2026-06-01T12:00:00.000Z")
        #expect(try await clock(server, "advance", ["by": "1s"]).string("now") == "2026-06-01T12:00:01.000Z")
        #expect(try await server.control(.get, "/clock").json["frozen"] == true)

        #expect(
            try await clock(server, "resume").json == [
                "now": "2026-06-01T12:00:01.000Z", "offset": -99_000, "frozen": false,
            ])
        server.clock.advance(seconds: 1)
        #expect(try await server.control(.get, "/clock").string("now") == "2026-06-01T12:00:02.000Z")
    }

    @Test func `a clock is set forward and back, and to the server's own`() async throws {
        let server = try TestServer()
        #expect(
            try await clock(server, "set", ["to": "2030-01-01T00:00:00Z"]).string("now") == "2030-01-01T00:00:00.000Z")
        #expect(
            try await clock(server, "set", ["to": "2001-01-01T00:00:00Z", "frozen": true]).json["frozen"] == true)
        #expect(
            try await clock(server, "set", ["to": "2002-01-01T00:00:00Z"]).json == [
                "now": "2002-01-01T00:00:00.000Z", "offset": -770_472_000_000, "frozen": true,
            ])
        #expect(
            try await clock(server, "set", ["to": "now"]).json == [
                "now": "2026-06-01T12:00:00.000Z", "offset": 0, "frozen": false,
            ])
    }

    @Test(
        arguments: [
            ("advance", [:]), ("advance", ["by": "-1s"]), ("advance", ["by": "soon"]), ("advance", ["by": "3000000d"]),
            ("advance", ["by": "2900000d"]), ("set", [:]), ("set", ["to": "tomorrow"]),
            ("set", ["to": "1969-12-31T23:59:59Z"]), ("set", ["to": "9900-01-01T00:00:00Z"]), ("set", ["to": ""]),
        ] as [(String, JSON)])
    func `what cannot be is refused and changes nothing`(verb: String, body: JSON) async throws {
        let server = try TestServer()
        _ = try await clock(server, "advance", ["by": "1h"])

        let answer = try await clock(server, verb, body)

        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix("INVALID_ARGUMENT : ") == true)
        #expect(try await server.control(.get, "/clock").json["offset"] == 3_600_000)
    }

    @Test func `tokens, codes, cookies and the outbox follow the clock together`() async throws {
        let server = try TestServer()
        let user = try await server.signUp("alice@example.test")
        let token = try #require(user.string("idToken"))
        let cookie = try await server.admin(
            ":createSessionCookie", ["idToken": .string(token), "validDuration": "300"])
        #expect(cookie.status == 200)
        let link: JSON = [
            "requestType": "EMAIL_SIGNIN", "email": "alice@example.test", "continueUrl": "http://localhost/",
            "canHandleCodeInApp": true,
        ]
        _ = try await server.app("accounts:sendOobCode", link)
        let mail = try await server.latestMessage(to: "alice@example.test")
        #expect(mail["status"] == "pending")

        let cookieToken = try #require(cookie.string("sessionCookie").flatMap { JSONWebToken($0) }?.payload)
        #expect(cookieToken["exp"]?.integerValue == Int64(1_780_315_500))
        let stale: JSON = ["idToken": .string(token), "validDuration": "300"]

        _ = try await clock(server, "advance", ["by": "6h1m"])

        #expect(try await server.admin(":createSessionCookie", stale).message == "INVALID_ID_TOKEN")
        #expect(try await server.latestMessage(to: "alice@example.test")["status"] == "expired")
        let code: JSON = ["email": "alice@example.test", "oobCode": mail["oobCode"] ?? .null]
        #expect(try await server.app("accounts:signInWithEmailLink", code).message == "EXPIRED_OOB_CODE")
        #expect(try await server.app("accounts:lookup", ["idToken": .string(token)]).message == "INVALID_ID_TOKEN")
        let refreshed = try await server.refresh(user.string("refreshToken"))
        let claims = try #require(refreshed.string("id_token").flatMap { JSONWebToken($0) }?.payload)
        #expect(claims["iat"]?.integerValue == Int64(1_780_336_860))
    }

    @Test func `pending credentials, codes by SMS and proofs follow the clock`() async throws {
        let server = try await TestServer.openPhones(.local)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        let sms: JSON = ["phoneNumber": "+16505550123"]
        let session = try await server.app("accounts:sendVerificationCode", sms).json["sessionInfo"] ?? .null
        let message = try await server.control(.get, "/outbox/latest?to=%2B16505550123").json
        #expect(message["status"] == "pending")

        _ = try await clock(server, "advance", ["by": "599s"])
        let code = try await server.secondFactorCode(pending)
        _ = try await clock(server, "advance", ["by": "1s"])

        let expired = "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired."
        #expect(try await server.finishSecondFactor(pending, code.members).message == expired)
        let signIn: JSON = ["sessionInfo": session, "code": message["code"] ?? .null]
        #expect(try await server.app("accounts:signInWithPhoneNumber", signIn).message == "SESSION_EXPIRED")
        #expect(try await server.control(.get, "/outbox/latest?to=%2B16505550123").json["status"] == "expired")

        // Back again, and a code that nobody redeemed works; the refusal used the pending credential up.
        _ = try await clock(server, "set", ["to": "now"])
        #expect(try await server.app("accounts:signInWithPhoneNumber", signIn).status == 200)
    }

    @Test func `who waits for a status is told when the clock brings it`() async throws {
        let server = try TestServer()
        _ = try await server.app(
            "accounts:sendOobCode",
            [
                "requestType": "EMAIL_SIGNIN", "email": "alice@example.test", "continueUrl": "http://localhost/",
                "canHandleCodeInApp": true,
            ])
        async let waiting = server.control(.get, "/outbox:wait?status=expired&timeout=10m")
        let signal = try server.services.projects.project(ProjectID(rawValue: TestServer.project)).outboxWaiters
        while signal.waiterCount == 0 { try await Task.sleep(for: .milliseconds(1)) }

        _ = try await clock(server, "advance", ["by": "7h"])

        #expect(try await waiting.status == 200)
    }

    @Test func `a reset restores the real clock unless the configuration is kept`() async throws {
        let server = try TestServer()
        _ = try await clock(server, "advance", ["by": "1h"])
        _ = try await server.control(.post, ":reset", ["keep": ["config"]])
        #expect(try await server.control(.get, "/clock").json["offset"] == 3_600_000)
        _ = try await server.control(.post, ":reset", [:])
        #expect(try await server.control(.get, "/clock").json["offset"] == 0)
    }
}
