package import ArgumentParser
import FirebreakClient
import FirebreakWire

/// `firebreak outbox show`.
package struct OutboxShow: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one message, or one part of it.",
        discussion: """
            Without an ID, the latest message that matches the filters.

            Examples:
              firebreak outbox show --to alice@example.test
              firebreak outbox show --to +15555550100 --code
              firebreak outbox show msg_0123456789abcdefghij --eml > mail.eml
            """
    )

    /// The parts that the control API serves by themselves.
    package enum Part: String, EnumerableFlag {
        case link
        case code
        case text
        case html
        case eml

        /// The same part in the client library.
        fileprivate var part: FirebreakProject.Outbox.Part {
            switch self {
            case .link: .link
            case .code: .code
            case .text: .text
            case .html: .html
            case .eml: .eml
            }
        }

        package static func help(for part: Part) -> ArgumentHelp? {
            switch part {
            case .link: "Only the link in the mail."
            case .code: "Only the code."
            case .text: "Only the plain text."
            case .html: "Only the HTML text."
            case .eml: "The mail as an RFC 5322 message."
            }
        }
    }

    @Argument(help: "The message's ID, msg_...; without it the latest one that matches.")
    var id: String?

    @Flag
    var part: Part?

    @OptionGroup(title: "Filters")
    var filters: OutboxFilters

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the message. (default: table)")
    var format: OutputFormat?

    package init() {}

    package func validate() throws {
        if id != nil, filters.filter != OutboxFilter() {
            throw ValidationError("filters choose a message only without an ID")
        }
        if id?.isEmpty == true { throw ValidationError("the ID must not be empty") }
        if let part, format != nil {
            throw ValidationError("--\(part.rawValue) prints that part as it is; --format is for the whole message")
        }
    }

    package func run() async throws {
        let project = options.selectedProject()
        let choice = id.map(FirebreakProject.Outbox.Choice.id) ?? .latest(filters.filter)
        let reply = try await project.transport.success(project.outbox.reading(choice, part?.part))
        switch part {
        case nil:
            try StandardStream.output.write(try (format ?? .table).text(message: reply))
        case .link, .code:
            // One line for a script, whatever is in it.
            try StandardStream.output.write((reply.text.rest(before: "\n") ?? reply.text[...]).visible + "\n")
        case .text, .html, .eml:
            // Byte for byte, so that it can be redirected to a file.
            try StandardStream.output.write(reply.body)
        }
    }
}
