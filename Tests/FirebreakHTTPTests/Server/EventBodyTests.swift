import FirebreakControl
import FirebreakModel
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import FirebreakHTTP

/// How events are written (HTML Living Standard, section 9.2.6).
@Suite(.timeLimit(.minutes(20)))
struct EventBodyTests {
    private struct Full: Error {}

    /// Takes so many parts, and notes how many were asked for at each.
    private final class Collected: Sendable {
        let limit: Int
        let pause: (@Sendable () async -> Void)?
        private let state = Mutex<[String]>([])
        var parts: [String] { state.withLock { $0 } }

        init(limit: Int = .max, pause: (@Sendable () async -> Void)? = nil) {
            self.limit = limit
            self.pause = pause
        }

        func take(_ part: ByteBuffer) async throws {
            await pause?()
            try state.withLock { state in
                guard state.count < limit else { throw Full() }
                state.append(String(buffer: part))
            }
        }
    }

    /// Gives these batches one after the other.
    private struct Batches: EventStream {
        final class Log: Sendable {
            let times = Mutex<[Duration]>([])
        }

        var batches: [[ServerEvent]]
        var isEndless = false
        let log = Log()

        mutating func next(within time: Duration) async throws -> [ServerEvent]? {
            log.times.withLock { $0.append(time) }
            guard !batches.isEmpty else { return isEndless ? [] : nil }
            return batches.removeFirst()
        }
    }

    private static let message = ServerEvent(id: "7", name: "message", data: Array(#"{"a":1}"#.utf8))

    @Test func `an event has its ID, its kind and its data`() async throws {
        let status = ServerEvent(name: "status", data: Array("a\n\nb".utf8))
        let collected = Collected()
        try await EventBody(
            Batches(batches: [[Self.message, status], [Self.message]]), EventBody.Timing(heartbeat: .seconds(1))
        )
        .write(watching: nil, collected.take)

        let first = "id: 7\nevent: message\ndata: {\"a\":1}\n\n"
        #expect(collected.parts == [first + "event: status\ndata: a\ndata: \ndata: b\n\n", first])
    }

    @Test func `a silent stream has a comment for each heartbeat, until its client goes`() async throws {
        let collected = Collected(limit: 3)
        let stream = Batches(batches: [], isEndless: true)
        await #expect(throws: Full.self) {
            try await EventBody(stream, EventBody.Timing(heartbeat: .milliseconds(7))).write(
                watching: nil, collected.take)
        }

        #expect(collected.parts == [":\n\n", ":\n\n", ":\n\n"])
        #expect(stream.log.times.withLock { $0 } == Array(repeating: .milliseconds(7), count: 4))
    }

    @Test func `nothing is read for a client that does not take what was read before`() async throws {
        let stream = Batches(batches: Array(repeating: [Self.message], count: 100))
        let collected = Collected(pause: { [log = stream.log] in
            let asked = log.times.withLock { $0.count }
            for _ in 0..<20 { await Task.yield() }
            #expect(log.times.withLock { $0.count } == asked)
        })
        try await EventBody(stream, EventBody.Timing(heartbeat: .seconds(1))).write(watching: nil, collected.take)

        #expect(collected.parts.count == 100)
    }
}
