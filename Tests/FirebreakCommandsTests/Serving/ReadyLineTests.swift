import Firebreak
import FirebreakCommands
import Testing

@Suite struct ReadyLineTests {
    @Test func `the line has the documented members in their order`() {
        let line = ReadyLine.text(
            host: "127.0.0.1",
            port: 9099,
            url: "http://127.0.0.1:9099",
            configuration: EmulatorConfiguration()
        )

        #expect(
            line == """
                {"event":"ready","host":"127.0.0.1","port":9099,"url":"http://127.0.0.1:9099",\
                "project":"demo-firebreak","profile":"local","version":"\(Version.current)"}
                """
        )
    }

    @Test func `whatever a project is called, the line is one line of JSON`() {
        var configuration = EmulatorConfiguration()
        configuration.project = "a\"b\\c\nd\u{1}\u{2028}ü"

        let line = ReadyLine.text(host: "h", port: 1, url: "u", configuration: configuration)

        #expect(line.contains(#""project":"a\"b\\c\nd\u0001"#))
        #expect(!line.contains("\n"))
    }
}
