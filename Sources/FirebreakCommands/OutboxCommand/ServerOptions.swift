import ArgumentParser
import Configuration
import Foundation

/// The flags that say which server a command asks.
package struct ServerLocation: ParsableArguments {
    @Option(
        help: """
            The server's address. (default: $FIREBREAK_URL, http://$FIREBASE_AUTH_EMULATOR_HOST or \
            http://127.0.0.1:9099)
            """
    )
    var url: String?

    @Option(help: "The server's control token. (default: $FIREBREAK_CONTROL_TOKEN)")
    var controlToken: String?

    package init() {}

    package func validate() throws {
        for (flag, value) in [("--url", url), ("--control-token", controlToken)]
        where value?.isEmpty == true {
            throw ValidationError("\(flag) must not be empty")
        }
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw ValidationError("--url must start with http:// or https://")
        }
    }

    /// The server, from flags, then environment, then defaults.
    ///
    /// - Parameter project: `nil` for the environment's, else the default.
    package func server(
        project: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ControlServer {
        let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment))
        func variable(_ components: String...) -> String? {
            reader.string(forKey: ConfigKey(components)).flatMap { $0.isEmpty ? nil : $0 }
        }
        let emulatorHost = variable("firebase", "auth", "emulator", "host").map { "http://\($0)" }
        return ControlServer(
            url: url ?? variable("firebreak", "url") ?? emulatorHost ?? "http://127.0.0.1:9099",
            project: project ?? reader.defaultProject ?? "demo-firebreak",
            token: controlToken ?? reader.text(.controlToken)
        )
    }
}

/// The flags that say which server and project a command asks.
package struct ServerOptions: ParsableArguments {
    @OptionGroup
    var location: ServerLocation

    @Option(
        help: "The project. (default: $FIREBREAK_PROJECT, $GCLOUD_PROJECT, $GOOGLE_CLOUD_PROJECT or demo-firebreak)"
    )
    var project: String?

    package init() {}

    package func validate() throws {
        if project?.isEmpty == true { throw ValidationError("--project must not be empty") }
    }

    /// The server and project, from flags, then environment, then defaults.
    package func server(environment: [String: String] = ProcessInfo.processInfo.environment) -> ControlServer {
        location.server(project: project, environment: environment)
    }
}
