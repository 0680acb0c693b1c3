package import ArgumentParser
import FirebreakClient
package import FirebreakModel
import FirebreakWire

/// `firebreak outbox`: the mails and text messages of a running server.
package struct OutboxCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Read the mails and text messages that a running server would have sent.",
        discussion: """
            \(ServerLocation.rule)

            Examples:
              firebreak outbox list --status pending
              firebreak outbox wait --to alice@example.test --timeout 5s
              curl -f "$(firebreak outbox show --to alice@example.test --link)"
              firebreak outbox open --to alice@example.test --new-password correct-horse
            """,
        subcommands: [
            ListCommand<Self>.self, WaitCommand<Self>.self, FollowCommand<Self>.self, OutboxShow.self, OutboxOpen.self,
        ]
    )

    package init() {}
}

/// The flags that select messages; all of them must match.
package struct OutboxFilters: ListingFilters {
    @Option(help: "Only messages to this address or phone number.")
    var to: String?

    @Option(
        help: "Only messages of this type, as EMAIL_SIGNIN, PASSWORD_RESET, SMS_SIGN_IN.",
        completion: .known(OutboxMessage.Kind.self))
    var type: String?

    @Option(help: "Only this channel: email or sms.", completion: .known(OutboxMessage.Channel.self))
    var channel: String?

    @Option(
        help: "Only what was sent, generated, suppressed, blocked, failed, scheduled, or sent by the app.",
        completion: .known(OutboxMessage.Delivery.self))
    var delivery: String?

    @Option(
        help: "Only what is pending, used, expired or superseded.",
        completion: .known(OutboxMessage.Status.self))
    var status: String?

    @Option(help: "Only messages of this tenant.")
    var tenant: String?

    @Option(
        name: [.customLong("search"), .customShort("q")],
        help: ArgumentHelp("Only messages with all of these words, in any letter case.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("Only messages with a higher seq than this.", valueName: "seq"))
    var after: Int?

    package init() {}

    /// The filter of these flags; the server checks the values.
    package var filter: OutboxFilter {
        OutboxFilter(
            to: to, type: type.map(OutboxMessage.Kind.init), channel: channel.map(OutboxMessage.Channel.init),
            delivery: delivery.map(OutboxMessage.Delivery.init), status: status.map(OutboxMessage.Status.init),
            tenant: tenant, search: search, after: after.map(Int64.init))
    }

    /// - Parameter id: Of a message.
    fileprivate func validate(besides id: String?) throws {
        if id != nil, filter != OutboxFilter() {
            throw ValidationError("filters choose a message only without an ID")
        }
        if id?.isEmpty == true { throw ValidationError("the ID must not be empty") }
    }

    /// The message with an ID; without one the latest that matches.
    fileprivate func choice(_ id: String?) -> FirebreakProject.Outbox.Choice { id.map { .id($0) } ?? .latest(filter) }
}

extension OutboxCommand: ListingNoun {
    package typealias Filters = OutboxFilters

    package static let wording = ListingWording(
        elements: "messages", newElements: "new messages", existing: "that are there", instead: "what did arrive",
        listExamples: """
              firebreak outbox list --type PASSWORD_RESET
              firebreak outbox list --delivery suppressed --format json
            """,
        waitExamples: """
              firebreak outbox wait --to alice@example.test --type EMAIL_SIGNIN
              firebreak outbox wait --after 41 --count 3 --timeout 2s --format json
            """,
        followExamples: """
              firebreak outbox follow
              firebreak outbox follow --after 0 --channel sms --format json
            """)
    package static let event = "message"

    package static let endpoints = OutboxAPI.listing

    package static func table(_ page: OutboxPage) -> String {
        var columns: [TextTable<OutboxMessage>.Column] = [
            ("SEQ", { String($0.seq) }),
            ("CREATED", \.createdAt),
            ("TYPE", \.type.rawValue),
            ("TO", \.to),
            ("DELIVERY", \.delivery.rawValue),
            ("STATUS", \.status?.rawValue),
        ]
        if page.messages.contains(where: { $0.tenant != nil }) { columns.append(("TENANT", \.tenant)) }
        columns.append(("ID", \.id))
        return TextTable(columns).text(page.messages)
    }

    package static func line(_ message: OutboxMessage) -> String {
        TextLine.text(
            [
                String(message.seq), message.createdAt, message.type.rawValue, message.to, message.delivery.rawValue,
                message.id,
            ].map(\.visible))
    }

    /// One message: its main fields as a list, then its text.
    package static func details(_ message: OutboxMessage) -> String {
        let head = TextLine.fields(
            [
                ("ID", message.id), ("Seq", String(message.seq)), ("Type", message.type.rawValue),
                ("Delivery", message.delivery.rawValue), ("Status", message.status?.rawValue),
                ("Tenant", message.tenant), ("From", message.from), ("To", message.to), ("Subject", message.subject),
                ("Created", message.createdAt), ("Expires", message.expiresAt), ("Link", message.link?.mailed),
                ("Code", message.oobCode ?? message.code),
            ], width: 12)
        guard let text = message.text?.visibleLines, !text.isEmpty else { return head }
        return head + "\n" + text + (text.endsWithBytes(of: "\n") ? "" : "\n")
    }

    /// What opening a link did.
    package static func result(_ opened: OpenedMessage) -> String {
        TextLine.fields(
            [
                ("Mode", opened.mode), ("Email", opened.email), ("Applied", opened.applied ? "yes" : "no"),
                ("Redirect", opened.redirect),
            ], width: 12)
    }
}

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
    package enum Part: EnumerableFlag {
        case link, code, text, html, eml

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
        try filters.validate(besides: id)
        if let part, format != nil {
            throw ValidationError("--\(part) prints that part as it is; --format is for the whole message")
        }
    }

    package func run() async throws {
        let project = try options.selectedProject()
        let reply = try await project.transport.success(try project.outbox.reading(filters.choice(id), part?.part))
        switch part {
        case nil:
            try StandardStream.output.write(try (format ?? .table).text(reply, OutboxCommand.details))
        case .link, .code:
            // One line for a script, whatever is in it.
            try StandardStream.output.write((reply.text.rest(beforeBytes: "\n") ?? reply.text[...]).visible + "\n")
        case .text, .html, .eml:
            // A file or a program gets it byte for byte.
            try StandardStream.output.write(reply.body)
        }
    }
}

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

    package func validate() throws { try filters.validate(besides: id) }

    package func run() async throws {
        try await options.show(format, OutboxCommand.result) { project in
            try project.outbox.opening(filters.choice(id), newPassword: newPassword)
        }
    }
}
