import Firebreak
import FirebreakTestSupport
import FirebreakWire
import Testing

/// An emulator that the process has in itself.
@Suite(.timeLimit(.minutes(20)))
struct InProcessTransportTests {
    private func emulator(_ change: (inout EmulatorConfiguration) -> Void = { _ in }) throws -> Emulator {
        var configuration = EmulatorConfiguration()
        configuration.port = 0
        change(&configuration)
        return try Emulator(configuration: configuration)
    }

    @Test func `mail that a call over HTTP caused is read without a socket`() async throws {
        let emulator = try emulator()
        try await emulator.whileRunning { address in
            let project = emulator.project("demo-shop")
            let app = FirebreakServer(url: address.url).project("demo-shop")
            try await app.call("accounts:signUp", ["email": "alice@example.test", "password": "correct-horse"])
            let cursor = try await project.outbox.cursor()
            let next = Task {
                try await project.outbox.next(to: "alice@example.test", after: cursor, within: .seconds(600))
            }
            try await app.call(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])

            let mail = try await next.value
            #expect(mail.type == .passwordReset)
            #expect(mail.status == .pending)
            #expect(mail.link?.action?.hasPrefix(address.url) == true)
            try await project.clock.advance(by: .seconds(7 * 86_400))
            #expect(try await project.outbox.message(mail.id).status == .expired)
            #expect(try await project.summary().counts.accounts == 1)
        }
    }

    @Test func `events come without a socket, and a mail is opened`() async throws {
        let project = try emulator().project("demo-shop")
        try await project.seed(
            """
            users: [ { ref: alice, email: alice@example.test, password: correct-horse } ]
            codes: [ { type: VERIFY_EMAIL, to: alice } ]
            """)
        var events = project.outbox.events(OutboxFilter(after: 0)).makeAsyncIterator()
        guard case .message(let mail) = try await events.next() else {
            Issue.record("the first event is not a message")
            return
        }
        let opened = try await project.outbox.open(mail.id)
        #expect(opened.applied)
        #expect(opened.mode == "verifyEmail")
        guard case .status(let used) = try await events.next() else {
            Issue.record("the second event is not a status")
            return
        }
        #expect(used.id == mail.id)
        #expect(used.status == .used)
        try await project.drop()
        let end = try await events.next()
        #expect(end == nil)

        let refused = await #expect(throws: FirebreakFailure.self) {
            for try await _ in project.outbox.newMessages(OutboxFilter(status: .used)) {}
        }
        #expect(refused?.code == .invalidArgument)
    }

    @Test func `answers are those over HTTP`() async throws {
        let emulator = try emulator { $0.profile = .production }
        try await emulator.whileRunning { address in
            let project = emulator.project("demo-shop")
            try await project.seed(
                "users: [ { factory: m, count: 500, email: \"m{n}@example.test\", password: pass-word } ]")
            try await project.clock.freeze()
            for path in [
                "/projects/demo-shop", "/projects/demo-shop:export", "/projects/demo-shop/outbox/latest", "/x",
            ] {
                let request = ControlRequest(.get, "/firebreak/v1" + path)
                let inside = try await InProcessTransport(emulator).send(request)
                #expect(try await HTTPTransport(url: address.url).send(request) == inside)
            }
        }
    }

    @Test func `a project is filled, moved and copied before anything listens`() async throws {
        let project = try emulator().project("demo-shop")
        let seeded = try await project.seed("users: [ { ref: alice, email: alice@example.test } ]")
        #expect(seeded.created == 1)

        try await project.snapshot("full")
        try await project.reset()
        #expect(try await project.summary().counts.accounts == 0)
        try await project.restore("full")
        let copy = try await project.fork(to: "demo-copy")
        #expect(try await copy.mintToken(for: "alice").uid == seeded[ref: "alice"]?.uid)
        #expect(try await copy.clock.set(to: "2040-01-01T00:00:00Z").offset > 0)
        #expect(try await project.clock.state().offset == 0)
        #expect(try await project.apiKeys.list().count == 1)
    }

    @Test func `failures have the server's codes`() async throws {
        let project = try emulator().project("demo-shop")

        let missing = await #expect(throws: FirebreakFailure.self) { try await project.outbox.message("msg_1") }
        #expect(missing?.code == .notFound)
        #expect(missing?.status == 404)
        let backwards = await #expect(throws: FirebreakFailure.self) {
            try await project.clock.advance(by: .seconds(-1))
        }
        #expect(backwards?.code == .invalidArgument)
        let late = await #expect(throws: FirebreakFailure.self) { try await project.outbox.next(within: .zero) }
        #expect(late?.code == .outboxTimeout)
        #expect(late?.status == 408)
    }

    @Test func `a wait ends with its task`() async throws {
        let project = try emulator().project("demo-shop")
        let waiting = Task { try await project.outbox.next(within: .seconds(600)) }
        waiting.cancel()

        let failure = await #expect(throws: FirebreakFailure.self) { try await waiting.value }
        #expect(failure?.code == .cancelled)
    }

    @Test func `the control token is known inside`() async throws {
        let emulator = try emulator {
            $0.host = "0.0.0.0"
            $0.controlToken = "secret"
        }

        #expect(try await emulator.project("demo-shop").outbox.list().messages.isEmpty)
    }

    @MainActor
    @Test func `the main actor can ask as well`() async throws {
        let project = try emulator().project("demo-shop")

        #expect(try await project.rules.patch(["appName": "Shop"])["appName"] == "Shop")
        #expect(try await FirebreakServer(at: InProcessTransport(emulator())).info().defaultProject == "demo-firebreak")
    }
}
