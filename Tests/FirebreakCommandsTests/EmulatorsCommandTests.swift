import ArgumentParser
import Firebreak
import Foundation
import Logging
import Testing

@testable import FirebreakCommands

@Suite struct EmulatorsCommandTests {
    @Test(
        arguments: [
            (["--export-on-exit=a"], nil, "a"), (["--export-on-exit", "a"], nil, "a"),
            (["--import=a", "--export-on-exit"], "a", "a"), (["--export-on-exit", "--import=a"], "a", "a"),
            (["--export-on-exit=b", "--import"], "b", "b"), (["--import", "a", "--export-on-exit", "b"], "a", "b"),
            (["--import=a=b"], "a=b", nil),
        ] as [([String], String?, String?)])
    func `an import and an export at the end can share a directory`(
        _ arguments: [String], _ imported: String?, _ exported: String?
    ) throws {
        let settings = try ServeSettings(options: .parse(arguments), environment: [:], defaults: .serve)

        #expect(settings.configuration.importPath == imported)
        #expect(settings.configuration.exportPath == exported)
    }

    @Test func `the directory can be that of a variable`() throws {
        let settings = try ServeSettings(
            options: .parse(["--export-on-exit"]), environment: ["FIREBREAK_IMPORT": "a"], defaults: .serve)
        #expect(settings.configuration.exportPath == "a")
    }

    @Test(arguments: [["--export-on-exit"], ["--import"], ["--import", "--export-on-exit"]])
    func `one of them needs a value`(_ arguments: [String]) throws {
        let error = #expect(throws: CommandFailure.self) {
            try ServeSettings(options: .parse(arguments), environment: [:], defaults: .serve)
        }
        #expect(error?.status == .usage)
    }

    @Test(
        arguments: [
            (["npm test"], nil), (["--only", "auth", "npm test"], nil), (["npm test", "--only", "auth"], nil),
            (["--export-on-exit", "npm test"], ""), (["--export-on-exit", "a", "npm test"], "a"),
            (["--export-on-exit=a", "npm test"], "a"), (["npm test", "--export-on-exit"], ""),
            (["npm test", "--export-on-exit", "a"], "a"), (["--export-on-exit", "--", "npm test"], ""),
            (["--ui", "--inspect-functions", "npm test"], nil),
            (["--inspect-functions=9230", "--debug", "npm test"], nil),
            (["-P", "x", "-c", "firebase.json", "--non-interactive", "npm test"], nil),
            (["-Px", "-cfirebase.json", "--token", "t", "--account=a@b.test", "-j", "npm test"], nil),
            (["--json", "--log-verbosity", "QUIET", "npm test"], nil),
        ] as [([String], String?)])
    func `the last word is the script`(_ arguments: [String], _ exported: String?) async throws {
        let command = try await FirebreakCommand.command(of: ["emulators:exec"] + arguments)
        let exec = try #require(command as? EmulatorsExecCommand)

        #expect(exec.script == "npm test")
        #expect(exec.options.exportOnExit.map { $0.text ?? "" } == exported)
    }

    @Test(arguments: [[], ["--only", "auth"], ["npm", "test"], ["--nonsense", "npm test"]])
    func `without one script there is nothing to run`(_ arguments: [String]) async {
        let error = await #expect(throws: (any Error).self) {
            try await FirebreakCommand.command(of: ["emulators:exec"] + arguments)
        }
        #expect(error.map { ExitStatus($0) } == .usage)
    }

    @Test(
        arguments: [
            (["--project", "x", "serve"], ["serve", "--project", "x"]),
            (
                ["-Px", "--debug", "emulators:exec", "--only", "auth", "npm test"],
                ["emulators:exec", "-Px", "--debug", "--only", "auth", "npm test"]
            ),
            (["-c", "a.json", "-i", "-j", "emulators:start"], ["emulators:start", "-c", "a.json", "-i", "-j"]),
            (["-P", "x", "outbox", "list", "--limit", "1"], ["outbox", "list", "-P", "x", "--limit", "1"]),
            (["--project=x", "exec", "--", "a", "-V"], ["exec", "--project=x", "--", "a", "-V"]),
            (["--token", "serve", "serve"], ["serve", "--token", "serve"]),
            (["-V"], ["--version"]), (["--debug", "-V"], ["--version"]), (["-P", "x", "--help"], ["--help"]),
            (["emulators:start", "-V"], ["emulators:start", "--version"]),
            (["--only", "auth", "serve"], ["--only", "auth", "serve"]), (["--", "serve"], ["--", "serve"]),
            (["serve", "--project", "x"], ["serve", "--project", "x"]), ([], []),
        ] as [([String], [String])])
    func `options before a command are those behind it`(_ arguments: [String], _ moved: [String]) throws {
        #expect(try LeadingOptions.behindCommand(arguments, of: FirebreakCommand.self) == moved)
    }

    @Test(arguments: [
        (["--projet", "x", "serve"], "Unknown option '--projet'. Did you mean '--project'?"),
        (["--debug", "--acount=a", "serve"], "Unknown option '--acount'. Did you mean '--account'?"),
        (["--project", "x"], "there is no command after --project x"),
        (["--project"], "there is no command after --project"),
    ])
    func `what is wrong before a command is said`(_ arguments: [String], _ problem: String) {
        let error = #expect(throws: CommandFailure.self) {
            try LeadingOptions.behindCommand(arguments, of: FirebreakCommand.self)
        }
        #expect(error == CommandFailure(problem, status: .usage))
    }

    @Test(arguments: ["1023", "65536", "x"]) func `a port for inspection is one`(_ port: String) {
        #expect(throws: (any Error).self) { try EmulatorsOptions.parse(["--inspect-functions=\(port)"]) }
        #expect(throws: Never.self) { try EmulatorsOptions.parse(["--inspect-functions=1024"]) }
    }

    @Test(arguments: [(["--hub", "off"], [:]), ([], ["FIREBREAK_HUB": "off"])] as [([String], [String: String])])
    func `there need not be a hub`(_ arguments: [String], _ environment: [String: String]) throws {
        let defaults = ServeSettings.Defaults(try FirebaseConfiguration(file: nil))
        let settings = try ServeSettings(options: .parse(arguments), environment: environment, defaults: defaults)
        #expect((settings.configuration.hubPort, settings.configuration.requiresHub) == (nil, false))
        #expect(throws: (any Error).self) { try ServeOptions.parse(["--hub", "of"]) }
        #expect(throws: CommandFailure.self) {
            try ServeSettings(options: .parse([]), environment: ["FIREBREAK_HUB": "none"], defaults: defaults)
        }
    }

    @Test func `a project may be joined to its short option`() async throws {
        let command = try await FirebreakCommand.command(of: ["emulators:exec", "-Pstaging", "npm test"])
        #expect((command as? EmulatorsExecCommand)?.options.project == "staging")
        #expect(try ServeOptions.parse(["-Pstaging"]).project == "staging")
        #expect(try ServerOptions.parse(["-Pstaging"]).project == "staging")
    }

    @Test(
        arguments: [
            ([], .info, .warning), (["--debug"], .debug, .debug), (["--log-verbosity", "DEBUG"], .debug, .debug),
            (["--log-verbosity=info"], .info, .info), (["--log-verbosity", "QUIET", "--debug"], .warning, .warning),
            (["--log-verbosity", "SILENT"], .error, .error),
        ] as [([String], Logger.Level, Logger.Level)])
    func `the verbosity is a level of the log`(
        _ arguments: [String], _ start: Logger.Level, _ exec: Logger.Level
    ) throws {
        let options = try EmulatorsOptions.parse(arguments)
        #expect((options.logLevel(script: nil), options.logLevel(script: "true")) == (start, exec))
        #expect(throws: (any Error).self) { try EmulatorsOptions.parse(["--log-verbosity", "loud"]) }
    }

    @Test func `what firebase.json says are defaults`() throws {
        var defaults = ServeSettings.Defaults(try FirebaseConfiguration(file: nil))
        #expect(defaults.configuration.port == 9099)
        #expect(defaults.configuration.profile == .emulator)
        #expect(defaults.configuration.singleProject == .off)
        #expect(defaults.configuration.functions == nil)
        #expect((defaults.configuration.hubPort, defaults.configuration.requiresHub) == (4400, false))
        #expect(defaults.configuration.hubHost == "127.0.0.1")

        let file = Scratch()
        try """
        {"emulators":{"auth":{"host":"::","port":9199},"hub":{"port":4401},"functions":{},"singleProjectMode":true}}
        """.write(toFile: file.path, atomically: true, encoding: .utf8)
        defaults = ServeSettings.Defaults(try FirebaseConfiguration(file: file.path))
        let settings = try ServeSettings(options: .parse([]), environment: [:], defaults: defaults)

        #expect((settings.configuration.host, settings.configuration.port) == ("::", 9199))
        #expect(settings.configuration.singleProject == .warn)
        #expect(settings.configuration.functions == "127.0.0.1:5001")
        // The hub is for this machine, unless the file says otherwise.
        #expect((settings.configuration.hubPort, settings.configuration.hubHost) == (4401, "127.0.0.1"))
        // Other machines can connect.
        #expect(settings.isControlTokenMade && (settings.configuration.controlToken?.count ?? 0) > 30)
        let flags = try ServeOptions.parse(["--host", "127.0.0.1", "--port", "1", "--profile", "local", "--hub=2"])
        let flagged = try ServeSettings(options: flags, environment: [:], defaults: defaults)
        #expect((flagged.configuration.host, flagged.configuration.port) == ("127.0.0.1", 1))
        #expect(flagged.configuration.profile == .local)
        #expect(flagged.configuration.controlToken == nil)
        #expect((flagged.configuration.hubPort, flagged.configuration.requiresHub) == (2, true))
        let bare = try ServeSettings(options: .parse(["--hub"]), environment: [:], defaults: defaults)
        #expect((bare.configuration.hubPort, bare.configuration.requiresHub) == (4401, true))
    }

    @Test func `a hub that other machines reach needs a token`() throws {
        let file = Scratch()
        try #"{"emulators":{"hub":{"host":"0.0.0.0"}}}"#.write(toFile: file.path, atomically: true, encoding: .utf8)
        let defaults = ServeSettings.Defaults(try FirebaseConfiguration(file: file.path))
        let settings = try ServeSettings(options: .parse([]), environment: [:], defaults: defaults)
        #expect((settings.configuration.host, settings.configuration.hubHost) == ("127.0.0.1", "0.0.0.0"))
        #expect(settings.isControlTokenMade)
    }

    @Test func `server and hub cannot share a port`() throws {
        let bare = try ServeSettings(options: .parse(["--hub"]), environment: [:], defaults: .serve)
        #expect((bare.configuration.hubPort, bare.configuration.requiresHub) == (4400, true))
        let both = try ServeSettings(options: .parse(["--port=0", "--hub=0"]), environment: [:], defaults: .serve)
        #expect(both.configuration.hubPort == 0)

        let error = #expect(throws: CommandFailure.self) {
            try ServeSettings(options: .parse(["--port=4400", "--hub"]), environment: [:], defaults: .serve)
        }
        #expect(error?.status == .usage && error?.message.contains("port 4400") == true)
        // One that nobody asked for goes.
        let defaults = ServeSettings.Defaults(try FirebaseConfiguration(file: nil))
        let settings = try ServeSettings(options: .parse(["--port=4400"]), environment: [:], defaults: defaults)
        #expect(settings.configuration.hubPort == nil)
    }

    @Test(arguments: ["\u{202E}", "\u{2028}", "\u{FEFF}"] as [Unicode.Scalar])
    func `what others have named is shown escaped`(hidden: Unicode.Scalar) async throws {
        let file = Scratch()
        try #"{"firestore":{}}"#.write(toFile: file.path, atomically: true, encoding: .utf8)
        let tool = Tool(["emulators:exec", "-P", "a\(hidden)b", "-c", file.path, "--port", "0", "true"])
        let result = try await tool.run()

        #expect(result.status == 0)
        #expect(result.error.contains("does not run: firebreak exec --project 'a\\u{"))
        #expect(!(result.output + result.error).unicodeScalars.contains(hidden))
    }

    @Test func `another emulator in --only is refused with the command that runs both`() throws {
        var settings = try ServeSettings(
            options: .parse(["--project", "demo shop"]), environment: [:], defaults: .serve)
        settings.configuration.profile = .emulator
        #expect(throws: Never.self) {
            try ServeOptions.parse(["--only", "auth, ,ui,auth "]).checkOnly(settings, script: nil)
        }

        let options = try ServeOptions.parse(["--only", "auth,firestore, functions:pay,firestore"])
        let start = #expect(throws: CommandFailure.self) {
            try options.checkOnly(settings, script: nil)
        }
        #expect(start?.status == .usage)
        #expect(start?.message.contains("names firestore and functions:pay") == true)
        #expect(
            start?.message.contains(
                """
                firebreak exec --project 'demo shop' --port 9099 --profile emulator --functions 127.0.0.1:5001 -- \
                firebase emulators:start --project 'demo shop' --only firestore,functions:pay
                """) == true)
        let firebase = Scratch()
        try #"{"emulators":{"auth":{"port":9199}}}"#.write(toFile: firebase.path, atomically: true, encoding: .utf8)
        settings.configuration.project = "--help"
        settings.configuration.port = 0
        let free = #expect(throws: CommandFailure.self) {
            try options.checkOnly(settings, try FirebaseConfiguration(file: firebase.path), script: "npm test")
        }
        #expect(
            free?.message.contains("exec '--project=--help' --port 9199 --profile emulator ") == true
                && free?.message.contains(" emulators:exec '--project=--help' --only ") == true,
            "\(free?.message ?? "")")
        settings.configuration.project = "demo shop"
        settings.configuration.functions = "127.0.0.1:5002"
        settings.configuration.importPath = "a seed"
        settings.configuration.exportPath = "out"
        let exec = #expect(throws: CommandFailure.self) {
            try options.checkOnly(settings, config: "ci/firebase.json", script: "npm test")
        }
        #expect(
            exec?.message.contains(
                """
                --functions 127.0.0.1:5002 '--import=a seed' '--export-on-exit=out' -- firebase emulators:exec \
                --project 'demo shop' --only firestore,functions:pay --config ci/firebase.json '--import=a seed' \
                '--export-on-exit=out' 'npm test'
                """) == true, "\(exec?.message ?? "")")
    }

    @Test(arguments: [
        ("atuh", "names atuh, which is not an emulator; did you mean auth?"),
        ("auth,spanner", "names spanner, which is not an emulator; there are auth, functions, "),
        (" , ", "names no emulator"),
    ])
    func `names in --only that the Firebase CLI does not know are refused`(_ only: String, _ problem: String) throws {
        let settings = try ServeSettings(options: .parse([]), environment: [:], defaults: .serve)
        let error = #expect(throws: CommandFailure.self) {
            try ServeOptions.parse(["--only", only]).checkOnly(settings, script: nil)
        }
        #expect(error?.status == .usage)
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        (["npm test && true"], true), (["echo $HOME"], true), (["a|b"], true), (["exit 7"], true),
        (["npm"], false), (["npm", "test && true"], false), ([""], false),
        (["/bin/sh"], false), (["sh"], false), (["./a b"], true),
    ])
    func `a single word that no program is called is a script`(_ command: [String], _ isScript: Bool) {
        let run = ShellScript.command(command, path: "/usr/bin:/bin")
        #expect(run == (isScript ? ["/bin/sh", "-c"] + command : command))
    }

    @Test func `a program with a blank in its name is a program`() throws {
        let directory = Scratch()
        let program = directory.path + " x"
        try "".write(toFile: program, atomically: true, encoding: .utf8)
        let name = String(program.split(separator: "/").last ?? "")
        let parent = program.dropLast(name.count + 1)

        #expect(ShellScript.command([program], path: nil) == [program])
        #expect(ShellScript.command([name], path: "/nowhere:\(parent)") == [name])
    }
}
