import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// `GET …/accounts`, and `q` wherever there are lists (firebreak.md section 4.9).
struct ListAccountsTests {
    private func list(_ server: TestServer, _ query: String = "") async throws -> TestAnswer {
        try await server.control(.get, "/accounts" + (query.isEmpty ? "" : "?" + query))
    }

    private func ids(_ answer: TestAnswer) -> [String] {
        (answer.json["accounts"]?.arrayValue ?? []).compactMap { $0["localId"]?.stringValue }
    }

    private func filled() async throws -> TestServer {
        let server = try TestServer()
        let imported = try await server.importAccounts(
            [
                "localId": "full", "email": "full@example.test", "displayName": "Äva Full",
                "phoneNumber": "+15555550100",
                "disabled": true, "createdAt": "1780315200000", "lastLoginAt": "1780401600000", "emailVerified": true,
                "passwordHash": "aGFzaA==", "customAttributes": #"{"role":"admin"}"#,
                "providerUserInfo": [["providerId": "google.com", "rawId": "1"]],
                "mfaInfo": [["mfaEnrollmentId": "m", "phoneInfo": "+15555550111"]],
            ],
            ["localId": "plain", "email": "plain@example.test", "createdAt": "1780315200001"])
        try #require(imported["error"]?.arrayValue?.isEmpty != false, "\(imported.text)")
        return server
    }

    @Test func `an account is told with what lists show`() async throws {
        let answer = try await list(try await filled())

        #expect(answer.status == 200)
        #expect(answer.json["count"] == 2)
        #expect(answer.json["next"] == nil)
        #expect(ids(answer) == ["plain", "full"])
        let full = try #require(answer.json["accounts"]?.arrayValue?.last)
        let expected: JSON = [
            "localId": "full", "email": "full@example.test", "emailVerified": true, "phoneNumber": "+15555550100",
            "displayName": "Äva Full", "disabled": true, "customClaims": true, "secondFactors": 1,
            "createdAt": "2026-06-01T12:00:00.000Z", "lastLoginAt": "2026-06-02T12:00:00.000Z",
        ]
        for member in expected.objectValue ?? [] { #expect(full[member.key] == member.value, "\(member.key)") }
        let providers = full["providers"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(Set(providers) == ["google.com", "password", "phone"])
    }

    @Test(
        arguments: [
            ("q=%C3%A4VA", ["full"]), ("q=example+LAI", ["plain"]), ("q=nobody", []), ("verified=true", ["full"]),
            ("verified=false", ["plain"]), ("disabled=false", ["plain"]), ("claims=true&q=full", ["full"]),
            ("secondFactor=false", ["plain"]), ("provider=google.com", ["full"]), ("sort=id", ["full", "plain"]),
            ("sort=lastSignIn", ["full", "plain"]), ("limit=1", ["plain"]), ("sort=id&limit=1", ["full"]),
        ] as [(String, [String])])
    func `a query selects and sorts`(query: String, expected: [String]) async throws {
        let answer = try await list(try await filled(), query)

        #expect(ids(answer) == expected)
    }

    @Test func `pages go on where the one before ended, and count all that match`() async throws {
        let server = try await filled()
        let first = try await list(server, "q=example&limit=1")
        #expect(first.json["count"] == 2)
        let next = try #require(first.json["next"]?.stringValue)
        let second = try await list(server, "q=example&limit=1&after=\(FormURLEncoding.encode(next))")

        #expect(ids(second) == ["full"])
        #expect(second.json["next"] == nil)
        let previous = try #require(second.json["previous"]?.stringValue)
        let back = try await list(server, "q=example&limit=1&before=\(FormURLEncoding.encode(previous))")
        #expect(ids(back) == ["plain"])
    }

    @Test(arguments: ["q=", "q=+", "tenant=", "verified=yes", "sort=name", "limit=0", "after=x", "provider="])
    func `a value that cannot be is refused`(query: String) async throws {
        let answer = try await list(try TestServer(), query)

        #expect(answer.status == 400)
        #expect(answer.text.contains("INVALID_ARGUMENT"))
    }

    @Test func `an unknown tenant is not found, and not made`() async throws {
        let server = try TestServer(.emulator)

        #expect(try await list(server, "tenant=unheard-of").text.contains("TENANT_NOT_FOUND"))
    }

    // MARK: Other lists

    @Test func `calls are found by what lists show of them`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        _ = try await server.signUp("alice@example.test")
        _ = try await server.app(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": "bob@example.test", "continueUrl": "http://elsewhere.test/"])

        for (q, expected) in [
            ("ALICE", [1, 2]), ("email_exists", [2]), ("signup 200", [1]), ("ELSEWHERE authorizedDomains", [3]),
            ("sendoobcode bob", [3]), ("/v1/accounts", [1, 2, 3]), ("correct-horse", []), ("nothing", []),
        ] as [(String, [Int64])] {
            let found = try await server.control(.get, "/requests?q=\(FormURLEncoding.encode(q))").json
            #expect(found["requests"]?.arrayValue?.compactMap { $0["seq"]?.integerValue } == expected, "\(q)")
        }
        let waited = try await server.control(.get, "/requests:wait?q=elsewhere&timeout=0")
        #expect(waited.status == 200)
        let missed = try await server.control(.get, "/requests:wait?q=nothing&timeout=0")
        #expect(missed.status == 408)
        #expect(missed.text.contains("with q=nothing"))
    }

    @Test func `messages are found, waited for and deleted by what is in them`() async throws {
        let server = try TestServer()
        for name in ["alice", "bob"] { _ = try await server.mailedCode("EMAIL_SIGNIN", "\(name)@example.test") }

        let found = try await server.control(.get, "/outbox?q=sign+in+BOB%40").json
        #expect(found["messages"]?.arrayValue?.compactMap { $0["to"]?.stringValue } == ["bob@example.test"])
        let latest = try await server.control(.get, "/outbox/latest?q=ALICE").json
        #expect(latest["to"] == "alice@example.test")
        let missed = try await server.control(.get, "/outbox:wait?q=carol&timeout=0")
        #expect(missed.status == 408)
        #expect(missed.text.contains("other q"))
        let deleted = try await server.control(.delete, "/outbox?q=ALICE").json
        #expect(deleted["deleted"] == 1)
        let left = try await server.control(.get, "/outbox").json
        #expect(left["messages"]?.arrayValue?.compactMap { $0["to"]?.stringValue } == ["bob@example.test"])
    }

    @Test func `projects are found by ID and number`() async throws {
        let server = try TestServer()
        for project in ["demo-shop", "demo-bank"] {
            _ = try await server.control(.post, ":seed", ["users": [["email": "a@x.test"]]], project: project)
        }
        func found(_ q: String) async throws -> [String] {
            let answer = try await server.send(.get, "/firebreak/v1/projects?q=\(q)")
            return (answer.json["projects"]?.arrayValue ?? []).compactMap { $0["projectId"]?.stringValue }
        }

        #expect(try await found("SHOP") == ["demo-shop"])
        #expect(try await found("demo") == ["demo-bank", "demo-shop"])
        let number = try #require(
            await server.control(.get, "", project: "demo-bank").json["projectNumber"]?.stringValue)
        #expect(try await found(number) == ["demo-bank"])
        #expect(try await server.send(.get, "/firebreak/v1/projects?q=").status == 400)
    }
}
