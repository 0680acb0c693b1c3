package import ArgumentParser
import FirebreakClient

/// `firebreak outbox open`.
package struct OutboxOpen: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Do what a person does who follows the link of a mail.",
        discussion: """
            Without an ID, the latest message that matches the filters. Of a sign-in link, it prints the URL that the \
            app receives.

            Examples:
              firebreak outbox open --to alice@example.test
              firebreak outbox open --type PASSWORD_RESET --new-password correct-horse
              firebreak outbox open msg_0123456789abcdefghij --format json
            """
    )

    @Argument(help: "The message's ID, msg_...; without it the latest one that matches.")
    var id: String?

    @Option(help: "The password to set, for a PASSWORD_RESET.")
    var newPassword: String?

    @OptionGroup(title: "Filters")
    var filters: OutboxFilters

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print what happened.")
    var format: OutputFormat = .table

    package init() {}

    package func validate() throws {
        if id != nil, filters.filter != OutboxFilter() {
            throw ValidationError("filters choose a message only without an ID")
        }
        if id?.isEmpty == true { throw ValidationError("the ID must not be empty") }
    }

    package func run() async throws {
        let project = options.selectedProject()
        let choice = id.map(FirebreakProject.Outbox.Choice.id) ?? .latest(filters.filter)
        let reply = try await project.transport.success(project.outbox.opening(choice, newPassword: newPassword))
        try StandardStream.output.write(try format.text(opened: reply))
    }
}
