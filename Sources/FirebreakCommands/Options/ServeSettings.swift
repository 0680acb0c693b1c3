package import Firebreak
import FirebreakWire
import Foundation
package import Logging

/// All settings of the commands that run a server, from flags, environment, files of the Firebase CLI and defaults.
package struct ServeSettings: Sendable {
    /// The defaults of a command, used if neither flag nor environment set a value.
    package struct Defaults: Sendable {
        package var configuration = EmulatorConfiguration()
        package var logLevel = Logger.Level.info
        /// Whether `.firebaserc` counts more than the variables of Google, as for the Firebase CLI.
        package var prefersAliases = false
        /// Whether a control token is made where other machines can connect and none is given.
        package var makesControlToken = false
        /// Where `.firebaserc` is looked for, from there upwards.
        package var directory = FileManager.default.currentDirectoryPath

        package init() {}

        package static let serve = Self()
        /// A free port, because several may run concurrently, and quiet, because the output is the child's.
        package static var exec: Self {
            var defaults = Self()
            defaults.configuration.port = 0
            defaults.configuration.smtpInPort = 0
            defaults.logLevel = .warning
            return defaults
        }
    }

    package var configuration: EmulatorConfiguration
    package var logLevel: Logger.Level
    /// `nil` for lines of text that suit who reads them.
    package var logFormat: LogFormat?
    /// Path of the file to write the ready line to.
    package var readyFile: String?
    /// The file of the Firebase CLI that the default project is from; `nil` if it is not from one.
    package private(set) var projectFile: String?
    /// Whether the control token is one that nobody gave.
    package private(set) var isControlTokenMade = false

    /// Merges the sources: flag, then environment, then default.
    ///
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` that names the environment variable, flags or file at fault.
    package init(options: ServeOptions, environment: [String: String], defaults: Defaults) throws {
        configuration = defaults.configuration
        configuration.fixtureVariables = environment
        configuration.hubAddress = environment.variable("FIREBASE_EMULATOR_HUB")
        logLevel = defaults.logLevel
        for option in ServeOption.all { try option.apply(options, environment, &self) }
        let project = try ProjectChoice(
            flag: options.project, environment: environment, directory: defaults.directory,
            prefersFile: defaults.prefersAliases)
        if let project {
            configuration.project = project.id
            projectFile = project.file
        }
        try settlePaths(options)
        try settleHub()
        try checkMailPort()
        try guardFromOtherMachines(makesToken: defaults.makesControlToken)
    }

    /// Merges the flags with this process's environment.
    package init(options: ServeOptions, defaults: Defaults) throws {
        try self.init(options: options, environment: ProcessInfo.processInfo.environment, defaults: defaults)
    }

    /// Gives the one of `--import` and `--export-on-exit` that has no value that of the other one.
    private mutating func settlePaths(_ options: ServeOptions) throws {
        if let given = options.importPath, given.text == nil { configuration.importPath = configuration.exportPath }
        if let given = options.exportOnExit, given.text == nil { configuration.exportPath = configuration.importPath }
        guard options.importPath == nil || configuration.importPath != nil else {
            throw CommandFailure("--import needs a path, or --export-on-exit one", status: .usage)
        }
        guard options.exportOnExit == nil || configuration.exportPath != nil else {
            throw CommandFailure("--export-on-exit needs a directory, or --import one", status: .usage)
        }
    }

    /// A hub that nobody asked for is not worth an error.
    private mutating func settleHub() throws {
        guard let port = configuration.hubPort, port != 0, port == configuration.port else { return }
        guard configuration.requiresHub else {
            configuration.hubPort = nil
            return
        }
        throw CommandFailure(
            "port \(port) cannot be that of the server and of its hub; give another to --port or --hub", status: .usage)
    }

    private func checkMailPort() throws {
        guard let port = configuration.smtpInPort, port != 0,
            [configuration.port, configuration.hubPort].contains(port)
        else { return }
        throw CommandFailure(
            "port \(port) cannot be that of the server, or its hub, and for mails; give another to --smtp-in",
            status: .usage)
    }

    /// Without a token, every machine on the network could read all mails and codes.
    private mutating func guardFromOtherMachines(makesToken: Bool) throws {
        guard let host = configuration.openHost, configuration.controlToken == nil else { return }
        if makesToken {
            configuration.controlToken = UUID().uuidString
            isControlTokenMade = true
            return
        }
        throw CommandFailure(
            """
            listening on \(host), which other machines can reach, needs --control-token \
            (or FIREBREAK_CONTROL_TOKEN), which then guards the control API
            """,
            status: .usage
        )
    }
}
