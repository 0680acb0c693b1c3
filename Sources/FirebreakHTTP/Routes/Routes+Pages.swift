import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

extension Route {
    /// What browsers open.
    static let pages: [Route] = [status] + actionPages + [links] + signInPages

    private static let status = page("/", "emulator.status") { exchange in
        if MediaRange.prefersPage(exchange.headers) { return .redirect(to: ConsolePath.root) }
        let status: JSON = [
            "authEmulator": [
                "ready": true, "docs": "https://firebase.google.com/docs/emulator-suite",
                "apiSpec": "/emulator/openapi.json",
            ]
        ]
        return RouteResponse(status: .ok, contentType: RouteResponse.jsonText, body: JSON.indented(status.bytes))
    }

    private static let links = page("/__/auth/links", "emulator.auth.links", linksPage)

    private static let signInPages: [Route] = [
        page("/emulator/auth/handler", "emulator.auth.handler", handlerPage),
        page("/emulator/auth/iframe", "emulator.auth.iframe", iframePage),
        page("/__/auth/handler", "emulator.auth.hosting.handler", handlerPage),
        page("/__/auth/iframe", "emulator.auth.hosting.iframe", iframePage),
    ]

    static func page(
        _ path: String, _ operationID: String, _ respond: @escaping @Sendable (Exchange) async throws -> RouteResponse
    ) -> Route {
        Route(
            method: .get, host: nil, path: path, operationID: operationID, credential: .none, kind: .page,
            respond: respond)
    }

    /// The target of a hosting link when no app opens it: a redirect to the link inside (clients.md section 6.4).
    @Sendable private static func linksPage(_ exchange: Exchange) async throws -> RouteResponse {
        guard let text = exchange.query["link"], let url = AbsoluteURL(text), RedirectScheme.allows(url) else {
            return .actionForm(
                .page(
                    status: 400,
                    [
                        "error": "missing link query parameter",
                        "instructions": "Please modify the URL to specify a link, such as ?link=URL_OF_THE_ACTION_PAGE",
                    ]))
        }
        // Only links to this server's own pages and to authorized domains are followed; otherwise the page would be an
        // open redirect.
        let own = AbsoluteURL(exchange.origin)
        if own?.host == url.host, own?.port == url.port, url.path.hasPrefix("/__/auth/") { return .redirect(to: text) }
        let settings = try await settings(ofInner: url, exchange)
        let callback = settings.callbackURI.flatMap { AbsoluteURL($0) }
        let isCallback =
            callback?.scheme == url.scheme && callback?.host == url.host && callback?.port == url.port
            && callback?.path == url.path
        guard isCallback || AuthorizedDomain.allows(url, settings) else {
            throw WireError.unauthorizedDomain.because(AuthorizedDomain.reason(url, settings))
        }
        return .redirect(to: text)
    }

    /// Settings of the project that the inner link's key selects, or of the default project.
    private static func settings(ofInner url: AbsoluteURL, _ exchange: Exchange) async throws -> ProjectSettings {
        let key = QueryParameters(url.query.map { Substring($0) })["apiKey"]
        let id = try key.map { try exchange.services.projectID(of: $0) } ?? exchange.services.defaultProject
        return try await exchange.services.requestedProject(id).settings()
    }
}
