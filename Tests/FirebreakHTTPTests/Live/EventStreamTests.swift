import FirebreakControl
import FirebreakTestSupport
import FirebreakWire
import Logging
import NIOCore
import Testing

@testable import Firebreak
@testable import FirebreakHTTP
@testable import FirebreakOperations

/// Streams of events over real connections (firebreak.md section 5, `outbox:stream`).
@Suite(.timeLimit(.minutes(20)))
struct EventStreamTests {
    private static let path = "/firebreak/v1/projects/demo-shop/outbox:stream"

    private static func head(_ query: String = "", _ headers: String = "", method: String = "GET") -> String {
        "\(method) \(path)\(query) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)\r\n"
    }

    /// Runs a body beside a server whose streams wait so long.
    private func serve<Value: Sendable>(
        _ timing: EventBody.Timing = EventBody.Timing(),
        _ body: (BoundAddress, Project) async throws -> Value
    ) async throws -> Value {
        var configuration = EmulatorConfiguration()
        configuration.port = 0
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let emulator = try Emulator(
            configuration: configuration, logger: logger, workers: .bulk, timing: timing)
        return try await emulator.whileRunning { address in
            try await body(address, emulator.responder.services.projects.project(ProjectID(rawValue: "demo-shop")))
        }
    }

    private static func project(_ address: BoundAddress) -> FirebreakProject {
        FirebreakServer(url: address.url).project("demo-shop")
    }

    private func listeners(_ count: Int, _ project: Project) async throws {
        while project.outboxChanges.waiters.waiterCount != count || project.outboxChanges.listenerCount != count {
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    @Test func `what exists after the cursor comes at once, with the headers of a stream`() async throws {
        try await serve { address, project in
            for _ in 0..<2 { try await Self.project(address).requestSignInLink() }
            let text = try await RawConnection.context(
                address, Self.head("?after=0", "Last-Event-ID: 1\r\nAccept-Encoding: gzip\r\n"),
                until: { $0.contains("\n\n") })

            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            let headers = text.lowercased()
            for header in ["content-type: text/event-stream\r\n", "cache-control: no-store\r\n"] {
                #expect(headers.contains(header))
            }
            for header in ["content-encoding", "content-length", "access-control-allow-origin"] {
                #expect(!headers.contains(header))
            }
            #expect(text.contains("id: 2\nevent: message\ndata: {\"id\":\"msg_"))
            #expect(!text.contains("id: 1\n"))
        }
    }

    @Test func `each new message comes as soon as it is sent, and its status when it changes`() async throws {
        try await serve { address, project in
            let outbox = Self.project(address).outbox
            let (heard, hears) = AsyncStream.makeStream(of: String.self)
            let reading = Task {
                for try await event in outbox.events(OutboxFilter(to: "alice@example.test")) {
                    switch event {
                    case .message(let message): hears.yield("message \(message.seq)")
                    case .status(let message):
                        hears.yield("status \(message.seq) \(message.status?.rawValue ?? "")")
                    }
                }
            }
            defer { reading.cancel() }
            var words = heard.makeAsyncIterator()
            try await listeners(1, project)
            try await Self.project(address).requestSignInLink("bob@example.test")
            try await Self.project(address).requestSignInLink()
            #expect(await words.next() == "message 2")
            try await Self.project(address).requestSignInLink()
            // The order of these two is not fixed: they may be told together or one by one.
            let later = [await words.next(), await words.next()]
            #expect(Set(later) == ["status 2 superseded", "message 3"])
        }
    }

    @Test func `a silent stream is kept alive`() async throws {
        try await serve(EventBody.Timing(heartbeat: .milliseconds(5))) { address, _ in
            let text = try await RawConnection.context(
                address, Self.head(), until: { $0.components(of: ":\n\n") >= 3 })
            #expect(text.components(of: ":\n\n") >= 3)
        }
    }

    /// The body was read before the client is watched.
    @Test func `a client that sent a body may go as well`() async throws {
        try await serve { address, project in
            let stream = try await RawConnection.open(address, Self.head("", "Content-Length: 2\r\n") + "{}")
            try await listeners(1, project)
            try await stream.close()
            try await listeners(0, project)

            let path = "/firebreak/v1/projects/demo-shop/outbox:wait?timeout=10m"
            let wait = try await RawConnection.open(
                address, "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}")
            while project.outboxWaiters.waiterCount != 1 { try await Task.sleep(for: .milliseconds(1)) }
            try await wait.close()
            while project.outboxWaiters.waiterCount != 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    @Test func `a client that goes leaves no waiter`() async throws {
        try await serve { address, project in
            var connections: [any Channel] = []
            for _ in 0..<20 { connections.append(try await RawConnection.open(address, Self.head())) }
            try await listeners(20, project)
            for connection in connections { try await connection.close() }
            try await listeners(0, project)
        }
    }

    @Test func `the server ends without waiting for listeners, and ends their streams`() async throws {
        // On a busy machine, a reader may need longer than the standard grace for its turn.
        let texts = try await serve(EventBody.Timing(grace: .seconds(600))) { address, project in
            let reading = Task {
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<20 { group.addTask { try await RawConnection.context(address, Self.head()) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            try await listeners(20, project)
            return reading
        }
        for text in try await texts.value { #expect(text.hasSuffix("\r\n0\r\n\r\n")) }
    }

    @Test func `a dropped project ends its streams`() async throws {
        try await serve { address, project in
            try await Self.project(address).requestSignInLink()
            let reading = Task { try await RawConnection.context(address, Self.head()) }
            try await listeners(1, project)
            try await Self.project(address).drop()

            #expect(try await reading.value.hasSuffix("0\r\n\r\n"))
            try await listeners(0, project)
        }
    }

    @Test func `HEAD has the headers alone, and a refusal is an answer like any other`() async throws {
        try await serve { address, project in
            let head = try await RawConnection.context(address, Self.head(method: "HEAD"))
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(head.hasSuffix("\r\n\r\n"))
            let refused = try await RawConnection.context(
                address, Self.head("?status=used", "Connection: close\r\n"))
            #expect(refused.hasPrefix("HTTP/1.1 400 "))
            #expect(refused.contains("INVALID_ARGUMENT"))
            try await listeners(0, project)
        }
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
