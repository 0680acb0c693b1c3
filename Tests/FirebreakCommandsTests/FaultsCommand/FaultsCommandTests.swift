import ArgumentParser
import FirebreakClient
import FirebreakCommands
import FirebreakModel
import Foundation
import Testing

/// `firebreak faults`: what its arguments mean, its output, and the tool against a server.
@Suite(.timeLimit(.minutes(20)))
struct FaultsCommandTests {
    private func definition(_ arguments: String...) throws -> FaultDefinition {
        try #require(try FirebreakCommand.parseAsRoot(["faults", "add"] + arguments) as? FaultsAdd).definition
    }

    @Test func `arguments are the members of a definition`() throws {
        var answer = FaultDefinition(
            on: ["accounts.signUp", "token"], where: ["email": "a=b@x.test", "caller": "app"])
        answer.status = 503
        answer.body = "no"
        answer.headers = ["Retry-After": "7"]
        answer.delay = "2s"
        answer.times = .always
        answer.skip = 1
        answer.probability = 0.5
        #expect(
            try definition(
                "accounts.signUp", "token", "--where", "email=a=b@x.test", "--where", "caller=app", "--status", "503",
                "--body", "no", "--header", "Retry-After=7", "--delay", "2s", "--times", "always", "--skip", "1",
                "--probability", "0.5") == answer)

        var drop = FaultDefinition(on: ["token"])
        drop.drop = .after
        drop.times = .count(3)
        #expect(try definition("token", "--drop", "after", "--times", "3") == drop)

        var late = FaultDefinition(on: ["outbox.email"])
        late.deliverAfter = "10m"
        #expect(try definition("outbox.email", "--deliver-after", "10m") == late)
    }

    @Test(arguments: [
        ["faults", "add"], ["faults", "add", "token", "--times", "often"],
        ["faults", "add", "token", "--where", "email"],
        ["faults", "remove"], ["faults", "remove", "fault_1", "--all"],
    ])
    func `what cannot be meant is a usage error`(arguments: [String]) {
        #expect(throws: (any Error).self) { try FirebreakCommand.parseAsRoot(arguments) }
    }

    @Test func `a fault is one line`() throws {
        let fault =
            #"{"id":"fault_1","on":["token","getConfig"],"where":{"email":"a@x.test"},"error":"USER_DISABLED","#
            + #""delay":"2s","hits":1,"left":"always"}"#
        let line = "fault_1  hits 1  left always  token,getConfig where email=a@x.test: error USER_DISABLED, delay 2s\n"

        #expect(try OutputFormat.table.text(reply(fault), FaultsCommand.line) == line)
        #expect(try OutputFormat.table.text(reply(#"{"faults":[\#(fault)]}"#), FaultsCommand.lines) == line)
        #expect(try OutputFormat.json.text(reply(fault), FaultsCommand.line) == fault + "\n")
        #expect(throws: FirebreakFailure.self) { try OutputFormat.table.text(reply("<html>"), FaultsCommand.lines) }
    }

    private func reply(_ body: String) -> ControlReply { ControlReply(status: 200, body: Array(body.utf8)) }

    @Test func `nothing in a fault begins a line or moves the cursor`() throws {
        let fault = #"""
            {"faults":[{"id":"f","on":["token"],"where":{"email":"a\u001b[1A\nb\u202e"},"error":"X","hits":0,"left":1}]}
            """#
        let text = try OutputFormat.table.text(
            ControlReply(status: 200, body: Array(fault.utf8)), FaultsCommand.lines)

        #expect(text.utf8.filter { $0 == 0x0A }.count == 1)
        #expect(text.contains(#"email=a\u{1B}[1A\nb\u{202E}"#))
    }

    @Test func `faults of a running server are added, listed and removed from a shell`() async throws {
        let server = try Tool(["serve", "--port", "0"]).start()
        defer { server.send(SIGTERM) }
        let line = try await server.line()
        let url = try JSONDecoder().decode(Ready.self, from: Data(line.utf8)).url
        func faults(_ arguments: String...) async throws -> Tool.Result {
            try await Tool(["faults"] + arguments, environment: ["FIREBREAK_URL": url, "FIREBREAK_PROJECT": "p"]).run()
        }

        let added = try await faults("add", "accounts.signUp", "--error", "EMAIL_EXISTS", "--times", "2")
        #expect(added.output.hasSuffix("  hits 0  left 2  accounts.signUp: error EMAIL_EXISTS\n"))
        #expect(try await faults("list").output == added.output)
        let id = try #require(added.output.split(separator: " ").first)
        #expect(try await faults("remove", String(id)).status == 0)
        #expect(try await faults("remove", String(id)).status == 1)
        #expect(try await faults("list").output == "")
        #expect(try await faults("remove", "--all").status == 0)

        let refused = try await faults("add", "accounts.signup", "--hang")
        #expect(refused.status == 1)
        #expect(refused.error.contains("did you mean accounts.signUp?"))
    }

    private struct Ready: Decodable {
        var url: String
    }
}
