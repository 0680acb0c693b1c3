import FirebreakCommands
import FirebreakWire
import Foundation
import Logging
import Synchronization
import Testing

struct LineLogHandlerTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private func line(_ log: (Logger) -> Void) -> String {
        let lines = Lines()
        var handler = LineLogHandler(label: "firebreak", logLevel: .info, format: .text) { line in
            lines.all.withLock { $0.append(line) }
        }
        handler.metadata = ["zone": "z"]
        log(Logger(label: "firebreak", factory: { [handler] _ in handler }))
        return lines.all.withLock { $0.joined() }
    }

    @Test func `a line has its time, level, label, metadata by name and message`() {
        let line = line { $0.warning("it happened", metadata: ["b": "2", "a": "1"]) }

        #expect(line.hasSuffix(" warning firebreak: a=1 b=2 zone=z [FirebreakCommandsTests] it happened\n"))
        #expect(line.contains(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /#))
    }

    @Test func `what a client sends makes up neither lines nor sequences of a terminal`() {
        let harmful = "p\n2026 info firebreak: forged\r\u{1B}[2K\u{07}\u{9B}\u{2028}\u{202E}"
        let line = line { $0.info("project \(harmful)", metadata: ["id": "\(harmful)", "k\ney": "v"]) }

        #expect(line.unicodeScalars.filter { $0.properties.generalCategory == .control } == ["\n"])
        #expect(line.hasSuffix("\n"))
        #expect(line.contains(#"p\n2026 info firebreak: forged\u{D}\u{1B}[2K\u{7}\u{9B}\u{2028}\u{202E}"#))
    }

    @Test func `less severe messages are left out`() {
        #expect(line { $0.debug("no") }.isEmpty)
    }

    @Test func `a message is one line of JSON with its metadata`() throws {
        let sink = Lines()
        var logger = Logger(label: "test") { label in
            LineLogHandler(label: label, logLevel: .info, format: .json) { line in sink.all.withLock { $0.append(line) }
            }
        }
        logger[metadataKey: "request.id"] = "1"

        logger.debug("not this")
        logger.warning("two\nlines", metadata: ["nested": ["list": ["a", "b\""]]])

        let lines = sink.all.withLock { $0 }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.contains(#""level":"warning","label":"test","message":"two\nlines""#))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        #expect(line.contains(#""metadata":{"nested":{"list":["a","b\""]},"request.id":"1"}}"#))
    }
}
