import ArgumentParser
import Configuration
package import FirebreakClient
import Foundation

/// The flags that select the server and project of a command.
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

    /// The project and its server, from flags, then environment, then defaults.
    package func selectedProject(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> FirebreakProject {
        location.project(project, environment: environment)
    }
}
