import ArgumentParser
package import FirebreakClient
import FirebreakModel

/// The flags that select calls; all of them must match.
package struct RequestFilters: ParsableArguments {
    @Option(help: "Only this operation, as accounts.signUp, or accounts.* for all that begin so.")
    var operation: String?

    @Option(help: "Only this HTTP status, or a class of them, as 4xx.")
    var status: String?

    @Option(help: "Only calls with this error, as EMAIL_EXISTS.")
    var error: String?

    @Option(name: .customLong("local-id"), help: ArgumentHelp("Only calls about this account.", valueName: "id"))
    var localID: String?

    @Option(help: "Only calls about this address.")
    var email: String?

    @Option(help: ArgumentHelp("Only calls about this phone number.", valueName: "number"))
    var phoneNumber: String?

    @Option(help: "Only what was called by app, admin or anybody.")
    var caller: String?

    @Option(help: ArgumentHelp("Only calls after this number.", valueName: "seq"))
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

    @Option(help: "asc, newest last, or desc. (default: asc)")
    var order: String?

    package init() {}

    /// The paging of these flags; the server checks the values.
    package var paging: OutboxPaging { OutboxPaging(limit: limit, order: order.map(OutboxPaging.Order.init)) }
}
