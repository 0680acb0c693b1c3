import FirebreakCommands
import Logging
import Synchronization
import Testing

struct TextLogHandlerTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private func line(_ log: (Logger) -> Void) -> String {
        let lines = Lines()
        var handler = TextLogHandler(label: "firebreak", logLevel: .info) { line in
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
}
