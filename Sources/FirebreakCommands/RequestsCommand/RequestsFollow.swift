package import ArgumentParser
import FirebreakClient

/// `firebreak requests follow`.
package struct RequestsFollow: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Print calls as they come, one per line.",
        discussion: """
            With --after, first those that were made already. Ends with the server.

            Examples:
              firebreak requests follow
              firebreak requests follow --status 4xx --format json
            """
    )

    @OptionGroup(title: "Filters")
    var filters: RequestFilters

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the calls.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        for try await event in project.transport.events(project.requests.streaming(filters.filter))
        where event.name == "request" {
            try StandardStream.output.write(try format.text(call: event))
        }
    }
}
