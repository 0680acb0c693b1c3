package import ArgumentParser

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
    var paging: OutboxPaging

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the messages.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let answer = try await options.server().getSuccess("/outbox", query: filters.query + paging.query)
        try StandardStream.output.write(try format.text(list: answer))
    }
}
