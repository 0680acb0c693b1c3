import ArgumentParser
import Firebreak
import FirebreakWire
import Logging

/// The flags that `serve` and `exec` share. What each of them sets, by itself or by its environment variable, is in the
/// table ``ServeOption/all``.
///
/// All are optional and have no defaults here: an absent flag must not override the environment variable. Defaults are
/// in ``ServeSettings``.
package struct ServeOptions: ParsableArguments {
    @Option(
        help: """
            Address to listen on. Other than loopback needs --control-token. (default: 127.0.0.1; emulators:*: that of \
            firebase.json)
            """)
    var host: String?

    @Option(
        help: """
            Port to listen on; 0 picks a free one. (default: 9099; exec: 0; emulators:*: that of firebase.json, else 9099)
            """)
    var port: Int?

    @Option(
        name: [.long, .customShort("P", allowingJoined: true)],
        help: """
            The default project: an ID, or a name that .firebaserc has for one. (default: $GCLOUD_PROJECT, \
            $GOOGLE_CLOUD_PROJECT, the default project of .firebaserc or demo-firebreak; emulators:*: .firebaserc first)
            """)
    var project: String?

    @Option(
        help: ArgumentHelp("Accepted for commands of the Firebase CLI; auth is all that there is.", valueName: "auth"),
        completion: .list(["auth"]))
    var only: String?

    @Option(
        help: """
            How projects behave: made practical for tests, exactly as the official emulator, or as the service. \
            (default: local; emulators:*: emulator)
            """)
    var profile: Choice<EmulatorConfiguration.Profile>?

    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp("Keep projects in files under this directory. (default: in memory)", valueName: "dir"),
        completion: .directory)
    var dataDirectory: String?

    @Option(
        help: ArgumentHelp(
            "What of --data-dir survives a loss of power: all but the last changes, or all, where each change waits for "
                + "the disk. (default: normal)", valueName: "choice"))
    var durability: Choice<EmulatorConfiguration.Durability>?

    @Option(
        name: .customLong("fixture"),
        help: ArgumentHelp(
            "Apply a fixture, YAML or JSON, before the server is ready. May be repeated.", valueName: "file"),
        completion: .fixtures
    )
    var fixtures: [String] = []

    @Option(
        name: .customLong("import"), defaultAsFlag: OptionalValue(), parsing: .next,
        help: ArgumentHelp(
            "Fill the default project before the server is ready: from an export of the official emulators, or from a "
                + "file that the Firebase CLI's auth:export wrote. Without a value, from that of --export-on-exit.",
            valueName: "path"),
        completion: .file()
    )
    var importPath: OptionalValue?

    @Option(
        name: .long, defaultAsFlag: OptionalValue(), parsing: .next,
        help: ArgumentHelp(
            "Write the default project to this directory when the server ends. Without a value, to that of --import.",
            valueName: "dir"),
        completion: .directory
    )
    var exportOnExit: OptionalValue?

    @Option(
        name: .customLong("api-key"),
        help: ArgumentHelp("Register an API key for a project. May be repeated.", valueName: "key=project")
    )
    var apiKeys: [Assignment] = []

    @Option(
        help: ArgumentHelp(
            "What an API key that belongs to no project selects: the default project, or nothing, which is an error. "
                + "(default: default)", valueName: "choice"))
    var unknownKeys: Choice<EmulatorConfiguration.UnknownKeys>?

    @Option(
        help: ArgumentHelp(
            "What a request for another project than the default one leads to: nothing, a warning in the log, or an "
                + "error. (default: off; emulators:*: warn with singleProjectMode of firebase.json)",
            valueName: "choice"))
    var singleProject: Choice<EmulatorConfiguration.SingleProject>?

    @Option(
        help: ArgumentHelp(
            "Domains that new projects authorize, between commas; * for all. (default: those of the profile)",
            valueName: "list"))
    var authorizedDomains: String?

    @Option(
        name: .customLong("rule"),
        help: ArgumentHelp(
            "Set a rule, as expiry=off, for projects that do not set it themselves; GET "
                + "/firebreak/v1/projects/PROJECT/rules lists the rules. May be repeated.",
            valueName: "name=value")
    )
    var rules: [Assignment] = []

    @Option(
        name: .customLong("signing-key"),
        help: ArgumentHelp(
            "PEM file of the RSA key that signs tokens with --rule idTokens=signed. (default: one is made)",
            valueName: "file"),
        completion: .file())
    var signingKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "Number that makes IDs, codes and salts the same on each run. (default: random ones)", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp("Bearer token that the control API and the console ask for.", valueName: "token"))
    var controlToken: String?

    @Option(
        help: ArgumentHelp(
            "Bearer token that admin clients on other machines must send in place of 'owner'. "
                + "(default: 'owner' is accepted)", valueName: "token"))
    var adminToken: String?

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Scheme, host and port under which clients reach the server; links begin with it.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "Older form of --public-url, without the scheme, which is the server's own.", valueName: "host"))
    var publicHost: String?

    @Option(
        help: ArgumentHelp(
            "Proxies whose word counts for where requests come from: loopback, addresses, networks such as 10.0.0.0/8, "
                + "between commas. Needs --control-token. (default: none)", valueName: "list"))
    var trustProxy: String?

    @Option(
        help: ArgumentHelp(
            "The header in which they say it; the first one with its -Proto and -Host. What stands in the other is not "
                + "believed. (default: X-Forwarded-For)", valueName: "header"))
    var trustProxyHeader: Choice<EmulatorConfiguration.TrustedProxyHeader>?

    @Option(
        help: ArgumentHelp(
            "How many projects there may be; one more is refused with 429. (default: any number)", valueName: "count"))
    var maxProjects: Int?

    @Option(
        help: ArgumentHelp(
            "Largest request body: bytes, or with a unit, such as 64MiB or 10MB. (default: 64MiB)", valueName: "size"))
    var maxBody: ByteCount?

    @Option(
        help: ArgumentHelp(
            "Calls of each project that the journal keeps, for the requests command; 0 for no journal. (default: 1000)",
            valueName: "count"))
    var journal: Int?

    @Option(
        help: ArgumentHelp(
            "Send mails to this mail server as well: smtp[s]://[user:password@]host:port, with ?verify=off to trust "
                + "any certificate.",
            valueName: "url")
    )
    var smtp: String?

    @Option(
        name: .customLong("smtp-in"), defaultAsFlag: OptionalValue(), parsing: .next,
        help: ArgumentHelp(
            "Be a mail server on this port for the mails that an app sends itself, and put them into the outbox; without "
                + "a value, on 1025; off for none. (default: off; exec, emulators:exec: a free port)",
            valueName: "port"))
    var smtpIn: OptionalValue?

    @Option(
        help: ArgumentHelp(
            "The Functions emulator whose blocking functions and account events are used: host:port, or hub for the one "
                + "that the hub of the Firebase CLI's emulators names. (default: off; emulators:*: what firebase.json or "
                + "the hub says)", valueName: "address"))
    var functions: String?

    @Option(
        defaultAsFlag: OptionalValue(), parsing: .next,
        help: ArgumentHelp(
            "Serve a hub on this port, as the Firebase CLI does, by which other programs find this server; without a "
                + "value, on 4400; off for none. (default: off; emulators:*: that of firebase.json or 4400, where it is "
                + "free)",
            valueName: "port"))
    var hub: OptionalValue?

    @Option(
        name: .customLong("tls-cert"),
        help: ArgumentHelp(
            "PEM file with the certificate chain; with --tls-key, the server speaks HTTPS.", valueName: "file"),
        completion: .file())
    var tlsCertificateFile: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("PEM file with the certificate's private key.", valueName: "file"), completion: .file())
    var tlsKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "Least severe log messages to write. (default: info; exec, emulators:exec: warning)", valueName: "level"))
    var logLevel: Choice<Logger.Level>?

    @Option(help: ArgumentHelp("Form of the log lines on standard error. (default: text)", valueName: "format"))
    var logFormat: LogFormat?

    @Option(
        help: ArgumentHelp(
            "Write the ready line to this file as well, and remove the file on exit.", valueName: "file"),
        completion: .file())
    var readyFile: String?

    package init() {}

    package func validate() throws {
        for option in ServeOption.all where option.isEmpty(self) {
            throw ValidationError("\(option.flag) must not be empty")
        }
        if only?.isEmpty == true { throw ValidationError("--only must not be empty") }
        if let port, !(0...65535).contains(port) { throw ValidationError("--port must be 0 through 65535") }
        for (flag, value) in [("--hub", hub), ("--smtp-in", smtpIn)] {
            guard let text = value?.text, !ServeOption.isPortOrOff(text) else { continue }
            throw ValidationError("\(flag) must be 0 through 65535, or off")
        }
        if let maxProjects, maxProjects < 1 { throw ValidationError("--max-projects must be 1 or more") }
        if publicURL != nil, publicHost != nil {
            throw ValidationError("--public-url and --public-host exclude each other")
        }
        if let journal, journal < 0 { throw ValidationError("--journal must not be negative") }
    }
}

/// The value of an option that can go without: `--import` and `--export-on-exit` leave it to each other then, and
/// `--hub` to `firebase.json`; `--smtp-in` has a usual port.
struct OptionalValue: ExpressibleByArgument, CustomStringConvertible, Sendable {
    /// `nil` without a value.
    let text: String?

    init() { text = nil }

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// Empty without a value, for which the help has words of its own.
    var description: String { text ?? "" }
}

/// An option of `serve` and `exec`: its flag in ``ServeOptions``, its environment variable, and the setting that they
/// give.
package struct ServeOption: Sendable {
    /// Every option, in the order of the documentation.
    package static let all: [ServeOption] = [
        ServeOption("host", \.host) { $0.configuration.host = $1 },
        ServeOption("port", \.port, "a port, 0 through 65535", where: { (0...65535).contains($0) }) {
            $0.configuration.port = $1
        },
        ServeOption("project", \.project) { $0.configuration.project = $1 },
        ServeOption("profile", \.profile) { $0.configuration.profile = $1.value },
        ServeOption("data-dir", \.dataDirectory) { $0.configuration.dataDirectory = $1 },
        ServeOption("durability", \.durability) { $0.configuration.durability = $1.value },
        ServeOption(list: "fixture", \.fixtures) { $0.configuration.fixtures = $1 },
        ServeOption("import", \.importPath) { $0.configuration.importPath = $1.text },
        ServeOption("export-on-exit", \.exportOnExit) { $0.configuration.exportPath = $1.text },
        ServeOption(pairs: "api-key", \.apiKeys, "KEY=PROJECT") { $0.configuration.apiKeys = $1 },
        ServeOption("unknown-keys", \.unknownKeys) { $0.configuration.unknownKeys = $1.value },
        ServeOption("single-project", \.singleProject) { $0.configuration.singleProject = $1.value },
        ServeOption("authorized-domains", \.authorizedDomains) {
            $0.configuration.authorizedDomains = $1.separated(by: ",").map(\.trimmed)
        },
        ServeOption(pairs: "rule", \.rules, "NAME=VALUE") { $0.configuration.rules = $1 },
        ServeOption("seed", \.seed, "a whole number that is not negative") { $0.configuration.seed = $1 },
        ServeOption("signing-key", \.signingKeyFile) { $0.configuration.signingKeyFile = $1 },
        ServeOption("control-token", \.controlToken) { $0.configuration.controlToken = $1 },
        ServeOption("admin-token", \.adminToken) { $0.configuration.adminToken = $1 },
        ServeOption("public-url", \.publicURL) { $0.configuration.publicURL = $1 },
        ServeOption("public-host", \.publicHost) { $0.configuration.publicHost = $1 },
        ServeOption("trust-proxy", \.trustProxy) { $0.configuration.trustedProxies = $1 },
        ServeOption("trust-proxy-header", \.trustProxyHeader) { $0.configuration.trustedProxyHeader = $1.value },
        ServeOption(
            "max-projects", \.maxProjects, "a whole number from 1 on", where: { $0 > 0 && UInt32(exactly: $0) != nil }
        ) { $0.configuration.maximumProjects = $1 },
        ServeOption("max-body", \.maxBody, "a size in bytes or with a unit, such as 64MiB") {
            $0.configuration.maxBodyBytes = $1.bytes
        },
        ServeOption(
            "journal", \.journal, "a whole number that is not negative", where: { UInt32(exactly: $0) != nil }
        ) { $0.configuration.journal = $1 },
        ServeOption("smtp", \.smtp) { $0.configuration.smtp = $1 },
        ServeOption("smtp-in", \.smtpIn, "a port, 0 through 65535, or off", where: { $0.text.map(isPortOrOff) ?? true })
        {
            $0.configuration.smtpInPort =
                $1.text == off ? nil : $1.text.flatMap(port) ?? $0.configuration.smtpInPort ?? 1025
        },
        ServeOption("functions", \.functions) { $0.configuration.functions = $1 },
        ServeOption("hub", \.hub, "a port, 0 through 65535, or off", where: { $0.text.map(isPortOrOff) ?? true }) {
            let isOff = $1.text == off
            $0.configuration.hubPort = isOff ? nil : $1.text.flatMap(port) ?? $0.configuration.hubPort ?? 4400
            $0.configuration.requiresHub = !isOff
        },
        ServeOption("tls-cert", \.tlsCertificateFile) { $0.configuration.tlsCertificateFile = $1 },
        ServeOption("tls-key", \.tlsKeyFile) { $0.configuration.tlsKeyFile = $1 },
        ServeOption("log-level", \.logLevel) { $0.logLevel = $1.value },
        ServeOption("log-format", \.logFormat) { $0.logFormat = $1 },
        ServeOption("ready-file", \.readyFile) { $0.readyFile = $1 },
    ]

    /// Such as `data-dir`.
    private let name: String
    /// Whether the flag was given with an empty text.
    fileprivate let isEmpty: @Sendable (ServeOptions) -> Bool
    /// Sets the flag's value, else that of the variable in this environment, if one of them is given.
    ///
    /// Throws ``CommandFailure`` with ``ExitStatus/usage`` that names the variable: flags are checked when they are
    /// parsed.
    let apply: @Sendable (ServeOptions, [String: String], inout ServeSettings) throws -> Void

    /// `--data-dir`.
    package var flag: String { "--\(name)" }

    /// `FIREBREAK_DATA_DIR`.
    package var variable: String { Self.variable(name) }

    private static let off = "off"

    fileprivate static func isPortOrOff(_ text: String) -> Bool { text == off || port(text) != nil }

    fileprivate static func port(_ text: String) -> Int? { UInt16(digits: text).map(Int.init) }

    private static func variable(_ name: String) -> String {
        "FIREBREAK_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    private static func unusable(_ name: String, _ text: String, _ expectation: String) -> CommandFailure {
        CommandFailure("\(variable(name)) is '\(text)', which is not \(expectation)", status: .usage)
    }
}

extension ServeOption {
    /// An option with one value.
    ///
    /// - Parameters:
    ///   - expectation: The values that it takes, for the error, such as `a port`.
    ///   - isValid: Whether it takes a value of this type.
    private init<Value: ExpressibleByArgument & Sendable>(
        _ name: String, _ flag: @escaping @Sendable (ServeOptions) -> Value?,
        _ expectation: String = "one of \(Value.allValueStrings.joined(separator: ", "))",
        where isValid: @escaping @Sendable (Value) -> Bool = { _ in true },
        set: @escaping @Sendable (inout ServeSettings, Value) -> Void
    ) {
        self.name = name
        isEmpty = { (flag($0) as? String)?.isEmpty == true }
        apply = { options, environment, settings in
            let given = flag(options)
            guard let text = given.map({ "\($0)" }) ?? environment.variable(Self.variable(name)) else { return }
            guard let value = given ?? Value(argument: text), isValid(value) else {
                throw Self.unusable(name, text, expectation)
            }
            set(&settings, value)
        }
    }

    /// An option that can be repeated, with a variable that is a list separated by commas.
    private init(
        list name: String, _ flag: @escaping @Sendable (ServeOptions) -> [String],
        set: @escaping @Sendable (inout ServeSettings, [String]) -> Void
    ) {
        self.name = name
        isEmpty = { flag($0).contains("") }
        apply = { options, environment, settings in
            let given = flag(options)
            set(&settings, given.isEmpty ? environment.list(Self.variable(name)) : given)
        }
    }

    /// An option that takes pairs and can be repeated; if a name occurs twice, the last one wins.
    ///
    /// A part of the variable without a `=` belongs to the pair before it, so that
    /// `FIREBREAK_RULE=hostingDomains=a.test,b.test` has the expected meaning although commas separate pairs as well.
    ///
    /// - Parameter form: `KEY=PROJECT`, for the error.
    private init(
        pairs name: String, _ flag: @escaping @Sendable (ServeOptions) -> [Assignment], _ form: String,
        set: @escaping @Sendable (inout ServeSettings, [String: String]) -> Void
    ) {
        self.name = name
        isEmpty = { _ in false }
        apply = { options, environment, settings in
            var pairs = flag(options)
            if pairs.isEmpty {
                var texts: [String] = []
                for part in environment.list(Self.variable(name)) {
                    if !part.containsBytes(of: "="), let last = texts.popLast() {
                        texts.append("\(last),\(part)")
                    } else {
                        texts.append(part)
                    }
                }
                pairs = try texts.map { text in
                    guard let pair = Assignment(text) else { throw Self.unusable(name, text, form) }
                    return pair
                }
            }
            var values: [String: String] = [:]
            for pair in pairs {
                // One of the two would take the other one's place.
                if let known = values.keys.first(where: { $0 == pair.name }), !known.hasSameBytes(as: pair.name) {
                    let expectation = "\(form), with a name that does not look like that of another pair"
                    throw Self.unusable(name, pair.text, expectation)
                }
                values[pair.name] = pair.value
            }
            set(&settings, values)
        }
    }
}

/// An environment.
extension [String: String] {
    /// A variable; `nil` for an empty one, because CI systems define variables they have no value for.
    func variable(_ name: String) -> String? { self[name]?.nonEmpty }

    /// The parts of a variable between commas.
    func list(_ name: String) -> [String] {
        (variable(name)?.separated(by: ",") ?? []).map(\.trimmed).filter { !$0.isEmpty }
    }

    /// The project of the variables that Admin SDKs and the reference's tools set and read.
    var googleProject: String? { variable("GCLOUD_PROJECT") ?? variable("GOOGLE_CLOUD_PROJECT") }
}
