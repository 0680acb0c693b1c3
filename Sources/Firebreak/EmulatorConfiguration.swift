package import FirebreakControl
import FirebreakHTTP
import FirebreakWire

/// How an ``Emulator`` runs. Everything has a default; nothing is read from the environment.
public struct EmulatorConfiguration: Sendable {
    /// Which defaults new projects start with, and how the server behaves on the wire (WhatItPromises.md, "Profiles").
    public enum Profile: String, Sendable, CaseIterable {
        /// Production's behaviour, made practical on one machine.
        case local
        /// The exact behaviour of the Firebase CLI's Auth emulator.
        case emulator
        /// The behaviour of the service.
        case production
    }

    /// What an API key that names no project means.
    public enum UnknownKeys: String, Sendable, CaseIterable {
        /// The default project.
        case `default`
        /// An error, as in production.
        case reject
    }

    /// What a request for another project than ``project`` meets.
    public enum SingleProject: String, Sendable, CaseIterable {
        /// Nothing: every project exists as soon as it is mentioned.
        case off
        /// A warning in the log.
        case warn
        /// A warning, and an error as answer.
        case error
    }

    /// What of ``dataDirectory`` survives when the machine loses power. The end of the process loses nothing in either
    /// case.
    public enum Durability: String, Sendable, CaseIterable {
        /// All but the last changes of each project, those since the system last wrote. No file is damaged.
        case normal
        /// Every change that was answered. Each waits for the disk.
        case full
    }

    /// Where ``trustedProxies`` say who their clients are.
    public enum TrustedProxyHeader: String, Sendable, CaseIterable {
        /// `X-Forwarded-For`, with `X-Forwarded-Proto` and `X-Forwarded-Host` beside it.
        case xForwardedFor = "X-Forwarded-For"
        /// `Forwarded` (RFC 7239).
        case forwarded = "Forwarded"
    }

    /// Address or name to listen on. Anything but loopback needs a ``controlToken``.
    public var host = "127.0.0.1"
    /// TCP port, 0 through 65535; 0 picks a free one.
    public var port = 9099
    /// The project of requests that name none.
    public var project = "demo-firebreak"
    /// What new projects start with.
    public var profile = Profile.local
    /// Folder for one database file per project, made if absent; `nil` keeps everything in memory.
    public var dataDirectory: String?
    /// What of ``dataDirectory`` survives a loss of power.
    public var durability = Durability.normal
    /// Files with fixture documents, YAML or JSON, that are applied in order before the server is ready. A document
    /// without `projects` describes ``project``.
    public var fixtures: [String] = []
    /// The data to import into ``project`` before fixtures are applied: a directory that the official emulators
    /// exported, or a file of `auth:export`, JSON or CSV. Where it is absent, the log says so.
    public var importPath: String?
    /// The directory to which ``project`` is exported, in the official emulators' form, on a clean exit.
    public var exportPath: String?
    /// The values of `${NAME}` in fixtures.
    public var fixtureVariables: [String: String] = [:]
    /// Registered API keys and the projects they select.
    public var apiKeys: [String: String] = [:]
    /// What an API key that names no project means.
    public var unknownKeys = UnknownKeys.default
    /// What a request for another project than ``project`` meets.
    public var singleProject = SingleProject.off
    /// The domains that new projects authorize in place of those of their profile (WhatItPromises.md, "Profiles"): bare host
    /// names, or outside ``Profile/production`` `*` for all. With a list, ``Profile/emulator`` enforces it as well. A
    /// project's own configuration counts more. `nil` for those of the profile.
    public var authorizedDomains: [String]?
    /// Rules for new projects, by name, with their values as text.
    public var rules: [String: String] = [:]
    /// PEM file of the RSA key that signs tokens with rule `idTokens=signed`; if `nil`, a key is generated, which is
    /// kept in the data directory if there is one.
    public var signingKeyFile: String?
    /// Makes IDs, codes, salts and all other random values the same on each run, for each project separately; if `nil`,
    /// they come from the operating system.
    public var seed: UInt64?
    /// What callers of the control API must present.
    public var controlToken: String?
    /// What admin clients on other machines must present instead of `owner`; the reference's own endpoints under
    /// `/emulator/v1` require it from other machines as well. `nil` leaves both open to every client that can reach the
    /// server.
    public var adminToken: String?
    /// Scheme, host and port under which clients reach the server when that is not the address it listens on, such as
    /// `https://auth.example.test`; nothing follows. Links begin with it.
    public var publicURL: String?
    /// The older form of ``publicURL``, without a scheme, which is the server's own then. Not both.
    public var publicHost: String?
    /// The proxies whose word counts for the scheme, the host and the address of a client (firebreak.md section 7.5):
    /// `loopback`, addresses and networks such as `10.0.0.0/8`, between commas. `nil` for none. Needs a
    /// ``controlToken``: what comes through a proxy on this machine does not come from it.
    public var trustedProxies: String?
    /// The header in which they say it, and which each of them sets or appends to. The other one is not read, because
    /// anybody may have sent it.
    public var trustedProxyHeader = TrustedProxyHeader.xForwardedFor
    /// How many projects there may be, 1 or more; `nil` for any number. A call that would make one more is answered with
    /// 429 `RESOURCE_EXHAUSTED`.
    public var maximumProjects: Int?
    /// Largest request body, in bytes.
    public var maxBodyBytes = 64 * 1024 * 1024
    /// How many calls of each project the journal keeps; 0 for no journal.
    public var journal = 1000
    /// The server that mails go to as well, `smtp[s]://[user:password@]host[:port]`: `smtps` speaks TLS and verifies the
    /// certificate, unless `?verify=off` follows; `smtp` goes over to TLS where the server offers it. `nil` for none.
    public var smtp: String?
    /// Port of a mail server of its own, at ``host``, for mails that apps send by themselves: they are put into the outbox
    /// (firebreak.md section 5.6). 0 through 65535, 0 picks a free one; `nil` for none. It offers STARTTLS where there is a
    /// ``tlsCertificateFile``.
    public var smtpInPort: Int?
    /// The Functions emulator whose blocking functions and account events projects use: `HOST:PORT`; `hub` for the one
    /// that the hub of the Firebase CLI's emulators names (``hubAddress``); `off` or `nil` for none. Triggers that a
    /// project's own configuration has count more.
    public var functions: String?
    /// Where the hub listens that ``functions`` asks with `hub`, `HOST:PORT`, as in `FIREBASE_EMULATOR_HUB`; `nil` for the
    /// one whose file `hub-PROJECT.json` is in the temporary directory.
    public var hubAddress: String?
    /// Port of a hub of its own, at ``hubHost``, which tells other programs where the emulator is and exports on request, as
    /// that of the Firebase CLI does: 0 through 65535, 0 picks a free one. `nil` for no hub.
    public var hubPort: Int?
    /// Address or name that the hub listens on; `nil` for ``host``. Anything but loopback needs a ``controlToken``.
    public var hubHost: String?
    /// Whether the emulator ends with an error when ``hubPort`` is taken; otherwise it runs without a hub then.
    public var requiresHub = true
    /// PEM file of the certificate chain; with ``tlsKeyFile`` the server speaks HTTPS.
    public var tlsCertificateFile: String?
    /// PEM file of the private key.
    public var tlsKeyFile: String?

    /// Creates a configuration with all defaults.
    public init() {}

    /// The run that is shown, instead of a server that does anything.
    package var keptRun: KeptRun?
    /// The calls of its journal.
    package var keptCalls: [(id: Int64, seq: Int64, content: JournalEntry.Content)] = []
}

extension EmulatorConfiguration {
    /// The scheme of ``publicURL``, and its host with the port; `nil` for one that is no such URL.
    var publicAddress: (scheme: String, authority: String)? {
        guard let text = publicURL, let url = AbsoluteURL(text), url.isWeb, let host = url.host, !host.isEmpty,
            url.path == "/", url.query == nil, url.fragment == nil, !url.hasUserInfo
        else { return nil }
        return (url.scheme, url.port.map { "\(host):\($0)" } ?? host)
    }

    /// `nil` where ``trustedProxies`` cannot be read.
    var proxies: TrustedProxies? {
        guard let trustedProxies else { return TrustedProxies() }
        return TrustedProxies(trustedProxies, in: trustedProxyHeader == .forwarded ? .forwarded : .xForwardedFor)
    }

    var smtpServer: SMTPServer? { smtp.flatMap(SMTPServer.init(url:)) }

    /// Where other machines can connect, to the emulator or to its hub; `nil` where they cannot.
    package var openHost: String? {
        [host, hubPort == nil ? nil : hubHost].compactMap { $0 }.first { !LoopbackHost.contains($0) }
    }

    /// What ``functions`` means; `nil` where it cannot be read.
    var functionsSource: FunctionsSource? {
        switch functions {
        case nil, "off": .off
        case "hub": .hub
        case let text?: EmulatorAddress(text).map(FunctionsSource.at)
        }
    }

    /// ``hubAddress``; `nil` where there is none, or it cannot be read.
    var givenHub: EmulatorAddress? { hubAddress.flatMap { EmulatorAddress($0) } }

    /// - Throws: ``EmulatorError/Kind-swift.enum/invalidConfiguration`` for what contradicts itself or is not safe.
    func check() throws(EmulatorError) {
        func fail(_ text: String) -> EmulatorError { EmulatorError(.invalidConfiguration, text) }
        guard (0...65535).contains(port) else { throw fail("The port must be 0 to 65535, not \(port).") }
        guard (0...65535).contains(hubPort ?? 0) else {
            throw fail("The hub's port must be 0 to 65535, not \(hubPort ?? 0).")
        }
        guard (0...65535).contains(smtpInPort ?? 0) else {
            throw fail("The port for mails of apps must be 0 to 65535, not \(smtpInPort ?? 0).")
        }
        guard functionsSource != nil else {
            throw fail("Functions are host:port of the Functions emulator, hub or off, not \(functions ?? "").")
        }
        guard functionsSource != .hub || hubAddress == nil || givenHub != nil else {
            throw fail("The hub is at host:port, not at \(hubAddress ?? "").")
        }
        guard maxBodyBytes > 0 else { throw fail("The largest body must be at least one byte.") }
        guard journal >= 0 else { throw fail("The journal keeps 0 calls or more, not \(journal).") }
        guard (maximumProjects ?? 1) > 0 else {
            throw fail("There may be 1 project or more, not \(maximumProjects ?? 0).")
        }
        guard publicURL == nil || publicHost == nil else {
            throw fail("The public URL says all that a public host does; give one of the two.")
        }
        guard publicURL == nil || publicAddress != nil else {
            throw fail("The public URL is a scheme, a host and a port, such as https://auth.example.test.")
        }
        guard proxies != nil else {
            throw fail("Proxies to trust are loopback, addresses and networks such as 10.0.0.0/8, between commas.")
        }
        guard trustedProxies == nil || controlToken?.isEmpty == false else {
            throw fail("Trusting a proxy needs a control token: it lets other machines in.")
        }
        guard (tlsCertificateFile == nil) == (tlsKeyFile == nil) else {
            throw fail("A certificate and its key are needed together.")
        }
        // The value itself stays unsaid: it may contain a password.
        guard smtp == nil || smtpServer != nil else {
            throw fail("The mail server must be smtp[s]://[user:password@]host[:port], with ?verify=off at most.")
        }
        if let open = openHost, controlToken?.isEmpty != false {
            throw fail("Listening on \(open), which is not loopback, needs a control token.")
        }
        for project in [project] + Array(apiKeys.values) {
            guard ProjectID(rawValue: project).isValid else {
                throw fail(
                    "A project ID has 1 to \(ProjectID.maximumBytes) bytes, none of them a control character: \(project)"
                )
            }
        }
    }
}
