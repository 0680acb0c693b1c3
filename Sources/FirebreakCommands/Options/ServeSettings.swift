package import Firebreak
import FirebreakWire
import Foundation
package import Logging

/// All settings of `serve` and `exec`, from flags, environment and defaults.
package struct ServeSettings: Sendable {
    /// The defaults of a command, used if neither flag nor environment set a value.
    package struct Defaults: Sendable {
        /// 0 picks a free port.
        package var port: Int
        package var logLevel: Logger.Level

        package static let serve = Self(port: 9099, logLevel: .info)
        /// A free port, because several may run concurrently, and quiet, because the output is the child's.
        package static let exec = Self(port: 0, logLevel: .warning)
    }

    package var configuration: EmulatorConfiguration
    package var logLevel: Logger.Level
    package var logFormat = LogFormat.text
    /// Path of the file to write the ready line to.
    package var readyFile: String?

    /// Merges the sources: flag, then environment, then default.
    ///
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` that names the environment variable or flags at fault.
    package init(options: ServeOptions, environment: [String: String], defaults: Defaults) throws {
        configuration = EmulatorConfiguration()
        configuration.port = defaults.port
        configuration.project = environment.defaultProject ?? configuration.project
        configuration.fixtureVariables = environment
        configuration.hubAddress = environment.variable("FIREBASE_EMULATOR_HUB")
        logLevel = defaults.logLevel
        for option in ServeOption.all { try option.apply(options, environment, &self) }
        try requireTokenBeyondLoopback()
    }

    /// Merges the flags with this process's environment.
    package init(options: ServeOptions, defaults: Defaults) throws {
        try self.init(options: options, environment: ProcessInfo.processInfo.environment, defaults: defaults)
    }

    /// Without a token, every machine on the network could read all mails and codes.
    private func requireTokenBeyondLoopback() throws {
        guard !LoopbackHost.contains(configuration.host), configuration.controlToken == nil else { return }
        throw CommandFailure(
            """
            listening on \(configuration.host), which other machines can reach, needs --control-token \
            (or FIREBREAK_CONTROL_TOKEN), which then guards the control API
            """,
            status: .usage
        )
    }
}
