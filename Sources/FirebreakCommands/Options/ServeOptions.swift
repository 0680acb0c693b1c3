import ArgumentParser
package import Configuration
import Firebreak
import Logging

/// The flags that `serve` and `exec` share.
///
/// All are optional and have no defaults here: an absent flag must not override the environment variable. Defaults are
/// in ``ServeSettings``.
package struct ServeOptions: ParsableArguments {
    @Option(help: "Address to listen on. Other than loopback needs --control-token. (default: 127.0.0.1)")
    var host: String?

    @Option(help: "Port to listen on; 0 picks a free one. (default: 9099; exec: 0)")
    var port: Int?

    @Option(help: "The default project. (default: $GCLOUD_PROJECT, $GOOGLE_CLOUD_PROJECT or demo-firebreak)")
    var project: String?

    @Option(
        help: """
            How projects behave: made practical for tests, exactly as the official emulator, or as the service. \
            (default: local)
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
        name: .customLong("import"),
        help: ArgumentHelp(
            "Fill the default project before the server is ready: from an export of the official emulators, or from a "
                + "file that the Firebase CLI's auth:export wrote.", valueName: "path"),
        completion: .file()
    )
    var importPath: String?

    @Option(
        help: ArgumentHelp("Write the default project to this directory when the server ends.", valueName: "dir"),
        completion: .directory
    )
    var exportOnExit: String?

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
                + "error. (default: off)", valueName: "choice"))
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
            "Largest request body: bytes, or with a unit as 64MiB, 10MB. (default: 64MiB)", valueName: "size"))
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
        help: ArgumentHelp("Least severe log messages to write. (default: info; exec: warning)", valueName: "level"))
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
        for key in ServeKey.allCases {
            if case .string("") = values[key]?.content { throw ValidationError("\(key.flag) must not be empty") }
        }
        if fixtures.contains("") { throw ValidationError("--fixture must not be empty") }
        if let port, !(0...65535).contains(port) { throw ValidationError("--port must be 0 through 65535") }
        if let maxProjects, maxProjects < 1 { throw ValidationError("--max-projects must be 1 or more") }
        if publicURL != nil, publicHost != nil {
            throw ValidationError("--public-url and --public-host exclude each other")
        }
        if let journal, journal < 0 { throw ValidationError("--journal must not be negative") }
    }

    /// The given flags, as the provider that precedes the environment.
    package var provider: InMemoryProvider {
        InMemoryProvider(
            name: "arguments",
            values: Dictionary(
                uniqueKeysWithValues: values.map { (AbsoluteConfigKey($0.key.configKey.components), $0.value) }
            )
        )
    }

    private var values: [ServeKey: ConfigValue] {
        var values: [ServeKey: ConfigValue] = [:]
        func set(_ key: ServeKey, _ text: String?) {
            guard let text else { return }
            values[key] = ConfigValue(.string(text), isSecret: key.isSecret)
        }
        set(.host, host)
        set(.port, port.map(String.init))
        set(.project, project)
        set(.profile, profile?.value.rawValue)
        set(.dataDirectory, dataDirectory)
        set(.durability, durability?.value.rawValue)
        set(.importPath, importPath)
        set(.exportOnExit, exportOnExit)
        set(.unknownKeys, unknownKeys?.value.rawValue)
        set(.singleProject, singleProject?.value.rawValue)
        set(.authorizedDomains, authorizedDomains)
        set(.signingKey, signingKeyFile)
        set(.seed, seed.map(String.init))
        set(.controlToken, controlToken)
        set(.adminToken, adminToken)
        set(.publicURL, publicURL)
        set(.publicHost, publicHost)
        set(.trustProxy, trustProxy)
        set(.trustProxyHeader, trustProxyHeader?.value.rawValue)
        set(.maxProjects, maxProjects.map(String.init))
        set(.maxBody, (maxBody?.bytes).map(String.init))
        set(.journal, journal.map(String.init))
        set(.smtp, smtp)
        set(.tlsCertificate, tlsCertificateFile)
        set(.tlsKey, tlsKeyFile)
        set(.logLevel, logLevel?.value.rawValue)
        set(.logFormat, logFormat?.rawValue)
        set(.readyFile, readyFile)
        if !fixtures.isEmpty { values[.fixture] = ConfigValue(.stringArray(fixtures), isSecret: false) }
        if !apiKeys.isEmpty {
            values[.apiKey] = ConfigValue(.stringArray(apiKeys.map(\.text)), isSecret: false)
        }
        if !rules.isEmpty {
            values[.rule] = ConfigValue(.stringArray(rules.map(\.text)), isSecret: false)
        }
        return values
    }
}
