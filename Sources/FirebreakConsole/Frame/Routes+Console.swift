import FirebreakControl
import FirebreakHTTP
import FirebreakPages
import FirebreakWire
import HTTPTypes

extension Route {
    /// The console (firebreak.md section 13): views answer GET, forms are sent by POST and lead back to a view.
    static let console: [Route] =
        assets + general + outboxViews + accountListViews + accountViews + requestViews
        + settingsViews + stateViews

    private static let root = "/firebreak"
    static let consoleProject = root + "/projects/{targetProjectId}"

    // MARK: Outside of projects

    private static let general: [Route] = [
        view(root, "console.root") { _ in .redirect(to: ConsolePath.root) },
        view(ConsolePath.root, "console.home", ProjectListPage.home),
        view(ConsolePath.projects, "console.projects", ProjectListPage.list),
        form(consoleProject + "/create", "console.project.create", ProjectListPage.create),
        view(consoleProject, "console.project") { request in request.redirect(to: ConsolePath(request.project, .outbox))
        },
        view(consoleProject + "/stream", "console.stream", ConsoleRequest.stream),
        view(root + "/stream", "console.streamOfAll", ConsoleRequest.streamOfAll),
        view(ConsolePath.session, "console.session") { _ in .redirect(to: ConsolePath.root) },
        // A browser without the control token has no token yet that the form could carry.
        route(.post, ConsolePath.session, "console.session.create", SessionPage.create)
            .with { $0.credential = .none },
        form(ConsolePath.session + "/end", "console.session.end", SessionPage.end),
    ]

    /// Files of the pages. They are the product's own, and the page that asks for the token needs them.
    private static let assets: [Route] = PageAsset.all.values.filter { !$0.name.endsWithBytes(of: ".html") }
        .sorted { $0.name < $1.name }.map { asset in
            route(.get, root + "/assets/" + asset.name, "console.assets") { context in
                // Asked for again each time, answered anew only after a change.
                let headers: HTTPFields = [.eTag: asset.entityTag, .cacheControl: "no-cache"]
                guard context.headers[.ifNoneMatch] != asset.entityTag else {
                    return RouteResponse(status: .notModified, contentType: nil, body: [], headers: headers)
                }
                return RouteResponse(
                    status: .ok, contentType: asset.contentType, body: asset.bytes, headers: headers)
            }.with { $0.credential = .none }
        }

    // MARK: Views

    private static let outboxViews: [Route] = [
        view(consoleProject + "/outbox", "console.outbox", OutboxListPage.show),
        view(consoleProject + "/outbox/{id}", "console.outbox.message", MessagePage.show),
        view(consoleProject + "/outbox/{id}/mail", "console.outbox.mail", MessagePage.mail),
        form(consoleProject + "/outbox/delete", "console.outbox.delete", OutboxListPage.delete),
        form(consoleProject + "/outbox/{id}/delete", "console.outbox.message.delete", MessagePage.delete),
        form(consoleProject + "/outbox/{id}/mend", "console.outbox.message.mend", MessageOrigin.mend),
        form(consoleProject + "/outbox/{id}/undo", "console.outbox.message.undo", MessageOrigin.undo),
        form(consoleProject + "/outbox/{id}/open", "console.outbox.message.open", MessagePage.open),
    ]

    private static let requestViews: [Route] = [
        view(consoleProject + "/requests", "console.requests", RequestListPage.show),
        form(consoleProject + "/requests/clear", "console.requests.clear", RequestListPage.clear),
        view(consoleProject + "/requests/{seq}", "console.requests.get", RequestPage.show),
        view(consoleProject + "/requests/{seq}/curl", "console.requests.curl", RequestPage.command),
        form(consoleProject + "/requests/{seq}/mend", "console.requests.mend", RequestPage.mend),
        form(consoleProject + "/requests/{seq}/undo", "console.requests.undo", RequestPage.undo),
        form(consoleProject + "/requests/{seq}/again", "console.requests.again", RequestPage.again),
        view(consoleProject + "/outbox/seq/{seq}", "console.outbox.seq", MessagePage.showByNumber),
        view(root + "/requests", "console.allRequests", RequestListPage.showAll),
        view(root + "/requests/{seq}", "console.allRequests.get", RequestPage.showOfAll),
        view(root + "/requests/{seq}/curl", "console.allRequests.curl", RequestPage.commandOfAll),
        view(root + "/requests/of/{reference}", "console.allRequests.of", RequestPage.showReferenced),
        view(root + "/errors", "console.errors", ErrorPage.list),
        view(root + "/errors/{code}", "console.errors.get", ErrorPage.entry),
    ]

    private static let settings = consoleProject + "/settings"

    private static let settingsViews: [Route] =
        [
            view(settings, "console.settings", SettingsOverview.show),
            form(settings + "/keys", "console.settings.keys", SettingsOverview.saveKey),
            form(settings + "/sign-in/numbers", "console.settings.numbers", TestNumberSettings.save),
            view(settings + "/domains", "console.settings.domains", DomainSettings.view),
            form(settings + "/domains", "console.settings.domains.save", DomainSettings.save),
            view(settings + "/tenants", "console.settings.tenants", TenantSettingsPage.view),
            form(settings + "/tenants", "console.settings.tenants.save", TenantSettingsPage.save),
            view(settings + "/providers", "console.settings.providers", ProviderList.show),
            view(settings + "/providers/{id}", "console.settings.provider", ProviderSettings.show),
            form(settings + "/providers/{id}", "console.settings.provider.save", ProviderSettings.save),
            view(settings + "/templates", "console.settings.templates", TemplateSettings.view),
            form(settings + "/templates", "console.settings.templates.save", TemplateSettings.save),
            form(settings + "/templates/mail", "console.settings.mail.save", TemplateSettings.saveMail),
            view(settings + "/templates/preview", "console.settings.preview", TemplateSettings.preview),
            form(settings + "/templates/preview", "console.settings.preview.draft", TemplateSettings.preview),
        ] + settingsForms

    /// Sections that are one form.
    private static let settingsForms: [Route] = [
        SettingsSection.signIn, .users, .passwords, .factors, .functions, .rules,
    ].flatMap { section in
        [
            view("\(settings)/\(section.id)", "console.settings.\(section.id)", SettingsPage.view(section)),
            form("\(settings)/\(section.id)", "console.settings.\(section.id).save", SettingsPage.save(section)),
        ]
    }

    private static let accountListViews: [Route] = [
        view(consoleProject + "/accounts", "console.accounts", AccountListPage.show),
        view(consoleProject + "/accounts/new", "console.accounts.new", NewAccountPage.new),
        form(consoleProject + "/accounts/new", "console.accounts.create", NewAccountPage.create),
        form(consoleProject + "/accounts/selected", "console.accounts.selected", TickedAccounts.apply),
    ]

    private static let accountViews: [Route] = [
        view(consoleProject + "/accounts/{localId}", "console.account", AccountPage.show),
        form(consoleProject + "/accounts/{localId}", "console.account.change", AccountPage.change),
    ]

    // MARK: Mounting

    /// A page of the console.
    static func view(
        _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (ConsoleRequest) async throws -> RouteResponse
    ) -> Route {
        route(.get, path, operationID) { try await ConsoleRequest($0).answer(respond) }
    }

    /// A form of the console, which changes something.
    static func form(
        _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (ConsoleRequest) async throws -> RouteResponse
    ) -> Route {
        route(.post, path, operationID) { context in
            guard context.guardian.isSignedIn(context.headers) else { return try SessionPage.keep(context) }
            let request: ConsoleRequest
            do { request = try await ConsoleRequest(context) } catch ConsoleProblem.staleForm
                where context.headers[.origin] != nil
            {
                // Browsers say where a form comes from, and what comes from elsewhere was refused.
                return SentForm.stale(context)
            }
            if let question = SentForm.openQuestion(request.form) { return SentForm.ask(question, request) }
            return try await request.answer(respond)
        }
        // It is asked for here, so that what was entered is not lost with it.
        .with { $0.credential = .none }
    }

    private static func route(
        _ method: HTTPRequest.Method, _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (RequestContext) async throws -> RouteResponse
    ) -> Route {
        Route(console: method, path, operationID, respond).unrecorded.bulk
    }
}

extension Route {
    private static let state = consoleProject + "/state"

    /// The console's view of time and state.
    static let stateViews: [Route] = [
        view(state, "console.state", StatePage.show),
        form(state + "/clock/advance", "console.state.clock.advance", ClockPanel.advance),
        form(state + "/clock/set", "console.state.clock.set", ClockPanel.set),
        form(state + "/clock/freeze", "console.state.clock.freeze", ClockPanel.freeze),
        form(state + "/clock/resume", "console.state.clock.resume", ClockPanel.resume),
        form(state + "/clock/real", "console.state.clock.real", ClockPanel.real),
        form(state + "/snapshots", "console.state.snapshots.take", SnapshotPanel.take),
        form(state + "/snapshots/restore", "console.state.snapshots.restore", SnapshotPanel.restore),
        form(state + "/snapshots/delete", "console.state.snapshots.delete", SnapshotPanel.delete),
        form(state + "/fork", "console.state.fork", StatePage.fork),
        form(state + "/reset", "console.state.reset", StatePage.reset),
        view(state + "/drop", "console.state.drop.ask", DropPage.show).withoutDatabase,
        form(state + "/drop", "console.state.drop", DropPage.drop).withoutDatabase,
        view(state + "/seed", "console.state.seed", FixturePage.show),
        form(state + "/seed", "console.state.seed.apply", FixturePage.seed),
        view(state + "/export", "console.state.export", ProjectDownload.export),
        view(state + "/faults", "console.state.faults", FaultPage.show),
        form(state + "/faults", "console.state.faults.add", FaultPage.add),
        form(state + "/faults/remove", "console.state.faults.remove", FaultPage.remove),
        form(state + "/faults/clear", "console.state.faults.clear", FaultPage.clear),
    ]
}
