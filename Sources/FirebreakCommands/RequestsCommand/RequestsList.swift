package import ArgumentParser
import FirebreakClient

/// `firebreak requests list`.
package struct RequestsList: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List calls, newest last.",
        discussion: """
            Examples:
              firebreak requests list --operation accounts.signInWithPassword
              firebreak requests list --error UNAUTHORIZED_DOMAIN --format json
            """
    )

    @OptionGroup(title: "Filters")
    var filters: RequestFilters

    @OptionGroup
    var paging: RequestPagingFlags

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the calls.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        let reply = try await project.transport.success(project.requests.listing(filters.filter, paging.paging))
        try StandardStream.output.write(try format.text(requests: reply))
    }
}
