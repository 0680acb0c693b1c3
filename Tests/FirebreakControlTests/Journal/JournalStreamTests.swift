import FirebreakControl
import FirebreakModel
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// firebreak.md section 12, `requests:stream`.
@Suite(.timeLimit(.minutes(20)))
struct JournalStreamTests {
    private static let patience = Duration.seconds(600)
    private static let moment = Duration.milliseconds(20)
    private static let project = "/firebreak/v1/projects/example/requests:stream"
    private static let all = "/firebreak/v1/requests:stream"

    /// Such as `3 accounts.signUp 200`.
    private func words(_ events: [ServerEvent]?) throws -> [String] {
        try #require(events).map { event in
            #expect(event.name == "request")
            let record = try JSON(parsing: event.data)
            return "\(event.id ?? "") \(record["operation"]?.stringValue ?? "-") \(record["status"]?.text ?? "")"
        }
    }

    @Test func `new calls come as they are made, as the list shows them`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("old@example.test")
        var stream = try await server.events(Self.project)
        #expect(try await stream.next(within: Self.moment) == [])

        _ = try await server.signUp("old@example.test")
        let events = try #require(try await stream.next(within: Self.patience))

        #expect(try words(events) == ["2 accounts.signUp 400"])
        let listed = try await server.control(.get, "/requests?after=1")["requests"]?.arrayValue
        #expect(try events.map { try JSON(parsing: $0.data) } == listed)
        let message = try #require(events.first)
        #expect(!message.text.contains("correct-horse"))
    }

    @Test func `a client that connects again misses no call, and filters hold`() async throws {
        let server = try TestServer()
        for email in ["a@example.test", "a@example.test", "b@example.test"] { _ = try await server.signUp(email) }
        _ = try await server.app("accounts:lookup", [:])

        var after = try await server.events(Self.project + "?after=0&status=4xx&operation=accounts.signUp")
        #expect(try words(try await after.next(within: Self.patience)) == ["2 accounts.signUp 400"])
        var seen = try await server.events(Self.project + "?after=0", headers: [lastEventID: "2"])
        let later = try words(try await seen.next(within: Self.patience))
        #expect(later.first == "3 accounts.signUp 200")
        #expect(later.last?.hasPrefix("4 accounts.lookup") == true)
    }

    @Test func `the server's stream has the calls of all projects, and those of none`() async throws {
        let server = try TestServer()
        var stream = try await server.events(Self.all)
        _ = try await server.signUp("a@example.test", key: "project:first")
        #expect(try words(try await stream.next(within: Self.patience)) == ["1 accounts.signUp 200"])
        _ = try await server.send(.get, "/no/such/path")
        #expect(try words(try await stream.next(within: Self.patience)) == ["2 - 404"])
    }

    @Test func `dropping the project ends its stream, not that of all`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("a@example.test")
        var stream = try await server.events(Self.project)
        var all = try await server.events(Self.all)
        let ended = Task { [stream] in
            var waiting = stream
            return try await waiting.next(within: Self.patience)
        }
        _ = try await server.send(.delete, "/firebreak/v1/projects/example")

        let end = try await ended.value
        #expect(end == nil)
        #expect(try await stream.next(within: Self.patience) == nil)
        #expect(try await all.next(within: Self.moment) == [])
    }

    @Test func `what cannot be is refused`() async throws {
        let server = try TestServer()
        for (query, words) in [("status=x", "status must be"), ("operation=none", "operation must be")] {
            let answer = try await server.send(.get, "\(Self.project)?\(query)")
            #expect(answer.status == 400)
            #expect(answer.message?.hasPrefix("INVALID_ARGUMENT : \(words)") == true)
        }
    }

    private var lastEventID: HTTPField.Name { HTTPField.Name("Last-Event-ID") ?? .via }
}
