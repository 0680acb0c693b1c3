package import ArgumentParser
import Firebreak
import FirebreakClient
import FirebreakWire
import Foundation

/// The root command, `firebreak`.
package struct FirebreakCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "firebreak",
        abstract: "An emulator of Firebase Authentication that official SDKs cannot tell from the service.",
        discussion: """
            Examples:
              firebreak serve
              firebreak exec -- npm test
              firebreak outbox wait --to alice@example.test

            Results go to standard output, logs and messages to standard error. Exit codes: 0 success, 1 failure, \
            2 usage (also a bad environment variable), 3 fixture invalid, 4 port taken, 5 storage; exec exits \
            with its command's code.
            """,
        version: "firebreak \(Version.current)",
        subcommands: [
            ServeCommand.self, ExecCommand.self, OpenCommand.self, HealthCommand.self, ValidateCommand.self,
            SeedCommand.self,
            ExportCommand.self, PullCommand.self, DriftCommand.self,
            EmulatorsStartCommand.self, EmulatorsExecCommand.self, EmulatorsExportCommand.self,
            OutboxCommand.self, RequestsCommand.self, AccountsCommand.self, FaultsCommand.self, ErrorsCommand.self,
            ClockCommand.self,
            KeysCommand.self, TokenCommand.self, ProbeCommand.self, CompletionCommand.self,
        ]
    )

    package init() {}

    /// Runs the program's arguments, reports errors and ends the process with the exit code.
    package static func launch() async -> Never {
        guard !CommandLine.arguments.isEmpty else {
            // Without it, Swift knows no arguments on Linux, and a call of any command would look like one for help.
            try? StandardStream.error.write("Error: The arguments cannot be read: /proc is not there.\n")
            terminate(ExitStatus.failure.code)
        }
        Allocator.limitArenas()
        let arguments = Array(CommandLine.arguments.dropFirst())
        // What is wrong with them, `execute` says.
        switch leaf(named: (try? LeadingOptions.behindCommand(arguments, of: Self.self))?.first) {
        case is ServeCommand.Type, is EmulatorsStartCommand.Type: Emulator.prepare()
        case is ExecCommand.Type, is EmulatorsExecCommand.Type:
            _ = InheritedDescriptors.atLaunch
            Emulator.prepare()
        default: break
        }
        terminate(await execute(arguments))
    }

    /// Runs one command line and reports errors on standard error.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: The exit code.
    package static func execute(_ arguments: [String]) async -> Int32 {
        defer { UnwaitingStream.standardError.finish() }
        do {
            var command = try await command(of: arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return ExitStatus.success.code
        } catch {
            let error = (error as? FirebreakFailure).map(CommandFailure.init) ?? error
            let status = ExitStatus(error)
            let text = message(reporting: error).visibleLines
            if !text.isEmpty {
                // Help and version are thrown too; they are results, not errors.
                guard status == .success else {
                    UnwaitingStream.standardError.write(text + "\n")
                    return status.code
                }
                // The stream has no reader any more; the exit code still tells the result.
                try? StandardStream.output.write(text + "\n")
            }
            return status.code
        }
    }

    /// A subcommand with its arguments is read alone. The whole tree of commands takes several milliseconds more, and is
    /// needed only for help and to say what is wrong, with the command's name in full.
    static func command(of arguments: [String]) async throws -> any ParsableCommand {
        let arguments = try LeadingOptions.behindCommand(arguments, of: Self.self)
        let leaf = leaf(named: arguments.first)
        let rest = Array(arguments.dropFirst())
        if let command = try? leaf?.parse(rest) { return command }
        if leaf is EmulatorsExecCommand.Type,
            let command = try? EmulatorsExecCommand.parse(EmulatorsExecCommand.separatingScript(rest))
        {
            return command
        }
        return try await asyncParseAsRoot(arguments)
    }

    /// The subcommand with a name, if it has none of its own.
    private static func leaf(named name: String?) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first {
            $0.configuration.commandName == name && $0.configuration.subcommands.isEmpty
        }
    }

    /// The message that reports an error to the user, empty if there is nothing to report.
    private static func message(reporting error: any Error) -> String {
        switch error {
        // Lines that begin with file and line, as editors and CI systems parse them.
        case let error as EmulatorError where error.code == .invalidFixture: error.description
        case let failure as CommandFailure where failure.status == .invalidFixture: failure.message
        case let failure as CommandFailure: failure.message.isEmpty ? "" : "Error: \(failure.message)"
        case let error as EmulatorError: "Error: \(error.description)"
        default: fullMessage(for: error)
        }
    }
}

/// `exit` of the C library; the commands have their own `exit`, from ArgumentParser.
private func terminate(_ code: Int32) -> Never {
    exit(code)
}
