import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Real SAML responses, in XML (production.md section 10.2).
struct SAMLSignInTests {
    private static let refusal = "INVALID_IDP_RESPONSE : "

    /// A response by a provider that is configured.
    struct Document {
        var status = "urn:oasis:names:tc:SAML:2.0:status:Success"
        var destination: String? = "https://example.web.app/acs"
        var issuer = "https://idp.test"
        var audience = "sp"
        var notBefore = "2026-06-01T12:00:00Z"
        var notOnOrAfter = "2026-06-01T12:05:00Z"
        var request: String? = "_r"
        var confirmed: String? = "_r"
        var signature = ""

        var text: String {
            func attribute(_ name: String, _ value: String?) -> String { value.map { #" \#(name)="\#($0)""# } ?? "" }
            let xml = """
                <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"\
                \(attribute("Destination", destination))\(attribute("InResponseTo", request))>\
                <p:Status><p:StatusCode Value="\(status)"/></p:Status>
                <Assertion>\(signature)<Issuer>\(issuer)</Issuer><Subject><NameID>alice@x.test</NameID>
                <SubjectConfirmation><SubjectConfirmationData\(attribute("InResponseTo", confirmed))/>\
                </SubjectConfirmation></Subject><Conditions NotBefore="\(notBefore)" NotOnOrAfter="\(notOnOrAfter)">
                <AudienceRestriction><Audience>\(audience)</Audience></AudienceRestriction></Conditions>
                <AttributeStatement><Attribute Name="team"><AttributeValue>blue</AttributeValue></Attribute>
                </AttributeStatement></Assertion></p:Response>
                """
            return Base64.encode(Array(xml.utf8), .standard)
        }
    }

    private func server(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        _ = try await server.control(.patch, "/rules", ["providers": "configured"])
        try await server.configureProvider(
            "saml.acme",
            [
                "idpConfig": [
                    "idpEntityId": "https://idp.test", "ssoUrl": "https://idp.test/sso",
                    "idpCertificates": [["x509Certificate": "MIIB"]],
                ], "spConfig": ["spEntityId": "sp", "callbackUri": "https://example.web.app/acs"],
            ])
        return server
    }

    private func signIn(_ server: TestServer, _ response: String) async throws -> TestAnswer {
        let form = "providerId=saml.acme&SAMLResponse=\(FormURLEncoding.encode(response))"
        return try await server.app(
            "accounts:signInWithIdp",
            ["requestUri": "http://localhost", "postBody": .string(form), "returnSecureToken": true])
    }

    @Test(arguments: [Profile.local, .production])
    func `a response signs its subject in, with its attributes`(_ profile: Profile) async throws {
        let server = try await server(profile)

        let answer = try await signIn(server, Document().text)

        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer["email"] == "alice@x.test" && answer["emailVerified"] == true)
        #expect(answer["federatedId"] == "alice@x.test")
        let token = try claims(answer.string("idToken"))
        #expect(token[path: "firebase.sign_in_attributes"] == ["team": "blue"])
    }

    static let refusals: [(change: @Sendable (inout Document) -> Void, message: String)] = [
        ({ $0.status = "urn:denied" }, "SAMLResponse status code not SUCCESS, instead it is: urn:denied"),
        (
            { $0.destination = "https://other.test/" },
            "SAMLResponse destination https://other.test/ does not match RP callback URL https://example.web.app/acs."
        ),
        (
            { $0.issuer = "https://other.test" },
            "Assertion has Issuer https://other.test which is different from expected Issuer https://idp.test."
        ),
        ({ $0.audience = "other" }, "All <AudienceRestriction>s should contain the SAML RP entity ID: 'sp'."),
        (
            { $0.notBefore = "2026-06-01T12:00:01Z" },
            "Current instant, 2026-06-01T12:00:00.000Z, is before NotBefore attribute, 2026-06-01T12:00:01Z"
        ),
        (
            { $0.notOnOrAfter = "2026-06-01T12:00:00Z" },
            "Current instant, 2026-06-01T12:00:00.000Z, is on or after NotOnOrAfter attribute, 2026-06-01T12:00:00Z"
        ),
        ({ $0.notBefore = "yesterday" }, "Unable to parse SAMLResponse"),
        (
            { $0.confirmed = nil },
            "InResponseTo attribute must be present in both Response and SubjectConfirmationData."
        ),
        (
            { $0.confirmed = "_other" },
            "InResponseTo in both Response and SubjectConfirmationData must match the request ID."
        ),
    ]

    @Test(arguments: [Profile.local, .production], 0..<refusals.count)
    func `a response that does not fit is refused`(_ profile: Profile, _ index: Int) async throws {
        let server = try await server(profile)
        var document = Document()
        Self.refusals[index].change(&document)

        #expect(try await signIn(server, document.text).outcome == Self.refusal + Self.refusals[index].message)
        #expect(try await server.admin("accounts:lookup", ["email": ["alice@x.test"]])["users"] == nil)
    }

    @Test(arguments: [Profile.local, .production])
    func `what nobody asked for is taken in profile local only`(_ profile: Profile) async throws {
        var document = Document()
        document.request = nil
        document.confirmed = nil
        document.destination = nil

        let answer = try await signIn(try await server(profile), document.text)

        #expect((answer.status == 200) == (profile == .local))
    }

    @Test(arguments: [Profile.local, .production])
    func `what is neither JSON nor a response is not read`(_ profile: Profile) async throws {
        let server = try await server(profile)

        for text in ["garbage", "PGEvPg==", "{"] {
            #expect(try await signIn(server, text).outcome == Self.refusal + "Unable to parse SAMLResponse")
        }
    }

    @Test func `the reference reads JSON only`() async throws {
        let form = "providerId=saml.acme&id_token=\(FormURLEncoding.encode(#"{"sub":"1"}"#))"
        let response = "&SAMLResponse=\(FormURLEncoding.encode(Document().text))"
        let answer = try await TestServer.open(.emulator).app(
            "accounts:signInWithIdp", ["requestUri": "http://localhost", "postBody": .string(form + response)])

        #expect(answer.outcome.hasPrefix(Self.refusal + "Unable to parse SAMLResponse (("))
    }

    @Test(arguments: [
        ("", "Missing signature in Assertion and Response enclosing it (if present)."),
        ("<Signature/>", "Failed to verify the signature in SAMLResponse"),
    ])
    func `where signatures count, no response is good enough`(signature: String, message: String) async throws {
        let server = try await server(.production)
        _ = try await server.control(.patch, "/rules", ["credentials": "verified"])
        var document = Document()
        document.signature = signature

        #expect(try await signIn(server, document.text).outcome == Self.refusal + message)
    }
}
