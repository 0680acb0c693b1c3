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

    private static let links = page("/__/auth/links", "emulator.auth.links") { try await ActionVisit.hostingLink($0) }

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
}
