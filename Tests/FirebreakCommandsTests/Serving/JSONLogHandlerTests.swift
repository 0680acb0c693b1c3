import FirebreakCommands
import Foundation
import Logging
import Synchronization
import Testing

@Suite struct JSONLogHandlerTests {
    @Test func `a message is one line of JSON with its metadata`() throws {
        let sink = Sink()
        var logger = Logger(label: "test") { label in
            JSONLogHandler(label: label, logLevel: .info) { line in sink.lines.withLock { $0.append(line) } }
        }
        logger[metadataKey: "request.id"] = "1"

        logger.debug("not this")
        logger.warning("two\nlines", metadata: ["nested": ["list": ["a", "b\""]]])

        let lines = sink.lines.withLock { $0 }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.contains(#""level":"warning","label":"test","message":"two\nlines""#))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        #expect(line.contains(#""metadata":{"nested":{"list":["a","b\""]},"request.id":"1"}}"#))
    }

    private final class Sink: Sendable {
        let lines = Mutex<[String]>([])
    }
}
