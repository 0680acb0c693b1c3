import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's list of accounts, and the form for a new one.
enum AccountListViews {
    @Sendable static func list(_ request: ConsoleRequest) async throws -> RouteResponse {
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
        let selection = AccountListPages.Selection(
            tenant: query["tenant"], query: query["q"], isByID: query["sort"] == "id")
        return request.page(
            .accounts,
            AccountListPages.list(
                list, selection, tenants, command: command(request, tenant: query["tenant"]), request))
    }

    /// How an app makes an account, as a line for a shell.
    private static func command(_ request: ConsoleRequest, tenant: String?) -> String {
        var body: JSON = ["email": "first@example.test", "password": "correct-horse"]
        body["tenantId"] = tenant.map(JSON.string)
        let key = PercentEncoding.encode(request.call.project.ownAPIKey)
        let url = "\(request.call.origin)/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)"
        let words = ["Content-Type: application/json", JSON.visible(body.bytes), url].map(ShellWord.quoted)
        return "curl -H \(words[0]) -d \(words[1]) \(words[2])"
    }

    // MARK: A new account

    @Sendable static func new(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await page(request, NewAccountPage(values: request.query["tenant"].map { ["tenant": $0] } ?? [:]))
    }

    /// Creates an account as the Admin SDKs do, and leads to it.
    @Sendable static func create(_ request: ConsoleRequest) async throws -> RouteResponse {
        let tenant = request.form["tenant"].map(TenantID.init(rawValue:))
        do {
            let account = try await request.runAsAdmin(SignUp.self, entered(request.form), tenant: tenant)
            let path = ConsolePath(request.project, .accounts).below(account.localId)
            return request.redirect(to: path.with([("tenant", tenant?.rawValue)]), notice: .accountCreated)
        } catch let error as WireError {
            var page = NewAccountPage(values: [:])
            for name in names + marks + ["tenant"] { page.values[name] = request.form[name] }
            page.failure = failure(error)
            return try await self.page(request, page, error)
        }
    }

    private static let names = AccountField.ofNewAccount.map(\.name)
    private static let marks = ["emailVerified", "disabled"]

    private static func entered(_ form: SubmittedForm) -> JSON {
        var account = JSON.emptyObject
        for name in names { account[name] = form[name]?.trimmed.nonEmpty.map(JSON.string) }
        account["password"] = form["password"].map(JSON.string)
        for name in marks where form.has(name) { account[name] = true }
        return account
    }

    /// The field that an error is about, and what causes the error.
    private static func failure(_ error: WireError) -> (field: String, text: String)? {
        let field: String? =
            switch error.code {
            case "EMAIL_EXISTS", "INVALID_EMAIL": "email"
            case "WEAK_PASSWORD", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": "password"
            case "INVALID_PHONE_NUMBER", "PHONE_NUMBER_EXISTS": "phoneNumber"
            case "DUPLICATE_LOCAL_ID", "INVALID_IDENTIFIER": "localId"
            case "INVALID_PROFILE_ATTRIBUTE": "displayName"
            default: nil
            }
        // Causes are written for Markdown.
        return field.map { ($0, error.row.cause.substituting("`", with: "")) }
    }

    private static func page(
        _ request: ConsoleRequest, _ page: NewAccountPage, _ error: WireError? = nil
    ) async throws -> RouteResponse {
        let tenants = try await request.run(ListTenantNames.self)
        return request.page(
            .accounts, title: "New account", notice: error.map(request.notice), status: error == nil ? 200 : 400,
            page.html(tenants, request))
    }
}

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
        _ list: AccountList, _ selection: Selection, _ tenants: TenantNames, command: String, _ request: ConsoleRequest
    ) -> HTML {
        let place = Place(selection, request)
        return template.filled([
            "summary": summary(list, place), "new": "\(place.new.text)", "url": "\(request.path(.accounts).text)",
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
        let request: ConsoleRequest

        init(_ selection: Selection, _ request: ConsoleRequest) {
            self.selection = selection
            self.request = request
        }

        /// All accounts of the same tenant.
        func all(isByID: Bool, after: String? = nil, before: String? = nil) -> ConsolePath {
            request.path(.accounts).with([
                ("tenant", selection.tenant), ("sort", isByID ? "id" : nil), ("after", after), ("before", before),
            ])
        }

        var all: ConsolePath { all(isByID: selection.isByID) }
        var new: ConsolePath { request.path(.accounts).below("new").with([("tenant", selection.tenant)]) }

        func account(_ id: String) -> ConsolePath {
            request.path(.accounts).below(id).with([("tenant", selection.tenant)])
        }
    }

    // MARK: What is said of the list

    private static func summary(_ list: AccountList, _ place: Place) -> HTML {
        if let count = list.count { return "\(Formatting.count(count, "account"))" }
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

/// Values of accounts in lists, where long ones are cut: they may have any length, and a page has many of them.
enum AccountText {
    // In bytes of markup, which is what a page weighs.
    private static let maximumShown = 120
    private static let maximumTitle = 240
    /// What is longer may be cut by the style sheet.
    private static let alwaysFits = 24

    /// A text, and more of it where the pointer rests.
    static func html(_ text: String) -> HTML {
        guard text.utf8.count > alwaysFits else { return "\(text)" }
        return AccountListPages.template.part("clipped").filled([
            "text": "\(clipped(text, maximumShown))", "whole": "\(clipped(text, maximumTitle))",
        ])
    }

    static func clipped(_ text: String, _ limit: Int = maximumShown) -> String { text.clipped(to: limit) }

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
            let name = tenant.displayName?.nonEmpty.map { "\(AccountText.clipped($0)) (\(tenant.id))" }
            return (value: tenant.id, label: name ?? tenant.id)
        }
        return Controls.select(
            "tenant", "Tenant", [(value: "", label: "None: the project’s own")] + tenants, selected: selected,
            attributes: attributes)
    }
}
