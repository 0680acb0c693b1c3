import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// idp.md 1.2 and 1.4: what a credential is refused for, in which order.
struct SignInWithIdpErrorsTests {
    @Test(arguments: [Profile.local, .production], ["password", "phone", "anonymous"])
    func `our own ways of signing in are no identity providers`(_ profile: Profile, _ provider: String) async throws {
        let server = try await TestServer.open(profile)

        #expect(try await server.idp(provider, ["sub": "+16505550100"]).outcome == "INVALID_PROVIDER_ID")
    }

    private static func request(_ parameters: (String, String)..., more: JSON = [:]) -> JSON {
        let body: JSON = ["requestUri": "http://localhost", "postBody": .string(TestServer.form(parameters))]
        return body.merging(more)
    }

    private static func refused(_ url: String) -> String {
        "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: \(url)"
    }

    /// production.md section 10: the reference puts the parameters into the URL, others quote what was sent.
    private static func asSent(_ body: JSON, normal: String, sent: String) -> Row {
        Row(body, emulator: refused(normal), others: refused(sent))
    }

    private static func saml(_ response: String, more: JSON = [:]) -> JSON {
        request(
            ("providerId", "saml.acme"), ("id_token", #"{"sub":"1"}"#), ("SAMLResponse", response), more: more)
    }

    private static let missingSubject =
        "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. "
        + "((Missing \"sub\" field. This field is required and must be a unique identifier.))"

    // MARK: The request

    static let requestRows: [Row] = [
        Row([:], "MISSING_REQUEST_URI"),
        Row(["requestUri": ""], "MISSING_REQUEST_URI"),
        Row(["requestUri": "", "postBody": "providerId=google.com&id_token={}"], "MISSING_REQUEST_URI"),
        Row(["requestUri": "/foo", "postBody": "providerId=google.com"], "INVALID_REQUEST_URI"),
        Row(["requestUri": "foo"], "INVALID_REQUEST_URI"),
        Row(["requestUri": "http://"], "INVALID_REQUEST_URI"),
        Row(["requestUri": "localhost:3000"], refused("localhost:3000")),
        asSent(["requestUri": "http://localhost"], normal: "http://localhost/", sent: "http://localhost"),
        asSent(
            ["requestUri": "http://localhost", "postBody": ""], normal: "http://localhost/", sent: "http://localhost"),
        asSent(
            ["requestUri": "http://localhost", "postBody": "id_token=x"], normal: "http://localhost/?id_token=x",
            sent: "http://localhost?id_token=x"),
        asSent(
            ["requestUri": "http://localhost/a?id_token=x#b=c"], normal: "http://localhost/a?id_token=x&b=c",
            sent: "http://localhost/a?id_token=x#b=c"),
        asSent(
            ["requestUri": "http://localhost?providerId=", "postBody": ""], normal: "http://localhost/?providerId=",
            sent: "http://localhost?providerId="),
        Row(["requestUri": "foo", "idToken": "junk"], "INVALID_REQUEST_URI"),
        asSent(
            ["requestUri": "http://localhost", "returnRefreshToken": true], normal: "http://localhost/",
            sent: "http://localhost"),
        Row(
            ["requestUri": "http://localhost", "pendingToken": ""], emulator: refused("http://localhost/"),
            others: refused("http://localhost")),
        Row(["requestUri": "http://localhost", "pendingToken": "junk"], "INVALID_PENDING_TOKEN"),
        Row(
            ["requestUri": "http://localhost", "pendingToken": "junk", "postBody": "providerId=google.com"],
            "INVALID_PENDING_TOKEN"),
        Row(["pendingToken": "junk"], "MISSING_REQUEST_URI"),
    ]

    @Test(arguments: Profile.allCases, requestRows)
    func `the request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.open(profile)

        #expect(try await server.app("accounts:signInWithIdp", row.body).outcome == row.outcome(profile))
    }

    @Test func `the reference does not take a pendingIdToken, whatever else is wrong`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.app("accounts:signInWithIdp", ["pendingIdToken": "x"])
        #expect(answer.outcome == "501 pendingIdToken is not implemented yet.")
        #expect(answer.json[path: "error.status"] == "NOT_IMPLEMENTED")
        #expect(
            try await server.app("accounts:signInWithIdp", ["pendingIdToken": ""]).outcome == "MISSING_REQUEST_URI")
    }

    @Test(arguments: [Profile.local, .production])
    func `a pendingIdToken means nothing any more`(_ profile: Profile) async throws {
        let server = try TestServer(profile)

        let answer = try await server.app("accounts:signInWithIdp", ["pendingIdToken": "x"])
        #expect(answer.outcome == "MISSING_REQUEST_URI")
    }

    @Test func `the reference says that a project is disabled before all else`() async throws {
        let server = try await TestServer.open(.emulator)
        let tenant = try await server.makeTenant(["disableAuth": true])

        let answer = try await server.app("accounts:signInWithIdp", ["tenantId": .string(tenant)])
        #expect(answer.outcome == "PROJECT_DISABLED")
    }

    @Test(arguments: [Profile.local, .production])
    func `a disabled tenant is named before all else`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant(["disableAuth": true])

        let answer = try await server.app("accounts:signInWithIdp", ["tenantId": .string(tenant)])
        #expect(answer.outcome.hasPrefix("TENANT_DISABLED"), "\(answer.outcome)")
    }

    // MARK: Claims

    static let claimRows: [Row] = [
        Row(request(("providerId", "google.com"), ("id_token", "{}")), missingSubject),
        Row(request(("providerId", "google.com"), ("id_token", #"{"sub":""}"#)), missingSubject),
        Row(request(("providerId", "google.com"), ("id_token", #"{"sub":0}"#)), missingSubject),
        Row(
            request(("providerId", "google.com"), ("id_token", #"{"sub":12345}"#)),
            "INVALID_IDP_RESPONSE : ((The \"sub\" field must be a string.))"),
        Row(
            request(("providerId", "google.com"), ("id_token", "{'sub':'1'}")),
            "INVALID_IDP_RESPONSE : Unable to parse id_token: {'sub':'1'} "
                + "((Auth Emulator failed to parse fake id_token as strict JSON.))"),
        Row(
            request(("providerId", "google.com"), ("access_token", "{sub}")),
            "INVALID_IDP_RESPONSE : Unable to parse id_token: {sub} "
                + "((Auth Emulator failed to parse fake id_token as strict JSON.))"),
        Row(
            request(("providerId", "google.com"), ("id_token", "junk")),
            "INVALID_IDP_RESPONSE : Unable to parse id_token: junk "
                + "((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))"),
        Row(
            request(("providerId", "google.com"), ("id_token", "a.b")),
            "INVALID_IDP_RESPONSE : Unable to parse id_token: a.b "
                + "((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))"),
        Row(
            request(("providerId", "GitHub.com"), ("access_token", "gho_x")),
            "501 The Auth Emulator does not support github.com sign-in with credentials."),
        Row(
            request(("providerId", "oidc.acme"), ("access_token", "x")),
            "501 The Auth Emulator does not support oidc.acme sign-in with credentials."),
        Row(
            request(("providerId", "google.com")),
            "501 The Auth Emulator only supports sign-in with credentials (id_token required)."),
        Row(
            request(("providerId", "google.com"), ("id_token", ""), ("access_token", "")),
            "501 The Auth Emulator only supports sign-in with credentials (id_token required)."),
    ]

    @Test(arguments: claimRows)
    func `the reference says what is wrong with a fake token`(_ row: Row) async throws {
        let server = try TestServer(.emulator)

        #expect(try await server.app("accounts:signInWithIdp", row.body).outcome == row.outcome(.emulator))
    }

    @Test(arguments: [Profile.local, .production])
    func `a text that is not a token is refused in production's words`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)

        let google = try await server.idp([("providerId", "google.com"), ("id_token", "junk")])
        let other = try await server.idp([("providerId", "oidc.acme"), ("id_token", "junk")])
        #expect(google.outcome == "INVALID_IDP_RESPONSE : Unable to parse Google id_token: junk")
        #expect(other.outcome == "INVALID_IDP_RESPONSE : Unable to parse the ID Token.")
    }

    @Test(arguments: [Profile.local, .production], [#"{"iss":"a"}"#, #"{"sub":""}"#])
    func `a token that names nobody is refused`(_ profile: Profile, claims: String) async throws {
        let server = try await TestServer.open(profile)

        let answer = try await server.idp([("providerId", "oidc.acme"), ("id_token", claims)])
        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(answer.text)")
    }

    // MARK: Access tokens

    @Test(arguments: Profile.allCases, ["apple.com", "yahoo.com"])
    func `an access token alone is not enough`(_ profile: Profile, provider: String) async throws {
        let server = try await TestServer.open(profile)

        let answer = try await server.idp([("providerId", provider), ("access_token", "x")])
        let query = "?providerId=\(provider)&access_token=x"
        let reference =
            provider == "apple.com"
            ? "501 The Auth Emulator only support sign-in with apple.com using id_token, not access_token. Please update "
                + "your code to use id_token."
            : Self.refused("http://localhost/" + query)
        #expect(answer.outcome == (profile == .emulator ? reference : Self.refused("http://localhost" + query)))
    }

    @Test(arguments: [Profile.local, .production])
    func `nothing but a provider, and OpenID Connect without an ID token, is refused`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.open(profile)

        let bare = try await server.idp([("providerId", "google.com")])
        let access = try await server.idp([("providerId", "oidc.acme"), ("access_token", "x")])
        #expect(bare.outcome == Self.refused("http://localhost?providerId=google.com"))
        #expect(access.outcome == Self.refused("http://localhost?providerId=oidc.acme&access_token=x"))
    }

    // MARK: SAML

    static let samlRows: [Row] = [
        Row(saml("{}"), "INVALID_IDP_RESPONSE ((Missing assertion in SAMLResponse.))"),
        Row(saml(#"{"assertion":{}}"#), "INVALID_IDP_RESPONSE ((Missing assertion.subject in SAMLResponse.))"),
        Row(
            saml(#"{"assertion":{"subject":{}}}"#),
            "INVALID_IDP_RESPONSE ((Missing assertion.subject.nameId in SAMLResponse.))"),
        Row(
            saml(#"{"assertion":{"subject":{"nameId":""}}}"#),
            "INVALID_IDP_RESPONSE ((Missing assertion.subject.nameId in SAMLResponse.))"),
        Row(
            saml("{}", more: ["idToken": "junk"]), "INVALID_IDP_RESPONSE ((Missing assertion in SAMLResponse.))"),
        Row(saml(#"{"assertion":{"subject":{"nameId":"n"}}}"#, more: ["idToken": "junk"]), "INVALID_ID_TOKEN"),
        Row(
            request(("providerId", "google.com"), ("id_token", #"{"sub":"1"}"#), ("SAMLResponse", "{}")),
            "INVALID_IDP_RESPONSE ((Missing assertion in SAMLResponse.))"),
    ]

    @Test(arguments: [Profile.local, .emulator], samlRows)
    func `a SAML response is checked in order, before the account's own token`(
        _ profile: Profile, _ row: Row
    ) async throws {
        let server = try await TestServer.open(profile)

        #expect(try await server.app("accounts:signInWithIdp", row.body).outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `a SAML response that is not JSON is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)

        let answer = try await server.app("accounts:signInWithIdp", Self.saml("junk"))
        #expect(answer.status >= 400)
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
    }

    @Test func `the reference looks at the ID token before the SAML response`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await server.idp([
            ("providerId", "saml.acme"), ("id_token", "{}"), ("SAMLResponse", "junk"),
        ])
        #expect(answer.outcome == Self.missingSubject)
    }

    // MARK: The account's own token

    @Test(arguments: Profile.allCases, [false, true])
    func `a bad token of the account is always an error`(_ profile: Profile, returns: Bool) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let deleted = try await server.user("deleted@x.test")
        _ = try await server.admin("accounts:delete", ["localId": .string(deleted.id)])
        let disabled = try await server.user("disabled@x.test")
        _ = try await server.update(disabled.id, ["disableUser": true])

        for (token, expected) in [
            ("junk", "INVALID_ID_TOKEN"), (deleted.idToken, "USER_NOT_FOUND"), (disabled.idToken, "USER_DISABLED"),
        ] {
            let more: JSON = ["idToken": .string(token), "returnIdpCredential": .bool(returns)]
            let answer = try await server.idp("google.com", ["sub": "1"], more)
            #expect(answer.outcome == expected)
        }
        #expect(try await server.account(user.id).providerIDs == ["password"])
    }
}
