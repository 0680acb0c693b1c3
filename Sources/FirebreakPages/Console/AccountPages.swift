package import FirebreakModel
package import FirebreakWire

/// The console's page of one account.
package struct AccountPages: Sendable {
    static let template = Template(asset: "console/account")

    let account: ShownAccount
    let forms: AccountForms
    let context: ConsoleContext

    package init(_ account: ShownAccount, _ forms: AccountForms, _ context: ConsoleContext) {
        self.account = account
        self.forms = forms
        self.context = context
    }

    /// Where an account is shown.
    package static func path(_ id: String, tenant: String?, _ context: ConsoleContext) -> ConsolePath {
        context.path(.accounts).below(id).with([("tenant", tenant)])
    }

    /// The list that an account is in.
    package static func list(tenant: String?, _ context: ConsoleContext) -> ConsolePath {
        context.path(.accounts).with([("tenant", tenant)])
    }

    var path: ConsolePath { Self.path(account.id, tenant: account.tenant, context) }

    /// The whole page.
    ///
    /// - Parameter tokens: Such as were just made.
    package func html(_ tokens: MintedTokens? = nil) -> HTML {
        Self.template.filled([
            "list": "\(Self.list(tenant: account.tenant, context).text)", "name": "\(account.name)",
            "badges": "\(badges)", "actions": "\(actions)",
            "minted": tokens.map(MintedTokenPanel.html) ?? "", "facts": "\(AccountFacts(account, context).entries)",
            "main": "\([profile, signIn, factors])", "side": "\([claims, mail, token, links])",
            "raw": "\(account.document.indentedText)",
        ])
    }

    /// Instead of an account that is not there.
    package static func missing(_ id: String, tenant: String?, _ context: ConsoleContext) -> HTML {
        let place = tenant.map { "Tenant \($0) of project \(context.project)" } ?? "Project \(context.project)"
        return template.part("missing").filled([
            "place": "\(place)", "id": "\(id)", "list": "\(context.path(.accounts).text)",
        ])
    }

    // MARK: Pieces

    func panel(_ id: String, _ title: HTML, _ content: HTML) -> HTML {
        Self.template.part("panel").filled(["id": "\(id)", "title": title, "content": content])
    }

    /// The hidden fields of a form.
    func hidden(_ action: AccountAction, _ more: HTML = "") -> HTML {
        "\(context.token)\(Controls.hidden(AccountAction.field, action.rawValue))\(more)"
    }

    func button(
        _ label: HTML, _ action: AccountAction, kind: String = "", _ fields: [(name: String, value: String)] = [],
        confirm: String? = nil
    ) -> HTML {
        Controls.button(
            label, to: path, kind: kind, fields: [(AccountAction.field, action.rawValue)] + fields, confirm: confirm,
            context)
    }

    /// Attributes and hint of a field, which a problem with it replaces.
    func state(_ id: String, hint: HTML? = nil) -> (hint: HTML?, attributes: HTML) {
        guard let problem = forms.problem, problem.field == id else { return (hint, "") }
        return (#"<span class="error">\#(problem.text)</span>"#, #" aria-invalid="true" autofocus"#)
    }

    private var badges: [HTML] {
        var badges: [HTML] = []
        if account.isDisabled { badges.append(Controls.badge("disabled", "failure")) }
        if account.isAnonymous { badges.append(Controls.badge("anonymous")) }
        if account.email != nil, account.isVerified != true { badges.append(Controls.badge("unverified", "warning")) }
        if let tenant = account.tenant { badges.append(Controls.badge("tenant \(tenant)", "information")) }
        return badges
    }

    private var actions: [HTML] {
        [
            account.isDisabled ? button("Enable", .enable) : button("Disable", .disable),
            button(
                "End sessions", .endSessions,
                confirm: "End all sessions of \(account.name)? ID tokens and refresh tokens up to now will be refused."),
            button(
                "Delete", .delete, kind: "danger",
                confirm: "Delete the account \(account.name)? This cannot be undone."),
        ]
    }

    private var links: HTML {
        var links: [(path: ConsolePath, text: HTML)] = []
        for recipient in [account.email, account.phoneNumber].compactMap({ $0 }) {
            links.append((context.path(.outbox).with([("to", recipient)]), "Messages to \(recipient)"))
        }
        links.append((context.path(.requests).with([("localId", account.id)]), "Calls about this account"))
        let entries = links.map { link in
            Self.template.part("link").filled(["url": "\(link.path.text)", "text": link.text])
        }
        return panel("links", "What happened", Self.template.part("links").filled(["links": "\(entries)"]))
    }
}
