import FirebreakOperations
import FirebreakWire
import HTTPTypes

extension Route {
    /// The documents that verifiers of tokens fetch from Google, under their hosts as path (firebreak.md section 4).
    static let publicKeys: [Route] = [
        keys(
            "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com", "keys.jwks",
            PublicKeyDocument.jwks),
        keys(
            "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com", "keys.certificates",
            PublicKeyDocument.certificates),
        metadata(of: .idTokens, "keys.idTokenIssuer") { origin, _ in
            origin + "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        },
        metadata(of: .sessionCookies, "keys.sessionCookieIssuer") { origin, key in
            origin + "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys?key="
                + FormURLEncoding.encode(key)
        },
    ]

    private static func keys(
        _ path: String, _ operationID: String, _ document: @escaping @Sendable (Services) async throws -> JSON
    ) -> Route {
        page(path, operationID) { exchange in publicAnswer(try await document(exchange.services)) }.cacheable
    }

    private static func metadata(
        of issuer: PublicKeyDocument.Issuer, _ operationID: String,
        keysURL: @escaping @Sendable (_ origin: String, _ apiKey: String) -> String
    ) -> Route {
        let path = "/\(issuer.rawValue)/{targetProjectId}/.well-known/openid-configuration"
        return page(path, operationID) { exchange in
            let project = try exchange.services.requestedProject(
                ProjectID(rawValue: exchange.parameters["targetProjectId"] ?? ""))
            return publicAnswer(
                PublicKeyDocument.metadata(
                    of: issuer, project.id, keysURL: keysURL(exchange.origin, project.ownAPIKey)))
        }.cacheable
    }

    private static func publicAnswer(_ document: JSON) -> RouteResponse {
        RouteResponse(status: .ok, contentType: RouteResponse.jsonText, body: JSON.indented(document.bytes))
    }
}
