package import ArgumentParser
import FirebreakClient
import FirebreakModel

/// `firebreak outbox follow`.
package struct OutboxFollow: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Print new messages as they come, one per line.",
        discussion: """
            With --after, first those that are there already. Ends with the server.

            Examples:
              firebreak outbox follow
              firebreak outbox follow --after 0 --channel sms --format json
            """
    )

    @OptionGroup(title: "Filters")
    var filters: OutboxFilters

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the messages.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        for try await event in project.transport.events(project.outbox.streaming(filters.filter))
        where event.name == "message" {
            try StandardStream.output.write(try format.text(event: event))
        }
    }
}
