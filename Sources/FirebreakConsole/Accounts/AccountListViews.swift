import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's list of accounts, and the form for a new one.
enum AccountListViews {
    @Sendable static func list(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let query = visit.query
        var request = JSON.emptyObject
        for name in ["tenant", "sort", "after", "before"] { request[name] = query[name].map(JSON.string) }
        request["query"] = query["q"].map(JSON.string)
        let list: AccountList
        do { list = try await visit.run(ListAccounts.self, request) } catch let error as WireError
            where error == .tenantNotFound
        {
            throw ConsoleProblem.notFound("The project has no tenant “\(query["tenant"] ?? "")”.")
        }
        let tenants = try await visit.run(ListTenantNames.self)
        let selection = AccountListPages.Selection(
            tenant: query["tenant"], query: query["q"], isByID: query["sort"] == "id")
        return visit.page(
            .accounts,
            AccountListPages.list(
                list, selection, tenants, command: command(visit, tenant: query["tenant"]), visit.context))
    }

    /// How an app makes an account, as a line for a shell.
    private static func command(_ visit: ConsoleVisit, tenant: String?) -> String {
        var body: JSON = ["email": "first@example.test", "password": "correct-horse"]
        body["tenantId"] = tenant.map(JSON.string)
        let key = PercentEncoding.encode(visit.call.project.ownAPIKey)
        let url = "\(visit.call.origin)/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)"
        let words = ["Content-Type: application/json", JSON.visible(body.bytes), url].map(ShellWord.quoted)
        return "curl -H \(words[0]) -d \(words[1]) \(words[2])"
    }

    // MARK: A new account

    @Sendable static func new(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await page(visit, NewAccountPage(values: visit.query["tenant"].map { ["tenant": $0] } ?? [:]))
    }

    /// Creates an account as the Admin SDKs do, and leads to it.
    @Sendable static func create(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let tenant = visit.form["tenant"].map(TenantID.init(rawValue:))
        do {
            let account = try await visit.runAsAdmin(SignUp.self, entered(visit.form), tenant: tenant)
            let path = ConsolePath(visit.project, .accounts).below(account.localId)
            return visit.redirect(to: path.with([("tenant", tenant?.rawValue)]), notice: .accountCreated)
        } catch let error as WireError {
            var page = NewAccountPage(values: [:])
            for name in names + marks + ["tenant"] { page.values[name] = visit.form[name] }
            page.failure = failure(error)
            return try await self.page(visit, page, error)
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
        _ visit: ConsoleVisit, _ page: NewAccountPage, _ error: WireError? = nil
    ) async throws -> RouteResponse {
        let tenants = try await visit.run(ListTenantNames.self)
        return visit.page(
            .accounts, title: "New account", notice: error.map(visit.notice), status: error == nil ? 200 : 400,
            page.html(tenants, visit.context))
    }
}
