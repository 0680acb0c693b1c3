package import ArgumentParser
import FirebreakClient

/// `firebreak outbox wait`.
package struct OutboxWait: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until enough messages match, and list them.",
        discussion: """
            Messages that are there already count, unless --after is given. Exits 1 when the time is over, and says \
            on standard error what did arrive instead.

            Examples:
              firebreak outbox wait --to alice@example.test --type EMAIL_SIGNIN
              firebreak outbox wait --after 41 --count 3 --timeout 2s --format json
            """
    )

    @OptionGroup(title: "Filters")
    var filters: OutboxFilters

    @OptionGroup
    var paging: OutboxPagingFlags

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @OptionGroup
    var patience: WaitFlags

    @Option(help: "How to print the messages.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        let request = project.outbox.waiting(
            for: filters.filter, count: patience.count, within: patience.duration, paging.paging)
        let reply = try await project.transport.success(request)
        try StandardStream.output.write(try format.text(list: reply))
    }
}
