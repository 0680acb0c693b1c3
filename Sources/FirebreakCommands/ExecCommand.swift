package import ArgumentParser
import Firebreak
import FirebreakWire
import Foundation

/// `firebreak exec -- CMD…`: runs a command against a server of its own.
package struct ExecCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        // By itself it is not asked for completion scripts, which takes as long as reading its arguments.
        commandName: "exec", _superCommandName: "firebreak",
        abstract: "Run a command against a server of its own, and exit with the command's code.",
        usage: "firebreak exec [<options>] -- <command> ...",
        discussion: """
            Starts a server on a free port, runs the command with FIREBASE_AUTH_EMULATOR_HOST, GCLOUD_PROJECT, \
            GOOGLE_CLOUD_PROJECT, FIREBREAK_URL and FIREBREAK_PROJECT in its environment, and ends the server with it. \
            An app that mails by itself sends to FIREBREAK_SMTP_URL, or to FIREBREAK_SMTP_HOST and FIREBREAK_SMTP_PORT.

            Signals are passed on to the command and its children; when it has not ended after --grace, all of them \
            are killed. Children that the command leaves behind are killed as well, unless they moved to a session or \
            process group of their own.

            A single word that names no program, as 'npm test && npm run e2e', is a script for sh.

            Exits with the command's code, 128 plus the signal that ended it, 127 if there is no such command, 126 \
            if it cannot be run.

            Examples:
              firebreak exec -- npm test
              firebreak exec --fixture fixtures/quick-start.yaml -- npm test
              firebreak exec --project demo-shop --profile production -- pytest -x
              firebreak exec --log-level info -- sh -c 'curl -f $FIREBREAK_URL/healthz'
            """
    )

    @OptionGroup
    var options: ServeOptions

    @Option(
        help: ArgumentHelp(
            "Time between a signal to end and SIGKILL: seconds, or a text such as 500ms or 1m. (default: 5s)",
            valueName: "time"))
    var grace: TimeSpan?

    @OptionGroup
    var kept: KeptRunOptions

    @Argument(parsing: .postTerminator, help: "The command and its arguments.", completion: .file())
    var command: [String] = []

    package init() {}

    package func validate() throws {
        if command.isEmpty {
            throw ValidationError("there is no command; write it after --, as in: firebreak exec -- npm test")
        }
    }

    package func run() async throws {
        let settings = try ServeSettings(options: options, defaults: .exec)
        try options.checkOnly(settings, script: command.map(ShellWord.quoted).joined(separator: " "))
        let command = ShellScript.command(command, path: ProcessInfo.processInfo.environment["PATH"])
        try await PreparedServer(settings).run(command, grace: grace, keeping: kept)
    }
}

extension PreparedServer {
    /// Serves while a command runs.
    ///
    /// - Parameters:
    ///   - command: The command and its arguments.
    ///   - environment: That of the command, before what ``ExecEnvironment/variables(hostAndPort:url:hub:mailServer:configuration:)``
    ///     adds.
    ///   - onReady: Called once, before the command begins.
    /// - Throws: The command's exit code, unless that is 0.
    func run(
        _ command: [String], grace: TimeSpan?,
        keeping kept: KeptRunOptions,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        onReady: @escaping @Sendable (BoundAddress) -> Void = { _ in }
    ) async throws {
        defer { readyFile?.remove() }
        var environment = environment
        // It is of this run, and not of one that the command starts.
        let inVariable = environment.variable(KeptRunFile.variable)
        environment[KeptRunFile.variable] = nil
        let session = ExecSession(
            server: self,
            command: command,
            environment: environment,
            grace: grace?.duration ?? .seconds(5),
            inheritedDescriptors: .atLaunch,
            kept: try (kept.file ?? inVariable).map { try KeptRunFile($0, emulator, command) },
            onReady: onReady
        )
        do {
            let outcome = try await session.run()
            if outcome != .exited(0) { throw ExitCode(outcome.exitCode) }
        } catch let failure as LaunchFailure {
            throw CommandFailure(failure.description, status: ExitStatus(code: failure.exitCode))
        }
    }
}

/// What the commands take that run another one.
package struct KeptRunOptions: ParsableArguments {
    @Option(
        name: .customLong("keep-on-failure"),
        help: ArgumentHelp(
            "Where the command fails, keep its mails, calls, accounts and settings in this file, for firebreak open. "
                + "(default: $\(KeptRunFile.variable))",
            valueName: "file"),
        completion: .file())
    var file: String?

    package init() {}

    package func validate() throws {
        if file?.isEmpty == true { throw ValidationError("--keep-on-failure must not be empty") }
    }
}

/// A script that is one word of a command line.
enum ShellScript {
    /// The shell that runs a script.
    static func command(_ script: String) -> [String] { ["/bin/sh", "-c", script] }

    /// The shell for a single word that is a script rather than a program's name; any other command as it is.
    ///
    /// - Parameter path: The directories of programs, between colons.
    static func command(_ command: [String], path: String?) -> [String] {
        guard let word = command.first, command.count == 1, word.unicodeScalars.contains(where: isSpecial),
            !isProgram(word, path)
        else { return command }
        return Self.command(word)
    }

    /// White space, and what a shell takes for more than itself.
    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "|&;<>()$`\\\"'*?[]#~=%{}!".unicodeScalars.contains(scalar)
    }

    private static func isProgram(_ word: String, _ path: String?) -> Bool {
        let candidates =
            word.containsBytes(of: "/")
            ? [word] : (path ?? "/usr/bin:/bin").separated(by: ":").map { "\($0)/\(word)" }
        return candidates.contains { FileManager.default.fileExists(atPath: $0) }
    }
}
