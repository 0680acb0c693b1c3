package import Configuration

/// Every setting of `serve` and `exec`, by the name from which its flag, its configuration key and its environment
/// variable are derived.
package enum ServeKey: String, CaseIterable, Sendable {
    case host
    case port
    case project
    case profile
    case dataDirectory = "data-dir"
    case durability
    case fixture
    case importPath = "import"
    case exportOnExit = "export-on-exit"
    case apiKey = "api-key"
    case unknownKeys = "unknown-keys"
    case singleProject = "single-project"
    case authorizedDomains = "authorized-domains"
    case rule
    case seed
    case signingKey = "signing-key"
    case controlToken = "control-token"
    case adminToken = "admin-token"
    case publicURL = "public-url"
    case publicHost = "public-host"
    case trustProxy = "trust-proxy"
    case trustProxyHeader = "trust-proxy-header"
    case maxProjects = "max-projects"
    case maxBody = "max-body"
    case journal
    case smtp
    case tlsCertificate = "tls-cert"
    case tlsKey = "tls-key"
    case logLevel = "log-level"
    case logFormat = "log-format"
    case readyFile = "ready-file"

    /// `--data-dir`.
    package var flag: String { "--\(rawValue)" }

    /// `FIREBREAK_DATA_DIR`.
    package var variable: String {
        "FIREBREAK_" + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// `firebreak.data-dir`, which swift-configuration looks up as ``variable`` in the environment.
    package var configKey: ConfigKey { ConfigKey(["firebreak", rawValue]) }

    /// Whether its value must not be logged.
    package var isSecret: Bool { [.controlToken, .adminToken, .smtp].contains(self) }
}
