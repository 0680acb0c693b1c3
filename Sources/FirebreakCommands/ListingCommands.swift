package import ArgumentParser
import FirebreakClient
package import FirebreakModel

/// A noun of the command line that is a list that grows: `outbox`, `requests`.
package protocol ListingNoun: SendableMetatype {
    /// The flags that select elements.
    associatedtype Filters: ListingFilters
    associatedtype Page: APIMessage
    associatedtype Element: Decodable

    static var wording: ListingWording { get }
    /// The event of a stream that tells a new element.
    static var event: String { get }

    static var endpoints: ListingEndpoints<Filters.Filter, Page> { get }
    /// A list as columns; only the header if it is empty.
    static func table(_ page: Page) -> String
    /// One element on one line, for a list that grows.
    static func line(_ element: Element) -> String
}

/// What the help of a listing's commands says.
package struct ListingWording: Sendable {
    /// Of several elements: `messages`.
    var elements: String
    /// Of those that are told as they come: `new messages`.
    var newElements: String
    /// Of those that there are before a command begins: `that are there already`.
    var existing: String
    /// What a wait says that timed out: `what did arrive instead`.
    var instead: String
    var listExamples: String
    var waitExamples: String
    var followExamples: String
}

/// The flags that select elements of a listing; all of them must match.
package protocol ListingFilters: ParsableArguments {
    associatedtype Filter: APIMessage

    /// What the flags select.
    var filter: Filter { get }
}

/// The flags that say how many elements, and in which order.
package struct PagingFlags<Noun: ListingNoun>: ParsableArguments {
    @Option(help: "At most so many \(Noun.wording.elements), up to 1000. (default: 100)")
    var limit: Int?

    @Option(
        help: "asc for newest last, desc for newest first. (default: asc)",
        completion: .known(OutboxPaging.Order.self))
    var order: String?

    package init() {}

    /// The paging of these flags; the server checks the values.
    package var paging: OutboxPaging { OutboxPaging(limit: limit, order: order.map(OutboxPaging.Order.init)) }
}

/// The flags of commands that wait.
package struct WaitFlags: ParsableArguments {
    @Option(help: "How many must match.")
    var count: Int = 1

    @Option(
        help: ArgumentHelp(
            "How long to wait: seconds, or a text such as 500ms or 1m. (default: 10s)", valueName: "time"))
    var timeout: TimeSpan?

    package init() {}

    package func validate() throws {
        if count < 1 { throw ValidationError("--count must be at least 1") }
    }

    var duration: Duration { timeout?.duration ?? .seconds(10) }
}

/// `firebreak outbox list`, `firebreak requests list`.
package struct ListCommand<Noun: ListingNoun>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list", abstract: "List \(Noun.wording.elements), newest last.",
            discussion: "Examples:\n\(Noun.wording.listExamples)")
    }

    @OptionGroup(title: "Filters")
    var filters: Noun.Filters

    @OptionGroup
    var paging: PagingFlags<Noun>

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the \(Noun.wording.elements).")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        try await options.show(format, Noun.table, listing: Noun.wording.elements) { project in
            try project.request(Noun.endpoints.list, Listed(filters.filter, paging.paging))
        }
    }
}

/// `firebreak outbox wait`, `firebreak requests wait`.
package struct WaitCommand<Noun: ListingNoun>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "wait", abstract: "Wait until enough \(Noun.wording.elements) match, and list them.",
            discussion: """
                \(Noun.wording.elements.prefix(1).uppercased() + Noun.wording.elements.dropFirst()) \(Noun.wording.existing) \
                already count, unless --after is given. Exits 1 when the time is over, and says on standard error \
                \(Noun.wording.instead) instead.

                Examples:
                \(Noun.wording.waitExamples)
                """)
    }

    @OptionGroup(title: "Filters")
    var filters: Noun.Filters

    @OptionGroup
    var paging: PagingFlags<Noun>

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @OptionGroup
    var patience: WaitFlags

    @Option(help: "How to print the \(Noun.wording.elements).")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        try await options.show(format, Noun.table) { project in
            try project.waiting(
                Noun.endpoints.wait, for: Listed(filters.filter, paging.paging), count: patience.count,
                within: patience.duration)
        }
    }
}

/// `firebreak outbox follow`, `firebreak requests follow`.
package struct FollowCommand<Noun: ListingNoun>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "follow", abstract: "Print \(Noun.wording.newElements) as they come, one per line.",
            discussion: """
                With --after, first those \(Noun.wording.existing) already. Ends with the server.

                Examples:
                \(Noun.wording.followExamples)
                """)
    }

    @OptionGroup(title: "Filters")
    var filters: Noun.Filters

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the \(Noun.wording.elements).")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = try options.selectedProject()
        for try await event in project.events(Noun.endpoints.stream, filters.filter)
        where event.name == Noun.event {
            try StandardStream.output.write(try format.text(ControlReply(status: 200, body: event.data), Noun.line))
        }
    }
}
