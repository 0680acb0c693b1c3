import ArgumentParser

/// The flags that choose messages; all of them must match.
package struct OutboxFilters: ParsableArguments {
    @Option(help: "Only messages to this address or phone number.")
    var to: String?

    @Option(help: "Only messages of this type, as EMAIL_SIGNIN, PASSWORD_RESET, SMS_SIGN_IN.")
    var type: String?

    @Option(help: "Only this channel: email or sms.")
    var channel: String?

    @Option(help: "Only what was sent, generated, suppressed or blocked.")
    var delivery: String?

    @Option(help: "Only what is pending, used, expired or superseded.")
    var status: String?

    @Option(help: "Only messages of this tenant.")
    var tenant: String?

    @Option(help: ArgumentHelp("Only messages after this number.", valueName: "seq"))
    var after: Int?

    package init() {}

    /// The filters in the names of the control API; the server checks their values.
    package var query: [(name: String, value: String)] {
        let filters: [(String, String?)] = [
            ("to", to), ("type", type), ("channel", channel), ("delivery", delivery), ("status", status),
            ("tenant", tenant), ("after", after.map(String.init)),
        ]
        return filters.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// The flags that say how many messages, and in which order.
package struct OutboxPaging: ParsableArguments {
    @Option(help: "At most so many messages, up to 1000. (default: 100)")
    var limit: Int?

    @Option(help: "asc, newest last, or desc. (default: asc)")
    var order: String?

    package init() {}

    /// The flags in the names of the control API.
    package var query: [(name: String, value: String)] {
        let parameters: [(String, String?)] = [("limit", limit.map(String.init)), ("order", order)]
        return parameters.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// How a command prints messages.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For people: columns that fit the content.
    case table
    /// The server's answer as it came.
    case json
}
