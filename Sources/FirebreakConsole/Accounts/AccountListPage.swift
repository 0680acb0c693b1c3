import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's list of accounts.
struct AccountListPage {
    static let template = Template(asset: "console/accounts")
    /// What the address of a list says.
    static let parameters = ListAccounts.Request.conditions + ["sort", "after", "before"]

    /// What is shown anew when a filter changes.
    private static let id = "accounts"

    private let list: AccountList
    private let request: ConsoleRequest

    private static let conditions = ListAccounts.Request.conditions

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        let names = conditions + ["sort"]
        if let path = FilterBar.removal(in: request, request.path(.accounts), names) {
            return request.redirect(to: path)
        }
        var parameters = JSON.emptyObject
        for name in names + ["after", "before"] {
            parameters[name] = request.query[name]?.trimmed.nonEmpty.map(JSON.string)
        }
        let list: AccountList
        do { list = try await request.run(ListAccounts.self, parameters) } catch let error as WireError
            where error == .tenantNotFound
        {
            throw ConsoleProblem.notFound("The project has no tenant “\(request.tenant ?? "")”.")
        }
        return request.page(
            .accounts, count: list.count, of: [.accounts], AccountListPage(list: list, request: request).html)
    }

    private func value(_ name: String) -> String? { request.query[name]?.trimmed.nonEmpty }

    private var sorting: ListAccounts.Sorting { value("sort").flatMap(ListAccounts.Sorting.init) ?? .created }
    private var isFiltered: Bool { Self.conditions.contains { $0 != "tenant" && value($0) != nil } }

    private var html: HTML {
        let rows = list.accounts.map(row)
        return Self.template.filled([
            "news": "\(Formatting.count(list.count, "account")).", "summary": "\(summary)", "new": "\(new.text)",
            "filter": filter.html, "created": head("Created", "time", .created),
            "signedIn": head("\(Words.lastSignIn)", "time", .lastSignIn), "id": head("User ID", "id", .id),
            "rows": "\(rows)",
            "url": "\(request.path(.accounts).below("selected").text)", "fields": TickedAccounts.fields(request),
            "empty": rows.isEmpty ? nothing : "", "pager": pager,
        ])
    }

    private var summary: String {
        isFiltered ? "\(list.count.grouped) found" : Formatting.count(list.count, "account")
    }

    private var filter: FilterBar {
        FilterBar(
            list: Self.id, path: request.path(.accounts),
            chips: [
                FilterBar.Chip("provider", "Provider", AccountBadges.filters),
                FilterBar.Chip("verified", "Email", yes: "Verified", no: "Not verified"),
                FilterBar.Chip("disabled", "State", yes: "Disabled", no: "Enabled"),
                FilterBar.Chip("claims", "Claims", yes: "With claims", no: "Without claims"),
                FilterBar.Chip("secondFactor", "2nd factor", yes: "With 2nd factor", no: "Without 2nd factor"),
            ], value: value, kept: [("tenant", request.tenant), ("sort", value("sort"))])
    }

    // MARK: Where links lead

    /// The same accounts in another order, or another page of them.
    private func same(_ sort: ListAccounts.Sorting, after: String? = nil, before: String? = nil) -> ConsolePath {
        let conditions = Self.conditions.map { (name: $0, value: value($0)) }
        return request.path(.accounts).with(
            conditions + [("sort", sort == .created ? nil : sort.rawValue), ("after", after), ("before", before)])
    }

    private var new: ConsolePath { request.path(.accounts).below("new").with([("tenant", request.tenant)]) }

    private var nothing: HTML {
        guard !isFiltered else {
            let all = request.path(.accounts).with([("tenant", request.tenant)])
            return Self.template.part("nothing").filled(["url": "\(all.text)"])
        }
        let command = command
        return Self.template.part("empty").filled([
            "new": "\(new.text)", "command": "\(command)", "copy": Controls.copy(command),
        ])
    }

    // MARK: The table

    /// The head of a column that the list can be sorted by.
    private func head(_ name: HTML, _ style: HTML, _ sort: ListAccounts.Sorting) -> HTML {
        guard sorting == sort else {
            return Self.template.part("sortableHead").filled([
                "class": style, "name": name, "url": "\(same(sort).text)",
            ])
        }
        return Self.template.part("sortedHead").filled([
            "class": style, "name": name, "direction": sort == .id ? "ascending" : "descending",
        ])
    }

    private func row(_ account: AccountList.Entry) -> HTML {
        let url = request.path(.accounts).below(account.localID).with([("tenant", request.tenant)])
        let names = [account.email, account.phoneNumber, account.displayName].compactMap { $0?.nonEmpty }
        let others: [HTML] = names.dropFirst().map {
            Self.template.part("other").filled(["text": AccountText.html($0)])
        }
        // The ID itself may be long.
        let key = Controls.version(of: "\(account.localID)")
        let cells = Self.template.part("row").filled([
            "url": "\(url.text)", "name": names.first.map { AccountText.html($0) } ?? "No address",
            "others": "\(others)", "means": AccountBadges.means(of: account), "state": AccountBadges.state(of: account),
            "created": AccountText.time(account.createdAt), "signedIn": AccountText.time(account.lastLoginAt),
            "id": "\(account.localID.clipped(to: Self.longID))", "value": "\(account.localID)", "key": key,
            "copy": account.localID.utf8.count > Self.longID ? "" : Controls.copy(account.localID),
            "toggle": toggle(account, key),
        ])
        return Self.template.part("entry").filled([
            "key": key, "version": Controls.version(of: cells), "cells": cells,
        ])
    }

    /// In bytes. Longer ones would make the page heavy: they are copied on the account's own page, and ticked to be
    /// disabled.
    private static let longID = 64

    /// Disables or enables an account at once.
    private func toggle(_ account: AccountList.Entry, _ key: HTML) -> HTML {
        guard account.localID.utf8.count <= Self.longID else { return "" }
        let (disable, enable) = TickedAccounts.ofOne
        return Self.template.part("toggle").filled([
            "name": "\(account.isDisabled ? enable : disable)", "value": "\(account.localID)", "key": key,
            "label": account.isDisabled ? "Enable" : "Disable",
        ])
    }

    // MARK: Other pages

    private var pager: HTML {
        guard list.previous != nil || list.next != nil else { return "" }
        func link(_ name: HTML, _ path: ConsolePath, _ relation: HTML = "") -> HTML {
            Self.template.part("page").filled(["name": name, "url": "\(path.text)", "relation": relation])
        }
        return Self.template.part("pager").filled([
            "first": list.previous == nil ? "" : link("First page", same(sorting)),
            "previous": list.previous.map { link("Previous", same(sorting, before: $0), #" rel="prev""#) } ?? "",
            "next": list.next.map { link("Next", same(sorting, after: $0), #" rel="next""#) } ?? "",
        ])
    }

    /// How an app makes an account, as a line for a shell.
    private var command: String {
        var body: JSON = ["email": "first@example.test", "password": "correct-horse"]
        body["tenantId"] = request.tenant.map(JSON.string)
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
        var badges = account.providers.prefix(maximumMeans).map { Controls.badge(name($0)) }
        let rest = account.providers.count - maximumMeans
        if rest > 0 { badges.append(Controls.badge("+\(rest)")) }
        return "\(badges)"
    }

    static func state(of account: AccountList.Entry) -> HTML {
        var badges: [HTML] = []
        if account.isDisabled { badges.append(Controls.badge("Disabled", "failure")) }
        if account.isEmailVerified == false { badges.append(Controls.badge("Unverified")) }
        if account.hasClaims { badges.append(Controls.badge("Claims", "information")) }
        if account.secondFactors > 0 {
            let factors = account.secondFactors == 1 ? "2nd factor" : "\(account.secondFactors) factors"
            badges.append(Controls.badge(factors, "information"))
        }
        return "\(badges)"
    }

    /// Ways to sign in that accounts do not list among their providers.
    private static let names = [
        "emailLink": Words.emailLink, "passkey": "Passkey", "custom": "Custom token", "anonymous": "Anonymous",
    ]

    private static func name(_ means: String) -> String {
        names[means] ?? (ProviderName.ofOwnWay(means) ?? ProviderName.known(means)).clipped(to: maximumLength)
    }

    /// What a list can be filtered by; any other provider by its ID in the address of the page.
    static let filters: [(value: String, label: String)] =
        [
            "password", "emailLink", "phone", "passkey", "anonymous", "custom", "google.com", "apple.com",
            "facebook.com", "github.com", "microsoft.com", "twitter.com",
        ].map { ($0, name($0)) }
}

/// Values of accounts in lists, where long ones are cut: they may have any length, and a page has many of them.
enum AccountText {
    // In bytes of markup, which is what a page weighs.
    static let maximumShown = 64
    private static let maximumTitle = 96
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
