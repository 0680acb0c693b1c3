import ArgumentParser
package import FirebreakClient
import FirebreakWire
import Foundation

/// The flags that select the server and project of a command.
package struct ServerOptions: ParsableArguments {
    @OptionGroup
    var location: ServerLocation

    @Option(
        name: [.long, .customShort("P", allowingJoined: true)],
        help: """
            The project: an ID, or a name that .firebaserc has for one. (default: $FIREBREAK_PROJECT, $GCLOUD_PROJECT, \
            $GOOGLE_CLOUD_PROJECT, the default project of .firebaserc or demo-firebreak)
            """
    )
    var project: String?

    package init() {}

    package func validate() throws {
        if project?.isEmpty == true { throw ValidationError("--project must not be empty") }
    }

    /// The project and its server, from flags, then environment, then `.firebaserc`, then defaults.
    ///
    /// - Throws: ``CommandFailure`` for a `.firebaserc` that cannot be read.
    package func selectedProject(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> FirebreakProject {
        location.project(try ProjectChoice(flag: project, environment: environment)?.id, environment: environment)
    }
}

/// The flags that select the server of a command.
package struct ServerLocation: ParsableArguments {
    /// For the help of commands.
    static let rule = """
        The server is --url, else $FIREBREAK_URL, else http://$FIREBASE_AUTH_EMULATOR_HOST, else \
        http://127.0.0.1:$FIREBREAK_PORT, else http://127.0.0.1:9099.
        """

    @Option(
        help: """
            The server's address. (default: $FIREBREAK_URL, http://$FIREBASE_AUTH_EMULATOR_HOST, \
            http://127.0.0.1:$FIREBREAK_PORT or http://127.0.0.1:9099)
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
        if let url, !url.startsWithBytes(of: "http://"), !url.startsWithBytes(of: "https://") {
            throw ValidationError("--url must start with http:// or https://")
        }
    }

    /// A project of the server, from flags, then environment, then defaults.
    ///
    /// - Parameter id: The project's ID; `nil` for the default.
    package func project(
        _ id: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> FirebreakProject {
        let emulatorHost = environment.variable("FIREBASE_AUTH_EMULATOR_HOST").map { "http://\($0)" }
        // A server that picks its port itself is not found by it.
        let port = environment.variable("FIREBREAK_PORT").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 9099
        let transport = HTTPTransport(
            url: url ?? environment.variable("FIREBREAK_URL") ?? emulatorHost ?? "http://127.0.0.1:\(port)",
            controlToken: controlToken ?? environment.variable("FIREBREAK_CONTROL_TOKEN"))
        return FirebreakProject(id ?? "demo-firebreak", at: transport)
    }
}
