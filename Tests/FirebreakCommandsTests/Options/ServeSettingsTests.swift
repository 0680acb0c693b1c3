import ArgumentParser
import Firebreak
import FirebreakCommands
import Logging
import Testing

@Suite struct ServeSettingsTests {
    @Test func `without flags and variables the defaults hold`() throws {
        let settings = try settings([], [:])

        #expect(settings.configuration.host == "127.0.0.1")
        #expect(settings.configuration.port == 9099)
        #expect(settings.configuration.project == "demo-firebreak")
        #expect(settings.configuration.profile == .local)
        #expect(settings.configuration.dataDirectory == nil)
        #expect(settings.configuration.apiKeys.isEmpty)
        #expect(settings.configuration.unknownKeys == .default)
        #expect(settings.configuration.singleProject == .off)
        #expect(settings.configuration.rules.isEmpty)
        #expect(settings.configuration.seed == nil)
        #expect(settings.configuration.controlToken == nil)
        #expect(settings.configuration.maxBodyBytes == 64 << 20)
        #expect(settings.configuration.journal == 1000)
        #expect(settings.logLevel == .info)
        #expect(settings.logFormat == nil)
        #expect(settings.readyFile == nil)
    }

    @Test func `exec has a free port and quiet logs by default`() throws {
        let settings = try ServeSettings(options: .parse([]), environment: [:], defaults: .exec)

        #expect(settings.configuration.port == 0 && settings.configuration.smtpInPort == 0)
        #expect(settings.logLevel == .warning)
    }

    @Test(arguments: Source.all)
    func `a flag beats its variable, which beats the default`(_ source: Source) throws {
        let variable = try #require(ServeOption.all.first { $0.flag == source.flag }).variable
        let fromVariable = try settings([], [variable: source.inVariable])
        let fromFlag = try settings([source.flag, source.inFlag], [variable: source.inVariable])

        #expect(source.read(fromVariable) == source.inVariable)
        #expect(source.read(fromFlag) == source.inFlag)
    }

    @Test func `the table of sources knows every option`() {
        #expect(Source.all.map(\.flag).sorted() == ServeOption.all.map(\.flag).sorted())
    }

    @Test func `an empty variable counts as absent`() throws {
        let environment = Dictionary(uniqueKeysWithValues: ServeOption.all.map { ($0.variable, "") })

        #expect(try settings([], environment).configuration.port == 9099)
    }

    @Test(arguments: [
        ([:], "demo-firebreak"),
        (["GOOGLE_CLOUD_PROJECT": "c"], "c"),
        (["GOOGLE_CLOUD_PROJECT": "c", "GCLOUD_PROJECT": "b"], "b"),
        (["GOOGLE_CLOUD_PROJECT": "c", "GCLOUD_PROJECT": "b", "FIREBREAK_PROJECT": "a"], "a"),
        (["GOOGLE_CLOUD_PROJECT": "c", "GCLOUD_PROJECT": ""], "c"),
    ])
    func `the project falls back to Google's variables`(_ environment: [String: String], _ project: String) throws {
        #expect(try settings([], environment).configuration.project == project)
        #expect(try settings(["--project", "flag"], environment).configuration.project == "flag")
    }

    @Test(arguments: [
        ("FIREBREAK_PORT", "99x"), ("FIREBREAK_PORT", "65536"), ("FIREBREAK_PORT", "-1"),
        ("FIREBREAK_PROFILE", "prod"), ("FIREBREAK_UNKNOWN_KEYS", "yes"), ("FIREBREAK_MAX_BODY", "64 apples"),
        ("FIREBREAK_JOURNAL", "-1"), ("FIREBREAK_MAX_PROJECTS", "0"),
        ("FIREBREAK_API_KEY", "key"), ("FIREBREAK_RULE", "=off"), ("FIREBREAK_LOG_LEVEL", "loud"),
        ("FIREBREAK_LOG_FORMAT", "xml"), ("FIREBREAK_SINGLE_PROJECT", "yes"),
        ("FIREBREAK_HUB", "on"),
    ])
    func `a bad variable is a usage error that names it`(_ variable: String, _ value: String) throws {
        let error = #expect(throws: CommandFailure.self) { try settings([], [variable: value]) }

        #expect(error?.status == .usage)
        #expect(error?.message.contains(variable) == true)
    }

    @Test func `lists in variables are separated by commas`() throws {
        let settings = try settings(
            [],
            [
                "FIREBREAK_API_KEY": "k1=p1, k2=p2,",
                "FIREBREAK_RULE": "expiry=off,hostingDomains=a.test,b.test,appName=x",
            ]
        )

        #expect(settings.configuration.apiKeys == ["k1": "p1", "k2": "p2"])
        #expect(settings.configuration.rules == ["expiry": "off", "hostingDomains": "a.test,b.test", "appName": "x"])
    }

    @Test func `keys that look alike but are two are refused, and none takes the other's place`() throws {
        #expect(throws: CommandFailure.self) {
            try settings(["--api-key", "k\u{E9}=p1", "--api-key", "ke\u{301}=p2"], [:])
        }
        #expect(try settings(["--api-key", "k=p1", "--api-key", "k=p2"], [:]).configuration.apiKeys == ["k": "p2"])
    }

    @Test func `repeated flags add up and replace the variable`() throws {
        let settings = try settings(
            ["--api-key", "a=1", "--api-key", "b=2", "--rule", "hostingDomains=a.test,b=c"],
            ["FIREBREAK_API_KEY": "c=3"]
        )

        #expect(settings.configuration.apiKeys == ["a": "1", "b": "2"])
        #expect(settings.configuration.rules == ["hostingDomains": "a.test,b=c"])
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.5", "example.test", "127.0.0.1.example.test"])
    func `other machines may only connect with a token`(_ host: String) throws {
        let error = #expect(throws: CommandFailure.self) { try settings(["--host", host], [:]) }

        #expect(error?.status == .usage)
        #expect(try settings(["--host", host, "--control-token", "t"], [:]).configuration.host == host)
        #expect(try settings(["--host", host], ["FIREBREAK_CONTROL_TOKEN": "t"]).configuration.controlToken == "t")
    }

    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
    func `loopback needs no token`(_ host: String) throws {
        #expect(try settings(["--host", host], [:]).configuration.host == host)
    }

    @Test(arguments: [
        (["--hub"], 4400), (["--hub", "--port", "1"], 4400), (["--hub", "4401"], 4401), (["--hub=0"], 0), ([], nil),
    ])
    func `a hub needs no port`(_ arguments: [String], _ port: Int?) throws {
        #expect(try settings(arguments, [:]).configuration.hubPort == port)
    }

    @Test func `the hub of the Firebase CLI is the one in the environment`() throws {
        let environment = ["FIREBASE_EMULATOR_HUB": "127.0.0.1:4400"]
        #expect(try settings([], environment).configuration.hubAddress == "127.0.0.1:4400")
    }

    @Test(arguments: [
        ["--port", "65536"], ["--port", "x"], ["--project", ""], ["--max-body", "0"], ["--journal", "-1"],
        ["--api-key", "k="],
        ["--rule", "r"], ["--profile", "x"], ["--unknown-keys", "x"], ["--log-level", "x"], ["--log-format", "x"],
        ["--single-project", "on"], ["--durability", "some"],
        ["--hub", "all"], ["--hub=65536"], ["--functions", ""],
        ["--max-projects", "0"], ["--public-url", "https://a.test", "--public-host", "b.test"],
    ])
    func `bad flags do not parse`(_ arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ServeOptions.parse(arguments) }

        #expect(error.map { ExitStatus($0) } == .usage)
    }

    private func settings(_ arguments: [String], _ environment: [String: String]) throws -> ServeSettings {
        var defaults = ServeSettings.Defaults.serve
        // A file of the developer's above the package would name another project.
        defaults.directory = "/nowhere"
        return try ServeSettings(options: .parse(arguments), environment: environment, defaults: defaults)
    }
}

/// A setting with two values and the way to read it back.
struct Source: Sendable, CustomTestStringConvertible {
    var flag: String
    var inVariable: String
    var inFlag: String
    var read: @Sendable (ServeSettings) -> String?

    var testDescription: String { flag }

    static let all: [Source] = [
        Source(flag: "--host", inVariable: "127.0.0.2", inFlag: "127.0.0.3") { $0.configuration.host },
        Source(flag: "--port", inVariable: "1", inFlag: "2") { String($0.configuration.port) },
        Source(flag: "--project", inVariable: "a", inFlag: "b") { $0.configuration.project },
        Source(flag: "--profile", inVariable: "emulator", inFlag: "production") { $0.configuration.profile.rawValue },
        Source(flag: "--data-dir", inVariable: "/a", inFlag: "/b") { $0.configuration.dataDirectory },
        Source(flag: "--durability", inVariable: "full", inFlag: "normal") { $0.configuration.durability.rawValue },
        Source(flag: "--import", inVariable: "a", inFlag: "b") { $0.configuration.importPath },
        Source(flag: "--export-on-exit", inVariable: "a", inFlag: "b") { $0.configuration.exportPath },
        Source(flag: "--fixture", inVariable: "a.yaml", inFlag: "b.yaml") { $0.configuration.fixtures.joined() },
        Source(flag: "--api-key", inVariable: "k=a", inFlag: "k=b") { $0.configuration.apiKeys["k"].map { "k=\($0)" } },
        Source(flag: "--unknown-keys", inVariable: "reject", inFlag: "default") {
            $0.configuration.unknownKeys.rawValue
        },
        Source(flag: "--single-project", inVariable: "warn", inFlag: "error") {
            $0.configuration.singleProject.rawValue
        },
        Source(flag: "--authorized-domains", inVariable: "a.test, 10.0.0.1", inFlag: "b.test") {
            $0.configuration.authorizedDomains?.joined(separator: ", ")
        },
        Source(flag: "--rule", inVariable: "r=a", inFlag: "r=b") { $0.configuration.rules["r"].map { "r=\($0)" } },
        Source(flag: "--signing-key", inVariable: "a", inFlag: "b") { $0.configuration.signingKeyFile },
        Source(flag: "--seed", inVariable: "1", inFlag: "2") { $0.configuration.seed.map(String.init) },
        Source(flag: "--control-token", inVariable: "a", inFlag: "b") { $0.configuration.controlToken },
        Source(flag: "--admin-token", inVariable: "a", inFlag: "b") { $0.configuration.adminToken },
        Source(flag: "--public-url", inVariable: "https://a.test", inFlag: "https://b.test") {
            $0.configuration.publicURL
        },
        Source(flag: "--trust-proxy", inVariable: "loopback", inFlag: "10.0.0.0/8") { $0.configuration.trustedProxies },
        Source(flag: "--trust-proxy-header", inVariable: "Forwarded", inFlag: "X-Forwarded-For") {
            $0.configuration.trustedProxyHeader.rawValue
        },
        Source(flag: "--max-projects", inVariable: "1", inFlag: "2") {
            $0.configuration.maximumProjects.map(String.init)
        },
        Source(flag: "--public-host", inVariable: "a.test", inFlag: "b.test") { $0.configuration.publicHost },
        Source(flag: "--max-body", inVariable: "1024", inFlag: "2048") { String($0.configuration.maxBodyBytes) },
        Source(flag: "--journal", inVariable: "0", inFlag: "5") { String($0.configuration.journal) },
        Source(flag: "--smtp", inVariable: "smtp://a:1", inFlag: "smtp://b:2") { $0.configuration.smtp },
        Source(flag: "--smtp-in", inVariable: "1", inFlag: "2") { $0.configuration.smtpInPort.map(String.init) },
        Source(flag: "--functions", inVariable: "a:1", inFlag: "b:2") { $0.configuration.functions },
        Source(flag: "--hub", inVariable: "1", inFlag: "2") { $0.configuration.hubPort.map(String.init) },
        Source(flag: "--tls-cert", inVariable: "a", inFlag: "b") { $0.configuration.tlsCertificateFile },
        Source(flag: "--tls-key", inVariable: "a", inFlag: "b") { $0.configuration.tlsKeyFile },
        Source(flag: "--log-level", inVariable: "trace", inFlag: "critical") { $0.logLevel.rawValue },
        Source(flag: "--log-format", inVariable: "json", inFlag: "text") { $0.logFormat?.rawValue },
        Source(flag: "--ready-file", inVariable: "a", inFlag: "b") { $0.readyFile },
    ]
}
