import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

extension Route {
    /// What browsers open.
    static let pages: [Route] = [status] + actionPages + [links] + signInPages

    private static let status = page("/", "emulator.status") { context in
        if MediaRange.prefersPage(context.headers) { return .redirect(to: MountedConsole.root) }
        return .indented([
            "authEmulator": [
                "ready": true, "docs": "https://firebase.google.com/docs/emulator-suite",
                "apiSpec": "/emulator/openapi.json",
            ]
        ])
    }

    private static let links = page("/__/auth/links", "emulator.auth.links") {
        try await ActionPageHandler.hostingLink($0)
    }

    private static let signInPages: [Route] = [
        page("/emulator/auth/handler", "emulator.auth.handler", handlerPage),
        page("/emulator/auth/iframe", "emulator.auth.iframe", iframePage),
        page("/__/auth/handler", "emulator.auth.hosting.handler", handlerPage),
        page("/__/auth/iframe", "emulator.auth.hosting.iframe", iframePage),
    ]

    static func page(
        _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (RequestContext) async throws -> RouteResponse
    ) -> Route {
        Route(
            method: .get, host: nil, path: path, operationID: operationID, credential: .none, kind: .page,
            respond: respond)
    }
}

/// The pages that action links lead to (email-actions.md section 7).
extension Route {
    static let actionPages: [Route] = [
        ("/emulator/action", "emulator.action"), ("/__/auth/action", "emulator.auth.action"),
    ].flatMap { path, id in
        [
            page(path, id) { try await ActionPageHandler($0).answer() },
            page(path, id) { try await ActionPageHandler($0).answer() }.with {
                $0.method = .post
                $0.isForm = true
            },
        ]
    }
}

/// The two pages of federated sign-in (idp.md sections 3 and 4).
extension Route {
    /// The page on which the user picks an account of an identity provider.
    @Sendable static func handlerPage(_ context: RequestContext) async throws -> RouteResponse {
        guard let request = SignInPage.Request({ context.query[$0] }) else { return await incomplete(context) }
        var name = ProviderName.known(request.providerID)
        var settings: ProjectSettings?
        func page(_ policy: PagePolicy) -> HandlerPage {
            HandlerPage(providerID: request.providerID, providerName: name, nonce: policy.nonce)
        }
        func refused(_ refusal: SignInPage.Refusal) async -> RouteResponse {
            context.record.update { $0.error = $0.error ?? refusal.errorCode }
            let policy = PagePolicy()
            let html = page(policy).html(refusal, request, console: await context.consoleLinks())
            return policy.answer(html, status: refusal.status)
        }
        do {
            let project = try context.services.requestedProject(try context.services.projectID(of: request.apiKey))
            settings = try await project.settings()
            let call = try await call(for: request, to: project, context)
            name = try await ProviderName.of(request.providerID, call)
            switch try await SignInPage.run(request, call) {
            case .picker(let picker):
                // The script may ask this server for what the provider would sign.
                let isSigned = picker.isSigned || picker.samlState != nil
                let policy = PagePolicy(connections: isSigned ? "'self'" : "'none'")
                return policy.answer(page(policy).html(picker, call))
            case .signed(let answer):
                return RouteResponse(status: .ok, contentType: RouteResponse.jsonText, body: answer.bytes)
            case .refused(let refusal): return await refused(refusal)
            }
        } catch let error as WireError {
            // A browser shows this, so errors such as an unknown tenant or a refused key are a page.
            context.record.note(error)
            return await refused(
                SignInPage.Refusal(error, context.record.profile, request.wayBack(ofRefusalIn: settings)))
        }
    }

    /// Opened without a key or a provider: a page for people.
    private static func incomplete(_ context: RequestContext) async -> RouteResponse {
        let problem = "missing apiKey or providerId query parameters"
        context.record.note(context.query["apiKey"] == nil ? .missingAPIKey : .missingProviderID)
        guard MediaRange.prefersPage(context.headers) else {
            let body: JSON = ["authEmulator": ["error": .string(problem)]]
            // Reference: JSON with the content type of a page.
            return RouteResponse(
                status: .badRequest, contentType: RouteResponse.html, body: JSON.indented(body.bytes))
        }
        let policy = PagePolicy()
        let page = HandlerPage(providerID: nil, providerName: "", nonce: policy.nonce)
        let advice = """
            SDKs open this page when an app signs a user in with a provider, and say which. Begin in the app, with \
            `signInWithPopup` or `signInWithRedirect`.
            """
        let refusal = SignInPage.Refusal(status: 400, problem, advice: advice)
        return policy.answer(page.html(refusal, nil, console: await context.consoleLinks()), status: 400)
    }

    private static func call(
        for request: SignInPage.Request, to project: Project, _ context: RequestContext
    ) async throws -> OperationContext {
        try await context.preparePage(of: project, tenant: request.tenant)
        return OperationContext(
            services: context.services, project: project,
            settings: try await context.services.settings(of: project, tenant: request.tenant), caller: .anybody,
            client: context.client, origin: context.origin, record: context.record)
    }

    /// The page that passes the result to the app.
    @Sendable static func iframePage(_ context: RequestContext) async throws -> RouteResponse {
        let policy = IframePage.policy
        return policy.answer(IframePage.html(nonce: policy.nonce))
    }
}
