package import ArgumentParser
import Firebreak
import FirebreakClient
import FirebreakWire
import Foundation
import Logging

/// The options of the Firebase CLI that all its commands have, as far as they mean something here.
struct FirebaseOptions: ParsableArguments {
    @Option(
        name: [.long, .customShort("c")],
        help: ArgumentHelp(
            "The firebase.json. (default: the nearest one, from the working directory upwards)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var config: String?

    @Flag(help: "Log everything.")
    var debug = false

    @Flag(help: "Accepted; nothing is asked.")
    var nonInteractive = false

    init() {}

    func validate() throws {
        if config?.isEmpty == true { throw ValidationError("--config must not be empty") }
    }

    /// Where `.firebaserc` is looked for, from there upwards.
    var directory: String {
        let working = FileManager.default.currentDirectoryPath
        guard let config else { return working }
        return URL(filePath: config.begins(with: "/") ? config : "\(working)/\(config)")
            .standardizedFileURL.deletingLastPathComponent().path(percentEncoded: false)
    }

    /// What `firebase.json` says.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be read.
    func configuration(_ environment: [String: String]) throws -> FirebaseConfiguration {
        let file =
            config
            ?? CLIFile.nearest(
                FirebaseConfiguration.name, from: FileManager.default.currentDirectoryPath,
                home: environment.variable("HOME"))
        return try FirebaseConfiguration(file: file)
    }
}

/// The options of `emulators:start` and `emulators:exec` besides those of `serve`.
struct EmulatorsOptions: ParsableArguments {
    @Flag(help: "Accepted; the console is always there, and needs no port of its own.")
    var ui = false

    @Option(
        defaultAsFlag: "9229", parsing: .next,
        help: ArgumentHelp("Accepted; Firebreak runs no functions.", valueName: "port"))
    var inspectFunctions: String?

    @OptionGroup
    var common: FirebaseOptions

    init() {}
}

/// A server that takes the place of the official Auth emulator.
struct AuthEmulator {
    let settings: ServeSettings
    let firebase: FirebaseConfiguration

    /// - Parameter script: What is run meanwhile, if it is.
    /// - Throws: ``CommandFailure`` for a file that cannot be read, and for other emulators in `--only`.
    init(_ options: ServeOptions, _ common: FirebaseOptions, script: String?) throws {
        let environment = ProcessInfo.processInfo.environment
        firebase = try common.configuration(environment)
        var defaults = ServeSettings.Defaults(firebase)
        defaults.logLevel = common.debug ? .debug : script == nil ? .info : .warning
        defaults.directory = common.directory
        var settings = try ServeSettings(options: options, environment: environment, defaults: defaults)
        let configuration = settings.configuration
        if configuration.functions == nil,
            configuration.hubAddress != nil || HubFile(project: configuration.project)?.read() != nil
        {
            settings.configuration.functions = "hub"
        }
        try options.checkOnly(settings.configuration, script: script)
        others = options.only == nil ? firebase.otherEmulators : []
        command = CombinedCommand.text(others, settings.configuration, script: script)
        self.settings = settings
    }

    /// What `firebase.json` has besides Auth and is not run, unless `--only` says that it is not to be.
    private let others: [String]
    /// The command that runs it as well.
    private let command: String

    /// What a person reads when the server is ready; containers wait for its first line.
    func text(at address: BoundAddress) -> String {
        var text = "All emulators ready! It is now safe to connect your app.\n"
        if !others.isEmpty {
            text += "\(FirebaseConfiguration.name) also has \(others.list), which Firebreak does not run: \(command)\n"
        }
        var rows: [(name: String, address: String, console: String?)] = [
            ("Authentication", address.hostAndPort, address.url + "/firebreak/")
        ]
        if let hub = address.hub { rows.append(("Emulator Hub", hub, nil)) }
        if let functions = settings.configuration.functions, functions != "off", functions != "hub" {
            rows.append(("Functions (asked)", functions, nil))
        }
        let table = TextTable<(name: String, address: String, console: String?)>([
            ("Emulator", { $0.name }), ("Host:Port", { $0.address }), ("Console", { $0.console }),
        ])
        text += "\n" + table.text(rows) + "\n" + "Project: \(settings.projectDescription)".visible + "\n"
        if settings.isControlTokenMade, let token = settings.configuration.controlToken {
            text += "Control token, made for this run because other machines can connect: \(token)\n"
        }
        return text
    }
}

extension ServeSettings.Defaults {
    /// Those of the Firebase CLI's commands.
    init(_ firebase: FirebaseConfiguration) {
        self.init()
        configuration.profile = .emulator
        configuration.host = firebase.auth.host ?? configuration.host
        configuration.port = firebase.auth.port ?? configuration.port
        configuration.singleProject = firebase.isSingleProject ? .warn : .off
        configuration.functions = firebase.functionsHost
        configuration.hubPort = firebase.hub.port ?? 4400
        configuration.requiresHub = false
        prefersAliases = true
        makesControlToken = true
    }
}

/// `firebreak emulators:start`: runs the server as the Firebase CLI's command does.
package struct EmulatorsStartCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        // By itself it is not asked for completion scripts, which takes as long as reading its arguments.
        commandName: "emulators:start", _superCommandName: "firebreak",
        abstract: "Run the server in place of the Firebase CLI's Auth emulator.",
        discussion: """
            As firebase emulators:start --only auth: host and port are those of firebase.json, the project is that of \
            .firebaserc, the profile is emulator, and what a person reads goes to standard output. The options of \
            serve are there as well, with their variables.

            Examples:
              firebreak emulators:start --only auth
              firebreak emulators:start --import=seed --export-on-exit
              firebreak emulators:start -P staging -c test/firebase.json
            """
    )

    @OptionGroup
    var options: ServeOptions

    @OptionGroup(title: "Firebase CLI")
    var firebase: EmulatorsOptions

    package init() {}

    package func run() async throws {
        let emulator = try AuthEmulator(options, firebase.common, script: nil)
        try await PreparedServer(emulator.settings, isReported: true).serve { _, address in emulator.text(at: address) }
    }
}

/// `firebreak emulators:exec SCRIPT`: runs a script against a server as the Firebase CLI's command does.
package struct EmulatorsExecCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        // By itself it is not asked for completion scripts, which takes as long as reading its arguments.
        commandName: "emulators:exec", _superCommandName: "firebreak",
        abstract: "Run a script against a server in place of the Firebase CLI's Auth emulator.",
        discussion: """
            As firebase emulators:exec --only auth: host and port are those of firebase.json, the project is that of \
            .firebaserc, the profile is emulator, and the exit code is that of the script, which sh runs. It finds \
            FIREBASE_AUTH_EMULATOR_HOST, GCLOUD_PROJECT and what exec sets besides. The options of serve are there as \
            well, with their variables.

            Examples:
              firebreak emulators:exec --only auth 'npm test'
              firebreak emulators:exec --import=seed 'npm run build && npm test'
            """
    )

    @Argument(help: "The script, in one word.", completion: .file())
    var script: String

    @Option(
        help: ArgumentHelp(
            "Time between a signal to end and SIGKILL: seconds, or as 500ms, 1m. (default: 5s)", valueName: "time"))
    var grace: TimeSpan?

    @OptionGroup
    var options: ServeOptions

    @OptionGroup(title: "Firebase CLI")
    var firebase: EmulatorsOptions

    package init() {}

    /// The arguments with the last one apart, which is the script: `--import` and `--export-on-exit` before it have no
    /// value then. An option is no script.
    static func separatingScript(_ arguments: [String]) -> [String] {
        guard let last = arguments.last, !last.begins(with: "-") else { return arguments }
        return arguments.dropLast() + ["--", last]
    }

    package func run() async throws {
        let emulator = try AuthEmulator(options, firebase.common, script: script)
        try await PreparedServer(emulator.settings).run(ShellScript.command(script), grace: grace) { address in
            // Standard output is the script's.
            try? StandardStream.error.write(emulator.text(at: address))
        }
    }
}

/// `firebreak emulators:export DIR`: exports from a running server as the Firebase CLI's command does.
package struct EmulatorsExportCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "emulators:export",
        abstract: "Export a project of a running server in place of the Firebase CLI.",
        discussion: """
            The directory gets the accounts in the form of the official emulators; parts of other emulators in it stay. \
            The server is --url, else $FIREBREAK_URL, else http://$FIREBASE_AUTH_EMULATOR_HOST, else the one that the \
            project's hub names, else at the port of firebase.json or 9099.

            Example:
              firebreak emulators:export seed
            """
    )

    @Argument(help: ArgumentHelp("The directory.", valueName: "dir"), completion: .directory)
    var directory: String

    @Option(
        help: ArgumentHelp("Accepted; auth is all that there is.", valueName: "auth"), completion: .list(["auth"]))
    var only: String?

    @Flag(help: "Accepted; what is replaced is always replaced without a question.")
    var force = false

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @OptionGroup(title: "Firebase CLI")
    var firebase: FirebaseOptions

    package init() {}

    package func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let configuration = try firebase.configuration(environment)
        var options = options
        let id = try ProjectChoice(
            flag: options.project, environment: environment, directory: firebase.directory, prefersFile: true)?.id
        let isKnown = ["FIREBREAK_URL", "FIREBASE_AUTH_EMULATOR_HOST", "FIREBREAK_PORT"]
            .contains { environment.variable($0) != nil }
        if options.location.url == nil, !isKnown {
            options.location.url =
                await RunningHub.authURL(of: id ?? EmulatorConfiguration().project, environment)
                ?? configuration.authURL
        }
        let project = options.location.project(id, environment: environment)
        let document = try await TerminalScreen.standardError.showing("Exporting \(project.id)") {
            try await project.export(.init(rawValue: ExportCommand.Format.emulator.rawValue), tenant: nil)
        }
        try ExportCommand.write(document, toDirectory: directory)
    }
}

/// The hub of a project's emulators: that of this server, or of the Firebase CLI.
enum RunningHub {
    /// Where the hub says that Auth is; `nil` if there is no hub, or no Auth.
    ///
    /// - Parameter project: The project whose hub it is, where no variable names one.
    static func authURL(of project: String, _ environment: [String: String]) async -> String? {
        for origin in origins(of: project, environment) {
            let request = ControlRequest(.get, "/emulators", timeout: .seconds(2))
            guard let reply = try? await HTTPTransport(url: origin).send(request),
                let auth = EmulatorAddress(of: "auth", inHubAnswer: reply.body)
            else { continue }
            return "http://\(auth)"
        }
        return nil
    }

    private static func origins(of project: String, _ environment: [String: String]) -> [String] {
        if let hub = environment.variable("FIREBASE_EMULATOR_HUB") { return ["http://\(hub)"] }
        return HubFile(project: project)?.read()?.origins ?? []
    }
}

/// A command that runs Firebreak beside other emulators of the Firebase CLI.
enum CombinedCommand {
    /// - Parameters:
    ///   - emulators: The others.
    ///   - script: What is run meanwhile, if it is.
    static func text(_ emulators: [String], _ configuration: EmulatorConfiguration, script: String?) -> String {
        var words = ["firebreak", "exec", "--project", configuration.project]
        if script == nil { words += ["--port", String(configuration.port)] }
        if configuration.profile != .local { words += ["--profile", configuration.profile.rawValue] }
        words += ["--", "firebase", script == nil ? "emulators:start" : "emulators:exec"]
        words += ["--only", emulators.joined(separator: ",")]
        return (words + (script.map { [$0] } ?? [])).map(ShellWord.quoted).joined(separator: " ")
    }
}

extension ServeOptions {
    /// - Parameter script: What is run meanwhile, if it is.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` where `--only` names another emulator than `auth`.
    func checkOnly(_ configuration: EmulatorConfiguration, script: String?) throws {
        let others = (only?.separated(by: ",") ?? []).map(\.trimmed).filter { $0 != "auth" }
        guard !others.isEmpty else { return }
        let command = CombinedCommand.text(others, configuration, script: script)
        throw CommandFailure(
            "--only names \(others.list), and Firebreak runs auth alone; this runs both:\n  \(command)", status: .usage)
    }
}

extension [String] {
    /// The words as a sentence has them: `firestore, storage and hosting`.
    fileprivate var list: String {
        guard let last, count > 1 else { return joined() }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
