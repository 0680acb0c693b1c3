import ArgumentParser
import FirebreakWire
import Foundation
import Logging

/// The options of the Firebase CLI that all its commands have, as far as they mean something here. ``LeadingOptions`` has
/// them as well.
struct FirebaseOptions: ParsableArguments {
    @Option(
        name: [.long, .customShort("c", allowingJoined: true)],
        help: ArgumentHelp(
            "The firebase.json. (default: the nearest one, from the working directory upwards)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var config: String?

    @Flag(help: "Log everything.")
    var debug = false

    @Flag(help: "Accepted; nothing is asked.")
    var nonInteractive = false

    @Flag(name: [.long, .customShort("i")], help: "Accepted; nothing is asked.")
    var interactive = false

    @Flag(name: [.long, .customShort("j")], help: "Accepted; what is printed is text, and serve prints JSON.")
    var json = false

    @Option(help: ArgumentHelp("Accepted; no account is needed.", valueName: "token"))
    var token: String?

    @Option(help: ArgumentHelp("Accepted; no account is needed.", valueName: "email"))
    var account: String?

    init() {}

    func validate() throws {
        if config?.isEmpty == true { throw ValidationError("--config must not be empty") }
    }

    /// Tells of an option that may be there for its effect, which it does not have.
    func tellOfJSON() {
        guard json else { return }
        // Without a reader it need not be told.
        try? StandardStream.error.write("--json has no effect: what this command prints is text\n")
    }

    /// Where `.firebaserc` is looked for, from there upwards.
    var directory: String {
        let working = FileManager.default.currentDirectoryPath
        guard let config else { return working }
        return URL(filePath: config.startsWithBytes(of: "/") ? config : "\(working)/\(config)")
            .standardizedFileURL.deletingLastPathComponent().path(percentEncoded: false)
    }

    /// What `firebase.json` says.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be read.
    func configuration(_ environment: [String: String]) throws -> FirebaseConfiguration {
        try config.map(FirebaseConfiguration.init(file:)) ?? FirebaseConfiguration(environment)
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

    @Option(
        help: ArgumentHelp(
            "What is logged: like --log-level debug, info, warning and error. (default: INFO; emulators:exec: QUIET)",
            valueName: "verbosity"))
    var logVerbosity: LogVerbosity?

    @OptionGroup
    var common: FirebaseOptions

    init() {}

    func validate() throws {
        guard let port = inspectFunctions, !(UInt16(digits: port).map { $0 >= 1024 } ?? false) else { return }
        throw ValidationError("--inspect-functions must be a port, 1024 through 65535")
    }

    /// What is logged, where `--log-level` does not say it.
    ///
    /// - Parameter script: What is run meanwhile, if it is.
    func logLevel(script: String?) -> Logger.Level {
        logVerbosity?.level ?? (common.debug ? .debug : script == nil ? .info : .warning)
    }
}

/// A value of `--log-verbosity`.
enum LogVerbosity: String, CaseIterable, ExpressibleByArgument, Sendable {
    case debug = "DEBUG"
    case info = "INFO"
    case quiet = "QUIET"
    case silent = "SILENT"

    init?(argument: String) { self.init(rawValue: argument.uppercased()) }

    fileprivate var level: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .quiet: .warning
        case .silent: .error
        }
    }
}
