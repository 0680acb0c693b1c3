import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// Answers who follows an action link: a program, which gets JSON and applies the link by GET, or a person with a browser.
struct ActionPageHandler {
    private let context: RequestContext
    private var query: ActionPage.Query
    private let policy = PagePolicy(forms: "'self'", ancestors: "'none'")

    init(_ context: RequestContext) {
        self.context = context
        query = ActionPage.Query(parameters: context.query.pairs)
    }

    /// Forms are those of pages. `HEAD` applies nothing; only the reference has the head of the JSON form for it.
    func answer() async throws -> RouteResponse {
        let method = context.head.method
        guard method == .get || method == .head && context.services.profile.isReference,
            !MediaRange.prefersPage(context.headers)
        else { return try await page() }
        if let refusal = query.refusal {
            context.record.note(refusal.error)
            return .actionForm(try ActionPage.answer(refusal))
        }
        return .actionForm(try await ActionPage(query, try await call()).run(applies: method == .get))
    }

    /// The call to the project and tenant of the link.
    private func call() async throws -> OperationContext {
        let services = context.services
        let project = try services.requestedProject(try services.projectID(of: query.value("apiKey") ?? ""))
        let tenant = query.value("tenantId").map(TenantID.init(rawValue:))
        try await context.preparePage(of: project, tenant: tenant)
        var client = context.client
        // What the page causes is in its own language.
        if let language = query.value("lang") { client.locale = language }
        return OperationContext(
            services: services, project: project, settings: try await services.settings(of: project, tenant: tenant),
            caller: .anybody, client: client, origin: context.origin, record: context.record)
    }

    // MARK: Pages

    private var profile: Profile { context.record.profile }

    private func page() async throws -> RouteResponse {
        var appName: String?
        do {
            guard context.head.method != .post || context.headers[.fetchSite] != "cross-site" else {
                throw ActionPage.Refusal.otherSite
            }
            if let refusal = query.refusal { throw refusal }
            let call = try await call()
            appName = call.rules.appName ?? call.projectID.rawValue
            return try await page(ActionPage(query, call), cards(appName))
        } catch let refusal as ActionPage.Refusal {
            return await refused(refusal, appName)
        } catch let error as WireError {
            return await refused(error, appName)
        } catch let failure as StorageFailure {
            return await refused(
                ErrorRendering(record: context.record, logger: context.services.logger).wireError(failure), appName)
        }
    }

    private func page(_ link: ActionPage, _ cards: ActionCards) async throws -> RouteResponse {
        switch context.head.method {
        case .post: return try await submitted(SubmittedForm(context.content), link, cards)
        case .get where link.appliesWhenOpened:
            return try await applied(link, password: query.value("newPassword"), cards)
        default: return try await inspected(link, cards)
        }
    }

    /// What the link would do.
    private func inspected(
        _ link: ActionPage, _ cards: ActionCards, problem: ActionCards.PasswordProblem? = nil
    ) async throws -> RouteResponse {
        switch try await link.inspect() {
        case .handsOn(let url): return .redirect(to: url)
        case .applicable(let action) where action.mode == .passwordReset:
            let page = cards.password(action, link.passwordRequirements, problem: problem, in: profile)
            return answer(page, status: problem == nil ? 200 : 400)
        case .applicable(let action): return answer(cards.applicable(action))
        }
    }

    /// What the page's form asks for.
    private func submitted(
        _ form: SubmittedForm, _ link: ActionPage, _ cards: ActionCards
    ) async throws -> RouteResponse {
        if form.has("mailReset") { return answer(cards.mailed(to: try await link.mailReset())) }
        // There are two fields where no script shows what is typed.
        let passwords = form.values("newPassword")
        guard Set(passwords).count <= 1 else {
            context.record.note(.missingPassword)
            return try await inspected(link, cards, problem: .differ)
        }
        return try await applied(link, password: passwords.first, cards)
    }

    private func applied(
        _ link: ActionPage, password: String?, _ cards: ActionCards
    ) async throws -> RouteResponse {
        do {
            switch try await link.apply(password: password) {
            case .handedOn(let url): return .redirect(to: url)
            case .done(let action):
                // A form may not lead to another origin: its page has a link there.
                if context.head.method == .get, let target = action.target { return .redirect(to: target.text) }
                return answer(cards.done(action, offersReset: link.offersReset))
            }
        } catch ActionPage.Refusal.password(let error, let missing) {
            context.record.note(error)
            return try await inspected(link, cards, problem: .refused(error, missing: missing))
        }
    }

    // MARK: Answers

    private func refused(_ error: WireError, _ appName: String?) async -> RouteResponse {
        await refused(.error(error), appName)
    }

    private func refused(_ refusal: ActionPage.Refusal, _ appName: String?) async -> RouteResponse {
        context.record.note(refusal.error)
        let links = await context.consoleLinks { await query.messageID(in: $0, context.services) }
        let page = cards(appName).refused(refusal, in: profile, console: links)
        return answer(page, status: refusal.status(in: profile))
    }

    private func cards(_ appName: String?) -> ActionCards {
        let language = query.value("lang").flatMap(Language.init(matching:)) ?? .english
        return ActionCards(language: language, appName: appName, nonce: policy.nonce)
    }

    private func answer(_ page: HTML, status: Int = 200) -> RouteResponse {
        var answer = policy.answer(page, status: status)
        answer.headers[.vary] = "Accept"
        return answer
    }
}

// MARK: - Hosting links

extension ActionPageHandler {
    /// The target of a hosting link when no app opens it: a redirect to the link inside (clients.md section 6.4).
    ///
    /// Only links to this server's own pages and to authorized domains are followed; otherwise the page would be an open
    /// redirect.
    static func hostingLink(_ context: RequestContext) async throws -> RouteResponse {
        let text = HostingLink.inner(ofPath: context.head.path ?? "")
        guard let text, let url = AbsoluteURL(text), RedirectScheme.allows(url) else {
            let handler = ActionPageHandler(context)
            if MediaRange.prefersPage(context.headers) { return await handler.refused(.missing("link"), nil) }
            context.record.note(ActionPage.Refusal.missing("link").error)
            return .actionForm(
                .page(
                    status: 400,
                    [
                        "error": "missing link query parameter",
                        "instructions": "Please modify the URL to specify a link, such as ?link=URL_OF_THE_ACTION_PAGE",
                    ]))
        }
        let own = AbsoluteURL(context.origin)
        if own?.host == url.host, own?.port == url.port, url.path.startsWithBytes(of: "/__/auth/") {
            return .redirect(to: url.exact)
        }
        do {
            let settings = try await settings(ofInner: url, context)
            guard leads(to: url, settings) else {
                throw WireError.unauthorizedDomain.because(AuthorizedDomain.reason(url, settings))
            }
            return .redirect(to: url.exact)
        } catch let error as WireError where MediaRange.prefersPage(context.headers) {
            var handler = ActionPageHandler(context)
            handler.query = ActionPage.Query(parameters: QueryParameters(url.query.map { Substring($0) }).pairs)
            return await handler.refused(error, nil)
        }
    }

    /// Whether it is the project's own page of actions, or on an authorized domain.
    private static func leads(to url: AbsoluteURL, _ settings: ProjectSettings) -> Bool {
        let callback = settings.callbackURI.flatMap { AbsoluteURL($0) }
        let isCallback =
            callback?.scheme == url.scheme && callback?.host == url.host && callback?.port == url.port
            && callback?.path == url.path
        return isCallback || AuthorizedDomain.allows(url, settings)
    }

    /// Settings of the project that the inner link's key selects, or that of the link around it, or of the default project.
    private static func settings(ofInner url: AbsoluteURL, _ context: RequestContext) async throws -> ProjectSettings {
        let key = QueryParameters(url.query.map { Substring($0) })["apiKey"] ?? context.query["apiKey"]
        let id = try key.map { try context.services.projectID(of: $0) } ?? context.services.defaultProject
        let project = try context.services.requestedProject(id)
        try await context.preparePage(of: project, tenant: nil)
        return try await project.settings()
    }
}

extension RouteResponse {
    /// The JSON form of the action page.
    static func actionForm(_ answer: ActionPage.Answer) -> RouteResponse {
        switch answer {
        case .page(let status, let page):
            return .indented(["authEmulator": page], status: HTTPResponse.Status(code: status))
        case .redirect(let target): return .redirect(to: target)
        }
    }
}
