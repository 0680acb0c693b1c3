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

    @Sendable static func new(_ request: ConsoleRequest) async throws -> RouteResponse {
        var page = NewAccountPage()
        page.values["tenant"] = request.query["tenant"]
        return try await page.answer(request)
    }

    /// Creates an account as the Admin SDKs do, and leads to it.
    @Sendable static func create(_ request: ConsoleRequest) async throws -> RouteResponse {
        let tenant = request.form["tenant"].map(TenantID.init(rawValue:))
        do {
            let account = try await request.runAsAdmin(SignUp.self, entered(request.form), tenant: tenant)
            let path = ConsolePath(request.project, .accounts).below(account.localId)
            return request.redirect(to: path.with([("tenant", tenant?.rawValue)]), notice: .accountCreated)
        } catch let error as WireError {
            var page = NewAccountPage()
            for name in names + marks + ["tenant"] { page.values[name] = request.form[name] }
            let problem = FormProblem(error, in: request.call.settings.profile)
            page.failure = problem.field.map { (field: $0, text: problem.text) }
            return try await page.answer(request, error)
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

    private func answer(_ request: ConsoleRequest, _ error: WireError? = nil) async throws -> RouteResponse {
        let tenants = try await request.run(ListTenantNames.self)
        return request.page(
            .accounts, title: "New account", notice: error.map(request.notice), status: error == nil ? 200 : 400,
            html(tenants, request))
    }

    // MARK: The page

    private func html(_ tenants: TenantNames, _ request: ConsoleRequest) -> HTML {
        let list = request.path(.accounts)
        return AccountListPage.template.part("form").filled([
            "list": "\(list.with([("tenant", values["tenant"])]).text)", "url": "\(list.below("new").text)",
            "token": request.formToken, "tenants": TenantChoice.html(tenants, selected: values["tenant"]),
            "fields": "\(fields)",
            "emailVerified": Controls.choice(
                "emailVerified", "The address is verified", isOn: values["emailVerified"] != nil),
            "disabled": Controls.choice("disabled", "Disabled", isOn: values["disabled"] != nil),
        ])
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

    /// A field with what was entered. The one that has to be corrected, else the first one, is where typing starts.
    private func field(
        _ name: String, _ label: HTML, type: String = "text", hint: HTML? = nil, autocomplete: HTML = "off",
        attributes: HTML = ""
    ) -> HTML {
        let problem = failure?.field == name ? failure?.text : nil
        var attributes: HTML = #" autocomplete="\#(autocomplete)" spellcheck="false"\#(attributes)"#
        if problem != nil { attributes = #"\#(attributes) aria-invalid="true""# }
        if name == failure?.field ?? "email" { attributes = "\(attributes) autofocus" }
        return Controls.field(
            name, label, type: type, value: values[name],
            hint: problem.map { #"<span class="error">\#($0)</span>"# } ?? hint, attributes: attributes)
    }
}
