import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Sign-in by SAML responses in XML (saml.md sections 3 to 7).
struct SAMLSignInTests {
    private typealias Response = TestSAMLProvider.Response
    private static let refusal = "INVALID_IDP_RESPONSE : "
    private static let profiles = [Profile.local, .production]

    private static func user(_ server: TestServer, _ answer: TestAnswer) async throws -> JSON {
        let found = try await server.lookup(try #require(answer.string("idToken"), "\(answer.text)"))
        return try #require(found["users"]?.arrayValue?.first)
    }

    // MARK: Who is signed in

    @Test(arguments: profiles)
    func `a name that is an address signs in with it, verified`(_ profile: Profile) async throws {
        let server = try await TestServer.openToSAML(profile)
        var response = Response()
        response.attributes = [("team", ["blue"]), ("groups", ["b", "a"]), ("email", ["other@x.test"])]

        let answer = try await server.saml(response, ["returnSecureToken": true, "returnIdpCredential": true])

        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer["email"] == "alice@x.test" && answer["emailVerified"] == true)
        #expect(answer["federatedId"] == "saml.acme/alice@x.test")
        #expect(answer["context"] == "" && answer["isNewUser"] == true)
        for name in ["oauthAccessToken", "oauthIdToken", "displayName", "fullName"] { #expect(answer[name] == nil) }
        #expect(answer.string("pendingToken")?.isEmpty == false)
        let attributes: JSON = ["team": "blue", "groups": ["b", "a"], "email": "other@x.test"]
        #expect(answer.string("rawUserInfo") == attributes.text)
        let token = try claims(answer.string("idToken"))
        #expect(token[path: "firebase.sign_in_attributes"] == attributes)
        #expect(token[path: "firebase.identities"]?["saml.acme"] == ["alice@x.test"])
        #expect(token["email"] == "alice@x.test" && token["email_verified"] == true)
        let user = try await Self.user(server, answer)
        #expect(user["email"] == "alice@x.test" && user["emailVerified"] == true)
        #expect(user["providerUserInfo"]?.arrayValue?.first?["rawId"] == "alice@x.test")
        #expect(user["displayName"] == nil)
    }

    @Test(arguments: profiles)
    func `a persistent name is not an address, even if it looks like one`(_ profile: Profile) async throws {
        for name in ["p-1", "p@x.test"] {
            let server = try await TestServer.openToSAML(profile)
            let answer = try await server.saml(Response(name, format: TestSAMLProvider.persistent))

            #expect(answer["federatedId"] == .string("saml.acme/" + name))
            #expect(answer["email"] == nil && answer["emailVerified"] == false)
            #expect(answer["rawUserInfo"] == nil)
            let token = try claims(answer.string("idToken"))
            #expect(token["email"] == nil && token["email_verified"] == nil)
            #expect(token[path: "firebase.sign_in_attributes"] == nil)
            let user = try await Self.user(server, answer)
            #expect(user["email"] == nil && user["emailVerified"] == nil)
        }
    }

    @Test(arguments: profiles, [nil, "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"])
    func `an address is one in its own format only`(_ profile: Profile, _ format: String?) async throws {
        let answer = try await TestServer.openToSAML(profile).saml(Response("bob@x.test", format: format))

        #expect(answer["federatedId"] == "saml.acme/bob@x.test", "\(answer.text)")
        #expect(answer["email"] == nil && answer["emailVerified"] == false)
    }

    @Test(arguments: profiles)
    func `a name that is not an address is none in the format of addresses`(_ profile: Profile) async throws {
        let answer = try await TestServer.openToSAML(profile).saml(Response("bob"))

        #expect(answer["federatedId"] == "saml.acme/bob", "\(answer.text)")
        #expect(answer["email"] == nil && answer["emailVerified"] == false)
    }

    @Test(arguments: profiles)
    func `values of a name that stands twice are one list, at its first place`(_ profile: Profile) async throws {
        var response = Response()
        response.attributes = [("groups", ["b"]), ("team", ["blue"]), ("groups", ["a", "c"])]

        let answer = try await TestServer.openToSAML(profile).saml(response)

        let attributes: JSON = ["groups": ["b", "a", "c"], "team": "blue"]
        #expect(answer.string("rawUserInfo") == attributes.text, "\(answer.text)")
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_attributes"] == attributes)
    }

    @Test(arguments: profiles)
    func `attributes are of the session`(_ profile: Profile) async throws {
        let server = try await TestServer.openToSAML(profile)
        var first = Response()
        first.attributes = [("department", ["sales"])]
        var second = Response()
        second.attributes = [("department", ["renamed"])]

        let before = try await server.saml(first)
        let after = try await server.saml(second)

        #expect(before["localId"] == after["localId"])
        let refreshed = try await server.refresh(before.string("refreshToken")).string("id_token")
        #expect(try claims(refreshed)[path: "firebase.sign_in_attributes.department"] == "sales")
        #expect(
            try claims(after.string("idToken"))[path: "firebase.sign_in_attributes.department"] == "renamed")
    }

    @Test(arguments: profiles)
    func `an ID token beside a response does not count`(_ profile: Profile) async throws {
        let form = [
            ("providerId", "saml.acme"), ("id_token", #"{"sub":"other","email":"o@x.test"}"#),
            ("SAMLResponse", try Response("n", format: nil).text()),
        ]
        let answer = try await TestServer.openToSAML(profile).idp(form)

        #expect(answer["federatedId"] == "saml.acme/n")
        #expect(answer["email"] == nil)
    }

    // MARK: Signatures

    private static let missing = refusal + "Missing signature in Assertion and Response enclosing it (if present)."

    @Test func `only production and rule verified ask for signatures`() async throws {
        var unsigned = Response()
        unsigned.isSigned = false

        #expect(try await TestServer.openToSAML(.local).saml(unsigned).outcome == "OK")
        #expect(try await TestServer.openToSAML(.production).saml(unsigned).outcome == Self.missing)
        #expect(
            try await TestServer.openToSAML(.local, rules: ["credentials": "verified"]).saml(unsigned).outcome
                == Self.missing)
        #expect(
            try await TestServer.openToSAML(.local, rules: ["credentials": "verified"]).saml(Response()).outcome == "OK"
        )
        #expect(
            try await TestServer.openToSAML(.production, rules: ["credentials": "verified"]).saml(Response()).outcome
                == "OK")
    }

    @Test func `a key that is not configured counts for nothing`() async throws {
        let server = try await TestServer.openToSAML(.production)
        let other: JSON = ["idpConfig": ["idpCertificates": [["x509Certificate": "not-a-certificate"]]]]
        let answer = try await server.patchProvider(
            .inboundSamlConfigs, "saml.acme", mask: "idpConfig.idpCertificates", other)
        try #require(answer.status == 200, "\(answer.text)")

        #expect(
            try await server.saml(Response()).outcome == Self.refusal + "Failed to verify the signature in SAMLResponse"
        )
    }

    @Test func `nothing stands in for a response that must be signed`() async throws {
        let server = try await TestServer.openToSAML(.production)
        let fake = #"{"assertion":{"subject":{"nameId":"a@x.test"}}}"#
        let provider = ("providerId", "saml.acme")

        #expect(try await server.idp([provider, ("SAMLResponse", fake)]).outcome == Self.missing)
        let byToken = try await server.idp([provider, ("id_token", #"{"sub":"1"}"#)])
        #expect(byToken.outcome.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : "), "\(byToken.text)")
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
    }
}
