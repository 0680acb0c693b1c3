package import Configuration
package import Firebreak
import FirebreakWire
import Logging

extension EmulatorConfiguration {
    /// Reads a configuration from flags and environment.
    ///
    /// Keys, all under `firebreak`; the environment variable is the key in upper case with underscores:
    ///
    /// | Key | Variable | Type | Default |
    /// |---|---|---|---|
    /// | `host` | `FIREBREAK_HOST` | string | `127.0.0.1` |
    /// | `port` | `FIREBREAK_PORT` | 0 through 65535, 0 picks a free one | 9099; `exec`: 0 |
    /// | `project` | `FIREBREAK_PROJECT` | string | see below |
    /// | `profile` | `FIREBREAK_PROFILE` | `local`, `emulator`, `production` | `local` |
    /// | `data-dir` | `FIREBREAK_DATA_DIR` | path | none: in memory |
    /// | `durability` | `FIREBREAK_DURABILITY` | `normal`, `full` | `normal` |
    /// | `fixture` | `FIREBREAK_FIXTURE` | list of paths, by commas | empty |
    /// | `import` | `FIREBREAK_IMPORT` | path | none |
    /// | `export-on-exit` | `FIREBREAK_EXPORT_ON_EXIT` | path | none |
    /// | `api-key` | `FIREBREAK_API_KEY` | list of `KEY=PROJECT`, by commas | empty |
    /// | `unknown-keys` | `FIREBREAK_UNKNOWN_KEYS` | `default`, `reject` | `default` |
    /// | `single-project` | `FIREBREAK_SINGLE_PROJECT` | `off`, `warn`, `error` | `off` |
    /// | `authorized-domains` | `FIREBREAK_AUTHORIZED_DOMAINS` | host names, by commas | those of the profile |
    /// | `rule` | `FIREBREAK_RULE` | list of `NAME=VALUE`, by commas | empty |
    /// | `signing-key` | `FIREBREAK_SIGNING_KEY` | path | none: one is made |
    /// | `seed` | `FIREBREAK_SEED` | whole number, not negative | none |
    /// | `control-token` | `FIREBREAK_CONTROL_TOKEN` | string, secret | none |
    /// | `admin-token` | `FIREBREAK_ADMIN_TOKEN` | string, secret | none |
    /// | `public-url` | `FIREBREAK_PUBLIC_URL` | URL without a path | none |
    /// | `public-host` | `FIREBREAK_PUBLIC_HOST` | string, not with the former | none |
    /// | `trust-proxy` | `FIREBREAK_TRUST_PROXY` | `loopback`, addresses, networks, by commas | none |
    /// | `trust-proxy-header` | `FIREBREAK_TRUST_PROXY_HEADER` | `X-Forwarded-For`, `Forwarded` | `X-Forwarded-For` |
    /// | `max-projects` | `FIREBREAK_MAX_PROJECTS` | whole number from 1 on | any number |
    /// | `max-body` | `FIREBREAK_MAX_BODY` | bytes or with a unit, as `64MiB` | 64 MiB |
    /// | `journal` | `FIREBREAK_JOURNAL` | whole number, 0 for no journal | 1000 |
    /// | `smtp` | `FIREBREAK_SMTP` | URL, secret | none |
    /// | `tls-cert` | `FIREBREAK_TLS_CERT` | path | none |
    /// | `tls-key` | `FIREBREAK_TLS_KEY` | path | none |
    ///
    /// ``ServeSettings`` reads three more: `log-level` (`FIREBREAK_LOG_LEVEL`, `info`; `exec`: `warning`),
    /// `log-format` (`FIREBREAK_LOG_FORMAT`, `text`) and `ready-file` (`FIREBREAK_READY_FILE`, none).
    ///
    /// The project falls back to `GCLOUD_PROJECT`, then `GOOGLE_CLOUD_PROJECT`, then `demo-firebreak`. An empty
    /// variable counts as absent, because CI systems define variables they have no value for.
    ///
    /// - Parameters:
    ///   - reader: Flags first, then the environment.
    ///   - defaultPort: Used if neither sets a port.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage``, naming the variable.
    package init(reader: ConfigReader, defaultPort: Int) throws {
        self.init()
        host = reader.text(.host) ?? host
        port = try reader.value(.port, "a port, 0 through 65535") { PortNumber($0)?.value } ?? defaultPort
        project = reader.defaultProject ?? project
        profile = try reader.value(.profile, as: Profile.self) ?? profile
        dataDirectory = reader.text(.dataDirectory)
        durability = try reader.value(.durability, as: Durability.self) ?? durability
        fixtures = reader.stringArray(forKey: ServeKey.fixture.configKey, default: []).filter { !$0.isEmpty }
        importPath = reader.text(.importPath)
        exportPath = reader.text(.exportOnExit)
        apiKeys = try reader.assignments(.apiKey, form: "KEY=PROJECT")
        unknownKeys = try reader.value(.unknownKeys, as: UnknownKeys.self) ?? unknownKeys
        singleProject = try reader.value(.singleProject, as: SingleProject.self) ?? singleProject
        authorizedDomains = reader.text(.authorizedDomains)?.separated(by: ",").map(\.trimmed)
        rules = try reader.assignments(.rule, form: "NAME=VALUE")
        signingKeyFile = reader.text(.signingKey)
        seed = try reader.value(.seed, "a whole number that is not negative") { UInt64($0) }
        controlToken = reader.text(.controlToken)
        adminToken = reader.text(.adminToken)
        publicURL = reader.text(.publicURL)
        publicHost = reader.text(.publicHost)
        trustedProxies = reader.text(.trustProxy)
        trustedProxyHeader = try reader.value(.trustProxyHeader, as: TrustedProxyHeader.self) ?? trustedProxyHeader
        maximumProjects = try reader.value(.maxProjects, "a whole number from 1 on") {
            UInt32($0).flatMap { $0 > 0 ? Int($0) : nil }
        }
        maxBodyBytes =
            try reader.value(.maxBody, "a size in bytes or with a unit, as 64MiB") { ByteCount($0)?.bytes }
            ?? maxBodyBytes
        journal =
            try reader.value(.journal, "a whole number that is not negative") { UInt32($0).map(Int.init) } ?? journal
        smtp = reader.text(.smtp)
        tlsCertificateFile = reader.text(.tlsCertificate)
        tlsKeyFile = reader.text(.tlsKey)
    }
}

/// A TCP port, 0 meaning any free one.
private struct PortNumber {
    var value: Int

    init?(_ text: String) {
        guard let value = Int(text), (0...65535).contains(value) else { return nil }
        self.value = value
    }
}
