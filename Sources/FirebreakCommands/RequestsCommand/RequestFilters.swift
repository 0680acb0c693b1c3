import ArgumentParser
package import FirebreakClient
import FirebreakModel

/// The flags that select calls; all of them must match.
package struct RequestFilters: ParsableArguments {
    @Option(
        help: "Only this operation, as accounts.signUp, or accounts.* for all that begin so.", completion: .operations)
    var operation: String?

    @Option(
        help: "Only this HTTP status, or a class of them, as 4xx.",
        completion: .list(["1xx", "2xx", "3xx", "4xx", "5xx"]))
    var status: String?

    @Option(help: "Only calls with this error, as EMAIL_EXISTS.", completion: .errorCodes)
    var error: String?

    @Option(
        name: .customLong("local-id"),
        help: ArgumentHelp("Only calls about the account with this user ID.", valueName: "id"))
    var localID: String?

    @Option(help: "Only calls about the account with this e-mail address.")
    var email: String?

    @Option(help: ArgumentHelp("Only calls about the account with this phone number.", valueName: "number"))
    var phoneNumber: String?

    @Option(
        help: "Only what was called by app, admin or anybody.",
        completion: .names(JournalRecord.Caller.app, .admin, .anybody))
    var caller: String?

    @Option(help: ArgumentHelp("Only calls with a higher seq than this.", valueName: "seq"))
    var after: Int?

    package init() {}

    /// The filter of these flags; the server checks the values.
    package var filter: RequestFilter {
        RequestFilter(
            operation: operation, status: status, error: error, localID: localID, email: email,
            phoneNumber: phoneNumber, caller: caller.map(JournalRecord.Caller.init), after: after.map(Int64.init))
    }
}

/// The flags that say how many calls, and in which order.
package struct RequestPagingFlags: ParsableArguments {
    @Option(help: "At most so many calls, up to 1000. (default: 100)")
    var limit: Int?

    @Option(
        help: "asc for newest last, desc for newest first. (default: asc)",
        completion: .names(OutboxPaging.Order.ascending, .descending))
    var order: String?

    package init() {}

    /// The paging of these flags; the server checks the values.
    package var paging: OutboxPaging { OutboxPaging(limit: limit, order: order.map(OutboxPaging.Order.init)) }
}
