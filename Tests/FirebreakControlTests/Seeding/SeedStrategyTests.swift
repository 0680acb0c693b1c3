import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

struct SeedStrategyTests {
    private static let document = """
        config: { authorizedDomains: [shop.example.test] }
        rules: { appName: Shop }
        providers: { oidc.acme: { issuer: "https://idp.example.test", clientId: web } }
        users:
          - ref: alice
            email: alice@example.test
            password: correct-horse
            mfa: [ { totp: JBSWY3DPEHPK3PXP }, { phone: "+15555550100" } ]
            providers: [ { providerId: google.com, rawId: "1", email: alice@gmail.test } ]
          - { ref: caller, phoneNumber: "+15555550101", claims: { a: 1 } }
        tenants: { blue: { users: [ { ref: carol, email: carol@example.test } ] } }
        codes: [ { type: PASSWORD_RESET, to: alice, oobCode: code-1 } ]
        """

    private func state(of server: TestServer) async throws -> [JSON] {
        var state: [JSON] = []
        for tenant in [nil, "blue"] as [String?] {
            let query: JSON = ["returnUserInfo": true]
            state.append(try await server.admin("accounts:query", query, tenant: tenant).json)
        }
        state.append(try await server.control(.get, "/outbox").json)
        state.append(try await server.control(.get, "/rules").json)
        state.append(try await server.control(.get, "").json)
        return state
    }

    @Test(arguments: TestProfile.allCases)
    func `merging twice changes nothing, whatever the time`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        if profile == .production {
            _ = try await server.configure("multiTenant.allowTenants", ["multiTenant": ["allowTenants": true]])
        }
        let first = try await server.seed(Self.document)
        let before = try await state(of: server)

        let second = try await server.seed(Self.document)

        #expect(first.json["created"] == 3)
        #expect(second.json["created"] == 0)
        #expect(second.json["changed"] == 0)
        #expect(second.json["refs"] == first.json["refs"])
        #expect(try await state(of: server) == before)

        server.clock.advance(seconds: 60)
        #expect(try await server.seed(Self.document).json["changed"] == 0)
    }

    @Test func `merging leaves what the document does not name`() async throws {
        let server = try TestServer()
        _ = try await server.seed(
            "users: [ { uid: a, email: a@example.test, password: correct-horse, displayName: A } ]")
        let session = try await server.signIn("a@example.test", "correct-horse").json

        let again = try await server.seed("users: [ { uid: a, claims: { b: 2 }, phoneNumber: \"+15555550100\" } ]")

        #expect(again.json["changed"] == 1)
        let account = try #require(try await server.seededAccount("a"))
        #expect(account["displayName"] == "A")
        #expect(account["email"] == "a@example.test")
        #expect(account["customAttributes"] == #"{"b":2}"#)
        #expect(account["phoneNumber"] == "+15555550100")
        #expect(try await server.refresh(session["refreshToken"]?.stringValue).status == 200)
    }

    @Test func `another password ends sessions, the same one does not`() async throws {
        let server = try TestServer()
        func seed(_ password: String) async throws -> JSON {
            try await server.seed("users: [ { uid: a, email: a@example.test, password: \(password) } ]").json
        }
        _ = try await seed("correct-horse")
        let session = try await server.signIn("a@example.test", "correct-horse").json

        #expect(try await seed("correct-horse")["changed"] == 0)
        #expect(try await server.refresh(session["refreshToken"]?.stringValue).status == 200)
        #expect(try await seed("battery-staple")["changed"] == 1)
        #expect(try await server.refresh(session["refreshToken"]?.stringValue).status == 400)
        #expect(try await server.signIn("a@example.test", "battery-staple").status == 200)
    }

    @Test func `another address is not verified any more`() async throws {
        let server = try TestServer()
        _ = try await server.seed("users: [ { uid: a, email: a@example.test, emailVerified: true } ]")
        _ = try await server.seed("users: [ { uid: a, email: b@example.test } ]")

        #expect(try await server.seededAccount("a")?["emailVerified"] == false)
    }

    @Test func `replacing empties the project first`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("other@example.test")
        _ = try await server.control(.patch, "/rules", ["expiry": "off"])

        let answer = try await server.seed("strategy: replace\nusers: [ { uid: a } ]")

        #expect(answer.json["created"] == 1)
        #expect(try await server.control(.get, "").json[path: "counts.accounts"] == 1)
        #expect(try await server.control(.get, "/rules").json["expiry"] == "on")
    }

    @Test(
        arguments: [
            ("users: [ { ref: alice } ]", "/users/0: there is a user with the ID"),
            ("tenants: { blue: { displayName: Blue } }", "/tenants/blue: there is such a tenant already"),
            ("providers: { oidc.acme: { issuer: \"https://a.test\", clientId: a } }", "/providers/oidc.acme: "),
            ("apiKeys: [taken]", "/apiKeys/0: the key selects project elsewhere already"),
            (
                "codes: [ { type: PASSWORD_RESET, to: alice@example.test, oobCode: code-1 } ]",
                "/codes/0/oobCode: there is such a code already"
            ),
        ])
    func `strategy fail wants everything to be new`(document: String, message: String) async throws {
        let server = try TestServer()
        _ = try await server.seed(Self.document)
        _ = try await server.seed("apiKeys: [taken]", project: "elsewhere")

        let complaints = try await server.complaints(document, query: "strategy=fail")

        #expect(complaints.count == 1)
        #expect(complaints.first?.contains(message) == true)
        #expect(try await server.seed("users: [ { uid: new } ]", query: "strategy=fail").status == 200)
    }

    @Test func `an unknown strategy is refused`() async throws {
        let answer = try await TestServer().seed("users: []", query: "strategy=add")

        #expect(answer.json[path: "error.message"] == "INVALID_ARGUMENT : strategy must be one of merge, replace, fail")
    }

    @Test func `a reset applies the last seed again`() async throws {
        let server = try TestServer()
        #expect(try await server.control(.post, ":reset", ["reseed": true]).status == 400)
        let first = try await server.seed(Self.document).json
        _ = try await server.signUp("other@example.test")
        _ = try await server.app("accounts:resetPassword", ["oobCode": "code-1", "newPassword": "battery-staple"])

        let answer = try await server.control(.post, ":reset", ["reseed": true])

        #expect(answer.json["refs"] == first["refs"])
        let summary = try await server.control(.get, "").json
        #expect(summary[path: "counts.accountsWithTenants"] == 3)
        #expect(summary[path: "counts.openCodes"] == 1)
        #expect(try await server.signIn("alice@example.test", "correct-horse").json["mfaPendingCredential"] != nil)
    }

    @Test func `a reset can keep the outbox and reseed`() async throws {
        let server = try TestServer()
        _ = try await server.seed(Self.document)

        #expect(try await server.control(.post, ":reset", ["reseed": true, "keep": ["outbox"]]).status == 200)

        let messages = try await server.control(.get, "/outbox").json["messages"]?.arrayValue ?? []
        #expect(messages.map { $0["status"] } == ["expired", "pending"])
    }
}
