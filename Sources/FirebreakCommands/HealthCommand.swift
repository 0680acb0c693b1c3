package import ArgumentParser
import FirebreakClient
import FirebreakWire

/// `firebreak health`: tells whether a server is ready, as a container's health check asks.
package struct HealthCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Tell whether a running server is ready: it answers, and its fixtures are in.",
        discussion: """
            Exits with 0 if it is, else with 1 and a sentence that says what is missing. It waits for an answer, but \
            not for a server that does not answer yet.

            \(ServerLocation.rule)

            Example:
              until firebreak health; do sleep 1; done
            """
    )

    @Option(help: "How long the answer may take, such as 500ms. (default: 5s)")
    var timeout: TimeSpan?

    @OptionGroup(title: "Server")
    var location: ServerLocation

    package init() {}

    package func run() async throws {
        let transport = location.project(nil).transport
        let reply = try await transport.send(ControlRequest(.get, "/readyz", timeout: timeout?.duration ?? .seconds(5)))
        guard reply.isSuccess else {
            throw CommandFailure("\(transport.url) is not ready: \(reply.text.trimmed)", status: .failure)
        }
        try StandardStream.output.write("ready\n")
    }
}
