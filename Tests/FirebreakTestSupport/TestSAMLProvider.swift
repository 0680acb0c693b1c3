import FirebreakCredentials
import FirebreakOperations
package import FirebreakWire
import HTTPTypes
import Testing

/// A SAML provider with a key of its own, whose responses are XML.
package enum TestSAMLProvider {
    /// Making an RSA key takes long.
    private static let key = Result { try SigningKey() }

    package static let emailAddress = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
    package static let persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    package static let callback = "https://example.web.app/acs"

    /// A configuration of the provider, with its certificate.
    package static func config() throws -> JSON {
        [
            "enabled": true,
            "idpConfig": [
                "idpEntityId": "https://idp.test", "ssoUrl": "https://idp.test/sso",
                "idpCertificates": [["x509Certificate": .string(try key.get().certificate())]],
            ], "spConfig": ["spEntityId": "sp", "callbackUri": .string(callback)],
        ]
    }

    /// A response; `nil` leaves a part out.
    package struct Response: Sendable {
        package var assertionID: String? = "_" + RandomSource.system.alphanumeric(20)
        package var status = "urn:oasis:names:tc:SAML:2.0:status:Success"
        package var destination: String? = TestSAMLProvider.callback
        /// The assertion's, and the response's own.
        package var issuer = "https://idp.test"
        package var responseIssuer: String? = "https://idp.test"
        package var audience: String? = "sp"
        package var notBefore: String? = "2026-06-01T12:00:00Z"
        package var notOnOrAfter: String? = "2026-06-01T12:05:00Z"
        package var confirmedUntil: String? = "2026-06-01T12:05:00Z"
        package var recipient = TestSAMLProvider.callback
        package var request: String?
        package var confirmedRequest: String?
        package var name: String? = "alice@x.test"
        package var format: String? = TestSAMLProvider.emailAddress
        package var attributes: [(name: String, values: [String])] = []
        package var isSigned = true

        package init() {}

        /// A response about somebody.
        package init(_ name: String, format: String? = TestSAMLProvider.emailAddress) {
            self.name = name
            self.format = format
        }

        /// The value of `SAMLResponse`.
        package func text() throws -> String {
            let plain = xml(signature: "")
            guard isSigned else { return Base64.encode(Array(plain.utf8), .standard) }
            let signature = try TestSAMLProvider.key.get().signature(ofAssertionIn: Array(plain.utf8))
            return Base64.encode(Array(xml(signature: signature).utf8), .standard)
        }

        private func xml(signature: String) -> String {
            func attribute(_ name: String, _ value: String?) -> String { value.map { #" \#(name)="\#($0)""# } ?? "" }
            let restriction =
                audience.map { "<AudienceRestriction><Audience>\($0)</Audience></AudienceRestriction>" } ?? ""
            let told = attributes.map { attribute in
                let values = attribute.values.map { "<AttributeValue>\($0)</AttributeValue>" }.joined()
                return #"<Attribute Name="\#(attribute.name)">\#(values)</Attribute>"#
            }.joined()
            return """
                <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"\
                \(attribute("Destination", destination))\(attribute("InResponseTo", request))>\
                \(responseIssuer.map { "<Issuer>\($0)</Issuer>" } ?? "")<p:Status><p:StatusCode Value="\(status)"/></p:Status>
                <Assertion\(attribute("ID", assertionID))><Issuer>\(issuer)</Issuer>\(signature)\
                <Subject>\(name.map { "<NameID\(attribute("Format", format))>\($0)</NameID>" } ?? "")
                <SubjectConfirmation><SubjectConfirmationData\(attribute("InResponseTo", confirmedRequest))\
                \(attribute("NotOnOrAfter", confirmedUntil))\(attribute("Recipient", recipient))/>\
                </SubjectConfirmation></Subject>
                <Conditions\(attribute("NotBefore", notBefore))\(attribute("NotOnOrAfter", notOnOrAfter))>\(restriction)\
                </Conditions>\(told.isEmpty ? "" : "<AttributeStatement>\(told)</AttributeStatement>")
                </Assertion></p:Response>
                """
        }
    }
}

extension TestServer {
    /// A server with the provider `saml.acme` (``configureSAML``), and configured providers only.
    package static func openToSAML(_ profile: Profile, rules: JSON = [:]) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        _ = try await server.control(.patch, "/rules", (["providers": "configured"] as JSON).merging(rules))
        try await server.configureSAML()
        return server
    }

    /// Configures the provider, with changes.
    package func configureSAML(
        _ id: String = "saml.acme", _ changes: JSON = [:], tenant: String? = nil
    ) async throws {
        try await configureProvider(id, TestSAMLProvider.config().merging(changes), tenant: tenant)
    }

    /// Signs in by a response of the provider.
    package func saml(
        _ response: TestSAMLProvider.Response, by provider: String? = "saml.acme", _ more: JSON = [:]
    ) async throws -> TestAnswer {
        let named = provider.map { [("providerId", $0)] } ?? []
        return try await idp(named + [("SAMLResponse", try response.text())], more)
    }
}
