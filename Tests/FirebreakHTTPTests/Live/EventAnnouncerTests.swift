import Firebreak
import FirebreakOperations
import Logging
import Synchronization
import Testing

struct EventAnnouncerTests {
    /// Takes events as a listener does, and gives the test a say in when.
    private final class Listener: Sendable {
        let events = Mutex<[String]>([])

        func request(_ number: Int, to url: String) -> OutgoingRequest {
            OutgoingRequest(url: url, body: Array("\(number)".utf8), timeout: 1000)
        }

        func take(_ request: OutgoingRequest) -> OutgoingRequest.Response {
            events.withLock { $0.append("\(request.url) \(String(decoding: request.body, as: UTF8.self))") }
            return OutgoingRequest.Response(status: 200, body: [])
        }
    }

    private func withAnnouncer(_ body: (EventAnnouncer, Listener) async throws -> Void) async throws {
        let listener = Listener()
        let announcer = EventAnnouncer(
            { request throws(OutgoingRequest.Failure) in listener.take(request) },
            Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let running = Task { try await announcer.run() }
        defer { running.cancel() }
        try await body(announcer, listener)
    }

    @Test func `each listener has its events in their order`() async throws {
        try await withAnnouncer { announcer, listener in
            for number in 0..<100 {
                announcer.announce(["http://a", "http://b"].map { listener.request(number, to: $0) })
            }

            while announcer.busyListeners > 0 { try await Task.sleep(for: .milliseconds(1)) }
            let events = listener.events.withLock { $0 }
            for url in ["http://a", "http://b"] {
                #expect(events.filter { $0.hasPrefix(url) } == (0..<100).map { "\(url) \($0)" })
            }
        }
    }

    @Test func `a listener that has everything leaves nothing behind, and comes back`() async throws {
        try await withAnnouncer { announcer, listener in
            for round in 0..<3 {
                for project in 0..<50 {
                    announcer.announce([listener.request(round, to: "http://functions/\(project)")])
                }
                while announcer.busyListeners > 0 { try await Task.sleep(for: .milliseconds(1)) }
            }
            #expect(listener.events.withLock { $0.count } == 150)
        }
    }
}
