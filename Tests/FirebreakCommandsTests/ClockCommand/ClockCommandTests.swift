import FirebreakClient
import FirebreakCommands
import Foundation
import Testing

/// `firebreak clock`, its output and the tool against a server.
@Suite(.timeLimit(.minutes(20)))
struct ClockCommandTests {
    @Test(
        arguments: [
            (#"{"now":"2026-06-01T12:00:00.000Z","offset":0,"frozen":false}"#, "the server's own"),
            (#"{"now":"2026-06-01T12:00:00.000Z","offset":3660000,"frozen":false}"#, "1h1m ahead"),
            (#"{"now":"2026-06-01T12:00:00.000Z","offset":-15390856130,"frozen":false}"#, "178d3h14m16s behind"),
            (#"{"now":"2026-06-01T12:00:00.000Z","offset":60000,"frozen":false}"#, "1m ahead"),
            (#"{"now":"2026-06-01T12:00:00.000Z","offset":59000,"frozen":false}"#, "59 s ahead"),
            (#"{"now":"2026-06-01T12:00:00.000Z","offset":-1500,"frozen":false}"#, "1.5 s behind"),
            (#"{"now":"2026-06-01T12:00:00.000Z","offset":-1500,"frozen":true}"#, "frozen"),
        ])
    func `a clock is one line`(body: String, state: String) throws {
        let answer = ControlReply(status: 200, body: Array(body.utf8))
        #expect(try OutputFormat.table.text(answer, ClockCommand.line) == "2026-06-01T12:00:00.000Z  \(state)\n")
        #expect(try OutputFormat.json.text(answer, ClockCommand.line) == body + "\n")
    }

    @Test func `another server's answer is a failure, not a crash`() {
        let answer = ControlReply(status: 200, body: Array("<html>".utf8))
        #expect(throws: FirebreakFailure.self) { try OutputFormat.table.text(answer, ClockCommand.line) }
    }

    @Test func `the clock of a running server is moved from a shell`() async throws {
        let server = try Tool(["serve", "--port", "0"]).start()
        defer { server.send(SIGTERM) }
        let line = try await server.line()
        let url = try JSONDecoder().decode(Ready.self, from: Data(line.utf8)).url
        func clock(_ arguments: String...) async throws -> Tool.Result {
            try await Tool(["clock"] + arguments, environment: ["FIREBREAK_URL": url, "FIREBREAK_PROJECT": "p"]).run()
        }

        #expect(
            try await clock("set", "2030-01-01T00:00:00Z", "--frozen").output == "2030-01-01T00:00:00.000Z  frozen\n")
        #expect(try await clock("advance", "61m").output == "2030-01-01T01:01:00.000Z  frozen\n")
        #expect(try await clock("resume").output.contains(" ahead\n"))
        #expect(try await clock("freeze").output.hasSuffix("  frozen\n"))
        #expect(try await clock("show", "--format", "json").output.contains(#""frozen":true"#))
        #expect(try await clock("set", "now").output.hasSuffix("  the server's own\n"))

        let refused = try await clock("advance", "--", "-1s")
        #expect(refused.status == 1)
        #expect(refused.output == "")
        #expect(refused.error.contains("not negative"))
        #expect(try await clock("advance").status == 2)
    }

    private struct Ready: Decodable {
        var url: String
    }
}
