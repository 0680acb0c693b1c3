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
        view(ConsolePath.root, "console.home", GeneralViews.home),
        view(ConsolePath.projects, "console.projects", ProjectViews.list),
        view(consoleProject, "console.project") { request in request.redirect(to: ConsolePath(request.project, .outbox))
        },
        view(ConsolePath.session, "console.session") { _ in .redirect(to: ConsolePath.root) },
        // Whoever gives the token has nothing yet that a form could carry.
        route(.post, ConsolePath.session, "console.session.create", GeneralViews.createSession)
            .with { $0.credential = .none },
        form(ConsolePath.session + "/end", "console.session.end", GeneralViews.endSession),
    ]

    /// Files of the pages. They are the product's own, and the page that asks for the token needs them.
    private static let assets: [Route] = PageAsset.all.values.filter { !$0.name.ends(with: ".html") }
        .sorted { $0.name < $1.name }.map { asset in
            route(.get, root + "/assets/" + asset.name, "console.assets") { exchange in
                // Asked for again each time, answered anew only after a change.
                let headers: HTTPFields = [.eTag: asset.entityTag, .cacheControl: "no-cache"]
                guard exchange.headers[.ifNoneMatch] != asset.entityTag else {
                    return RouteResponse(status: .notModified, contentType: nil, body: [], headers: headers)
                }
                return RouteResponse(
                    status: .ok, contentType: asset.contentType, body: asset.bytes, headers: headers)
            }.with { $0.credential = .none }
        }

    // MARK: Views

    private static let outboxViews: [Route] = [
        view(consoleProject + "/outbox", "console.outbox", OutboxViews.list),
        view(consoleProject + "/outbox/stream", "console.outbox.stream", OutboxViews.stream),
        view(consoleProject + "/outbox/{id}", "console.outbox.message", OutboxViews.message),
        view(consoleProject + "/outbox/{id}/mail", "console.outbox.mail", OutboxViews.mail),
        form(consoleProject + "/outbox/delete", "console.outbox.delete", OutboxViews.delete),
        form(consoleProject + "/outbox/{id}/delete", "console.outbox.message.delete", OutboxViews.delete),
        form(consoleProject + "/outbox/{id}/open", "console.outbox.message.open", OutboxViews.open),
    ]

    private static let requestViews: [Route] = [
        view(consoleProject + "/requests", "console.requests", JournalViews.list),
        form(consoleProject + "/requests/clear", "console.requests.clear", JournalViews.clear),
        view(consoleProject + "/requests/{seq}", "console.requests.get", JournalViews.call),
        view(consoleProject + "/requests/{seq}/curl", "console.requests.curl", JournalViews.command),
        view(consoleProject + "/outbox/seq/{seq}", "console.outbox.seq", JournalViews.message),
        view(root + "/requests", "console.allRequests", JournalViews.listOfAll),
        view(root + "/requests/{seq}", "console.allRequests.get", JournalViews.callOfAll),
        view(root + "/requests/{seq}/curl", "console.allRequests.curl", JournalViews.commandOfAll),
        view(root + "/errors", "console.errors", ErrorViews.list),
        view(root + "/errors/{code}", "console.errors.get", ErrorViews.entry),
    ]

    private static let settings = consoleProject + "/settings"

    private static let settingsViews: [Route] =
        [
            view(settings, "console.settings", SettingsViews.overview),
            form(settings + "/keys", "console.settings.keys", SettingsViews.saveKey),
            form(settings + "/sign-in/numbers", "console.settings.numbers", TestNumberViews.save),
            view(settings + "/domains", "console.settings.domains", DomainViews.view),
            form(settings + "/domains", "console.settings.domains.save", DomainViews.save),
            view(settings + "/tenants", "console.settings.tenants", TenantViews.view),
            form(settings + "/tenants", "console.settings.tenants.save", TenantViews.save),
            view(settings + "/providers", "console.settings.providers", ProviderViews.list),
            view(settings + "/providers/{id}", "console.settings.provider", ProviderViews.one),
            form(settings + "/providers/{id}", "console.settings.provider.save", ProviderViews.save),
            view(settings + "/templates", "console.settings.templates", TemplateViews.view),
            form(settings + "/templates", "console.settings.templates.save", TemplateViews.save),
            form(settings + "/templates/mail", "console.settings.mail.save", TemplateViews.saveMail),
            view(settings + "/templates/preview", "console.settings.preview", TemplateViews.preview),
            form(settings + "/templates/preview", "console.settings.preview.draft", TemplateViews.preview),
        ] + settingsForms

    /// Sections that are one form.
    private static let settingsForms: [Route] = [
        SettingsSection.signIn, .users, .passwords, .factors, .functions, .rules,
    ].flatMap { section in
        [
            view("\(settings)/\(section.id)", "console.settings.\(section.id)", SettingsViews.view(section)),
            form("\(settings)/\(section.id)", "console.settings.\(section.id).save", SettingsViews.save(section)),
        ]
    }

    private static let accountListViews: [Route] = [
        view(consoleProject + "/accounts", "console.accounts", AccountListViews.list),
        view(consoleProject + "/accounts/new", "console.accounts.new", AccountListViews.new),
        form(consoleProject + "/accounts/new", "console.accounts.create", AccountListViews.create),
    ]

    private static let accountViews: [Route] = [
        view(consoleProject + "/accounts/{localId}", "console.account", AccountViews.show),
        form(consoleProject + "/accounts/{localId}", "console.account.change", AccountViews.change),
    ]

    // MARK: Mounting

    /// A page of the console.
    static func view(
        _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (ConsoleRequest) async throws -> RouteResponse
    ) -> Route {
        route(.get, path, operationID) { try await respond(ConsoleRequest($0)) }
    }

    /// A form of the console, which changes something.
    static func form(
        _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (ConsoleRequest) async throws -> RouteResponse
    ) -> Route {
        route(.post, path, operationID) { try await respond(ConsoleRequest($0)) }
    }

    private static func route(
        _ method: HTTPRequest.Method, _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (Exchange) async throws -> RouteResponse
    ) -> Route {
        Route(console: method, path, operationID, respond).unrecorded.bulk
    }
}

extension Route {
    private static let state = consoleProject + "/state"

    /// The console's view of time and state.
    static let stateViews: [Route] = [
        view(state, "console.state", StateViews.overview),
        form(state + "/clock/advance", "console.state.clock.advance", ClockForms.advance),
        form(state + "/clock/set", "console.state.clock.set", ClockForms.set),
        form(state + "/clock/freeze", "console.state.clock.freeze", ClockForms.freeze),
        form(state + "/clock/resume", "console.state.clock.resume", ClockForms.resume),
        form(state + "/clock/real", "console.state.clock.real", ClockForms.real),
        form(state + "/snapshots", "console.state.snapshots.take", CopyForms.takeSnapshot),
        form(state + "/snapshots/restore", "console.state.snapshots.restore", CopyForms.restoreSnapshot),
        form(state + "/snapshots/delete", "console.state.snapshots.delete", CopyForms.deleteSnapshot),
        form(state + "/fork", "console.state.fork", CopyForms.fork),
        form(state + "/reset", "console.state.reset", CopyForms.reset),
        form(state + "/drop", "console.state.drop", CopyForms.drop).withoutDatabase,
        view(state + "/seed", "console.state.seed", FixtureViews.show),
        form(state + "/seed", "console.state.seed.apply", FixtureViews.seed),
        view(state + "/export", "console.state.export", DownloadViews.export),
        view(state + "/faults", "console.state.faults", FaultViews.list),
        form(state + "/faults", "console.state.faults.add", FaultViews.add),
        form(state + "/faults/remove", "console.state.faults.remove", FaultViews.remove),
        form(state + "/faults/clear", "console.state.faults.clear", FaultViews.clear),
    ]
}
