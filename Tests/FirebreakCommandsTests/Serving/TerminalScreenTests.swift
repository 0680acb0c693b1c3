import Firebreak
import FirebreakModel
import FirebreakWire
import Logging
import Synchronization
import Testing

@testable import FirebreakCommands

@Suite struct TerminalScreenTests {
    private static let plain = TerminalStyle(environment: ["TERM": "xterm", "NO_COLOR": "1"])
    private static let rich = TerminalStyle(environment: ["TERM": "xterm-256color", "VTE_VERSION": "7600"])

    @Test(
        arguments: [
            ([:], false, false, false),
            (["TERM": "dumb", "VTE_VERSION": "7600"], false, false, false),
            (["TERM": "xterm"], true, false, true),
            (["TERM": "xterm", "NO_COLOR": "1"], false, false, true),
            (["TERM": "xterm", "NO_COLOR": ""], true, false, true),
            (["TERM": "xterm-kitty", "NO_COLOR": "1"], false, true, true),
            (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app"], true, true, true),
        ] as [([String: String], Bool, Bool, Bool)])
    func `terminals do what their variables say`(
        _ environment: [String: String], _ colors: Bool, _ links: Bool, _ cursor: Bool
    ) {
        let style = TerminalStyle(environment: environment)
        #expect((style.hasColors, style.hasLinks, style.movesCursor) == (colors, links, cursor))
    }

    @Test func `addresses are links where the terminal has them`() {
        let text = "follow this link: http://a.test/?b=c"
        #expect(Self.plain.textWithLinks(text) == text)
        let link = "\u{1B}]8;;http://a.test/?b=c\u{1B}\\http://a.test/?b=c\u{1B}]8;;\u{1B}\\"
        #expect(Self.rich.textWithLinks(text) == "follow this link: " + link)
    }

    @Test(arguments: ["\u{1B}[2J", "http://a.test/\u{1B}]8;;", "http://a.test/\u{7}", "\r\u{9B}2J", "a\u{202E}b"])
    func `nothing in a text moves the cursor`(_ text: String) {
        for shown in [Self.rich.text(text), Self.rich.textWithLinks(text), Self.rich.link(text)] {
            #expect(shown == text.visible)
        }
        #expect(Self.rich.text(text, .red) == "\u{1B}[31m\(text.visible)\u{1B}[0m")
    }

    @Test func `lines of the log stay above the progress, which goes when the work is done`() async throws {
        let written = Mutex("")
        let screen = TerminalScreen(Self.plain) { text in written.withLock { $0 += text } }
        try await Optional(screen).showing("Importing \u{1B}x") {
            while !written.withLock({ $0.hasSuffix(" s") }) { try await Task.sleep(for: .milliseconds(10)) }
            screen.print("line\n")
        }

        let text = written.withLock { $0 }
        #expect(text.hasPrefix("Importing \\u{1B}x … "))
        #expect(text.contains("\r\u{1B}[Kline\nImporting \\u{1B}x … "))
        // Gone before anything else is printed.
        #expect(text.hasSuffix("\r\u{1B}[K"))
    }

    @Test func `the progress has one line of the terminal, whatever its width`() async throws {
        let written = Mutex("")
        let screen = TerminalScreen(Self.plain, columns: { 10 }) { text in written.withLock { $0 += text } }
        await #expect(throws: CancellationError.self) {
            try await Optional(screen).showing("Importing users.json") {
                while written.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
                throw CancellationError()
            }
        }
        // It may have been shown more than once.
        let lines = written.withLock { $0 }.separated(by: "\r\u{1B}[K", omittingEmptySubsequences: false)
        #expect(Set(lines) == ["Importing", ""] && lines.last == "")
    }

    @Test func `a dumb terminal shows no progress`() async throws {
        let written = Mutex("")
        let screen = TerminalScreen(TerminalStyle(environment: [:])) { text in written.withLock { $0 += text } }
        try await Optional(screen).showing("Importing") { try await Task.sleep(for: .milliseconds(1_200)) }
        #expect(written.withLock { $0 } == "")
    }

    @Test func `a refusal is one line with its reason`() throws {
        let report = TerminalReport(screen: TerminalScreen(Self.plain) { _ in })
        var record = JournalRecord(
            id: 1, seq: 1, project: "p", at: "now", method: "POST", path: "/v1/accounts:signUp", status: 400,
            durationMicroseconds: 1)
        #expect(report.refusal(record) == "400 POST /v1/accounts:signUp")
        record.operation = "accounts.signUp"
        record.email = "a\n@example.test"
        record.error = "EMAIL_EXISTS"
        record.explanation = "There is one already."
        #expect(
            report.refusal(record) == #"400 accounts.signUp a\n@example.test EMAIL_EXISTS: There is one already."#)
        record.status = nil
        #expect(report.refusal(record)?.hasPrefix("no answer accounts.signUp") == true)
        record.status = 200
        #expect(report.refusal(record) == nil)
    }

    @Test(arguments: [(Logger.Level.info, "text"), (.warning, "warning: text"), (.error, "error: text")])
    func `a line of the log is its message, and how severe it is`(_ level: Logger.Level, _ line: String) {
        let written = Mutex("")
        var logger = Logger(label: "firebreak") { label in
            LineLogHandler(label: label, logLevel: .info, format: .text, style: Self.plain) { text in
                written.withLock { $0 += text }
            }
        }
        logger[metadataKey: "file"] = "a\u{1B}b"
        logger.log(level: level, "text")
        #expect(written.withLock { $0 } == line + " file=a\\u{1B}b\n")
    }

    @Test func `the owner of a port is found among those that listen`() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:238B 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0
               1: 0100007F:238B 0100007F:1234 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 100 0
               2: 0100007F:238C 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0 100 0
            """
        #expect(PortOwner.listeners(on: 9099, in: table) == ["socket:[4711]"])
        #expect(PortOwner.listeners(on: 1, in: table + "\nnonsense\n") == [])
    }
}
