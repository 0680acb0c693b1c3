import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's page of one account.
struct AccountPage: Sendable {
    private static let template = Template(asset: "console/account")

    let request: ConsoleRequest
    let account: ShownAccount
    private let timeline: AccountTimeline
    var forms: AccountForms
    /// The account as a fixture, in YAML; empty for one that a fixture cannot describe.
    private let fixture: String

    /// - Returns: `nil` if there is no such account.
    init?(_ request: ConsoleRequest) async throws {
        var parameters: JSON = ["localId": .string(request.parameter("localId"))]
        parameters["tenant"] = request.query["tenant"].map(JSON.string)
        let answer = try await request.run(GetAccount.self, parameters)
        guard let document = answer.account else { return nil }
        self.request = request
        account = ShownAccount(
            document: document, tenant: request.query["tenant"], hashAlgorithm: answer.hashAlgorithm,
            secrets: answer.secrets)
        // Claims that are no JSON have no form there; the page is for looking at those as well.
        let fixture = try? await AccountFixture.document(
            of: AccountID(rawValue: account.id), in: account.tenant.map(TenantID.init(rawValue:)), request.call)
        self.fixture = fixture.map { String(decoding: YAMLWriter.document($0), as: UTF8.self) } ?? ""
        timeline = try await AccountTimeline(account, request)
        forms = AccountForms(account, continueURL: Self.continueURL(request.call.settings))
    }

    /// A URL that links may lead to, for a start.
    private static func continueURL(_ settings: ProjectSettings) -> String {
        guard let host = settings.authorizedDomains.first(where: { $0 != "*" }) else { return "http://localhost/" }
        return "\(LoopbackHost.contains(host) ? "http" : "https")://\(host)/"
    }

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        guard let page = try await AccountPage(request) else { return missing(request) }
        return page.answer()
    }

    /// - Parameter tokens: Such as were just made.
    func answer(
        notice: ConsoleFrame.Notice? = nil, status: Int = 200, tokens: MintedTokens? = nil
    ) -> RouteResponse {
        request.page(
            .accounts, title: account.name, of: [.accounts], notice: notice, status: status, html(tokens))
    }

    /// Instead of an account that is not there.
    static func missing(_ request: ConsoleRequest) -> RouteResponse {
        let project = request.project
        let place = request.query["tenant"].map { "Tenant \($0) of project \(project)" } ?? "Project \(project)"
        let content = template.part("missing").filled([
            "place": "\(place)", "id": "\(request.parameter("localId"))", "list": "\(request.path(.accounts).text)",
        ])
        return request.page(.accounts, title: "No such account", status: 404, content)
    }

    var tenant: TenantID? { account.tenant.map(TenantID.init(rawValue:)) }

    /// The list that the account is in.
    var listPath: ConsolePath { request.path(.accounts).with([("tenant", account.tenant)]) }

    var path: ConsolePath { request.path(.accounts).below(account.id).with([("tenant", account.tenant)]) }

    /// The whole page.
    private func html(_ tokens: MintedTokens?) -> HTML {
        Self.template.filled([
            "list": "\(listPath.text)", "name": "\(account.name)",
            "badges": "\(badges)", "actions": "\(actions)",
            "minted": tokens.map { MintedTokenPanel.html($0, Self.template) } ?? "",
            "facts": "\(AccountFacts(account, Self.template).entries)",
            "main": "\([profile, signIn, factors])", "side": "\([claims, mailPanel, token, links])",
            "raw": "\(account.document.indentedText)",
            "fixture": fixture.isEmpty
                ? ""
                : Self.template.part("fixture").filled([
                    "text": "\(fixture)", "copy": Controls.copy(from: "fixture", label: "Copy"),
                ]),
        ])
    }

    // MARK: Pieces

    private func panel(_ id: String, _ title: HTML, _ content: HTML) -> HTML {
        Self.template.part("panel").filled(["id": "\(id)", "title": title, "content": content])
    }

    /// The hidden fields of a form.
    private func hidden(_ action: AccountAction, _ more: HTML = "") -> HTML {
        "\(request.formToken)\(Controls.hidden(AccountAction.field, action.rawValue))\(more)"
    }

    private func button(
        _ label: HTML, _ action: AccountAction, kind: String = "", _ fields: [(name: String, value: String)] = [],
        confirm: String? = nil
    ) -> HTML {
        Controls.button(
            label, to: path, kind: kind, fields: [(AccountAction.field, action.rawValue)] + fields, confirm: confirm,
            request)
    }

    /// Attributes and hint of a field, which a problem with it replaces.
    private func state(_ id: String, hint: HTML? = nil) -> (hint: HTML?, attributes: HTML) {
        guard let problem = forms.problem, problem.field == id else { return (hint, "") }
        return (#"<span class="error">\#(problem.text)</span>"#, #" aria-invalid="true" autofocus"#)
    }

    private var badges: [HTML] {
        var badges: [HTML] = []
        if account.isDisabled { badges.append(Controls.badge("disabled", "failure")) }
        if account.isAnonymous { badges.append(Controls.badge("anonymous")) }
        if account.email != nil {
            let isVerified = account.isVerified == true
            badges.append(Controls.badge(isVerified ? "verified" : "unverified", isVerified ? "success" : "warning"))
        }
        if let tenant = account.tenant { badges.append(Controls.badge("tenant \(tenant)", "information")) }
        return badges
    }

    private var actions: [HTML] {
        [
            account.isDisabled
                ? button("Enable", .enable, kind: "small") : button("Disable", .disable, kind: "small"),
            fixture.isEmpty ? "" : Controls.copy(from: "fixture", label: "Copy as fixture"),
            button(
                "Sign out everywhere", .endSessions, kind: "small",
                confirm:
                    "Sign \(account.name) out everywhere? ID tokens and refresh tokens up to now will be refused."),
            button(
                "Delete", .delete, kind: "small danger",
                confirm: "Delete the account \(account.name)? This cannot be undone."),
        ]
    }

    private var links: HTML {
        var links: [(path: ConsolePath, text: HTML)] = []
        for recipient in [account.email, account.phoneNumber].compactMap({ $0 }) {
            links.append((request.path(.outbox).with([("to", recipient)]), "All messages to \(recipient)"))
        }
        links.append((request.path(.requests).with([("localId", account.id)]), "All calls about this account"))
        let entries = links.map { link in
            Self.template.part("link").filled(["url": "\(link.path.text)", "text": link.text])
        }
        let all = Self.template.part("links").filled(["links": "\(entries)"])
        return panel("links", "What happened", "\(timeline.html)\(all)")
    }
}

extension AccountPage {
    // MARK: Ways to sign in

    private var signIn: HTML {
        let entries = account.providers.map(provider)
        let content = following("account-providers", entries.isEmpty ? none(otherWay) : list(entries))
        return panel("providers", "Signs in with", content)
    }

    private var otherWay: HTML {
        if account.usesCustomTokens { return "Custom tokens, which need no provider." }
        if !account.passkeys.isEmpty { return "Passkeys alone." }
        return account.email == nil
            ? "Nothing: once signed out, no one gets back in."
            : "Nothing yet. A password reset or a sign-in link lets the person in."
    }

    private func provider(_ document: JSON) -> HTML {
        let id = document["providerId"]?.stringValue ?? ""
        let name = id == "password" ? ownWay : ProviderName.ofWay(id)
        let texts = ["email", "phoneNumber", "displayName"].compactMap {
            document[$0]?.stringValue?.nonEmpty.map { "\($0)" as HTML }
        }
        // Of one's own means, these are the address and the number once more.
        let isOwn = id == "password" || id == "phone"
        let rawID = isOwn ? nil : document["rawId"]?.stringValue?.nonEmpty
        return entry(
            name, details: isOwn ? Array(texts.prefix(1)) : texts, code: rawID,
            button: removal(
                "Unlink", name, .unlink, [("provider", id)], confirm: "Unlink \(name) from \(account.name)?"))
    }

    /// What provider `password` stands for.
    private var ownWay: String {
        switch (account.hasPassword, account.signsInByLink) {
        case (true, true): "Password and email link"
        case (false, true): Words.emailLink
        case (_, false): "Password"
        }
    }

    // MARK: Second factors and passkeys

    private var factors: HTML {
        let entries = account.secondFactors.map(factor) + account.passkeys.map(passkey)
        let content = following(
            "account-factors", entries.isEmpty ? none("None yet.") : list(entries), form: addFactor)
        return panel("factors", "Second factors and passkeys", content)
    }

    private func factor(_ document: JSON) -> HTML {
        let kind = document["totpInfo"] == nil ? "SMS" : "Authenticator app"
        let id = document["mfaEnrollmentId"]?.stringValue
        let name = document["displayName"]?.stringValue?.nonEmpty
        let enrolled = document["enrolledAt"]?.stringValue.map { "enrolled \(TimeText.html($0))" as HTML }
        let details = [name == nil ? nil : "\(kind)", document["phoneInfo"]?.stringValue.map { "\($0)" }, enrolled]
            .compactMap { $0 }
        return removable(
            name ?? kind, "second factor", details, .removeFactor, "factor", id: id,
            secret: id.flatMap { account.secrets[$0] })
    }

    private var addFactor: HTML {
        let phone = text(
            "factorPhone", "Phone number for SMS codes", forms.factorPhone, attributes: #" inputmode="tel""#)
        let hasApp = !account.secrets.isEmpty
        return Self.template.part("addFactor").filled([
            "url": "\(path.text)", "hidden": hidden(.addFactor), "phone": phone,
            "app": hasApp ? "" : Self.template.part("addApp").filled(),
        ])
    }

    private func passkey(_ document: JSON) -> HTML {
        let name = document["name"]?.stringValue?.nonEmpty
        return removable(
            name ?? "Passkey", "passkey", name == nil ? [] : ["Passkey"], .removePasskey, "passkey",
            id: document["credentialId"]?.stringValue)
    }

    private func removable(
        _ name: String, _ kind: String, _ details: [HTML], _ action: AccountAction, _ field: String, id: String?,
        secret: String? = nil
    ) -> HTML {
        let button = id.map { id in
            removal(
                "Remove", name, action, [(field, id)], confirm: "Remove the \(kind) \(name) of \(account.name)?")
        }
        return entry(name, details: details, code: id, secret: secret, button: button)
    }

    // MARK: Lists

    private func none(_ text: HTML) -> HTML { Self.template.part("none").filled(["text": text]) }

    /// What follows the account, and a form below it, which stays.
    private func following(_ id: String, _ content: HTML, form: HTML = "") -> HTML {
        Self.template.part("following").filled(["id": "\(id)", "content": content, "form": form])
    }

    private func list(_ entries: [HTML]) -> HTML { Self.template.part("entries").filled(["entries": "\(entries)"]) }

    private func entry(
        _ name: String, details: [HTML], code: String?, secret: String? = nil, button: HTML?
    ) -> HTML {
        var lines: [HTML] = []
        if let first = details.first {
            let text = details.dropFirst().reduce(first) { "\($0) · \($1)" }
            lines.append(Self.template.part("detail").filled(["text": text]))
        }
        if let secret {
            let slots: [String: HTML] = ["secret": "\(secret)", "copy": Controls.copy(secret)]
            lines.append(Self.template.part("secret").filled(slots))
        }
        if let code { lines.append(Self.template.part("code").filled(["text": "\(code)"])) }
        return Self.template.part("entry").filled([
            "name": "\(name)", "details": "\(lines)", "button": button ?? "",
        ])
    }

    private func removal(
        _ verb: HTML, _ subject: String, _ action: AccountAction, _ fields: [(name: String, value: String)],
        confirm: String
    ) -> HTML {
        let label = Self.template.part("button-subject").filled(["verb": verb, "subject": "\(subject)"])
        return button(label, action, kind: "small", fields, confirm: confirm)
    }
}

extension AccountPage {
    private func text(
        _ name: String, _ label: HTML, _ value: String, id: String? = nil, hint: HTML? = nil, attributes: HTML = ""
    ) -> HTML {
        let state = state(id ?? name, hint: hint)
        return Controls.field(
            name, label, id: id, value: value, hint: state.hint,
            attributes: #" spellcheck="false"\#(attributes)\#(state.attributes)"#)
    }

    // MARK: What the account has

    private var profile: HTML {
        let fields = forms.fields
        var entered: [HTML] = AccountField.ofAccount.map { field in
            text(field.name, field.label, fields[field], hint: field.hint, attributes: field.attributes)
        }
        entered.append(
            text(
                "password", "New password", forms.password,
                hint: "Signs the person out everywhere; leave empty to keep the password"))
        let choices: [HTML] = [
            Controls.choice("emailVerified", "Address is verified", isOn: fields.isVerified),
            Controls.choice("disabled", "Disabled", isOn: fields.isDisabled),
        ]
        let form = Self.template.part("edit").filled([
            "url": "\(path.text)", "hidden": hidden(.edit, Controls.hidden("original", forms.original.stored)),
            "fields": "\(entered)", "choices": "\(choices)",
        ])
        return panel("profile", "Profile", form)
    }

    private var claims: HTML {
        let limit = CustomClaims.maximumLength
        let state = state("claims", hint: "In ID tokens from the next one on; at most \(limit) characters")
        let area = Controls.area(
            "claims", "JSON object", value: forms.claims, rows: rows(forms.claims), hint: state.hint,
            attributes: #"\#(ClaimsText.checked(limit: limit))\#(state.attributes)"#)
        let form = Self.template.part("claims").filled([
            "url": "\(path.text)", "hidden": hidden(.claims), "area": area,
        ])
        return panel("claims-panel", "Custom claims", form)
    }

    private func rows(_ text: String) -> Int { min(max(text.separated(by: "\n").count + 1, 4), 24) }

    // MARK: Mails

    private var mailPanel: HTML {
        guard let email = account.email else {
            let none = Self.template.part("none").filled(["text": "The account has no email address."])
            return panel("mail", "Send an email", none)
        }
        let change = mailForm(
            .verifyAndChangeEmail, "Change address",
            text("newEmail", "New address", forms.newEmail, attributes: #" inputmode="email" required"#))
        let link = mailForm(
            .emailSignIn, "Sign-in link",
            text("continueUrl", "Continue URL", forms.continueURL, attributes: #" inputmode="url" required"#))
        let mails = Self.template.part("mails").filled([
            "email": "\(email)", "url": "\(path.text)", "hidden": hidden(.mail), "forms": "\([change, link])",
        ])
        return panel("mail", "Send an email", mails)
    }

    private func mailForm(_ type: OobReqType, _ label: HTML, _ field: HTML) -> HTML {
        Self.template.part("mail").filled([
            "url": "\(path.text)", "hidden": hidden(.mail), "field": field, "type": "\(type.rawValue)", "label": label,
        ])
    }

    // MARK: Tokens

    private var token: HTML {
        let claims = state("tokenClaims", hint: "A JSON object; these override those of the account")
        let fields: [HTML] = [
            Controls.area(
                "tokenClaims", "More claims", value: forms.tokenClaims, rows: 4, hint: claims.hint,
                attributes: "\(ClaimsText.checked())\(claims.attributes)"),
            text(
                "tokenProvider", "Provider", forms.tokenProvider, hint: "Empty for the account’s first way to sign in",
                attributes: #" list="mint-providers""#),
            text(
                "tokenLifetime", "Lifetime in seconds", forms.tokenLifetime,
                hint: "Empty for the project’s; negative for a token that has expired",
                attributes: #" inputmode="numeric""#),
        ]
        let known = account.providers.compactMap { $0["providerId"]?.stringValue } + ["anonymous", "custom"]
        let providers: [HTML] = known.map { Self.template.part("provider").filled(["id": "\($0)"]) }
        let form = Self.template.part("mint").filled([
            "url": "\(path.text)", "hidden": hidden(.mint), "open": forms.hasTokenOptions ? " open" : "",
            "fields": "\(fields)", "providers": "\(providers)",
        ])
        return panel("token", "Mint a token", form)
    }
}

/// Tokens that were made a moment ago, decoded.
enum MintedTokenPanel {
    static func html(_ tokens: MintedTokens, _ template: Template) -> HTML {
        let token = JSONWebToken(tokens.idToken)
        let payload = token?.payload ?? .emptyObject
        let refresh = tokens.refreshToken.map { refresh in
            template.part("refresh").filled(["token": "\(refresh)", "copy": Controls.copy(refresh)])
        }
        return template.part("minted").filled([
            "expiry": expiry(payload), "idToken": "\(tokens.idToken)", "copyIDToken": Controls.copy(tokens.idToken),
            "refresh": refresh ?? "", "claims": "\((payload.objectValue ?? []).map { row($0, template) })",
            "header": "\((token?.header ?? .emptyObject).indentedText)", "payload": "\(payload.indentedText)",
        ])
    }

    private static func expiry(_ payload: JSON) -> HTML {
        guard let issued = payload["iat"]?.integerValue, let end = payload["exp"]?.integerValue else { return "" }
        return end < issued
            ? "It expired at \(time(end))."
            : "It expires at \(time(end)), \(Int(end - issued)) seconds after it was made."
    }

    private static func time(_ seconds: Int64) -> HTML { TimeText.html(Timestamp(seconds: seconds).rfc3339) }

    private static func row(_ member: JSON.Member, _ template: Template) -> HTML {
        let isTime = ["iat", "exp", "auth_time", "nbf"].contains(member.key)
        let time = isTime ? member.value.integerValue.map(Self.time) : nil
        return template.part("claim").filled([
            "name": "\(member.key)", "value": "\(member.value.stringValue ?? member.value.text)",
            "time": time.map { #" <span class="quiet small">\#($0)</span>"# } ?? "",
        ])
    }
}
