import FirebreakWire

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
