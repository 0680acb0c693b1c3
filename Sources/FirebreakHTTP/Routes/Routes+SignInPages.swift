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
        let policy = PagePolicy()
        let page = HandlerPage(providerID: request.providerID, nonce: policy.nonce)
        do {
            let call = try await call(for: request, exchange)
            switch try await SignInPage.run(request, call) {
            case .picker(let picker):
                guard picker.samlState != nil else { return policy.answer(page.html(picker, call)) }
                // The script asks this server for what the provider would sign.
                let asking = PagePolicy(connections: "'self'")
                return asking.answer(
                    HandlerPage(providerID: request.providerID, nonce: asking.nonce).html(picker, call))
            case .samlResponse(let response):
                let body: JSON = ["SAMLResponse": .string(response)]
                return RouteResponse(status: .ok, contentType: RouteResponse.jsonText, body: body.bytes)
            case .failure(let status, let text): return policy.answer(page.html(failure: text), status: status)
            }
        } catch let error as WireError {
            // A browser shows this, so errors such as an unknown tenant or a refused key are a page.
            if let reason = error.reason { exchange.record.update { $0.reason = reason } }
            let wording = error.wording(in: exchange.record.profile)
            return policy.answer(page.html(failure: wording.message), status: wording.kind.httpStatus)
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
