package import ArgumentParser
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
            GOOGLE_CLOUD_PROJECT, FIREBREAK_URL and FIREBREAK_PROJECT in its environment, and ends the server with it.

            Signals are passed on to the command and its children; when it has not ended after --grace, all of them \
            are killed. Children that the command leaves behind are killed as well, unless they moved to a session or \
            process group of their own.

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
            "Time between a signal to end and SIGKILL: seconds, or as 500ms, 1m. (default: 5s)", valueName: "time"))
    var grace: TimeSpan?

    @Argument(parsing: .postTerminator, help: "The command and its arguments.", completion: .file())
    var command: [String] = []

    package init() {}

    package func validate() throws {
        if command.isEmpty {
            throw ValidationError("there is no command; write it after --, as in: firebreak exec -- npm test")
        }
    }

    package func run() async throws {
        let server = try PreparedServer(options, defaults: .exec)
        defer { server.readyFile?.remove() }
        let session = ExecSession(
            server: server,
            command: command,
            environment: ProcessInfo.processInfo.environment,
            grace: grace?.duration ?? .seconds(5),
            inheritedDescriptors: .atLaunch
        )
        do {
            let outcome = try await session.run()
            if outcome != .exited(0) { throw ExitCode(outcome.exitCode) }
        } catch let failure as LaunchFailure {
            throw CommandFailure(failure.description, status: ExitStatus(code: failure.exitCode))
        }
    }
}
