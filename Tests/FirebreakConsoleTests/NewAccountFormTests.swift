import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The console's form for a new account (firebreak.md section 13).
struct NewAccountFormTests {
    private static let path = "/firebreak/projects/example/accounts/new"

    private typealias Fields = [(name: String, value: String)]

    private static func post(
        _ fields: Fields, to server: TestServer, withToken: Bool = true
    ) async throws -> TestAnswer {
        let page = try await server.send(.get, path).text
        let token = try #require(page.firstMatch(of: #/<meta name="form-token" content="([^"]*)"/#)?.output.1)
        let all = withToken ? fields + [(name: "formToken", value: String(token))] : fields
        let body = all.map { "\($0.name)=\(FormURLEncoding.encode($0.value))" }.joined(separator: "&")
        return try await server.send(
            .post, path, headers: [.contentType: "application/x-www-form-urlencoded"], body: Array(body.utf8))
    }

    @Test(arguments: TestProfile.allCases)
    func `an account is made of what was entered`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)

        let answer = try await Self.post(
            [
                ("email", " Alice@Example.test "), ("password", " secret one "), ("phoneNumber", "+15555550100"),
                ("displayName", "Alice <b>"), ("photoUrl", "https://example.test/a.png"), ("localId", "a/b"),
                ("emailVerified", "on"), ("disabled", "on"), ("tenant", ""),
            ], to: server)

        #expect(answer.status == 303)
        #expect(answer.headers[.location] == "/firebreak/projects/example/accounts/a%2Fb?notice=accountCreated")
        let account = try await server.account("a/b")
        #expect(account["email"] == "alice@example.test")
        #expect(account["phoneNumber"] == "+15555550100")
        #expect(account["displayName"] == "Alice <b>")
        #expect(account["photoUrl"] == "https://example.test/a.png")
        #expect(account["emailVerified"] == true)
        #expect(account["disabled"] == true)
        _ = try await server.update("a/b", ["disableUser": false])
        let signIn = try await server.signIn("alice@example.test", password: " secret one ")
        #expect(signIn.status == 200, "\(signIn.text)")
    }

    @Test(arguments: TestProfile.allCases)
    func `claims, a provider and second factors are part of the form`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)

        let answer = try await Self.post(
            [
                ("localId", "alice"), ("email", "alice@example.test"), ("emailVerified", "on"),
                ("claims", "{ \"role\": \"admin\" }"), ("providerId", "google.com"), ("rawId", " g-1 "),
                ("factorPhone", "+15555550199"), ("factorApp", "on"),
            ], to: server)

        #expect(answer.status == 303, "\(answer.text)")
        let account = try await server.account("alice")
        #expect(account["customAttributes"] == #"{"role":"admin"}"#)
        let google = account["providerUserInfo"]?.arrayValue?.first { $0["providerId"] == "google.com" }
        #expect(google?["rawId"] == "g-1")
        #expect(google?["email"] == "alice@example.test")
        let factors = account["mfaInfo"]?.arrayValue ?? []
        #expect(factors.map { $0["totpInfo"] != nil } == [false, true])
        #expect(factors.first?["phoneInfo"] == "+15555550199")
        // The page has what an authenticator app needs.
        let page = try await AccountPage("alice", on: server).open()
        let secret = try #require(page.text.firstMatch(of: /Secret <span class="copyable"><code>([A-Z2-7]{32})</)?.1)
        #expect(page.text.contains("totp: \(secret)") || page.text.contains("totp: &quot;\(secret)"))
    }

    @Test func `the form for another one has what several have in common`() async throws {
        let server = try await TestServer.open(.local)
        let tenant = try await server.makeTenant()
        let answer = try await Self.post(
            [
                ("localId", "alice"), ("email", "a@example.test"), ("password", "correct-horse"), ("tenant", tenant),
                ("claims", "{}"), ("providerId", "google.com"), ("rawId", "g-1"), ("disabled", "on"),
                ("another", "on"),
            ], to: server)

        #expect(answer.status == 303)
        let location = try #require(answer.headers[.location])
        for own in ["g-1", "a%40example", "correct-horse"] { #expect(!location.contains(own)) }
        let form = try await server.send(.get, location).text
        for text in [
            #"Created <a href="/firebreak/projects/example/accounts/alice?tenant=\#(tenant)">a@example.test</a>"#,
            #"<option value="\#(tenant)" selected>"#, #"name="providerId" type="text" value="google.com""#,
            #"name="rawId" type="text" value="" "#, #"name="email" type="text" value="" "#,
            #"name="disabled" type="checkbox" value="on" checked"#,
            #"name="another" type="checkbox" value="on" checked"#,
        ] { #expect(form.contains(text), "\(text)") }
        #expect(!form.contains(#"name="emailVerified" type="checkbox" value="on" checked"#))
        // An account that there is not was not created.
        let none = try await server.send(.get, "\(Self.path)?created=%3Cb%3E").text
        #expect(!none.contains("Created") && !none.contains("<b>"))
    }

    @Test func `what is left empty is not there`() async throws {
        let server = try TestServer()
        let answer = try await Self.post(
            ["email", "password", "phoneNumber", "displayName", "photoUrl", "localId"].map {
                ($0, $0 == "localId" ? " " : "")
            },
            to: server)

        let location = try #require(answer.headers[.location])
        let id = try #require(location.firstMatch(of: #/accounts/(\w{28})\?/#)?.output.1)
        let account = try await server.account(String(id))
        for name in ["email", "phoneNumber", "displayName", "photoUrl", "passwordHash", "disabled"] {
            #expect(account[name] == nil, "\(name)")
        }
    }

    @Test func `an account of a tenant is made there`() async throws {
        let server = try await TestServer.open(.local)
        let tenant = try await server.makeTenant()
        let form = try await server.send(.get, "\(Self.path)?tenant=\(tenant)").text
        #expect(form.contains(#"<option value="\#(tenant)" selected>"#))

        let answer = try await Self.post([("localId", "carol"), ("tenant", tenant)], to: server)
        #expect(
            answer.headers[.location]
                == "/firebreak/projects/example/accounts/carol?tenant=\(tenant)&notice=accountCreated")
        #expect(try await server.account("carol", tenant: tenant)["localId"] == "carol")
        #expect(try await server.account("carol") == .null)
    }

    /// What is wrong, the field that has it, and what is said.
    private static let mistakes: [(fields: Fields, field: String, text: String)] = [
        ([("email", "nonsense")], "email", "INVALID_EMAIL"),
        ([("email", "taken@example.test")], "email", "EMAIL_EXISTS"),
        ([("email", "b@example.test"), ("password", "12345")], "password", "WEAK_PASSWORD"),
        ([("phoneNumber", "0151")], "phoneNumber", "INVALID_PHONE_NUMBER"),
        ([("phoneNumber", "+15555550100")], "phoneNumber", "PHONE_NUMBER_EXISTS"),
        ([("localId", "taken")], "localId", "DUPLICATE_LOCAL_ID"),
        ([("localId", String(repeating: "x", count: 129))], "localId", "INVALID_IDENTIFIER"),
        ([("displayName", String(repeating: "x", count: 257))], "displayName", "INVALID_PROFILE_ATTRIBUTE"),
        ([("claims", #"{"sub":1}"#)], "claims", "FORBIDDEN_CLAIM"),
        ([("claims", "{")], "claims", "line 1, column 2"),
        ([("factorPhone", "0151")], "factorPhone", "INVALID_PHONE_NUMBER"),
    ]

    @Test(arguments: mistakes.indices)
    func `a form that cannot be applied is shown again with what was entered`(index: Int) async throws {
        let (fields, field, text) = Self.mistakes[index]
        let server = try TestServer()
        _ = try await server.admin(
            "accounts", ["localId": "taken", "email": "taken@example.test", "phoneNumber": "+15555550100"])

        var entered = fields + [(name: "photoUrl", value: #""><b>kept"#), (name: "disabled", value: "on")]
        if fields.allSatisfy({ $0.name != "password" }) { entered.append((name: "password", value: "correct-horse")) }
        let answer = try await Self.post(entered, to: server)

        #expect(answer.status == 400)
        let page = answer.text
        #expect(page.contains("notice failure"))
        #expect(page.contains(text))
        let invalid = try #require(
            page.firstMatch(of: #/<(?:input|textarea) id="(\w+)"[^>]* aria-invalid="true"/#)?.output.1)
        #expect(invalid == field)
        for (name, value) in fields where !["password", "claims"].contains(name) {
            #expect(page.contains(#"name="\#(name)" type="text" value="\#(value)""#))
        }
        #expect(page.contains(#"value="&quot;&gt;&lt;b&gt;kept""#))
        #expect(page.contains(#"name="disabled" type="checkbox" value="on" checked"#))
        #expect(!page.contains("correct-horse"))
        #expect(!page.contains("12345"))
        let projectHasOne = try await server.admin("accounts:query", ["returnUserInfo": false])
        #expect(projectHasOne["recordsCount"] == "1")
    }

    @Test func `a tenant that there is not is an error of the form`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.makeTenant()

        let answer = try await Self.post([("email", "a@example.test"), ("tenant", "unheard-of")], to: server)
        #expect(answer.status == 400)
        #expect(answer.text.contains("TENANT_NOT_FOUND"))
        #expect(answer.text.contains(#"value="a@example.test""#))
    }

    @Test func `a form of another page makes nothing`() async throws {
        let server = try TestServer()
        let answer = try await Self.post([("localId", "a")], to: server, withToken: false)

        #expect(answer.status == 403)
        #expect(try await server.account("a") == .null)
    }
}
