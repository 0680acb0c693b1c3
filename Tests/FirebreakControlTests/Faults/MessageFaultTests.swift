import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

/// Messages that are lost or late (firebreak.md sections 5 and 11).
@Suite(.timeLimit(.minutes(20)))
struct MessageFaultTests {
    private static let address = "alice@example.test"

    private func server(_ fault: JSON) async throws -> TestServer {
        let server = try TestServer()
        _ = try await server.signUp(Self.address)
        #expect(try await server.control(.post, "/faults", fault).status == 200)
        return server
    }

    private func reset(_ server: TestServer) async throws -> TestAnswer {
        try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": .string(Self.address)])
    }

    private func deliveries(_ server: TestServer, _ query: String = "") async throws -> [String] {
        let answer = try await server.control(.get, "/outbox\(query)")
        return (answer["messages"]?.arrayValue ?? []).compactMap { $0["delivery"]?.stringValue }
    }

    @Test func `a lost message is a record and nothing else, and the call succeeds`() async throws {
        let server = try await server(["on": "outbox.email", "where": ["email": "ALICE@example.test"], "lose": true])

        let answer = try await reset(server)
        #expect(answer.status == 200)
        let fault = try #require(
            try await server.control(.get, "/faults")["faults"]?.arrayValue?.first?["id"]?.stringValue)
        #expect(answer.headers.first { $0.name.rawName == "X-Firebreak-Fault" }?.value == fault)
        let message = try await server.latestMessage(to: Self.address)
        #expect(message["delivery"] == "failed")
        #expect(message["status"] == .null)
        #expect(message["link"] == nil && message["text"] == nil)
        #expect(message["reason"] == .string("the fault \(fault) lost it"))
        #expect(try await server.control(.get, "/outbox/latest/link").status == 404)
        let codes = try await server.send(.get, "/emulator/v1/projects/example/oobCodes")
        #expect(codes["oobCodes"] == [])

        #expect(try await reset(server).status == 200)
        #expect(try await deliveries(server) == ["failed", "sent"])
    }

    @Test func `a late message is found once the clock has reached it`() async throws {
        let server = try await server(["on": "outbox.email", "deliverAfter": "10m"])
        #expect(try await reset(server).status == 200)

        #expect(try await deliveries(server) == ["scheduled"])
        #expect(try await deliveries(server, "?delivery=sent") == [])
        #expect(try await server.control(.get, "/outbox/latest").status == 404)
        #expect(try await server.control(.get, "/outbox:wait?timeout=0").status == 408)
        let early = try await server.control(.get, "/outbox/latest?delivery=scheduled")
        #expect(early["deliverAt"] == "2026-06-01T12:10:00.000Z")
        #expect(early["status"] == .null && early["link"] == nil)

        _ = try await server.control(.post, "/clock:advance", ["by": "10m"])
        let message = try await server.control(.get, "/outbox:wait?timeout=0&delivery=sent")["messages"]?.arrayValue?
            .first
        #expect(message?["delivery"] == "sent" && message?["status"] == "pending")
        #expect(message?["deliverAt"] == "2026-06-01T12:10:00.000Z")
        // The code's life counts from its creation.
        #expect(message?["expiresAt"] == "2026-06-01T13:00:00.000Z")
        #expect(try await deliveries(server, "?delivery=scheduled") == [])
        let code = try #require(message?["oobCode"]?.stringValue)
        let used = try await server.app(
            "accounts:resetPassword", ["oobCode": .string(code), "newPassword": "correct-horse-2"])
        #expect(used.status == 200)
    }

    @Test func `moving the clock wakes who waits for a late message`() async throws {
        let server = try await server(["on": "outbox.email", "deliverAfter": "2d"])
        async let waiting = server.control(.get, "/outbox:wait?timeout=10m")
        let waiters = try server.services.projects.project(ProjectID(rawValue: "example")).outboxWaiters
        while waiters.waiterCount < 1 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(try await reset(server).status == 200)

        _ = try await server.control(.post, "/clock:advance", ["by": "2d"])

        #expect(try await waiting["messages"]?.arrayValue?.count == 1)
    }

    @Test func `a late message wakes who waits when its time has come by itself`() async throws {
        let server = try await server(["on": "outbox.email", "deliverAfter": "1s"])
        #expect(try await reset(server).status == 200)
        async let waiting = server.control(.get, "/outbox:wait?timeout=10m")
        let waiters = try server.services.projects.project(ProjectID(rawValue: "example")).outboxWaiters
        while waiters.waiterCount < 1 { try await Task.sleep(for: .milliseconds(1)) }

        // The server's clock stands still in tests; only it moves, and nothing tells the waiter.
        server.clock.advance(seconds: 1)

        #expect(try await waiting["messages"]?.arrayValue?.count == 1)
    }

    @Test func `links that are only returned, and messages of fixtures, are left alone`() async throws {
        let server = try await server(["on": "outbox.*", "lose": true, "times": "always"])
        let returned = try await server.admin(
            "accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": .string(Self.address), "returnOobLink": true])
        #expect(returned.status == 200)
        let seeded = try await server.seed(
            "codes: [ { type: PASSWORD_RESET, to: \(Self.address) } ]", project: "example")
        #expect(seeded.status == 200)

        #expect(try await deliveries(server) == ["generated", "sent"])
    }

    @Test func `a fault can be about the mails of one account`() async throws {
        let server = try TestServer()
        let alice = try await server.signUp(Self.address)
        _ = try await server.signUp("bob@example.test")
        let fault: JSON = [
            "on": "outbox.email", "where": ["localId": alice["localId"] ?? .null], "lose": true, "times": "always",
        ]
        #expect(try await server.control(.post, "/faults", fault).status == 200)
        for address in ["bob@example.test", Self.address] {
            let body: JSON = ["requestType": "PASSWORD_RESET", "email": .string(address)]
            #expect(try await server.app("accounts:sendOobCode", body).status == 200)
        }
        #expect(try await deliveries(server) == ["sent", "failed"])
    }

    @Test func `a lost text message has a session, and a code that nobody knows`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.control(
            .post, "/faults", ["on": "outbox.sms", "where": ["phoneNumber": "+1 (555) 555-0100"], "lose": true])

        let answer = try await server.app(
            "accounts:sendVerificationCode", ["phoneNumber": "+15555550100", "recaptchaToken": "r"])

        #expect(answer["sessionInfo"]?.stringValue?.isEmpty == false)
        #expect(try await deliveries(server) == ["failed"])
        let codes = try await server.send(.get, "/emulator/v1/projects/example/verificationCodes")
        #expect(codes["verificationCodes"] == [])
    }
}
