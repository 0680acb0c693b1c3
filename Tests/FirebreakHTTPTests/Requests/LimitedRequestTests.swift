import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What is larger than anything may be is refused, by name and before it costs anything ("Limits" in WhatItPromises.md).
struct LimitedRequestTests {
    private func long(_ limit: Limit, _ more: Int = 1) -> String {
        String(repeating: "x", count: limit.maximum + more)
    }

    private func expectRefusal(_ answer: TestAnswer, _ limit: Limit, _ status: Int = 400) {
        #expect(answer.status == status, "\(answer.text.prefix(500))")
        #expect(answer.text.contains(limit.amount), "\(answer.text.prefix(500))")
        #expect(answer.body.count < 4000)
    }

    // MARK: Queries and paths

    @Test(arguments: ["/errors/", "/projects/example/outbox/", "/projects/example/refs/"])
    func `a parameter of a path is short`(path: String) async throws {
        let server = try TestServer()
        expectRefusal(try await server.send(.get, "/firebreak/v1\(path)\(long(.pathParameter))"), .pathParameter)
        #expect(try await server.send(.get, "/firebreak/v1\(path)\(long(.pathParameter, 0))").status == 404)
        let page = try await server.send(.get, "/firebreak/errors/\(long(.pathParameter))")
        #expect(page.status == 400)
    }

    @Test(arguments: ["/outbox?to=", "/requests?email=", "/mailpit/api/v1/messages?start="])
    func `so is one of a query`(path: String) async throws {
        let server = try TestServer()
        expectRefusal(try await server.control(.get, path + long(.queryParameter)), .queryParameter)
    }

    @Test func `a search is short, and has few words`() async throws {
        let server = try TestServer()
        let search = "/mailpit/api/v1/search?query="
        expectRefusal(try await server.control(.get, search + long(.search)), .search)
        let words = Array(repeating: "a", count: Limit.searchWords.maximum + 1).joined(separator: "+")
        expectRefusal(try await server.control(.get, search + words), .searchWords)
        #expect(try await server.control(.get, search + words.dropLast(2)).status == 200)
        for page in ["/firebreak/errors?q=", "/firebreak/projects?q=", "/firebreak/projects/example/accounts?q="] {
            #expect(try await server.send(.get, page + long(.search)).status == 400, "\(page)")
            #expect(try await server.send(.get, page + "abc").status == 200, "\(page)")
        }
    }

    // MARK: Texts of Google's API

    @Test(arguments: Profile.allCases)
    func `a text in a request is limited outside the reference`(profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let text = long(.text)
        for body: JSON in [
            ["localId": "a", "photoUrl": .string(text)], ["localId": "a", "unknown": 1, "phoneNumber": .string(text)],
        ] {
            let answer = try await server.admin("accounts", body)
            #expect(profile == .emulator || answer.status == 400)
            #expect(profile == .emulator || answer.body.count < 4000)
        }
        let idp: JSON = ["requestUri": "http://localhost", "postBody": .string("a=\(long(.text))")]
        // Documents of identity providers are longer.
        let answer = try await server.app("accounts:signInWithIdp", idp)
        #expect(answer.message?.contains("postBody") != true)
        let longer: JSON = ["requestUri": "http://localhost", "postBody": .string(long(.credential))]
        let refusal = try await TestServer(profile, maximumBody: 8 << 20).app("accounts:signInWithIdp", longer)
        #expect(refusal.status == 400)
        #expect(
            profile != .local || refusal.text.contains("/postBody must have at most 1 MiB"),
            "\(refusal.text.prefix(300))")
    }

    @Test func `a continueUrl is limited`() async throws {
        let server = try TestServer()
        let mail: JSON = [
            "requestType": "EMAIL_SIGNIN", "email": "ann@example.test", "canHandleCodeInApp": true,
            "continueUrl": .string("http://localhost/" + long(.continueURL)),
        ]
        expectRefusal(try await server.app("accounts:sendOobCode", mail), .continueURL)
    }

    @Test func `what a client says of itself is cut in records`() async throws {
        let server = try TestServer()
        _ = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=fake-api-key",
            headers: [.contentType: "application/json", .userAgent: long(.reportedText, 5000)],
            body: Array(#"{"requestType":"EMAIL_SIGNIN","email":"a@x.test","continueUrl":"http://localhost"}"#.utf8))
        let request = try await server.latestMessage(to: "a@x.test")["request"]
        #expect(request?["userAgent"]?.stringValue?.utf8.count == Limit.reportedText.maximum)
    }

    // MARK: What a project has

    @Test func `faults are limited each, and together`() async throws {
        let server = try TestServer(maximumBody: 8 << 20)
        func fault(_ size: Int) -> JSON {
            ["on": "accounts.signUp", "status": 500, "body": .string(String(repeating: "x", count: size))]
        }
        expectRefusal(try await server.control(.post, "/faults", fault(Limit.fault.maximum)), .fault)
        let large = Limit.fault.maximum - 100
        for _ in 0..<(Limit.allFaults.maximum / Limit.fault.maximum) {
            #expect(try await server.control(.post, "/faults", fault(large)).status == 200)
        }
        expectRefusal(try await server.control(.post, "/faults", fault(large)), .allFaults)
        // Small ones fit still, and the page of all is not a larger than any.
        #expect(try await server.control(.post, "/faults", fault(10)).status == 200)
        let page = try await server.send(.get, "/firebreak/projects/example/state/faults")
        #expect(page.status == 200 && page.body.count < 150_000, "\(page.body.count)")
    }

    @Test func `configurations, rules and policies are limited`() async throws {
        let server = try TestServer(maximumBody: 8 << 20)
        let domains = (0..<50_000).map { JSON.string("host-\($0).a-long-name.example.test") }
        expectRefusal(
            try await server.configure("authorizedDomains", ["authorizedDomains": .array(domains)]), .configuration)
        expectRefusal(try await server.control(.patch, "/rules", ["appName": .string(long(.rules))]), .rules)
        expectRefusal(
            try await server.control(
                .patch, "/rules", ["accountEvents": .string("http://a.test/" + long(.webhookURL))]),
            .webhookURL)
        let provider: JSON = [
            "clientId": "c", "issuer": "https://idp.test",
            "responseType": ["idToken": true], "displayName": .string(long(.text, -5)),
            "clientSecret": .string(long(.text, -5)),
        ]
        let path = "/identitytoolkit.googleapis.com/v2/projects/example/oauthIdpConfigs?oauthIdpConfigId=oidc.acme"
        let made = try await server.send(.post, path, provider, headers: [.authorization: "Bearer owner"])
        expectRefusal(made, .provider)
    }

    @Test func `an older and larger configuration stays, and may shrink`() async throws {
        let server = try TestServer(maximumBody: 8 << 20)
        let domains = (0..<50_000).map { JSON.string("host-\($0).a-long-name.example.test") }
        let project = try server.services.projects.project(ProjectID(rawValue: TestServer.project))
        let old: JSON = ["authorizedDomains": .array(domains), "signIn": ["email": ["enabled": true]]]
        try await project.write(at: server.services.now()) { tx in try tx.set(.config, to: old) }

        #expect(try await server.signUp("ann@example.test").status == 200)
        #expect(try await server.control(.get, ":export").status == 200)
        #expect(try await server.control(.post, ":fork", ["to": "copy"]).status == 200)
        expectRefusal(
            try await server.configure("authorizedDomains", ["authorizedDomains": .array(domains + ["one.more"])]),
            .configuration)
        let fewer = JSON.array(Array(domains.dropLast(10)))
        #expect(try await server.configure("authorizedDomains", ["authorizedDomains": fewer]).status == 200)
    }
}
