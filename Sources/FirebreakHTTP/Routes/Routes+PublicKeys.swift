import FirebreakOperations
import FirebreakWire
import HTTPTypes

extension Route {
    /// The documents that verifiers of tokens fetch from Google, under their hosts as path (firebreak.md section 4.5).
    static let publicKeys: [Route] = keySets + certificates + issuers

    private static let keySets: [Route] = ["/service_accounts/v1/jwk/", "/robot/v1/metadata/jwk/"].map { path in
        document(keyHost + path + keyAccount, "keys.jwks") { try await PublicKeyDocument.jwks($0.services) }
            .cacheable(seconds: keysLifetime)
    }

    private static let certificates: [Route] = ["/robot/v1/metadata/x509/", "/service_accounts/v1/metadata/x509/"]
        .map { path in
            document(keyHost + path + keyAccount, "keys.certificates") { context in
                try await PublicKeyDocument.certificates(context.services)
            }.cacheable(seconds: 6 * 3600)
        }

    private static let issuers: [Route] = [
        metadata(of: .idTokens, "keys.idTokenIssuer") { $0 + keyHost + "/service_accounts/v1/jwk/" + keyAccount },
        metadata(of: .sessionCookies, "keys.sessionCookieIssuer") { origin in
            origin + "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"
        },
    ]

    /// Seconds. It is a short while, because a server without a data directory has another key after its next start.
    static let keysLifetime: Int64 = 60

    private static let keyHost = "/www.googleapis.com"
    private static let keyAccount = "securetoken@system.gserviceaccount.com"

    private static func metadata(
        of issuer: PublicKeyDocument.Issuer, _ operationID: String,
        keysURL: @escaping @Sendable (_ origin: String) -> String
    ) -> Route {
        document("/\(issuer.rawValue)/{targetProjectId}/.well-known/openid-configuration", operationID) { context in
            let project = try context.services.requestedProject(
                ProjectID(rawValue: context.parameters["targetProjectId"] ?? ""))
            return PublicKeyDocument.metadata(of: issuer, project.id, keysURL: keysURL(context.origin))
        }.cacheable(seconds: keysLifetime)
    }

    private static func document(
        _ path: String, _ operationID: String, _ document: @escaping @Sendable (RequestContext) async throws -> JSON
    ) -> Route {
        page(path, operationID) { context in .indented(try await document(context)) }.with { $0.isOfVerifiers = true }
    }
}
