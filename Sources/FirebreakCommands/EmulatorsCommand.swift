package import ArgumentParser
import Firebreak
import FirebreakClient
import FirebreakWire
import Foundation
import Logging

/// A server that takes the place of the official Auth emulator.
struct AuthEmulator {
    let settings: ServeSettings
    let firebase: FirebaseConfiguration

    /// - Parameter script: What is run meanwhile, if it is.
    /// - Throws: ``CommandFailure`` for a file that cannot be read, and for other emulators in `--only`.
    init(_ options: ServeOptions, _ accepted: EmulatorsOptions, script: String?) throws {
        let environment = ProcessInfo.processInfo.environment
        accepted.common.tellOfJSON()
        firebase = try accepted.common.configuration(environment)
        var defaults = ServeSettings.Defaults(firebase)
        defaults.logLevel = accepted.logLevel(script: script)
        defaults.directory = accepted.common.directory
        if script != nil { defaults.configuration.smtpInPort = 0 }
        var settings = try ServeSettings(options: options, environment: environment, defaults: defaults)
        let configuration = settings.configuration
        if configuration.functions == nil,
            configuration.hubAddress != nil || HubFile(project: configuration.project)?.read() != nil
        {
            settings.configuration.functions = "hub"
        }
        let config = accepted.common.config
        try options.checkOnly(settings, firebase, config: config, script: script)
        others = options.only == nil ? firebase.otherEmulators : []
        command = CombinedCommand.text(
            others, settings, port: settings.port(beside: firebase), config: config, script: script)
        self.settings = settings
    }

    /// What `firebase.json` has besides Auth and is not run, unless `--only` says that it is not to be.
    private let others: [String]
    /// The command that runs it as well.
    private let command: String

    /// Runs the server, and says where in the file it is told to listen where it cannot.
    func located(_ run: () async throws -> Void) async throws {
        do { try await run() } catch let error as EmulatorError where error.code == .invalidConfiguration {
            throw firebase.located(error) ?? error
        }
    }

    /// Says what a hub of this server means for the Firebase CLI, which stops where it cannot have the port that the file
    /// names for its own.
    func tellOfHub(at address: BoundAddress, _ logger: Logger) {
        guard let hub = address.hub, let port = firebase.hub.port, settings.configuration.hubPort == port,
            !firebase.otherEmulators.isEmpty
        else { return }
        logger.notice(
            """
            The hub at \(hub) has the port that \(FirebaseConfiguration.name) names for the hub, so that the Firebase CLI \
            cannot run \(firebase.otherEmulators.list) now. To run both, start the CLI first, or this with --hub off
            """)
    }

    /// What a person reads when the server is ready; containers wait for its first line.
    ///
    /// - Parameter isBrief: Whether the same terminal shows the lines of ``TerminalReport`` as well.
    func text(at address: BoundAddress, isBrief: Bool = false) -> String {
        var text = "All emulators ready! It is now safe to connect your app.\n"
        if !others.isEmpty {
            let what = "\(FirebaseConfiguration.name) also has \(others.list), which Firebreak does not run"
            // The project may be named by who wrote .firebaserc.
            text += "\(what): \(command)\n".visibleLines
        }
        var rows: [(name: String, address: String, console: String?)] = [
            ("Authentication", address.hostAndPort, address.url + "/firebreak/")
        ]
        if let hub = address.hub { rows.append(("Emulator Hub", hub, nil)) }
        if let functions = settings.configuration.functions, functions != "off", functions != "hub" {
            rows.append(("Functions (asked)", functions, nil))
        }
        var columns: [TextTable<(name: String, address: String, console: String?)>.Column] = [
            ("Emulator", { $0.name }), ("Host:Port", { $0.address }),
        ]
        if !isBrief { columns.append(("Console", { $0.console })) }
        text += "\n" + TextTable(columns).text(rows) + "\n"
        guard !isBrief else { return text }
        text += "Project: \(settings.projectDescription)".visible + "\n"
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
        // Where other machines may use the server, they need not find it by a hub.
        configuration.hubHost = firebase.hub.host ?? "127.0.0.1"
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
            As firebase emulators:start --only auth: host and port are those of firebase.json, else 127.0.0.1 and 9099, \
            the project is that of .firebaserc, the profile is emulator, and what a person reads goes to standard \
            output. The options of serve are there as well, with their variables.

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
        let emulator = try AuthEmulator(options, firebase, script: nil)
        let server = try PreparedServer(emulator.settings, isReported: true)
        let isBrief = TerminalScreen.standardError != nil && isatty(STDOUT_FILENO) == 1
        try await emulator.located {
            try await server.serve { _, address in
                emulator.tellOfHub(at: address, server.logger)
                return emulator.text(at: address, isBrief: isBrief)
            }
        }
    }
}

/// `firebreak emulators:exec SCRIPT`: runs a script against a server as the Firebase CLI's command does.
package struct EmulatorsExecCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        // By itself it is not asked for completion scripts, which takes as long as reading its arguments.
        commandName: "emulators:exec", _superCommandName: "firebreak",
        abstract: "Run a script against a server in place of the Firebase CLI's Auth emulator.",
        discussion: """
            As firebase emulators:exec --only auth: host and port are those of firebase.json, else 127.0.0.1 and 9099, \
            the project is that of .firebaserc, the profile is emulator, and the exit code is that of the script, \
            which sh runs. It finds FIREBASE_AUTH_EMULATOR_HOST, GCLOUD_PROJECT, FIREBASE_CONFIG, IS_FIREBASE_CLI and \
            what exec sets besides. The options of serve are there as well, with their variables.

            Examples:
              firebreak emulators:exec --only auth 'npm test'
              firebreak emulators:exec --import=seed 'npm run build && npm test'
            """
    )

    @Argument(help: "The script, in one word.", completion: .file())
    var script: String

    @Option(
        help: ArgumentHelp(
            "Time between a signal to end and SIGKILL: seconds, or a text such as 500ms or 1m. (default: 5s)",
            valueName: "time"))
    var grace: TimeSpan?

    @OptionGroup
    var kept: KeptRunOptions

    @OptionGroup
    var options: ServeOptions

    @OptionGroup(title: "Firebase CLI")
    var firebase: EmulatorsOptions

    package init() {}

    /// The arguments with the last one apart, which is the script: `--import` and `--export-on-exit` before it have no
    /// value then. An option is not a script.
    static func separatingScript(_ arguments: [String]) -> [String] {
        guard let last = arguments.last, !last.startsWithBytes(of: "-") else { return arguments }
        return arguments.dropLast() + ["--", last]
    }

    package func run() async throws {
        let emulator = try AuthEmulator(options, firebase, script: script)
        let server = try PreparedServer(emulator.settings)
        try await emulator.located {
            let environment = ExecEnvironment.ofFirebaseCLI(
                ProcessInfo.processInfo.environment, project: emulator.settings.configuration.project)
            try await server.run(
                ShellScript.command(script), grace: grace, keeping: kept, environment: environment
            ) { address in
                emulator.tellOfHub(at: address, server.logger)
                // Standard output is the script's.
                try? StandardStream.error.write(emulator.text(at: address))
            }
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
            project's hub names, else at the host and port of firebase.json, else at 127.0.0.1:9099. The project is that \
            of .firebaserc unless --project or $FIREBREAK_PROJECT names one, and the server has to have it.

            Examples:
              firebreak emulators:export seed
              firebreak emulators:export --project staging --force seed
            """
    )

    @Argument(help: ArgumentHelp("The directory.", valueName: "dir"), completion: .directory)
    var directory: String

    @Option(
        help: ArgumentHelp("Accepted; auth is all that there is.", valueName: "auth"), completion: .list(["auth"]))
    var only: String?

    @Flag(
        help: """
            Replace a firebase-export-metadata.json that cannot be read. (default: nothing is exported then; accounts \
            are always replaced without a question)
            """)
    var force = false

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @OptionGroup(title: "Firebase CLI")
    var firebase: FirebaseOptions

    package init() {}

    package func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        firebase.tellOfJSON()
        let others = try EmulatorNames(only).others
        guard others.isEmpty else {
            throw CommandFailure(
                "--only names \(others.list), and Firebreak exports auth alone; the Firebase CLI exports what it runs",
                status: .usage)
        }
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
        let document = try await ExportCommand.export(.emulator, of: project)
        try ExportCommand.write(document, of: project, toDirectory: directory, replacesMetadata: force)
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
    /// It is `exec` for servers that go on as well: Firebreak's export at the end has to come after that of the CLI, which
    /// replaces the directory.
    ///
    /// - Parameters:
    ///   - emulators: The others.
    ///   - port: Where Auth is to listen; `nil` for a free port.
    ///   - config: The `firebase.json` that was named.
    ///   - script: What is run meanwhile, if it is.
    static func text(
        _ emulators: [String], _ settings: ServeSettings, port: Int?, config: String? = nil, script: String?
    ) -> String {
        let configuration = settings.configuration
        let paths =
            (configuration.importPath.map { ["--import=\($0)"] } ?? [])
            + (configuration.exportPath.map { ["--export-on-exit=\($0)"] } ?? [])
        let project = ShellWord.option("--project", configuration.project)
        var words = ["firebreak", "exec"] + project
        // What is loaded into the other emulators, and apps, may have Auth's usual address in its own settings.
        if let port { words += ["--port", String(port)] }
        if configuration.profile != .local { words += ["--profile", configuration.profile.rawValue] }
        if emulators.contains(where: { EmulatorNames.emulator(of: $0) == "functions" }) {
            let address = configuration.functions.flatMap { $0 == "hub" || $0 == "off" ? nil : $0 }
            words += ["--functions", address ?? "127.0.0.1:5001"]
        }
        words += paths + ["--", "firebase", script == nil ? "emulators:start" : "emulators:exec"]
        words += project + ["--only", emulators.joined(separator: ",")]
        if let config { words += ShellWord.option("--config", config) }
        return (words + paths + (script.map { [$0] } ?? [])).map(ShellWord.quoted).joined(separator: " ")
    }
}

extension ServeSettings {
    /// Where Auth listens beside other emulators: at the port that was chosen for it, else at the usual one, if that is free.
    ///
    /// - Parameter firebase: Says the port where no option does.
    fileprivate func port(beside firebase: FirebaseConfiguration?) -> Int? {
        guard configuration.port == 0 else { return configuration.port }
        return firebase?.auth.port ?? (PortOwner.isFree(9099, at: configuration.host) ? 9099 : nil)
    }
}

extension ServeOptions {
    /// - Parameters:
    ///   - firebase: What `firebase.json` says; read where it is needed by default.
    ///   - config: The `firebase.json` that was named.
    ///   - script: What is run meanwhile, if it is.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` where `--only` names another emulator than `auth`, or none.
    func checkOnly(
        _ settings: ServeSettings, _ firebase: FirebaseConfiguration? = nil, config: String? = nil, script: String?
    ) throws {
        let others = try EmulatorNames(only).others
        guard !others.isEmpty else { return }
        // What may be wrong with the file, the commands say that are for it.
        let firebase = firebase ?? (try? FirebaseConfiguration(ProcessInfo.processInfo.environment))
        let command = CombinedCommand.text(
            others, settings, port: settings.port(beside: firebase), config: config, script: script)
        throw CommandFailure(
            "--only names \(others.list), and Firebreak runs auth alone; this runs both:\n  \(command)", status: .usage)
    }
}

/// What `--only` names.
private struct EmulatorNames {
    /// What the Firebase CLI has besides its emulators; nothing of it is an emulator that Firebreak lacks.
    private static let tools = ["hub", "logging", "ui"]

    /// Besides Auth, each once, such as `firestore` or `functions:pay`.
    private(set) var others: [String] = []

    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` for names that the Firebase CLI does not know either.
    init(_ only: String?) throws {
        guard let only else { return }
        let names = only.separated(by: ",").map(\.trimmed).filter { !$0.isEmpty }
        guard !names.isEmpty else { throw CommandFailure("--only names no emulator", status: .usage) }
        let known = ["auth"] + FirebaseConfiguration.others + ["extensions"] + Self.tools
        for name in names {
            let emulator = Self.emulator(of: name)
            guard known.contains(emulator) else { throw Self.unknown(name, known) }
            guard emulator != "auth", !Self.tools.contains(emulator), !others.contains(name) else { continue }
            others.append(name)
        }
    }

    /// `functions` of `functions:pay`.
    static func emulator(of name: String) -> String { name.parted(at: ":").map { String($0.before) } ?? name }

    private static func unknown(_ name: String, _ known: [String]) -> CommandFailure {
        let nearest = known.min { EditDistance.between($0, name) < EditDistance.between($1, name) }
        let meant = nearest.flatMap { EditDistance.between($0, name) <= 2 ? $0 : nil }
        let hint = meant.map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
        return CommandFailure("--only names \(name), which is not an emulator; \(hint)", status: .usage)
    }
}

extension [String] {
    /// The words as a sentence has them: `firestore, storage and hosting`.
    fileprivate var list: String {
        guard let last, count > 1 else { return joined() }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
