import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// Somebody follows an action link: a program, which gets JSON and applies the link by GET, or a person with a browser.
struct ActionVisit {
    private let exchange: Exchange
    private let query: ActionPage.Query
    private let policy = PagePolicy(forms: "'self'", ancestors: "'none'")

    init(_ exchange: Exchange) {
        self.exchange = exchange
        query = ActionPage.Query(parameters: exchange.query.pairs)
    }

    /// Nothing but GET reaches the JSON form: `HEAD` applies nothing, and forms are those of pages.
    func answer() async throws -> RouteResponse {
        guard exchange.head.method == .get, !MediaRange.prefersPage(exchange.headers) else { return try await page() }
        if let refusal = query.refusal { return .actionForm(try ActionPage.answer(refusal)) }
        return .actionForm(try await ActionPage(query, try await call()).run())
    }

    /// The call to the project and tenant of the link.
    private func call() async throws -> Call {
        let services = exchange.services
        let project = try services.requestedProject(try services.projectID(of: query.value("apiKey") ?? ""))
        let tenant = query.value("tenantId").map(TenantID.init(rawValue:))
        try await exchange.note(project, tenant: tenant)
        return Call(
            services: services, project: project, settings: try await services.settings(of: project, tenant: tenant),
            caller: .anybody, client: exchange.client, origin: exchange.origin, record: exchange.record)
    }

    // MARK: Pages

    private var profile: Profile { exchange.record.profile }

    private func page() async throws -> RouteResponse {
        var appName: String?
        do {
            guard exchange.head.method != .post || exchange.headers[.fetchSite] != "cross-site" else {
                throw ActionPage.Refusal.otherSite
            }
            if let refusal = query.refusal { throw refusal }
            let call = try await call()
            appName = call.rules.appName ?? call.projectID.rawValue
            return try await page(ActionPage(query, call), cards(appName))
        } catch let refusal as ActionPage.Refusal {
            return refused(refusal, appName)
        } catch let error as WireError {
            return refused(error, appName)
        } catch let failure as StorageFailure {
            return refused(
                ErrorRendering(record: exchange.record, logger: exchange.services.logger).wireError(failure), appName)
        }
    }

    private func page(_ link: ActionPage, _ cards: ActionCards) async throws -> RouteResponse {
        switch exchange.head.method {
        case .post: return try await submitted(ConsoleForm(exchange.content), link, cards)
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
        _ form: ConsoleForm, _ link: ActionPage, _ cards: ActionCards
    ) async throws -> RouteResponse {
        if form.has("mailReset") { return answer(cards.mailed(to: try await link.mailReset())) }
        // There are two fields where no script shows what is typed.
        let passwords = form.values("newPassword")
        guard Set(passwords).count <= 1 else { return try await inspected(link, cards, problem: .differ) }
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
                if exchange.head.method == .get, let target = action.target { return .redirect(to: target.text) }
                return answer(cards.done(action, offersReset: link.offersReset))
            }
        } catch ActionPage.Refusal.password(let error, let missing) {
            note(error)
            return try await inspected(link, cards, problem: .refused(error, missing: missing))
        }
    }

    // MARK: Answers

    private func refused(_ error: WireError, _ appName: String?) -> RouteResponse {
        note(error)
        return refused(.error(error), appName)
    }

    private func refused(_ refusal: ActionPage.Refusal, _ appName: String?) -> RouteResponse {
        answer(cards(appName).refused(refusal, in: profile), status: refusal.status(in: profile))
    }

    /// For the journal, which reads no pages.
    private func note(_ error: WireError) {
        exchange.record.update { record in
            record.error = error.wording(in: record.profile).code
            if let reason = error.reason { record.reason = reason }
        }
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

extension RouteResponse {
    /// The JSON form of the action page.
    static func actionForm(_ answer: ActionPage.Answer) -> RouteResponse {
        switch answer {
        case .page(let status, let page):
            let body: JSON = ["authEmulator": page]
            return RouteResponse(
                status: HTTPResponse.Status(code: status), contentType: RouteResponse.jsonText,
                body: JSON.indented(body.bytes))
        case .redirect(let target): return .redirect(to: target)
        }
    }
}
