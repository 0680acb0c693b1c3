import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The sign-in page in the place of a SAML provider (saml.md section 7).
struct BuiltinSAMLProviderTests {
    private static let profiles = [Profile.local, .production]
    private static let page = TestServer.origin + "/__/auth/handler?apiKey=k&providerId=saml.acme&appName=a"

    private func server(_ profile: Profile, verified: Bool = true) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        _ = try await server.control(
            .patch, "/rules",
            ["idpPages": "builtin", "credentials": verified ? "verified" : "unverified", "providers": "configured"])
        try await server.configureSAML()
        return server
    }

    /// What the page gives an app when somebody is picked: the form, and the session if the page began it.
    private func pick(
        _ name: String, _ server: TestServer, saying claims: JSON? = nil, at page: String = page
    ) async throws -> (form: [(String, String)], session: JSON) {
        let shown = try await server.open(page).text
        let given = shown.split(separator: #"id="sign-in-request">"#).last?.split(separator: "</script>").first
        let document = try JSON(parsing: String(try #require(given, "\(shown)")))
        let state = try #require(document["samlState"]?.stringValue)
        let said = claims.map { "&claims=" + FormURLEncoding.encode($0.text) } ?? ""
        let answer = try await server.open(page + "&samlNameId=\(FormURLEncoding.encode(name))&state=\(state)\(said)")
        let response = try #require(answer.string("SAMLResponse"), "\(answer.text)")
        return ([("providerId", "saml.acme"), ("SAMLResponse", response)], document["sessionId"] ?? .null)
    }

    private func signIn(
        _ name: String, _ server: TestServer, saying claims: JSON? = nil
    ) async throws -> TestAnswer {
        let (form, session) = try await pick(name, server, saying: claims)
        return try await server.idp(form, ["sessionId": session])
    }

    private static let badSignature = "INVALID_IDP_RESPONSE : Failed to verify the signature in SAMLResponse"

    @Test(arguments: profiles)
    func `who is picked signs in, with every check on`(_ profile: Profile) async throws {
        let server = try await server(profile)

        let person = try await signIn("new@x.test", server)
        let other = try await signIn("no-address", server)
        let again = try await signIn("new@x.test", server)

        #expect(person["federatedId"] == "saml.acme/new@x.test", "\(person.text)")
        #expect(person["email"] == "new@x.test" && person["isNewUser"] == true)
        #expect(other["federatedId"] == "saml.acme/no-address" && other["email"] == nil)
        #expect(again["localId"] == person["localId"])
    }

    @Test(arguments: profiles)
    func `what the form says of a person is attributes`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let said: JSON = [
            "sub": "7", "email": "ada@x.test", "name": "Ada <& \"L\">\r\nö", "screen_name": "ada", "picture": "",
            "exp": 0, "role": "admin",
        ]

        let person = try await signIn("ada@x.test", server, saying: said)
        let nobody = try await signIn("b@x.test", server, saying: ["name": 7, "picture": .null])
        let list = try await signIn("c@x.test", server, saying: ["not an object"])

        let expected: JSON = ["name": said["name"] ?? .null, "screen_name": "ada"]
        #expect(try JSON(parsing: person.string("rawUserInfo") ?? "") == expected, "\(person.text)")
        #expect(try claims(person.string("idToken"))[path: "firebase.sign_in_attributes"] == expected)
        #expect(person["displayName"] == nil && person["federatedId"] == "saml.acme/ada@x.test")
        for answer in [nobody, list] {
            #expect(answer["rawUserInfo"] == nil && answer.outcome == "OK", "\(answer.text)")
        }
    }

    @Test(arguments: profiles)
    func `a page that createAuthUri names answers the session's request`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let body: JSON = ["providerId": "saml.acme", "continueUri": "https://example.web.app/back"]
        let begun = try await server.app("accounts:createAuthUri", body)
        let uri = try #require(begun.string("authUri"))
        let session = try #require(begun["sessionId"])

        let (form, own) = try await pick("a@x.test", server, at: uri)
        #expect(own == .null)
        #expect(try await server.idp(form, ["sessionId": session]).outcome == "OK")
        let refused = try await server.idp(pick("a@x.test", server).form, ["sessionId": session])
        #expect(refused.outcome.contains("InResponseTo in both"), "\(refused.text)")
    }

    @Test(arguments: profiles)
    func `apps that keep their session to themselves tell its digest`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let page = Self.page + "&sessionId=" + Digest.sha256Hex(Array("own".utf8))

        let (form, session) = try await pick("a@x.test", server, at: page)
        #expect(session == .null)
        #expect(try await server.idp(form, ["sessionId": "own"]).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `this server's key counts for sessions of the page alone`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let form = try await pick("a@x.test", server).form
        #expect(try await server.idp(form).outcome == Self.badSignature)
        #expect(try await server.idp(form, ["sessionId": "another"]).outcome == Self.badSignature)

        _ = try await server.control(.patch, "/rules", ["idpPages": "provider"])
        let body: JSON = ["providerId": "saml.acme", "continueUri": "https://example.web.app/back"]
        let session = try #require(await server.app("accounts:createAuthUri", body)["sessionId"])
        _ = try await server.control(.patch, "/rules", ["idpPages": "builtin"])
        #expect(try await server.idp(form, ["sessionId": session]).outcome == Self.badSignature)
    }

    @Test(arguments: profiles)
    func `this server's key counts under its rule alone`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let (form, session) = try await pick("a@x.test", server)
        _ = try await server.control(.patch, "/rules", ["idpPages": "provider"])

        #expect(
            try await server.idp(form, ["sessionId": session]).outcome == Self.badSignature)
        #expect(try await server.open(Self.page).text.contains("Rule idpPages is provider"))
    }

    @Test(arguments: profiles)
    func `the page may ask this server alone`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let policy = try #require(HTTPField.Name("Content-Security-Policy"))
        let saml = try await server.open(Self.page)
        _ = try await server.control(.patch, "/rules", ["providers": "any", "credentials": "unverified"])
        let other = try await server.open(Self.page.replacing("saml.acme", with: "oidc.acme"))

        #expect(saml.headers[policy]?.contains("connect-src 'self'") == true)
        #expect(other.headers[policy]?.contains("connect-src 'none'") == true)
        #expect(other.text.contains(#""samlState":null"#))
    }

    @Test func `the reference's page asks nobody`() async throws {
        let server = try await TestServer.open(.emulator)
        let answer = try await server.open(
            TestServer.origin + "/emulator/auth/handler?apiKey=k&providerId=saml.acme&appName=a&samlNameId=a")

        #expect(answer.text.contains(#""samlState":null"#))
    }

    @Test func `without a configuration any app is answered`() async throws {
        let server = try await TestServer.open(.local)

        #expect(try await signIn("a@x.test", server)["email"] == "a@x.test")
    }
}
