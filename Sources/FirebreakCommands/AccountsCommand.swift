package import ArgumentParser
import FirebreakClient
import FirebreakModel
import FirebreakWire

/// `firebreak accounts`: the accounts of a running server.
package struct AccountsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Find accounts of a running server.",
        discussion: """
            \(ServerLocation.rule)

            Examples:
              firebreak accounts list --search alice
              firebreak accounts list --disabled true --format json
            """,
        subcommands: [AccountsList.self]
    )

    package init() {}

    /// A list as columns; only the header if it is empty.
    static func table(_ list: AccountList) -> String {
        let columns: [TextTable<AccountList.Entry>.Column] = [
            ("ID", \.localID),
            ("EMAIL", \.email),
            ("PHONE", \.phoneNumber),
            ("NAME", \.displayName),
            ("SIGN-IN", { $0.providers.joined(separator: ",") }),
            ("STATE", state),
            ("CREATED", \.createdAt),
            ("SIGNED IN", \.lastLoginAt),
        ]
        return TextTable(columns).text(list.accounts)
    }

    private static func state(_ account: AccountList.Entry) -> String? {
        let words = [
            account.isDisabled ? "disabled" : nil, account.isEmailVerified == true ? "verified" : nil,
            account.hasClaims ? "claims" : nil, account.secondFactors > 0 ? "2nd factor" : nil,
        ].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ",")
    }
}

/// `firebreak accounts list`.
package struct AccountsList: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts, the newest first.",
        discussion: """
            Examples:
              firebreak accounts list --search 'alice example.test'
              firebreak accounts list --provider google.com --sort lastSignIn --limit 10
            """)

    @Option(
        name: [.customLong("search"), .customShort("q")],
        help: ArgumentHelp(
            "Only accounts with all of these words in address, number, name or ID, in any letter case.",
            valueName: "words"))
    var search: String?

    @Option(help: "Only accounts of this tenant.")
    var tenant: String?

    @Option(help: "Only who signs in so: password, phone, google.com, emailLink, passkey, custom, anonymous.")
    var provider: String?

    @Option(help: ArgumentHelp("Only verified addresses, or those that are not.", valueName: "true|false"))
    var verified: Bool?

    @Option(help: ArgumentHelp("Only accounts that are disabled, or are not.", valueName: "true|false"))
    var disabled: Bool?

    @Option(help: ArgumentHelp("Only accounts with custom claims, or without.", valueName: "true|false"))
    var claims: Bool?

    @Option(help: ArgumentHelp("Only accounts with a second factor, or without.", valueName: "true|false"))
    var secondFactor: Bool?

    @Option(
        help: "created and lastSignIn for the newest first, or id. (default: created)",
        completion: .known(AccountSelection.Order.self))
    var sort: String?

    @Option(help: "At most so many accounts, up to 1000. (default: 50)")
    var limit: Int?

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the accounts.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let selection = AccountSelection(
            search: search, provider: provider, isEmailVerified: verified, isDisabled: disabled, hasClaims: claims,
            hasSecondFactor: secondFactor)
        try await options.show(format, AccountsCommand.table, listing: "accounts") { project in
            let accounts = tenant.map(project.accounts.inTenant) ?? project.accounts
            let page = accounts.page(of: selection, sortedBy: sort.map(AccountSelection.Order.init), limit: limit)
            return try project.request(AccountsAPI.list, page)
        }
    }
}
