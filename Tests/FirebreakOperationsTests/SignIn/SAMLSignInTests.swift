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

    private func server(_ profile: Profile, _ rules: JSON = [:]) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        _ = try await server.control(.patch, "/rules", (["providers": "configured"] as JSON).merging(rules))
        try await server.configureSAML()
        return server
    }

    /// What begins a sign-in: the session, and the request's ID in the message to the provider.
    private func begin(_ server: TestServer, at page: String = "https://example.web.app/back") async throws
        -> (session: String, state: String, request: String)
    {
        let body: JSON = ["providerId": "saml.acme", "continueUri": .string(page)]
        let answer = try await server.app("accounts:createAuthUri", body)
        let uri = try #require(answer.string("authUri"), "\(answer.text)")
        let (request, state) = try SAMLMessage.read(uri)
        return (try #require(answer.string("sessionId")), state, try #require(request.attribute("ID")))
    }

    private static func user(_ server: TestServer, _ answer: TestAnswer) async throws -> JSON {
        let found = try await server.lookup(try #require(answer.string("idToken"), "\(answer.text)"))
        return try #require(found["users"]?.arrayValue?.first)
    }

    // MARK: Who is signed in

    @Test(arguments: profiles)
    func `a name that is an address signs in with it, verified`(_ profile: Profile) async throws {
        let server = try await server(profile)
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
    func `a persistent name is no address, even if it looks like one`(_ profile: Profile) async throws {
        for name in ["p-1", "p@x.test"] {
            let server = try await server(profile)
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
    func `without a format an address is one`(_ profile: Profile, _ format: String?) async throws {
        let answer = try await server(profile).saml(Response("bob@x.test", format: format))

        #expect(answer["email"] == "bob@x.test")
    }

    @Test(arguments: profiles)
    func `attributes are of the session`(_ profile: Profile) async throws {
        let server = try await server(profile)
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
        let answer = try await server(profile).idp(form)

        #expect(answer["federatedId"] == "saml.acme/n")
        #expect(answer["email"] == nil)
    }

    // MARK: What is refused

    private static let refusals: [(change: @Sendable (inout Response) -> Void, message: String)] = [
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
            { $0.notBefore = "2026-06-01T12:01:01Z" },
            "Current instant, 2026-06-01T12:00:00.000Z, is before NotBefore attribute, 2026-06-01T12:01:01.000Z"
        ),
        (
            { $0.notOnOrAfter = "2026-06-01T11:59:00Z" },
            "Current instant, 2026-06-01T12:00:00.000Z, is on or after NotOnOrAfter attribute, 2026-06-01T11:59:00.000Z"
        ),
        (
            { $0.confirmedUntil = "2026-06-01T11:50:00Z" },
            "Current instant, 2026-06-01T12:00:00.000Z, is on or after NotOnOrAfter attribute, 2026-06-01T11:50:00.000Z"
        ),
        ({ $0.notBefore = "yesterday" }, "Unable to parse SAMLResponse"),
        ({ $0.name = nil }, "Invalid assertion: missing or empty NameID"),
        ({ $0.name = " " }, "Invalid assertion: missing or empty NameID"),
    ]

    @Test(arguments: profiles, 0..<refusals.count)
    func `a response that does not fit is refused`(_ profile: Profile, _ index: Int) async throws {
        let server = try await server(profile)
        var response = Response()
        Self.refusals[index].change(&response)

        #expect(try await server.saml(response).outcome == Self.refusal + Self.refusals[index].message)
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
    }

    /// Each row is wrong in what it and all later ones are wrong in, so that the first problem is the answer.
    @Test(arguments: 0..<7)
    func `problems are told in order`(_ first: Int) async throws {
        let server = try await server(.production)
        let (session, _, _) = try await begin(server)
        var response = Response()
        response.isSigned = first > 0
        response.request = "_other"
        let problems: [(change: (inout Response) -> Void, prefix: String)] = [
            ({ _ in }, "Missing signature"), ({ $0.status = "urn:denied" }, "SAMLResponse status"),
            ({ $0.destination = "https://other.test/" }, "SAMLResponse destination"),
            ({ $0.issuer = "other" }, "Assertion has Issuer"), ({ $0.audience = "other" }, "All <Audience"),
            ({ $0.notOnOrAfter = "2020-01-01T00:00:00Z" }, "Current instant"), ({ $0.name = nil }, "InResponseTo"),
        ]
        for problem in problems[first...] { problem.change(&response) }

        let answer = try await server.saml(response, ["sessionId": .string(session)])
        #expect(answer.outcome.hasPrefix(Self.refusal + problems[first].prefix), "\(answer.text)")
    }

    private static let accepted: [@Sendable (inout Response) -> Void] = [
        { $0.recipient = "https://anywhere.test/" }, { $0.audience = nil }, { $0.destination = nil },
        { $0.notBefore = "2026-06-01T12:01:00Z" }, { $0.notOnOrAfter = "2026-06-01T11:59:01Z" },
        {
            $0.notBefore = nil; $0.notOnOrAfter = nil; $0.confirmedUntil = nil
        },
        {
            $0.request = "_any"; $0.confirmedRequest = "_any"
        },
    ]

    @Test(arguments: profiles, 0..<accepted.count)
    func `what production does not mind is accepted`(_ profile: Profile, _ index: Int) async throws {
        var response = Response()
        Self.accepted[index](&response)

        #expect(try await server(profile).saml(response).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `what is neither JSON nor a response is not read`(_ profile: Profile) async throws {
        let server = try await server(profile)

        for text in ["garbage", "PGEvPg==", "*"] {
            let answer = try await server.idp([("providerId", "saml.acme"), ("SAMLResponse", text)])
            #expect(answer.outcome == Self.refusal + "Unable to parse SAMLResponse")
        }
    }

    @Test(arguments: profiles)
    func `a document type is refused before anything else`(_ profile: Profile) async throws {
        let xml = "<!DOCTYPE a><a/>"
        let answer = try await server(profile).idp([
            ("providerId", "saml.none"), ("SAMLResponse", Base64.encode(Array(xml.utf8), .standard)),
        ])

        #expect(answer.outcome == Self.refusal + "SAMLResponse has a document type declaration.")
    }

    @Test func `the reference reads JSON only`() async throws {
        let answer = try await TestServer.open(.emulator).idp([
            ("providerId", "saml.acme"), ("id_token", #"{"sub":"1"}"#), ("SAMLResponse", try Response().text()),
        ])

        #expect(answer.outcome.hasPrefix(Self.refusal + "Unable to parse SAMLResponse (("))
    }

    // MARK: Signatures

    private static let missing = refusal + "Missing signature in Assertion and Response enclosing it (if present)."

    @Test func `only production and rule verified ask for signatures`() async throws {
        var unsigned = Response()
        unsigned.isSigned = false

        #expect(try await server(.local).saml(unsigned).outcome == "OK")
        #expect(try await server(.production).saml(unsigned).outcome == Self.missing)
        #expect(try await server(.local, ["credentials": "verified"]).saml(unsigned).outcome == Self.missing)
        #expect(try await server(.local, ["credentials": "verified"]).saml(Response()).outcome == "OK")
        #expect(try await server(.production, ["credentials": "verified"]).saml(Response()).outcome == "OK")
    }

    @Test func `a key that is not configured counts for nothing`() async throws {
        let server = try await server(.production)
        let other: JSON = ["idpConfig": ["idpCertificates": [["x509Certificate": "not-a-certificate"]]]]
        let answer = try await server.patchProvider(
            .inboundSamlConfigs, "saml.acme", mask: "idpConfig.idpCertificates", other)
        try #require(answer.status == 200, "\(answer.text)")

        #expect(
            try await server.saml(Response()).outcome == Self.refusal + "Failed to verify the signature in SAMLResponse"
        )
    }

    @Test func `nothing stands in for a response that must be signed`() async throws {
        let server = try await server(.production)
        let fake = #"{"assertion":{"subject":{"nameId":"a@x.test"}}}"#
        let provider = ("providerId", "saml.acme")

        #expect(try await server.idp([provider, ("SAMLResponse", fake)]).outcome == Self.missing)
        let byToken = try await server.idp([provider, ("id_token", #"{"sub":"1"}"#)])
        #expect(byToken.outcome.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : "), "\(byToken.text)")
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
    }

    // MARK: Sessions

    private static let otherRequest =
        refusal + "InResponseTo in both Response and SubjectConfirmationData must match the request ID."
    private static let noRequest =
        refusal + "InResponseTo attribute must be present in both Response and SubjectConfirmationData."

    @Test(arguments: profiles)
    func `a response answers the session's request`(_ profile: Profile) async throws {
        let server = try await server(profile, ["idpPages": "provider"])
        let (session, _, id) = try await begin(server)
        let rows: [(outer: String?, inner: String?, outcome: String)] = [
            (id, id, "OK"), (nil, nil, Self.noRequest), (id, nil, Self.noRequest), (nil, id, Self.noRequest),
            ("_x", id, Self.otherRequest), (id, "_x", Self.otherRequest), ("_x", "_x", Self.otherRequest),
        ]
        for row in rows {
            var response = Response()
            response.request = row.outer
            response.confirmedRequest = row.inner
            let answer = try await server.saml(response, ["sessionId": .string(session)])
            #expect(answer.outcome == row.outcome, "\(row)")
        }
    }

    @Test(arguments: profiles)
    func `it may be sent to the session's page`(_ profile: Profile) async throws {
        let server = try await server(profile, ["idpPages": "provider"])
        let (session, _, id) = try await begin(server)
        var response = Response()
        response.destination = "https://example.web.app/back"
        response.request = id
        response.confirmedRequest = id

        #expect(try await server.saml(response).outcome.hasPrefix(Self.refusal + "SAMLResponse destination"))
        #expect(try await server.saml(response, ["sessionId": .string(session)]).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `after an hour the request is forgotten`(_ profile: Profile) async throws {
        let server = try await server(profile, ["idpPages": "provider"])
        let (session, _, _) = try await begin(server)
        func answer() async throws -> String {
            var response = Response()
            response.notOnOrAfter = "2027-01-01T00:00:00Z"
            response.confirmedUntil = nil
            return try await server.saml(response, ["sessionId": .string(session)]).outcome
        }
        server.clock.advance(seconds: 3599)
        #expect(try await answer() == Self.noRequest)
        server.clock.advance(seconds: 1)
        #expect(try await answer() == "OK")
    }

    @Test(arguments: profiles)
    func `a form without a provider is that of the session or of RelayState`(_ profile: Profile) async throws {
        let server = try await server(profile, ["idpPages": "provider"])
        let (session, state, id) = try await begin(server)
        var response = Response()
        response.request = id
        response.confirmedRequest = id

        let bySession = try await server.saml(response, by: nil, ["sessionId": .string(session)])
        #expect(bySession["providerId"] == "saml.acme", "\(bySession.text)")
        let byState = try await server.idp([
            ("SAMLResponse", try Response().text()), ("RelayState", state),
        ])
        #expect(byState["providerId"] == "saml.acme", "\(byState.text)")
        let byNothing = try await server.saml(Response(), by: nil)
        #expect(byNothing.outcome.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : "))
    }

    // MARK: Replay

    private static let duplicate =
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."

    @Test(arguments: profiles)
    func `an assertion's ID is good once, also after a failed attempt`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let response = Response()
        #expect(try await server.saml(response).outcome == "OK")
        #expect(try await server.saml(response).outcome == Self.duplicate)

        var failing = Response()
        failing.name = ""
        #expect(try await server.saml(failing).outcome == Self.refusal + "Invalid assertion: missing or empty NameID")
        failing.name = "a@x.test"
        #expect(try await server.saml(failing).outcome == Self.duplicate)
    }

    @Test(arguments: profiles)
    func `it is remembered per provider, and as long as it is good`(_ profile: Profile) async throws {
        let server = try await server(profile)
        try await server.configureSAML("saml.other")
        var response = Response()
        response.notOnOrAfter = "2026-06-01T15:00:00Z"
        response.confirmedUntil = "2026-06-01T15:00:00Z"
        #expect(try await server.saml(response).outcome == "OK")
        #expect(try await server.saml(response, by: "saml.other").outcome == "OK")

        server.clock.advance(seconds: 10_859)
        #expect(try await server.saml(response).outcome == Self.duplicate)
        server.clock.advance(seconds: 1)
        #expect(try await server.saml(response).outcome.hasPrefix(Self.refusal + "Current instant"))
    }
}
