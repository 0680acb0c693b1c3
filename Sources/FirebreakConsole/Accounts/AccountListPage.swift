import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's list of accounts.
struct AccountListPage {
    static let template = Template(asset: "console/accounts")

    private let list: AccountList
    private let tenants: TenantNames
    private let request: ConsoleRequest

    private var tenant: String? { request.query["tenant"] }
    /// What was typed to find accounts.
    private var search: String? { request.query["q"] }
    private var isByID: Bool { request.query["sort"] == "id" }

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        let query = request.query
        var parameters = JSON.emptyObject
        for name in ["tenant", "sort", "after", "before"] { parameters[name] = query[name].map(JSON.string) }
        parameters["query"] = query["q"].map(JSON.string)
        let list: AccountList
        do { list = try await request.run(ListAccounts.self, parameters) } catch let error as WireError
            where error == .tenantNotFound
        {
            throw ConsoleProblem.notFound("The project has no tenant “\(query["tenant"] ?? "")”.")
        }
        let tenants = try await request.run(ListTenantNames.self)
        return request.page(.accounts, AccountListPage(list: list, tenants: tenants, request: request).html)
    }

    private var html: HTML {
        Self.template.filled([
            "summary": summary, "new": "\(new.text)", "url": "\(request.path(.accounts).text)",
            "tenants": TenantChoice.html(tenants, selected: tenant, attributes: " data-submit"),
            "search": Controls.field(
                "q", "Search", type: "search", value: search, class: "search",
                attributes: #" placeholder="Email address, phone number, name or user ID" maxlength="512""#),
            "sort": isByID ? Controls.hidden("sort", "id") : "",
            "list": list.accounts.isEmpty ? nothing : table, "pager": pager,
        ])
    }

    // MARK: Where links lead

    /// All accounts of the same tenant.
    private func all(isByID: Bool, after: String? = nil, before: String? = nil) -> ConsolePath {
        request.path(.accounts).with([
            ("tenant", tenant), ("sort", isByID ? "id" : nil), ("after", after), ("before", before),
        ])
    }

    private var all: ConsolePath { all(isByID: isByID) }
    private var new: ConsolePath { request.path(.accounts).below("new").with([("tenant", tenant)]) }

    // MARK: What is said of the list

    private var summary: HTML {
        if let count = list.count { return "\(Formatting.count(count, "account"))" }
        guard !list.accounts.isEmpty else { return "" }
        return Self.template.part(list.isCut ? "cut" : "found").filled([
            "count": "\(list.accounts.count)", "url": "\(all.text)",
        ])
    }

    private var nothing: HTML {
        guard list.count == nil else {
            let command = command
            return Self.template.part("empty").filled([
                "new": "\(new.text)", "command": "\(command)", "copy": Controls.copy(command),
            ])
        }
        return Self.template.part("nothing").filled([
            "query": AccountText.html(search ?? ""), "url": "\(all.text)",
        ])
    }

    // MARK: The table

    private var table: HTML {
        let rows = list.accounts.map { row($0) }
        return Self.template.part("table").filled([
            "rows": "\(rows)", "created": head("Created", "time", isByID: false),
            "id": head("User ID", "id", isByID: true),
        ])
    }

    /// The head of a column that the list can be sorted by; what was found cannot.
    private func head(_ name: HTML, _ style: HTML, isByID: Bool) -> HTML {
        guard list.count != nil else { return Self.template.part("head").filled(["class": style, "name": name]) }
        guard self.isByID == isByID else {
            return Self.template.part("sortableHead").filled([
                "class": style, "name": name, "url": "\(all(isByID: isByID).text)",
            ])
        }
        return Self.template.part("sortedHead").filled([
            "class": style, "name": name, "direction": isByID ? "ascending" : "descending",
        ])
    }

    private func row(_ account: AccountList.Entry) -> HTML {
        let url = request.path(.accounts).below(account.id).with([("tenant", tenant)])
        let names = [account.email, account.phoneNumber, account.displayName].compactMap { $0?.nonEmpty }
        let others: [HTML] = names.dropFirst().map {
            Self.template.part("other").filled(["text": AccountText.html($0)])
        }
        return Self.template.part("row").filled([
            "url": "\(url.text)", "name": names.first.map { AccountText.html($0) } ?? "No address",
            "others": "\(others)", "means": AccountBadges.means(of: account), "state": AccountBadges.state(of: account),
            "created": AccountText.time(account.createdAt), "signedIn": AccountText.time(account.lastLoginAt),
            "id": "\(account.id.clipped(to: 200))", "copy": Controls.copy(account.id),
        ])
    }

    // MARK: Other pages

    private var pager: HTML {
        guard list.previous != nil || list.next != nil else { return "" }
        func link(_ name: HTML, _ path: ConsolePath, _ relation: HTML = "") -> HTML {
            Self.template.part("page").filled(["name": name, "url": "\(path.text)", "relation": relation])
        }
        return Self.template.part("pager").filled([
            "first": list.previous == nil ? "" : link("First page", all),
            "previous": list.previous.map { link("Previous", all(isByID: isByID, before: $0), #" rel="prev""#) } ?? "",
            "next": list.next.map { link("Next", all(isByID: isByID, after: $0), #" rel="next""#) } ?? "",
        ])
    }

    /// How an app makes an account, as a line for a shell.
    private var command: String {
        var body: JSON = ["email": "first@example.test", "password": "correct-horse"]
        body["tenantId"] = tenant.map(JSON.string)
        let key = PercentEncoding.encode(request.call.project.ownAPIKey)
        let url = "\(request.call.origin)/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)"
        let words = ["Content-Type: application/json", JSON.visible(body.bytes), url].map(ShellWord.quoted)
        return "curl -H \(words[0]) -d \(words[1]) \(words[2])"
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
        AccountList.Means.emailLink: Words.emailLink, AccountList.Means.passkey: "Passkey",
        AccountList.Means.custom: "Custom token", AccountList.Means.anonymous: "Anonymous",
    ]

    private static func name(_ means: String) -> String {
        names[means] ?? (ProviderName.ofOwnWay(means) ?? ProviderName.known(means)).clipped(to: maximumLength)
    }
}

/// Values of accounts in lists, where long ones are cut: they may have any length, and a page has many of them.
enum AccountText {
    // In bytes of markup, which is what a page weighs.
    static let maximumShown = 120
    private static let maximumTitle = 240
    /// What is longer may be cut by the style sheet.
    private static let alwaysFits = 24

    /// A text, and more of it where the pointer rests.
    static func html(_ text: String) -> HTML {
        guard text.utf8.count > alwaysFits else { return "\(text)" }
        return AccountListPage.template.part("clipped").filled([
            "text": "\(text.clipped(to: maximumShown))", "whole": "\(text.clipped(to: maximumTitle))",
        ])
    }

    /// A time, or what an account has in its place.
    static func time(_ text: String?) -> HTML {
        guard let text, !text.isEmpty else { return "" }
        return Timestamp(rfc3339: text) == nil ? html(text) : TimeText.html(text)
    }
}

/// A field to choose the project itself or one of its tenants.
enum TenantChoice {
    /// Nothing where there is no choice; where there are too many to choose from, a field for the ID.
    static func html(_ names: TenantNames, selected: String?, attributes: HTML = "") -> HTML {
        if names.isCut { return Controls.field("tenant", "Tenant ID", value: selected) }
        guard !names.tenants.isEmpty else { return "" }
        let tenants = names.tenants.map { tenant in
            let name = tenant.displayName?.nonEmpty.map { "\($0.clipped(to: AccountText.maximumShown)) (\(tenant.id))" }
            return (value: tenant.id, label: name ?? tenant.id)
        }
        return Controls.select(
            "tenant", "Tenant", [(value: "", label: "None: the project’s own")] + tenants, selected: selected,
            attributes: attributes)
    }
}
