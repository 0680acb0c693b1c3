package import ArgumentParser
package import FirebreakClient
import FirebreakModel
import FirebreakWire

/// `firebreak outbox`: the mails and text messages of a running server.
package struct OutboxCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Read the mails and text messages that a running server would have sent.",
        discussion: """
            The server is --url, else $FIREBREAK_URL, else http://$FIREBASE_AUTH_EMULATOR_HOST, else \
            http://127.0.0.1:9099.

            Examples:
              firebreak outbox list --status pending
              firebreak outbox wait --to alice@example.test --timeout 5s
              curl -f "$(firebreak outbox show --to alice@example.test --link)"
              firebreak outbox open --to alice@example.test --new-password correct-horse
            """,
        subcommands: [
            OutboxList.self, OutboxWait.self, OutboxFollow.self, OutboxShow.self, OutboxOpen.self,
        ]
    )

    package init() {}
}

/// The flags that select messages; all of them must match.
package struct OutboxFilters: ParsableArguments {
    @Option(help: "Only messages to this address or phone number.")
    var to: String?

    @Option(
        help: "Only messages of this type, as EMAIL_SIGNIN, PASSWORD_RESET, SMS_SIGN_IN.",
        completion: .names(
            OutboxMessage.Kind.emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail, .recoverEmail,
            .revertSecondFactorAddition, .smsSignIn, .smsMFAEnrollment, .smsMFASignIn))
    var type: String?

    @Option(help: "Only this channel: email or sms.", completion: .names(OutboxMessage.Channel.email, .sms))
    var channel: String?

    @Option(
        help: "Only what was sent, generated, suppressed, blocked, failed or scheduled.",
        completion: .names(
            OutboxMessage.Delivery.sent, .generated, .suppressed, .blocked, .failed, .scheduled))
    var delivery: String?

    @Option(
        help: "Only what is pending, used, expired or superseded.",
        completion: .names(OutboxMessage.Status.pending, .used, .expired, .superseded))
    var status: String?

    @Option(help: "Only messages of this tenant.")
    var tenant: String?

    @Option(help: ArgumentHelp("Only messages with a higher seq than this.", valueName: "seq"))
    var after: Int?

    package init() {}

    /// The filter of these flags; the server checks the values.
    package var filter: OutboxFilter {
        OutboxFilter(
            to: to, type: type.map(OutboxMessage.Kind.init), channel: channel.map(OutboxMessage.Channel.init),
            delivery: delivery.map(OutboxMessage.Delivery.init), status: status.map(OutboxMessage.Status.init),
            tenant: tenant, after: after.map(Int64.init))
    }
}

/// The flags that say how many messages, and in which order.
package struct OutboxPagingFlags: ParsableArguments {
    @Option(help: "At most so many messages, up to 1000. (default: 100)")
    var limit: Int?

    @Option(
        help: "asc for newest last, desc for newest first. (default: asc)",
        completion: .names(OutboxPaging.Order.ascending, .descending))
    var order: String?

    package init() {}

    /// The paging of these flags; the server checks the values.
    package var paging: OutboxPaging { OutboxPaging(limit: limit, order: order.map(OutboxPaging.Order.init)) }
}

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
