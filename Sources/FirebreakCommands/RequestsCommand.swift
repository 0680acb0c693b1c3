package import ArgumentParser
import FirebreakClient
package import FirebreakModel
import FirebreakWire

/// `firebreak requests`: the calls that a running server got.
package struct RequestsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Read the calls that a running server got, and why they were answered so.",
        discussion: """
            Passwords, tokens, codes and keys in them are replaced by what they are, such as <password>. \
            \(ServerLocation.rule)

            Examples:
              firebreak requests list --status 4xx
              firebreak requests wait --operation accounts.signUp --timeout 5s
            """,
        subcommands: [ListCommand<Self>.self, WaitCommand<Self>.self, FollowCommand<Self>.self]
    )

    package init() {}
}

/// The flags that select calls; all of them must match.
package struct RequestFilters: ListingFilters {
    @Option(
        help: "Only this operation, as accounts.signUp, or accounts.* for all that begin so.", completion: .operations)
    var operation: String?

    @Option(
        help: "Only this HTTP status, or a class of them, such as 4xx.",
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
        completion: .known(JournalRecord.Caller.self))
    var caller: String?

    @Option(help: "Only calls about this tenant.")
    var tenant: String?

    @Option(
        name: [.customLong("search"), .customShort("q")],
        help: ArgumentHelp("Only calls with all of these words, in any letter case.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("Only calls with a higher seq than this.", valueName: "seq"))
    var after: Int?

    package init() {}

    /// The filter of these flags; the server checks the values.
    package var filter: RequestFilter {
        RequestFilter(
            operation: operation, status: status, error: error, localID: localID, email: email,
            phoneNumber: phoneNumber, caller: caller.map(JournalRecord.Caller.init), tenant: tenant,
            search: search, after: after.map(Int64.init))
    }
}

extension RequestsCommand: ListingNoun {
    package typealias Filters = RequestFilters

    package static let wording = ListingWording(
        elements: "calls", newElements: "calls", existing: "that were made", instead: "what was called",
        listExamples: """
              firebreak requests list --operation accounts.signInWithPassword
              firebreak requests list --error UNAUTHORIZED_DOMAIN --format json
            """,
        waitExamples: """
              firebreak requests wait --operation accounts.signUp --email alice@b.test
              firebreak requests wait --after 41 --status 4xx --count 3 --timeout 2s
            """,
        followExamples: """
              firebreak requests follow
              firebreak requests follow --status 4xx --format json
            """)
    package static let event = "request"

    package static let endpoints = RequestsAPI.listing

    /// Below the columns stands why calls were answered so.
    package static func table(_ page: JournalPage) -> String {
        let requests = page.requests
        var columns: [TextTable<JournalRecord>.Column] = [
            ("SEQ", { String($0.seq) }),
            ("AT", \.at),
            ("OPERATION", { $0.operation ?? "\($0.method) \($0.path)" }),
            ("STATUS", { $0.status.map(String.init) ?? "–" }),
            ("ERROR", \.error),
            ("ABOUT", { $0.email ?? $0.phoneNumber ?? $0.localID }),
            ("CALLER", \.caller?.rawValue),
            ("TIME", { "\($0.durationMicroseconds) us" }),
        ]
        if requests.contains(where: { $0.tenant != nil }) { columns.append(("TENANT", \.tenant)) }
        if requests.contains(where: { !$0.messages.isEmpty }) {
            columns.append(
                ("MESSAGES", { $0.messages.isEmpty ? nil : $0.messages.map(String.init).joined(separator: ",") }))
        }
        if requests.contains(where: { $0.fault != nil }) { columns.append(("FAULT", \.fault)) }
        let table = TextTable(columns).text(requests)
        let explained = requests.compactMap { request in
            request.explanation.map { "#\(request.seq): \($0.visible)\n" }
        }
        return explained.isEmpty ? table : table + "\n" + explained.joined()
    }

    /// Behind the call stands why it was answered so.
    package static func line(_ request: JournalRecord) -> String {
        let cells: [String?] = [
            String(request.seq), request.at, request.operation ?? "\(request.method) \(request.path)",
            request.status.map(String.init) ?? "no answer", request.error,
            request.email ?? request.phoneNumber ?? request.localID,
            request.explanation,
        ]
        return TextLine.text(cells.compactMap { $0?.visible })
    }
}
