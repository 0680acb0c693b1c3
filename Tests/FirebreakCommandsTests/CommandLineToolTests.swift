import Firebreak
import Foundation
import Testing

/// The whole tool, from the outside.
@Suite(.timeLimit(.minutes(20)))
struct CommandLineToolTests {
    @Test func `the version is one line`() async throws {
        let result = try await Tool(["--version"]).run()

        #expect(result.status == 0)
        #expect(result.output == "firebreak \(Version.current)\n")
        #expect(result.error == "")
    }

    @Test func `help is a result, complaints are not`() async throws {
        let help = try await Tool(["serve", "--help"]).run()
        #expect(help.status == 0)
        #expect(help.output.contains("USAGE: firebreak serve <options>"))
        #expect(help.output.contains("--data-dir"))

        let usage = try await Tool(["serve", "--nonsense"]).run()
        #expect(usage.status == 2)
        #expect(usage.output == "")
        #expect(usage.error.contains("--nonsense"))
        #expect(usage.error.contains("'firebreak serve --help'"))
    }

    @Test func `a bad variable exits 2 and is named`() async throws {
        let result = try await Tool(["serve"], environment: ["FIREBREAK_PORT": "99x"]).run()

        #expect(result.status == 2)
        #expect(result.error.contains("FIREBREAK_PORT"))
    }

    @Test func `keys prints the derived key`() async throws {
        let result = try await Tool(["keys", "demo-shop"]).run()

        #expect(result.output == (try APIKey.derived(for: "demo-shop")) + "\n")
        #expect(try await Tool(["keys", String(repeating: "a", count: 31)]).run().status == 2)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func `serve says where it is, and ends with 0 when told to`(_ signal: Int32) async throws {
        let readyFile = Scratch()
        let server = try Tool(["serve", "--port", "0", "--ready-file", readyFile.path]).start()
        let line = try await server.line()
        let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))

        #expect(ready.event == "ready")
        #expect(ready.port > 0)
        #expect(ready.url == "http://127.0.0.1:\(ready.port)")
        #expect(try readyFile.text() == line + "\n")

        server.send(signal)
        let result = try await server.end()
        #expect(result.status == 0)
        #expect(result.output == line + "\n")
        #expect(!FileManager.default.fileExists(atPath: readyFile.path))
    }

    @Test func `a tool has directories of its own, and ends with its test`() async throws {
        let script = "pwd -P; cd \"$HOME\"; pwd -P; cd \"$TMPDIR\"; pwd -P; ls -A; echo end; sleep 600"
        var tool: Tool.Running? = try Tool(["exec", "--", "sh", "-c", script]).start()
        let process = try #require(tool?.process)
        var lines: [Substring] = []
        while lines.last != "end" {
            lines = try #require(try await tool?.line()).split(separator: "\n")
        }

        #expect(lines.count == 4 && Set(lines.dropLast()).count == 1, "\(lines)")
        #expect(lines.first != FileManager.default.currentDirectoryPath[...])
        tool = nil
        try await expectEnd(of: process)
    }

    @Test func `a port that is taken exits 4`() async throws {
        let server = try Tool(["serve", "--port", "0"]).start()
        let ready = try JSONDecoder().decode(Ready.self, from: Data(try await server.line().utf8))

        #expect(try await Tool(["serve", "--port", "\(ready.port)"]).run().status == 4)
        #expect(try await Tool(["exec", "--port", "\(ready.port)", "--", "true"]).run().status == 4)

        server.send(SIGTERM)
        #expect(try await server.end().status == 0)
    }

    @Test func `exec exits as its command does and keeps quiet`() async throws {
        let script = "echo $FIREBASE_AUTH_EMULATOR_HOST $GCLOUD_PROJECT $FIREBREAK_PROJECT; exit 7"
        let result = try await Tool(["exec", "--project", "demo-shop", "--", "sh", "-c", script]).run()

        #expect(result.status == 7)
        #expect(result.output.hasPrefix("127.0.0.1:"))
        #expect(result.output.hasSuffix(" demo-shop demo-shop\n"))
        #expect(result.error == "")
        #expect(try await Tool(["exec", "--", "sh", "-c", "kill -9 $$"]).run().status == 137)
        #expect(try await Tool(["exec", "--", "firebreak-no-such-command"]).run().status == 127)
    }

    @Test func `exec passes signals on and kills a command that ignores them`() async throws {
        let file = Scratch()
        let script = "trap '' TERM; echo $$ > \(file.path); while :; do sleep 0.02; done"
        let exec = try Tool(["exec", "--grace", "200ms", "--", "sh", "-c", script]).start()
        let command = try #require(pid_t(try await file.line()))

        exec.send(SIGTERM)

        #expect(try await exec.end().status == 137)
        try await expectEnd(of: command)
    }

    @Test func `a command does not survive an exec that was killed`() async throws {
        let file = Scratch()
        // The pause, because a watchdog learns of a command just after its start, which nobody outside can see.
        let script = "sleep 600 & sleep 0.5; echo $! > \(file.path); wait"
        let exec = try Tool(["exec", "--", "sh", "-c", script]).start()
        let grandchild = try #require(pid_t(try await file.line()))

        exec.send(SIGKILL)

        _ = try await exec.end()
        try await expectEnd(of: grandchild)
    }

    @Test func `a command that moves away takes no port with it`() async throws {
        // Once the port is free the system may give it to another process of the machine, which is not what this is about.
        for attempt in 1... {
            let file = Scratch()
            let script = "setsid sleep 2 & echo ${FIREBASE_AUTH_EMULATOR_HOST#*:} > \(file.path)"
            #expect(try await Tool(["exec", "--", "sh", "-c", script]).run().status == 0)

            let server = try Tool(["serve", "--port", try await file.line()]).start()
            do {
                #expect(try await server.line().contains("ready"))
            } catch is Tool.Running.EndedWithoutLine where attempt < 4 {
                #expect(try await server.end().status == 4)
                continue
            }
            server.send(SIGTERM)
            #expect(try await server.end().status == 0)
            return
        }
    }

    @Test func `outbox says when there is no server`() async throws {
        let result = try await Tool(["outbox", "list", "--url", "http://127.0.0.1:9"]).run()

        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.error.contains("http://127.0.0.1:9"))
    }

    private struct Ready: Decodable {
        var event: String
        var port: Int
        var url: String
    }
}
