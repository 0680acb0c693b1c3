import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// What is done to accounts from their list: to one at once, to several that were ticked after a page has asked.
struct TickedAccounts {
    private enum Action: String, CaseIterable {
        case disable, enable, delete

        var verb: String {
            switch self {
            case .disable: "Disable"
            case .enable: "Enable"
            case .delete: "Delete"
            }
        }

        var explanation: HTML {
            switch self {
            case .disable: "Nobody can sign in to a disabled account, and its ID tokens stop working."
            case .enable: "They can be signed in to again."
            case .delete: "This cannot be undone."
            }
        }

        func notice(ofOne isOne: Bool) -> ConsoleNotice {
            switch self {
            case .disable: isOne ? .accountDisabled : .accountsDisabled
            case .enable: isOne ? .accountEnabled : .accountsEnabled
            case .delete: isOne ? .accountDeleted : .accountsDeleted
            }
        }
    }

    /// The button of a row, which acts at once: by the name of its field.
    static let ofOne = (disable: Action.disable.rawValue, enable: Action.enable.rawValue)
    /// The field of the boxes that are ticked.
    static let field = "id"
    /// As many as a list shows.
    private static let maximum = 50

    private let request: ConsoleRequest
    private let list: ConsolePath

    private init(_ request: ConsoleRequest) {
        self.request = request
        list = Self.list(request) { request.form[$0] }
    }

    /// The list as it was, by the values that its address has.
    private static func list(_ request: ConsoleRequest, _ value: (String) -> String?) -> ConsolePath {
        request.path(.accounts).with(AccountListPage.parameters.map { ($0, value($0)) })
    }

    /// The hidden fields that lead back to the list that a request shows.
    static func fields(_ request: ConsoleRequest) -> HTML {
        let fields: [HTML] = AccountListPage.parameters.compactMap { name in
            request.query[name].map { Controls.hidden(name, $0) }
        }
        return "\(request.formToken)\(fields)"
    }

    private var tenant: TenantID? { request.form["tenant"].map(TenantID.init(rawValue:)) }

    // MARK: Requests

    @Sendable static func apply(_ request: ConsoleRequest) async throws -> RouteResponse {
        let selection = TickedAccounts(request)
        for action in [Action.disable, .enable] {
            guard let id = request.form[action.rawValue] else { continue }
            try await selection.run(action, [id])
            return request.redirect(to: selection.list, notice: action.notice(ofOne: true))
        }
        guard let action = request.form["action"].flatMap(Action.init) else {
            throw ConsoleProblem.notFound("There is no such form.")
        }
        let accounts = try await selection.accounts(request.form.values(field).prefix(maximum))
        guard !accounts.isEmpty else { return request.redirect(to: selection.list, notice: .noAccountSelected) }
        guard request.form.has("confirmed") else { return selection.question(action, accounts) }
        try await selection.run(action, accounts.map(\.id))
        return request.redirect(to: selection.list, notice: action.notice(ofOne: accounts.count == 1))
    }

    /// Those that are still there.
    private func accounts(_ ids: some Sequence<String>) async throws -> [ShownAccount] {
        var accounts: [ShownAccount] = []
        for id in ids {
            var parameters: JSON = ["localId": .string(id)]
            parameters["tenant"] = tenant.map { .string($0.rawValue) }
            let answer = try await request.run(GetAccount.self, parameters)
            guard let document = answer.account else { continue }
            accounts.append(
                ShownAccount(
                    document: document, tenant: tenant?.rawValue, hashAlgorithm: answer.hashAlgorithm,
                    secrets: answer.secrets))
        }
        return accounts
    }

    private func run(_ action: Action, _ ids: [String]) async throws {
        guard action != .delete else {
            let parameters: JSON = ["localIds": .array(ids.map(JSON.string)), "force": true]
            _ = try await request.changeAccounts(BatchDelete.self, "batchDelete", parameters, tenant: tenant)
            return
        }
        for id in ids {
            let parameters: JSON = ["localId": .string(id), "disableUser": .bool(action == .disable)]
            _ = try await request.changeAccounts(UpdateAccount.self, "update", parameters, tenant: tenant)
        }
    }

    // MARK: The question

    private func question(_ action: Action, _ accounts: [ShownAccount]) -> RouteResponse {
        let title = "\(action.verb) \(Formatting.count(accounts.count, "account"))"
        let template = AccountListPage.template
        let names: [HTML] = accounts.map { account in
            let name = account.email ?? account.phoneNumber ?? account.name
            return template.part("selectedName").filled(["name": AccountText.html(name)])
        }
        let ids: [HTML] = accounts.map { Controls.hidden(Self.field, $0.id) }
        let fields: [HTML] = AccountListPage.parameters.compactMap { name in
            request.form[name].map { Controls.hidden(name, $0) }
        }
        let content = template.part("question").filled([
            "title": "\(title)?", "names": "\(names)", "explanation": action.explanation,
            "url": "\(request.path(.accounts).below("selected").text)", "list": "\(list.text)",
            "fields": "\(request.formToken)\(fields)\(ids)\(Controls.hidden("action", action.rawValue))",
            "kind": action == .delete ? "danger" : "primary", "label": "\(title)",
        ])
        return request.page(.accounts, title: title, content)
    }
}
