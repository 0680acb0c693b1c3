import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's form for a new account.
struct NewAccountPage {
    /// What was entered, by name of the field; without the password.
    private var values: [String: String] = [:]
    /// The field that the last attempt failed at, and why.
    private var failure: (field: String, text: String)?
    /// The account that was made with the form before.
    private var created: (account: ShownAccount, path: ConsolePath)?

    // MARK: Requests

    @Sendable static func new(_ request: ConsoleRequest) async throws -> RouteResponse {
        var page = NewAccountPage()
        for name in kept + ["tenant"] { page.values[name] = request.query[name] }
        if let id = request.query[createdParameter] { page.created = try await find(id, request) }
        return try await page.answer(request)
    }

    /// Creates an account as the Admin SDKs do, and leads to it, or to the form for another one.
    @Sendable static func create(_ request: ConsoleRequest) async throws -> RouteResponse {
        let tenant = request.form["tenant"].map(TenantID.init(rawValue:))
        do {
            let id = try await NewAccount(request.form).make(in: tenant, request)
            let list = request.path(.accounts)
            guard request.form.has("another") else {
                let path = list.below(id).with([("tenant", tenant?.rawValue)])
                return request.redirect(to: path, notice: .accountCreated)
            }
            let again = kept.map { (name: $0, value: request.form[$0]) }
            return request.redirect(
                to: list.below("new").with([("tenant", tenant?.rawValue)] + again + [(createdParameter, id)]))
        } catch let error as WireError {
            var page = NewAccountPage()
            for name in request.form.fields.keys where name != "password" { page.values[name] = request.form[name] }
            page.failure = failure(error, request)
            return try await page.answer(request, error)
        }
    }

    /// What the form for the next account begins with: what several accounts have in common.
    private static let kept = ["providerId", "claims", "emailVerified", "disabled", "factorApp", "another"]
    private static let createdParameter = "created"

    private static func find(
        _ id: String, _ request: ConsoleRequest
    ) async throws -> (account: ShownAccount, path: ConsolePath)? {
        let tenant = request.query["tenant"]
        var parameters: JSON = ["localId": .string(id)]
        parameters["tenant"] = tenant.map(JSON.string)
        let answer = try await request.run(GetAccount.self, parameters)
        return answer.account.map { document in
            (
                ShownAccount(document: document, tenant: tenant, hashAlgorithm: nil, secrets: [:]),
                request.path(.accounts).below(id).with([("tenant", tenant)])
            )
        }
    }

    /// The field that an error is about, and what is wrong with it.
    private static func failure(_ error: WireError, _ request: ConsoleRequest) -> (field: String, text: String)? {
        let problem = FormProblem(error, in: request.call.settings.profile)
        let isOfFactor =
            problem.field == "mfaInfo" || problem.field == "phoneNumber" && request.form["phoneNumber"] == nil
        let field = isOfFactor ? "factorPhone" : problem.field
        guard let field else { return nil }
        let position = field == "claims" ? ClaimsText(request.form["claims"] ?? "").position : nil
        return (field, problem.text + (position.map { " (\($0))" } ?? ""))
    }

    private func answer(_ request: ConsoleRequest, _ error: WireError? = nil) async throws -> RouteResponse {
        let notice = created.map { account, path in
            ConsoleFrame.Notice(
                .success,
                AccountListPage.template.part("created").filled([
                    "url": "\(path.text)", "name": AccountText.html(account.name),
                ]))
        }
        return request.page(
            .accounts, title: "New account", notice: error.map(request.notice) ?? notice,
            status: error == nil ? 200 : 400, html(request))
    }

    // MARK: The page

    private func html(_ request: ConsoleRequest) -> HTML {
        let list = request.path(.accounts)
        let limit = CustomClaims.maximumLength
        return AccountListPage.template.part("form").filled([
            "list": "\(list.with([("tenant", values["tenant"])]).text)", "url": "\(list.below("new").text)",
            "token": request.formToken,
            "tenants": request.tenants.map { TenantChoice.html($0, selected: values["tenant"]) } ?? "",
            "fields": "\(fields)",
            "emailVerified": choice("emailVerified", "Address is verified"),
            "disabled": choice("disabled", "Disabled", hint: "No one can sign in to it"),
            "provider": "\(provider)", "providers": "\(Self.providers)",
            "factorPhone": field(
                "factorPhone", "Phone number for SMS codes", hint: "Leave empty for none",
                attributes: #" inputmode="tel""#),
            "factorApp": choice("factorApp", "An authenticator app", hint: "The account’s page shows its secret"),
            "claims": Controls.area(
                "claims", "Custom claims", value: values["claims"], rows: 4,
                hint: remark(on: "claims", "A JSON object, such as { \"role\": \"admin\" }"),
                attributes: #"\#(ClaimsText.checked(limit: limit))\#(mark(on: "claims"))"#),
            "another": choice("another", "Then create another one"),
        ])
    }

    private func choice(_ name: String, _ label: HTML, hint: HTML? = nil) -> HTML {
        Controls.choice(name, label, isOn: values[name] != nil, hint: hint)
    }

    private var fields: [HTML] {
        var fields: [HTML] = []
        for field in AccountField.ofNewAccount {
            fields.append(self.field(field.name, field.label, hint: field.hint, attributes: field.attributes))
            if field.name == "email" {
                fields.append(
                    self.field("password", "Password", type: "password", autocomplete: "new-password"))
            }
        }
        return fields
    }

    private var provider: [HTML] {
        [
            field(
                "providerId", "Provider", hint: "Such as google.com or oidc.acme; leave empty for none",
                attributes: #" list="provider-ids" autocapitalize="none""#),
            field(
                "rawId", "User ID there", hint: "Leave empty for a random ID", attributes: #" autocapitalize="none""#),
        ]
    }

    private static let providers: [HTML] = ["google.com", "apple.com", "facebook.com", "github.com", "microsoft.com"]
        .map { AccountListPage.template.part("provider").filled(["id": "\($0)", "name": "\(ProviderName.known($0))"]) }

    /// A field with what was entered. The one that has to be corrected, else the first one, is where typing starts.
    private func field(
        _ name: String, _ label: HTML, type: String = "text", hint: HTML? = nil, autocomplete: HTML = "off",
        attributes: HTML = ""
    ) -> HTML {
        Controls.field(
            name, label, type: type, value: values[name], hint: remark(on: name, hint),
            attributes: #" autocomplete="\#(autocomplete)" spellcheck="false"\#(attributes)\#(mark(on: name))"#)
    }

    private func remark(on name: String, _ hint: HTML?) -> HTML? {
        guard failure?.field == name, let text = failure?.text else { return hint }
        return #"<span class="error">\#(text)</span>"#
    }

    private func mark(on name: String) -> HTML {
        let invalid: HTML = failure?.field == name ? #" aria-invalid="true""# : ""
        return name == failure?.field ?? "email" ? "\(invalid) autofocus" : invalid
    }
}

/// An account as the form describes it, made by the requests that an Admin SDK would send.
private struct NewAccount {
    private static let texts = AccountField.ofNewAccount.map(\.name)

    private let form: SubmittedForm

    init(_ form: SubmittedForm) { self.form = form }

    private func text(_ name: String) -> String? { form[name]?.trimmed.nonEmpty }

    /// - Returns: Its ID.
    /// - Throws: What one of the requests is refused with; then there is no such account.
    func make(in tenant: TenantID?, _ request: ConsoleRequest) async throws -> String {
        // What is not JSON is found out before anything is made.
        let claims = try text("claims").map { try ClaimsText($0).object() }
        let id = try await request.changeAccounts(SignUp.self, "signUp", account, tenant: tenant).localId
        do {
            let changes = changes(claims, request)
            if changes != .emptyObject {
                var parameters = changes
                parameters["localId"] = .string(id)
                _ = try await request.changeAccounts(UpdateAccount.self, "update", parameters, tenant: tenant)
            }
            if form.has("factorApp") {
                try await AccountFixture.addAuthenticatorApp(
                    to: AccountID(rawValue: id), in: tenant, request.call)
            }
        } catch {
            _ = try await request.changeAccounts(DeleteAccount.self, "delete", ["localId": .string(id)], tenant: tenant)
            throw error
        }
        return id
    }

    private var account: JSON {
        var account = JSON.emptyObject
        for name in Self.texts { account[name] = text(name).map(JSON.string) }
        account["password"] = form["password"].map(JSON.string)
        for name in ["emailVerified", "disabled"] where form.has(name) { account[name] = true }
        if let phone = text("factorPhone") { account["mfaInfo"] = [["phoneInfo": .string(phone)]] }
        return account
    }

    /// What a new account can only get after it was made.
    private func changes(_ claims: JSON?, _ request: ConsoleRequest) -> JSON {
        var changes = JSON.emptyObject
        changes["customAttributes"] = claims.map { .string($0.text) }
        if let provider = text("providerId") {
            let rawID = text("rawId") ?? request.call.project.random.alphanumeric(20)
            var identity: JSON = ["providerId": .string(provider), "rawId": .string(rawID)]
            for name in ["email", "displayName", "photoUrl"] { identity[name] = text(name).map(JSON.string) }
            changes["linkProviderUserInfo"] = identity
        }
        return changes
    }
}
