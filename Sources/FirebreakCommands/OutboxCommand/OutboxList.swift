package import ArgumentParser
import FirebreakClient

/// `firebreak outbox list`.
package struct OutboxList: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List messages, newest last.",
        discussion: """
            Examples:
              firebreak outbox list --type PASSWORD_RESET
              firebreak outbox list --delivery suppressed --format json
            """
    )

    @OptionGroup(title: "Filters")
    var filters: OutboxFilters

    @OptionGroup
    var paging: OutboxPagingFlags

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the messages.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        let reply = try await project.transport.success(project.outbox.listing(filters.filter, paging.paging))
        try StandardStream.output.write(try format.text(list: reply))
    }
}
