import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The two pages of federated sign-in (idp.md sections 3 and 4).
extension Route {
    /// The page on which the user picks an account of an identity provider.
    @Sendable static func handlerPage(_ exchange: Exchange) async throws -> RouteResponse {
        guard let request = SignInPage.Request({ exchange.query[$0] }) else {
            let body: JSON = ["authEmulator": ["error": "missing apiKey or providerId query parameters"]]
            // Reference: JSON with the content type of a page.
            return RouteResponse(status: .badRequest, contentType: RouteResponse.html, body: JSON.indented(body.bytes))
        }
        var name = ProviderName.known(request.providerID)
        func page(_ policy: PagePolicy) -> HandlerPage {
            HandlerPage(providerID: request.providerID, providerName: name, nonce: policy.nonce)
        }
        func failure(_ text: String, _ status: Int) -> RouteResponse {
            let policy = PagePolicy()
            return policy.answer(page(policy).html(failure: text), status: status)
        }
        do {
            let call = try await call(for: request, exchange)
            name = try await ProviderName.of(request.providerID, call)
            switch try await SignInPage.run(request, call) {
            case .picker(let picker):
                // For a SAML provider, the script asks this server for what the provider would sign.
                let policy = PagePolicy(connections: picker.samlState == nil ? "'none'" : "'self'")
                return policy.answer(page(policy).html(picker, call))
            case .samlResponse(let response):
                let body: JSON = ["SAMLResponse": .string(response)]
                return RouteResponse(status: .ok, contentType: RouteResponse.jsonText, body: body.bytes)
            case .failure(let status, let text): return failure(text, status)
            }
        } catch let error as WireError {
            // A browser shows this, so errors such as an unknown tenant or a refused key are a page.
            if let reason = error.reason { exchange.record.update { $0.reason = reason } }
            let wording = error.wording(in: exchange.record.profile)
            return failure(wording.message, wording.kind.httpStatus)
        }
    }

    private static func call(for request: SignInPage.Request, _ exchange: Exchange) async throws -> Call {
        let services = exchange.services
        let project = try services.requestedProject(try services.projectID(of: request.apiKey))
        try await exchange.note(project, tenant: request.tenant)
        return Call(
            services: services, project: project,
            settings: try await services.settings(of: project, tenant: request.tenant), caller: .anybody,
            client: exchange.client, origin: exchange.origin, record: exchange.record)
    }

    /// The page that passes the result to the app.
    @Sendable static func iframePage(_ exchange: Exchange) async throws -> RouteResponse {
        let policy = IframePage.policy
        return policy.answer(IframePage.html(nonce: policy.nonce))
    }
}
