package import Configuration
import FirebreakWire

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

extension ConfigReader {
    /// The default project, if a flag or the environment names one.
    ///
    /// The two Google variables are those that Admin SDKs and the reference's tools set and read.
    package var defaultProject: String? {
        text(.project)
            ?? nonEmpty(string(forKey: ConfigKey(["gcloud", "project"])))
            ?? nonEmpty(string(forKey: ConfigKey(["google", "cloud", "project"])))
    }

    /// A setting as given; `nil` if absent or empty.
    package func text(_ key: ServeKey) -> String? {
        nonEmpty(string(forKey: key.configKey, isSecret: key.isSecret))
    }

    /// A setting parsed by a function.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - expectation: A description of valid values for the error, as `a port`.
    ///   - parse: Returns `nil` for an invalid value.
    /// - Returns: `nil` if absent or empty.
    /// - Throws: ``CommandFailure`` that names the environment variable: flags are checked when they are parsed.
    package func value<Value>(
        _ key: ServeKey,
        _ expectation: @autoclosure () -> String,
        parse: (String) -> Value?
    ) throws -> Value? {
        guard let text = text(key) else { return nil }
        guard let value = parse(text) else { throw unusable(key, text, expectation()) }
        return value
    }

    /// A setting that is one of an enumeration's raw values.
    package func value<Value: CaseIterable & RawRepresentable<String>>(
        _ key: ServeKey,
        as type: Value.Type
    ) throws -> Value? {
        try value(key, "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))") { Value(rawValue: $0) }
    }

    /// A list of pairs; if a name occurs twice, the last one wins.
    ///
    /// A part without a `=` belongs to the pair before it, so that `FIREBREAK_RULE=hostingDomains=a.test,b.test` has
    /// the expected meaning although commas separate pairs as well.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - form: `KEY=PROJECT`, for the error.
    /// - Returns: The pairs; empty if absent.
    /// - Throws: ``CommandFailure`` that names the environment variable.
    package func assignments(_ key: ServeKey, form: String) throws -> [String: String] {
        var texts: [String] = []
        for part in stringArray(forKey: key.configKey, default: []) where !part.isEmpty {
            if !part.includes("="), let last = texts.popLast() {
                texts.append("\(last),\(part)")
            } else {
                texts.append(part)
            }
        }
        var assignments: [String: String] = [:]
        for text in texts {
            guard let assignment = Assignment(text) else { throw unusable(key, text, form) }
            // One of the two would take the other one's place.
            if let known = assignments.keys.first(where: { $0 == assignment.name }),
                !known.hasSameBytes(as: assignment.name)
            {
                throw unusable(key, text, "\(form), with a name that does not look like that of another pair")
            }
            assignments[assignment.name] = assignment.value
        }
        return assignments
    }

    private func nonEmpty(_ text: String?) -> String? {
        text?.isEmpty == true ? nil : text
    }

    private func unusable(_ key: ServeKey, _ text: String, _ expectation: String) -> CommandFailure {
        CommandFailure("\(key.variable) is '\(text)', which is not \(expectation)", status: .usage)
    }
}
