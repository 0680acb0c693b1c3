import FirebreakStore
import FirebreakWire

/// Makes a SAML response about the user of an ID token, for use at a relying party (tenants-config.md B5).
///
/// The document is unsigned: there is no identity provider whose key a relying party could trust.
package enum IssueSAMLResponse: APIOperation {
    package struct Request: Decodable, Sendable {
        package var idToken: String?
        var rpId: String?
        var samlAppEntityId: String?
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

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard let idToken = request.idToken?.nonEmpty else { throw WireError.missingIDToken }
        guard let relyingParty = request.rpId?.nonEmpty else { throw WireError.missingRelyingParty }
        let account = try await call.read { tx in
            try call.authenticate(idToken: idToken, tx, acceptsLegacy: false).account
        }
        // A relying party named by a URL is assumed to listen there, any other at this server's own page.
        let page = AbsoluteURL(relyingParty).flatMap { $0.isWeb ? $0 : nil }
        let endpoint = page?.exact ?? call.origin + "/__/auth/handler"
        let names = (account.userProfile.displayName ?? "").separated(by: " ", maxSplits: 1).map(String.init)
        let document = SAMLResponseWriter(
            id: "_" + call.random.alphanumeric(32), assertionID: "_" + call.random.alphanumeric(32),
            issuer: "https://\(call.projectID).firebaseapp.com", destination: endpoint, audience: relyingParty,
            nameID: account.email ?? account.id.rawValue, isEmailAddress: account.email != nil,
            attributes: [
                ("email", account.email), ("displayName", account.userProfile.displayName), ("firstName", names.first),
                ("lastName", names.dropFirst().first), ("localId", account.id.rawValue),
            ].compactMap { name, value in value.map { (name, $0) } }, issuedAt: call.now)
        return Response(
            samlResponse: Base64.encode(Array(document.xml.utf8), .standard), acsEndpoint: endpoint,
            relayState: request.samlAppEntityId?.nonEmpty, email: account.email, firstName: names.first,
            lastName: names.dropFirst().first, isNewUser: false)
    }
}

/// A response of SAML 2.0 with one assertion (SAML core section 3.3.3).
struct SAMLResponseWriter: Sendable {
    var id: String
    var assertionID: String
    var issuer: String
    /// The URL that the response is posted to.
    var destination: String
    /// Entity ID of the relying party.
    var audience: String
    var nameID: String
    var isEmailAddress: Bool
    /// Names and values, in order.
    var attributes: [(name: String, value: String)]
    var issuedAt: Timestamp
    /// ID of the request that it answers.
    var request: String?
    /// `Signature` of the assertion; empty for none.
    var signature = ""

    /// Validity of the assertion in milliseconds.
    private static let lifetime: Int64 = 300_000

    var xml: String {
        let now = issuedAt.rfc3339
        let end = issuedAt.advanced(byMilliseconds: Self.lifetime).rfc3339
        let format = "urn:oasis:names:tc:SAML:1.1:nameid-format:" + (isEmailAddress ? "emailAddress" : "unspecified")
        let attributes = attributes.map { attribute in
            """
            <saml:Attribute Name="\(attribute.name.escapedXML)"><saml:AttributeValue>\(attribute.value.escapedXML)\
            </saml:AttributeValue></saml:Attribute>
            """
        }
        let inResponseTo = request.map { " InResponseTo=\"\($0.escapedXML)\"" } ?? ""
        let statement =
            attributes.isEmpty ? "" : "<saml:AttributeStatement>\(attributes.joined())</saml:AttributeStatement>\n"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
            xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="\(id)" Version="2.0" IssueInstant="\(now)" \
            Destination="\(destination.escapedXML)"\(inResponseTo)>
            <saml:Issuer>\(issuer.escapedXML)</saml:Issuer>
            <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
            <saml:Assertion ID="\(assertionID)" Version="2.0" IssueInstant="\(now)">
            <saml:Issuer>\(issuer.escapedXML)</saml:Issuer>\(signature)
            <saml:Subject><saml:NameID Format="\(format)">\(nameID.escapedXML)</saml:NameID>\
            <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">\
            <saml:SubjectConfirmationData NotOnOrAfter="\(end)" Recipient="\(destination.escapedXML)"\(inResponseTo)/>\
            </saml:SubjectConfirmation></saml:Subject>
            <saml:Conditions NotBefore="\(now)" NotOnOrAfter="\(end)"><saml:AudienceRestriction>\
            <saml:Audience>\(audience.escapedXML)</saml:Audience></saml:AudienceRestriction></saml:Conditions>
            <saml:AuthnStatement AuthnInstant="\(now)"><saml:AuthnContext><saml:AuthnContextClassRef>\
            urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext>\
            </saml:AuthnStatement>
            \(statement)</saml:Assertion>
            </samlp:Response>

            """
    }
}
