import FirebreakStore
import FirebreakWire

/// Makes a SAML response about the user of an ID token, for use at a relying party (tenants-config.md B5).
///
/// The document is unsigned: there is no identity provider whose key a relying party could trust.
package enum IssueSAMLResponse: APIOperation {
    package struct Request: Decodable, Sendable {
        package var idToken: String?
        package var rpId: String?
        package var samlAppEntityId: String?
    }

    package struct Response: Encodable, Sendable {
        /// Base64 of the document.
        var samlResponse: String
        var acsEndpoint: String
        var relayState: String?
        var email: String?
        var firstName: String?
        var lastName: String?
        var isNewUser: Bool
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        guard let idToken = request.idToken?.nonEmpty else { throw WireError.missingIDToken }
        guard let relyingParty = request.rpId?.nonEmpty else { throw WireError.missingRelyingParty }
        let account = try await call.read { tx in
            try call.authenticate(idToken: idToken, tx, acceptsLegacy: false).account
        }
        // A relying party named by a URL is assumed to listen there, any other at this server's own page.
        let page = AbsoluteURL(relyingParty).flatMap { $0.isWeb ? $0 : nil }
        let endpoint = page?.exact ?? call.origin + "/__/auth/handler"
        let names = (account.displayName ?? "").separated(by: " ", maxSplits: 1).map(String.init)
        let document = SAMLResponseWriter(
            id: "_" + call.random.alphanumeric(32), assertionID: "_" + call.random.alphanumeric(32),
            issuer: "https://\(call.projectID).firebaseapp.com", destination: endpoint, audience: relyingParty,
            nameID: account.email ?? account.id.rawValue, isEmailAddress: account.email != nil,
            attributes: [
                ("email", account.email), ("displayName", account.displayName), ("firstName", names.first),
                ("lastName", names.dropFirst().first), ("localId", account.id.rawValue),
            ].compactMap { name, value in value.map { (name, $0) } }, issuedAt: call.now)
        return Response(
            samlResponse: Base64.encode(Array(document.xml.utf8), .standard), acsEndpoint: endpoint,
            relayState: request.samlAppEntityId?.nonEmpty, email: account.email, firstName: names.first,
            lastName: names.dropFirst().first, isNewUser: false)
    }
}
