import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What SAML responses are refused for, and in which order (saml.md sections 4 and 7).
struct SAMLResponseCheckTests {
    private typealias Response = TestSAMLProvider.Response
    private static let refusal = "INVALID_IDP_RESPONSE : "
    private static let profiles = [Profile.local, .production]

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
        (
            { $0.responseIssuer = "https://other.test" },
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
        let server = try await TestServer.openToSAML(profile)
        var response = Response()
        Self.refusals[index].change(&response)

        #expect(try await server.saml(response).outcome == Self.refusal + Self.refusals[index].message)
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
    }

    /// Each row is wrong in what it and all later ones are wrong in, so that the first problem is the answer.
    @Test(arguments: 0..<7)
    func `problems are told in order`(_ first: Int) async throws {
        let server = try await TestServer.openToSAML(.production)
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
        { $0.responseIssuer = nil },
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

        #expect(try await TestServer.openToSAML(profile).saml(response).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `what is neither JSON nor a response is not read`(_ profile: Profile) async throws {
        let server = try await TestServer.openToSAML(profile)

        for text in ["garbage", "PGEvPg==", "*"] {
            let answer = try await server.idp([("providerId", "saml.acme"), ("SAMLResponse", text)])
            #expect(answer.outcome == Self.refusal + "Unable to parse SAMLResponse")
        }
    }

    @Test(arguments: profiles)
    func `a document type is refused before anything else`(_ profile: Profile) async throws {
        let xml = "<!DOCTYPE a><a/>"
        let answer = try await TestServer.openToSAML(profile).idp([
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

    // MARK: Sessions

    private static let otherRequest =
        refusal + "InResponseTo in both Response and SubjectConfirmationData must match the request ID."
    private static let noRequest =
        refusal + "InResponseTo attribute must be present in both Response and SubjectConfirmationData."

    @Test(arguments: profiles)
    func `a response answers the session's request`(_ profile: Profile) async throws {
        let server = try await TestServer.openToSAML(profile, rules: ["idpPages": "provider"])
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
        let server = try await TestServer.openToSAML(profile, rules: ["idpPages": "provider"])
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
        let server = try await TestServer.openToSAML(profile, rules: ["idpPages": "provider"])
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
        let server = try await TestServer.openToSAML(profile, rules: ["idpPages": "provider"])
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

    @Test(arguments: profiles)
    func `the answer has the context with which the sign-in began`(_ profile: Profile) async throws {
        let server = try await TestServer.openToSAML(profile, rules: ["idpPages": "provider"])
        let body: JSON = [
            "providerId": "saml.acme", "continueUri": "https://example.web.app/back", "context": "c",
        ]
        let begun = try await server.app("accounts:createAuthUri", body)
        let (request, _) = try SAMLMessage.read(try #require(begun.string("authUri"), "\(begun.text)"))
        var response = Response()
        response.request = request.attribute("ID")
        response.confirmedRequest = response.request

        let answer = try await server.saml(response, ["sessionId": try #require(begun["sessionId"])])
        #expect(answer["context"] == "c", "\(answer.text)")
        #expect(try await server.saml(Response())["context"] == "")
    }

    // MARK: Replay

    private static let duplicate =
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."

    @Test(arguments: profiles)
    func `an assertion's ID is good once, also after a failed attempt`(_ profile: Profile) async throws {
        let server = try await TestServer.openToSAML(profile)
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
    func `what has no end is remembered for an hour`(_ profile: Profile) async throws {
        let server = try await TestServer.openToSAML(profile)
        var response = Response()
        response.notOnOrAfter = nil
        response.confirmedUntil = nil
        #expect(try await server.saml(response).outcome == "OK")

        server.clock.advance(seconds: 3599)
        #expect(try await server.saml(response).outcome == Self.duplicate)
        server.clock.advance(seconds: 1)
        #expect(try await server.saml(response).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `it is remembered per provider, and as long as it is good`(_ profile: Profile) async throws {
        let server = try await TestServer.openToSAML(profile)
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
