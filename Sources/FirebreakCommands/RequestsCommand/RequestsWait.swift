package import ArgumentParser
import FirebreakClient

/// `firebreak requests wait`.
package struct RequestsWait: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until enough calls match, and list them.",
        discussion: """
            Calls that were made already count, unless --after is given. Exits 1 when the time is over, and says on \
            standard error what was called instead.

            Examples:
              firebreak requests wait --operation accounts.signUp --email alice@b.test
              firebreak requests wait --after 41 --status 4xx --count 3 --timeout 2s
            """
    )

    @OptionGroup(title: "Filters")
    var filters: RequestFilters

    @OptionGroup
    var paging: RequestPagingFlags

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @OptionGroup
    var patience: WaitFlags

    @Option(help: "How to print the calls.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        let request = project.requests.waiting(
            for: filters.filter, count: patience.count, within: patience.duration, paging.paging)
        let reply = try await project.transport.success(request)
        try StandardStream.output.write(try format.text(requests: reply))
    }
}
