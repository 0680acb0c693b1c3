import Firebreak
import Testing

/// Servers at an address.
@Suite(.timeLimit(.minutes(20)))
struct HTTPTransportTests {
    @Test func `a project is used over HTTP`() async throws {
        try await withFirebreak { address in
            let server = FirebreakServer(url: address.url + "/")
            let project = server.project("demo shop")
            let seeded = try await project.seed(
                """
                users: [ { ref: alice, email: alice@example.test, password: correct-horse } ]
                codes: [ { type: VERIFY_EMAIL, to: alice } ]
                """)

            let mail = try await project.outbox.next(to: "Alice@example.test", type: .verifyEmail)
            #expect(mail.localID == seeded[ref: "alice"]?.uid)
            #expect(try await project.outbox.part(.link, of: mail.id) == Array((mail.link?.mailed ?? "").utf8))
            #expect(try await project.outbox.cursor() == mail.seq)
            #expect(try await project.clock.set(to: "2040-01-01T00:00:00Z", frozen: true).frozen)
            #expect(try await project.clock.advance(by: .seconds(2)).now == "2040-01-01T00:00:02.000Z")
            #expect(try await project.outbox.latest().status == .expired)
            #expect(try await project.fork(to: "copy").summary().counts.accounts == 1)
            #expect(try await project.rules.patch(["appName": "Shop"])["appName"] == "Shop")
            #expect(try await server.projects().map(\.projectID) == ["copy", "demo shop"])
            #expect(try await server.info().url == address.url)
        }
    }

    @Test func `a control token is shown`() async throws {
        var configuration = EmulatorConfiguration()
        configuration.controlToken = "secret"
        try await withFirebreak(configuration: configuration) { address in
            let projects = try await FirebreakServer(url: address.url, controlToken: "secret").projects()
            #expect(projects.isEmpty)
            let failure = await #expect(throws: FirebreakFailure.self) {
                try await FirebreakServer(url: address.url, controlToken: "wrong").projects()
            }
            #expect(failure?.status == 401)
        }
    }

    @Test func `what the server refuses has its code`() async throws {
        try await withFirebreak { address in
            let project = FirebreakProject("p", at: HTTPTransport(url: address.url))
            let missing = await #expect(throws: FirebreakFailure.self) { try await project.outbox.latest() }
            #expect(missing?.code == .notFound)
            #expect(missing?.status == 404)
            let late = await #expect(throws: FirebreakFailure.self) {
                try await project.outbox.next(within: .milliseconds(1))
            }
            #expect(late?.code == .outboxTimeout)
            let broken = await #expect(throws: FirebreakFailure.self) { try await project.seed("user: []") }
            #expect(broken?.code == .invalidFixture)
            #expect(broken?.details.first?["path"] == "/user")
        }
    }

    @Test func `a server that is not there is told by its address`() async throws {
        let address = try await withFirebreak { $0 }

        let failure = await #expect(throws: FirebreakFailure.self) {
            try await FirebreakServer(url: address.url).info()
        }
        #expect(failure?.code == .unreachable)
        #expect(failure?.status == nil)
        #expect(failure?.message == "\(address.url) does not answer: Connection refused")
    }

    @Test(arguments: ["", "localhost:9099", "ftp://localhost"])
    func `what is not an address of a server reaches nobody`(url: String) async throws {
        let failure = await #expect(throws: FirebreakFailure.self) { try await FirebreakServer(url: url).info() }
        #expect(failure?.code == .unreachable)
    }

    @Test func `a stream ends with its task, and a refusal is its failure`() async throws {
        try await withFirebreak { address in
            let outbox = FirebreakProject("p", at: HTTPTransport(url: address.url)).outbox
            let waiting = Task { for try await _ in outbox.events() {} }
            waiting.cancel()
            _ = await waiting.result
            let refused = await #expect(throws: FirebreakFailure.self) {
                for try await _ in outbox.events(OutboxFilter(status: .used)) {}
            }
            #expect(refused?.code == .invalidArgument)
            #expect(refused?.status == 400)
        }
    }

    @Test func `a call ends with its task`() async throws {
        try await withFirebreak { address in
            let project = FirebreakProject("p", at: HTTPTransport(url: address.url))
            let waiting = Task { try await project.outbox.next(within: .seconds(600)) }
            waiting.cancel()
            let failure = await #expect(throws: FirebreakFailure.self) { try await waiting.value }
            #expect(failure?.code == .cancelled)
        }
    }
}
