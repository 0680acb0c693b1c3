import FirebreakControl
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's list of accounts.
enum AccountListPages {
    static let template = Template(asset: "console/accounts")

    /// Which accounts a page lists, as its address says.
    struct Selection: Sendable {
        var tenant: String?
        /// What was typed to find accounts.
        var query: String?
        var isByID: Bool

        init(tenant: String?, query: String?, isByID: Bool) {
            self.tenant = tenant
            self.query = query
            self.isByID = isByID
        }
    }

    /// - Parameter command: A line for a shell that makes the first account.
    static func list(
        _ list: AccountList, _ selection: Selection, _ tenants: TenantNames, command: String, _ context: ConsoleContext
    ) -> HTML {
        let place = Place(selection, context)
        return template.filled([
            "summary": summary(list, place), "new": "\(place.new.text)", "url": "\(context.path(.accounts).text)",
            "tenants": TenantChoice.html(tenants, selected: selection.tenant, attributes: " data-submit"),
            "search": Controls.field(
                "q", "Search", type: "search", value: selection.query, class: "search",
                attributes: #" placeholder="E-mail address, phone number, name or user ID" maxlength="512""#),
            "sort": selection.isByID ? Controls.hidden("sort", "id") : "",
            "list": list.accounts.isEmpty ? nothing(list, place, command) : table(list, place),
            "pager": pager(list, place),
        ])
    }

    /// Where links of the list lead.
    private struct Place {
        let selection: Selection
        let context: ConsoleContext

        init(_ selection: Selection, _ context: ConsoleContext) {
            self.selection = selection
            self.context = context
        }

        /// All accounts of the same tenant.
        func all(isByID: Bool, after: String? = nil, before: String? = nil) -> ConsolePath {
            context.path(.accounts).with([
                ("tenant", selection.tenant), ("sort", isByID ? "id" : nil), ("after", after), ("before", before),
            ])
        }

        var all: ConsolePath { all(isByID: selection.isByID) }
        var new: ConsolePath { context.path(.accounts).below("new").with([("tenant", selection.tenant)]) }

        func account(_ id: String) -> ConsolePath {
            context.path(.accounts).below(id).with([("tenant", selection.tenant)])
        }
    }

    // MARK: What is said of the list

    private static func summary(_ list: AccountList, _ place: Place) -> HTML {
        if let count = list.count { return "\(CountText.text(count, "account"))" }
        guard !list.accounts.isEmpty else { return "" }
        return template.part(list.isCut ? "cut" : "found").filled([
            "count": "\(list.accounts.count)", "url": "\(place.all.text)",
        ])
    }

    private static func nothing(_ list: AccountList, _ place: Place, _ command: String) -> HTML {
        guard list.count == nil else {
            return template.part("empty").filled([
                "new": "\(place.new.text)", "command": "\(command)", "copy": Controls.copy(command),
            ])
        }
        return template.part("nothing").filled([
            "query": AccountText.html(place.selection.query ?? ""), "url": "\(place.all.text)",
        ])
    }

    // MARK: The table

    private static func table(_ list: AccountList, _ place: Place) -> HTML {
        let rows = list.accounts.map { row($0, url: place.account($0.id)) }
        return template.part("table").filled([
            "rows": "\(rows)", "created": head("Created", "time", list, place, isByID: false),
            "id": head("User ID", "id", list, place, isByID: true),
        ])
    }

    /// The head of a column that the list can be sorted by; what was found cannot.
    private static func head(
        _ name: HTML, _ style: HTML, _ list: AccountList, _ place: Place, isByID: Bool
    ) -> HTML {
        guard list.count != nil else { return template.part("head").filled(["class": style, "name": name]) }
        guard place.selection.isByID == isByID else {
            return template.part("sortableHead").filled([
                "class": style, "name": name, "url": "\(place.all(isByID: isByID).text)",
            ])
        }
        return template.part("sortedHead").filled([
            "class": style, "name": name, "direction": isByID ? "ascending" : "descending",
        ])
    }

    private static func row(_ account: AccountList.Entry, url: ConsolePath) -> HTML {
        let names = [account.email, account.phoneNumber, account.displayName].compactMap { $0?.nonEmpty }
        let others: [HTML] = names.dropFirst().map { template.part("other").filled(["text": AccountText.html($0)]) }
        return template.part("row").filled([
            "url": "\(url.text)", "name": names.first.map { AccountText.html($0) } ?? "No address",
            "others": "\(others)", "means": AccountBadges.means(of: account), "state": AccountBadges.state(of: account),
            "created": AccountText.time(account.createdAt), "signedIn": AccountText.time(account.lastLoginAt),
            "id": "\(AccountText.clipped(account.id, 200))", "copy": Controls.copy(account.id),
        ])
    }

    // MARK: Other pages

    private static func pager(_ list: AccountList, _ place: Place) -> HTML {
        guard list.previous != nil || list.next != nil else { return "" }
        func link(_ name: HTML, _ path: ConsolePath, _ relation: HTML = "") -> HTML {
            template.part("page").filled(["name": name, "url": "\(path.text)", "relation": relation])
        }
        func page(after: String? = nil, before: String? = nil) -> ConsolePath {
            place.all(isByID: place.selection.isByID, after: after, before: before)
        }
        return template.part("pager").filled([
            "first": list.previous == nil ? "" : link("First page", place.all),
            "previous": list.previous.map { link("Previous", page(before: $0), #" rel="prev""#) } ?? "",
            "next": list.next.map { link("Next", page(after: $0), #" rel="next""#) } ?? "",
        ])
    }
}

/// What is special about an account, in a word each.
enum AccountBadges {
    private static let maximumMeans = 6
    private static let maximumLength = 40

    /// How the person signs in.
    static func means(of account: AccountList.Entry) -> HTML {
        var badges = account.means.prefix(maximumMeans).map { Controls.badge(name($0)) }
        let rest = account.means.count - maximumMeans
        if rest > 0 { badges.append(Controls.badge("+\(rest)")) }
        return "\(badges)"
    }

    static func state(of account: AccountList.Entry) -> HTML {
        var badges: [HTML] = []
        if account.isDisabled { badges.append(Controls.badge("Disabled", "failure")) }
        if account.isEmailVerified == false { badges.append(Controls.badge("Unverified")) }
        if account.secondFactors > 0 {
            let factors = account.secondFactors == 1 ? "2nd factor" : "\(account.secondFactors) factors"
            badges.append(Controls.badge(factors, "information"))
        }
        return "\(badges)"
    }

    /// Ways to sign in that accounts do not list among their providers.
    private static let names = [
        AccountList.Means.emailLink: "E-mail link", AccountList.Means.passkey: "Passkey",
        AccountList.Means.custom: "Custom token", AccountList.Means.anonymous: "Anonymous",
    ]

    private static func name(_ means: String) -> String {
        names[means] ?? AccountText.clipped(ProviderName.ofOwnWay(means) ?? ProviderName.known(means), maximumLength)
    }
}
