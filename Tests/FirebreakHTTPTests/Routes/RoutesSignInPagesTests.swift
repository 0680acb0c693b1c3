import FirebreakHTTP
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The pages of idp.md sections 3 and 4 as they are sent. What they do is tested in a browser, by `Tests/Conformance`.
struct RoutesSignInPagesTests {
    private static let handlers = ["/emulator/auth/handler", "/__/auth/handler"]
    private static let iframes = ["/emulator/auth/iframe", "/__/auth/iframe"]
    private static let query = "?apiKey=k&providerId=google.com&appName=app&authType=signInViaPopup"

    private static func add(_ entry: JSON, _ server: TestServer, tenant: String? = nil) async throws {
        let users: JSON = [["localId": "a", "providerUserInfo": [entry]]]
        let answer = try await server.admin("accounts:batchCreate", ["users": users], tenant: tenant)
        try #require(answer.status == 200)
    }

    private static func header(_ name: String, _ answer: TestAnswer) -> String? {
        HTTPField.Name(name).flatMap { answer.headers[$0] }
    }

    /// The nonces and other values of an attribute.
    private static func values(of attribute: String, in page: String) -> [String] {
        page.split(separator: " \(attribute)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    @Test(arguments: [
        (#"http://localhost\@evil.test/x"#, "http://localhost/@evil.test/x"),
        (#"http:\\localhost\x"#, "http://localhost/x"),
        ("http://localhost?@evil.test/", "http://localhost/?@evil.test/"), ("http://localhost/x", "http://localhost/x"),
    ])
    func `a hosting link leads where it was checked to lead`(_ link: String, _ target: String) async throws {
        let answer = try await TestServer(.local).send(.get, "/__/auth/links?link=" + PercentEncoding.encode(link))

        #expect(answer.status == 303, "\(answer.text)")
        #expect(answer.headers[.location] == target)
    }

    /// What the page tells its script has no markup, whatever stands beside a bracket.
    @Test(arguments: ["<", "<\u{301}", "\u{600}<", "\u{110BD}<\u{20D0}"], ["appName", "eventId", "state", "tid"])
    func `nothing in the query is markup`(_ bracket: String, _ name: String) async throws {
        let value = "\(bracket)/script><meta http-equiv=refresh content=0>"
        let query = Self.query + "&\(name)=" + PercentEncoding.encode(value)
        let page = try await TestServer().send(.get, "/emulator/auth/handler" + query).text

        #expect(!page.utf8.elementsEqual("".utf8))
        #expect(!page.unicodeScalars.split(separator: "<").contains { $0.starts(with: "meta http".unicodeScalars) })
    }

    // MARK: Handler

    @Test(arguments: TestProfile.allCases, handlers)
    func `the handler page has the hooks that tests of SDKs know`(profile: TestProfile, path: String) async throws {
        let server = try TestServer(profile.value, rules: ["providers": "any"])
        try await Self.add(
            ["providerId": "google.com", "rawId": "1", "displayName": "Alice", "email": "alice@x.test"], server)

        let answer = try await server.send(.get, path + Self.query)

        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
        #expect(answer.text.contains("<title>Auth Emulator IDP Login Widget</title>"))
        let ids = Set(Self.values(of: "id", in: answer.text))
        #expect(
            ids.isSuperset(of: [
                "accounts-list", "add-user", "main-form", "back-button", "email-input", "display-name-input",
                "screen-name-input", "profile-photo-input", "sign-in", "autogen-button", "email-error",
            ]))
        #expect(ids.isSuperset(of: ["content", "add-account-button"]))
        #expect(answer.text.contains(#"<span class="js-provider-id">Google.com</span>"#))
        #expect(answer.text.contains("<h1>Sign-in with Google.com</h1>"))
        #expect(answer.text.contains("<span>Sign in with Google.com</span></button>"))
        #expect(answer.text.contains("<span>Auto-generate user information</span></button>"))
        #expect(answer.text.split(separator: "Add new account").count == 2, "and nothing else has this text")
        #expect(answer.text.contains("window.toggleForm = "))
        #expect(answer.text.contains("js-new-account"))
        #expect(
            answer.text.contains(
                "<li class=\"js-reuse-account\" data-id-token=\"%7B%22sub%22%3A%221%22%2C%22iss%22%3A%22%22%2C"
                    + "%22aud%22%3A%22%22%2C%22exp%22%3A0%2C%22iat%22%3A0%2C%22name%22%3A%22Alice%22%2C"
                    + "%22email%22%3A%22alice%40x.test%22%2C%22email_verified%22%3Atrue%7D\">"))
        #expect(answer.text.contains("alice@x.test</span>"))
        #expect(!answer.text.contains("for=\"account-filter\""), "a handful of accounts needs no search")
    }

    /// idp.md section 3.2
    @Test(arguments: ["google.com", "apple.com", "facebook.com", "oidc.a", "saml.a"], TestProfile.allCases)
    func `what suites click is nested as in the page of the reference`(
        provider: String, profile: TestProfile
    ) async throws {
        let server = try TestServer(profile.value, rules: ["providers": "any", "idpPages": "builtin"])

        let page = try await server.send(.get, "/__/auth/handler?apiKey=k&providerId=\(provider)&appName=a").text

        let shown = provider.contains(".com") ? provider.prefix(1).uppercased() + provider.dropFirst() : provider
        for hook in [
            #"<div id="add-account-button"><button type="button" class="js-new-account account""#
                + #" aria-controls="add-user"><div class="avatar plus" aria-hidden="true"></div>"#
                + "<span>Add new account</span></button></div>",
            #"<button type="button" id="autogen-button" class="button small"><div aria-hidden="true"></div>"#
                + "<span>Auto-generate user information</span></button>",
            #"id="sign-in" class="button primary" disabled><span>Sign in with \#(shown)</span></button>"#,
        ] {
            #expect(page.contains(hook), "\(hook) is not in \(page)")
        }
    }

    @Test(arguments: TestProfile.allCases, handlers + iframes)
    func `a HEAD request gets the headers`(profile: TestProfile, path: String) async throws {
        let answer = try await TestServer(profile.value, rules: ["providers": "any"]).send(.head, path + Self.query)

        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
    }

    @Test(
        arguments: TestProfile.allCases,
        ["", "?", "?apiKey=k", "?providerId=p", "?apiKey=&providerId=p", "?apiKey=k&providerId="])
    func `without key or provider the answer is JSON under a page's content type`(
        profile: TestProfile, query: String
    ) async throws {
        for path in Self.handlers {
            let answer = try await TestServer(profile.value).send(.get, path + query)

            #expect(answer.status == 400)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(
                answer.json.text
                    == #"{"authEmulator":{"error":"missing apiKey or providerId query parameters"}}"#)
            let page = try await TestServer(profile.value).send(
                .get, path + query, headers: [.accept: "text/html,*/*;q=0.8"])
            #expect(page.status == 400)
            #expect(page.text.contains("<h1>Sign-in with a provider</h1>"))
            #expect(page.text.contains(#"role="alert">missing apiKey or providerId query parameters</p>"#))
        }
    }

    /// idp.md section 3.2
    @Test(arguments: TestProfile.allCases)
    func `whether an address is verified can be chosen outside the reference`(profile: TestProfile) async throws {
        let answer = try await TestServer(profile.value, rules: ["providers": "any"]).send(
            .get, "/emulator/auth/handler\(Self.query)")

        let box = #"<input type="checkbox" id="email-verified" checked>"#
        #expect(answer.text.contains(box) == (profile.value != .emulator))
        #expect(answer.text.contains(#"byID("email-verified")?.checked ?? true"#))
    }

    /// idp.md section 3.2
    @Test(arguments: [
        ("google.com", "Google.com", ""), ("twitter.com", "Twitter.com", "X · "), ("oidc.a", "oidc.a", ""),
        ("playgames.google.com", "Playgames.google.com", "Play Games · "), ("saml.Corp", "saml.Corp", ""),
        ("Google.com", "Google.com", ""), ("example.test", "Example.test", ""),
    ])
    func `the heading has the provider's ID, and people's name for it stands below`(
        provider: String, shown: String, name: String
    ) async throws {
        let query = "?apiKey=k&providerId=\(provider)&appName=a"

        for end in ["", "&error=x", "&tid=none"] {
            let page = try await TestServer().send(.get, "/__/auth/handler\(query)\(end)").text

            #expect(page.contains("<h1>Sign-in with \(shown)</h1>"))
            #expect(page.contains(#"\#(name)<span class="js-provider-id">\#(shown)</span>"#))
        }
    }

    @Test func `the name is that which the project or the tenant configured`() async throws {
        let server = try TestServer()
        let tenant = try await server.makeTenant()
        for (name, scope) in [(Self.hostile, ""), ("Tenant's", "/tenants/\(tenant)")] {
            let config: JSON = ["displayName": .string(name), "clientId": "c", "issuer": "https://i.test"]
            let answer = try await server.send(
                .post,
                "/identitytoolkit.googleapis.com/v2/projects/example\(scope)/oauthIdpConfigs"
                    + "?oauthIdpConfigId=oidc.acme", config, headers: [.authorization: "Bearer owner"])
            try #require(answer.status == 200, "\(answer.text)")
        }

        func page(_ end: String = "") async throws -> String {
            try await server.send(.get, "/__/auth/handler?apiKey=k&providerId=oidc.acme&appName=a\(end)").text
        }
        let ofProject = try await page()
        let ofTenant = try await page("&tid=\(tenant)")

        #expect(ofProject.contains(" · &lt;/script&gt;&lt;img src=x"))
        #expect(ofTenant.contains(#" · Tenant&#39;s · <span class="js-provider-id">oidc.acme</span>"#))
    }

    /// Browsers share what two pages store only if these are of one site.
    @Test(arguments: [
        ("http://127.0.0.1:5000/", "localhost", true), ("http://localhost:5000/", "127.0.0.1", true),
        ("http://localhost:5000/", "localhost", false), ("http://app.shop.test/", "auth.shop.test", false),
        ("http://[::1]:5000/", "localhost", true), ("http://app.localhost/", "localhost", true),
        ("http://10.1.0.1/", "10.2.0.1", true), ("http://localhost/", "LOCALHOST", false),
    ])
    func `a redirect between two sites is warned of`(app: String, server host: String, warns: Bool) async throws {
        let server = try TestServer()
        let domains: JSON = ["localhost", "127.0.0.1", "[::1]", "shop.test", "10.1.0.1"]
        _ = try await server.configure("authorizedDomains", ["authorizedDomains": domains])

        for (type, isWarned) in [("signInViaRedirect", warns), ("signInViaPopup", false)] {
            let page = try await server.send(
                .get,
                "/__/auth/handler?apiKey=k&providerId=google.com&appName=a&authType=\(type)"
                    + "&redirectUrl=\(FormURLEncoding.encode(app))", host: host + ":9099")

            #expect(page.status == 200)
            #expect(page.text.contains("The app will not find this sign-in.") == isWarned)
        }
    }

    // MARK: Refusals

    /// What the page's script gets.
    private static func document(_ answer: TestAnswer) throws -> JSON {
        let parts = answer.text.split(separator: #"id="sign-in-request">"#)
        let text = try #require(parts.last).prefix { $0 != "<" }
        return try JSON(parsing: String(text))
    }

    @Test(arguments: [
        ("&tid=none", "INVALID_TENANT_ID", "invalid-tenant-id"),
        ("&providerId=password", "INVALID_PROVIDER_ID", "invalid-provider-id"),
        ("&redirectUrl=https://evil.example/", "UNAUTHORIZED_DOMAIN", "unauthorized-domain"),
        ("&apiKey=unknown", "API_KEY_INVALID", "invalid-api-key"),
    ])
    func `a refusal is in the journal with its code and reason, and goes to the app`(
        end: String, error: String, code: String
    ) async throws {
        let server = try TestServer(unknownKeys: .reject)
        let query = "?\(end)&apiKey=project:example&providerId=google.com&appName=app&authType=signInViaPopup&eventId=7"

        let page = try await server.send(.get, "/__/auth/handler\(query)", headers: [.accept: "text/html"])

        #expect(page.status == 400)
        #expect(page.text.contains(#"id="close-window""#))
        let document = try Self.document(page)
        #expect(document[path: "error.code"] == .string("auth/\(code)"))
        #expect(document["wayBack"] == "popup")
        #expect(document["eventId"] == "7")
        let calls = try await server.send(.get, "/firebreak/v1/requests").json["requests"]?.arrayValue ?? []
        let call = try #require(calls.first { $0["path"]?.stringValue?.contains("/auth/handler") == true })
        #expect(call["error"] == .string(error))
        if error != "INVALID_PROVIDER_ID" { #expect(call["explanation"]?.stringValue?.isEmpty == false) }
    }

    /// The paths in the console that a page leads to.
    private static func consolePaths(_ answer: TestAnswer) -> [String] {
        values(of: "href", in: answer.text).filter { $0.hasPrefix("/firebreak/") }
    }

    /// Nothing of it may be in a link to the console.
    private static let secrets = "&state=s3cret1&sessionId=s3cret2&eventId=s3cret3&appName=s3cret4"

    @Test(arguments: [
        ("&redirectUrl=https://evil.example/", "UNAUTHORIZED_DOMAIN", "Add evil.example"),
        ("&redirectUrl=capacitor://evil.example", "UNAUTHORIZED_DOMAIN", "Add evil.example"),
        ("&continueUri=https://evil.example/&authType=x", "UNAUTHORIZED_DOMAIN", "Add evil.example"),
        ("&tid=none", "INVALID_TENANT_ID", "Add the tenant"),
        ("&providerId=github.com", "OPERATION_NOT_ALLOWED", "Allow any provider"),
    ])
    func `a refusal leads developers to what decided it, and to the button that changes it`(
        end: String, error: String, button: String
    ) async throws {
        let server = try TestServer(rules: ["providers": "configured"])
        let query = "?\(end)&apiKey=project:example&providerId=google.com&authType=signInViaPopup" + Self.secrets

        let page = try await server.send(.get, "/__/auth/handler\(query)", headers: [.accept: "text/html"])

        #expect(page.status == 400)
        let path = try #require(Self.consolePaths(page).first)
        #expect(path.wholeMatch(of: #//firebreak/requests/of/\w{22}/#) != nil, "\(path)")
        #expect(Self.consolePaths(page).count == 1)
        #expect(page.text.contains(">For developers: this refusal in the console</a>"))
        // Another refusal does not take its place.
        _ = try await server.send(.get, "/__/auth/handler\(query)", headers: [.accept: "text/html"])
        let way = try await server.send(.get, path, headers: [.accept: "text/html"])
        #expect(way.status == 303)
        #expect(way.headers[.location] == "/firebreak/projects/example/requests/1")
        let call = try await server.send(.get, way.headers[.location] ?? "", headers: [.accept: "text/html"])
        #expect(call.text.contains(error) && call.text.contains(">\(button)</button>"), "\(call.text)")
    }

    @Test(arguments: [
        ("?apiKey=unknown&providerId=google.com&appName=a", "API_KEY_INVALID"), ("?apiKey=k", "MISSING_PROVIDER_ID"),
    ])
    func `a refusal that has no project is among the calls of all`(query: String, error: String) async throws {
        let server = try TestServer(unknownKeys: .reject)

        let page = try await server.send(.get, "/__/auth/handler\(query)", headers: [.accept: "text/html"])

        let path = try #require(Self.consolePaths(page).first, "\(page.text)")
        let way = try await server.send(.get, path, headers: [.accept: "text/html"])
        #expect(way.headers[.location] == "/firebreak/requests/1")
        let call = try await server.send(.get, "/firebreak/requests/1", headers: [.accept: "text/html"])
        #expect(call.text.contains(error))
    }

    @Test(arguments: [(nil, true), ("127.0.0.1", true), ("::1", true), ("203.0.113.7", false)])
    func `readers on this machine alone are led from a refusal to the console`(
        address: String?, isLed: Bool
    ) async throws {
        let server = try TestServer(unknownKeys: .reject)

        for query in [
            "?apiKey=project:example&providerId=google.com&appName=a&tid=none", "?apiKey=k",
            "?apiKey=project:example&providerId=google.com&error=x", "?apiKey=unknown&providerId=google.com&appName=a",
        ] {
            let page = try await server.send(
                .get, "/__/auth/handler\(query)", headers: [.accept: "text/html"], from: address)
            #expect(page.text.contains(#"id="error""#))
            #expect(Self.consolePaths(page).isEmpty == !isLed)
            #expect(page.text.contains("For developers") == isLed)
        }
    }

    @Test func `without a journal nothing leads to it`() async throws {
        let server = try TestServer(journal: 0)

        let page = try await server.send(.get, "/__/auth/handler\(Self.query)&tid=none")

        #expect(page.status == 400)
        #expect(!page.text.contains("/firebreak/"))
    }

    @Test func `a page that offers the sign-in has nothing for developers`() async throws {
        let page = try await TestServer().send(.get, "/__/auth/handler\(Self.query)")

        #expect(page.status == 200)
        #expect(!page.text.contains("/firebreak/"))
    }

    @Test func `a page that may not be led to gets no event`() async throws {
        let server = try TestServer()
        let query = "?apiKey=k&providerId=google.com&appName=app&authType=signInViaRedirect&redirectUrl="

        let evil = try await server.send(.get, "/__/auth/handler\(query)https://evil.example/&tid=none")
        let own = try await server.send(.get, "/__/auth/handler\(query)http://localhost:5000/&tid=none")

        #expect(!evil.text.contains(#"href="https"#))
        #expect(try Self.document(evil)["wayBack"] == "none")
        #expect(try Self.document(own)["target"] == "http://localhost:5000/")
        #expect(own.text.contains(#"<a id="back-to-app" class="button primary" href="http://localhost:5000/">"#))
    }

    @Test func `without accounts the page says so`() async throws {
        let answer = try await TestServer().send(.get, "/emulator/auth/handler\(Self.query)")

        #expect(
            answer.text.contains(
                #"No <span class="js-provider-id">Google.com</span> accounts exist in the Auth Emulator."#))
        #expect(answer.text.contains("id=\"accounts-list\""), "which holds the button")
        #expect(!answer.text.contains("class=\"js-reuse-account\""))
    }

    @Test func `many accounts can be searched`() async throws {
        let server = try TestServer()
        let users = (0..<11).map { number in
            let entry: JSON = ["providerId": "google.com", "rawId": .string("\(number)")]
            return ["localId": .string("u\(number)"), "providerUserInfo": [entry]] as JSON
        }
        _ = try await server.admin("accounts:batchCreate", ["users": .array(users)])

        let answer = try await server.send(.get, "/emulator/auth/handler\(Self.query)")

        #expect(answer.text.contains("<label for=\"account-filter\">Search 11 accounts</label>"))
        #expect(answer.text.split(separator: "(No display name)").count == 12)
    }

    @Test(arguments: [(Profile.emulator, "(No display name)"), (.local, "Ada"), (.production, "Ada")])
    func `the account's own name stands in for one that the provider does not have`(
        profile: Profile, shown: String
    ) async throws {
        let server = try TestServer(profile)
        _ = try await server.control(.patch, "/rules", ["providers": "any"])
        let users: [JSON] = [
            ["localId": "a", "displayName": "Ada", "providerUserInfo": [["providerId": "google.com", "rawId": "1"]]],
            [
                "localId": "b", "displayName": "Bea",
                "providerUserInfo": [["providerId": "google.com", "rawId": "2", "displayName": "B. of Google"]],
            ],
        ]
        _ = try await server.admin("accounts:batchCreate", ["users": .array(users)])

        let page = try await server.send(.get, "/__/auth/handler\(Self.query)").text

        let names = page.split(separator: #"<span class="name">"#).dropFirst().compactMap {
            $0.split(separator: "<").first
        }
        #expect(Set(names.map(String.init)) == [shown, "B. of Google"], "\(page)")
        #expect(!page.contains("name%22%3A%22Ada") && page.contains("name%22%3A%22B.%20of%20Google"))
    }

    @Test(arguments: ["ibi", "apn"])
    func `providers that only the emulator offers come with a warning`(name: String) async throws {
        let server = try TestServer()

        for provider in ["facebook.com", "apple.com", "google.com"] {
            let page = try await server.send(
                .get, "/emulator/auth/handler?apiKey=k&providerId=\(provider)&\(name)=com.x"
            ).text
            let warns = provider == "facebook.com" || (provider == "apple.com" && name == "ibi")
            #expect(page.contains("This works in Firebreak only.") == warns)
            #expect(page.contains("id=\"hide-email\"") == (provider == "apple.com"))
        }
    }

    // MARK: Project and tenant

    @Test func `the key selects the project`() async throws {
        let server = try TestServer(unknownKeys: .reject)
        let entry: JSON = ["providerId": "google.com", "rawId": "1", "email": "one@x.test"]
        let users: JSON = [["localId": "a", "providerUserInfo": [entry]]]
        _ = try await server.admin("accounts:batchCreate", ["users": users], project: "one")

        func page(_ key: String) async throws -> TestAnswer {
            try await server.send(.get, "/emulator/auth/handler?apiKey=\(key)&providerId=google.com&appName=a")
        }
        #expect(try await page("project:one").text.contains("one@x.test"))
        #expect(try await !page("project:two").text.contains("one@x.test"))
        let unknown = try await page("unknown")
        #expect(unknown.status == 400)
        #expect(unknown.headers[.contentType] == "text/html; charset=utf-8")
        #expect(unknown.text.contains(#"role="alert">API key not valid."#))
    }

    @Test(arguments: TestProfile.allCases, ["tid", "tenantId"])
    func `a tenant that is not there comes into being in the reference's profile only`(
        profile: TestProfile, name: String
    ) async throws {
        let server = try TestServer(profile.value)

        let answer = try await server.send(.get, "/emulator/auth/handler\(Self.query)&\(name)=blue")

        #expect(answer.status == (profile == .emulator ? 200 : 400))
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        if profile == .emulator {
            try await Self.add(["providerId": "google.com", "rawId": "1", "email": "t@x.test"], server, tenant: "blue")
            let again = try await server.send(.get, "/emulator/auth/handler\(Self.query)&\(name)=blue")
            #expect(again.text.contains("t@x.test"))
            #expect(again.text.contains("tenant <strong>blue</strong>"))
        } else {
            #expect(answer.text.contains("INVALID_TENANT_ID"))
        }
    }

    // MARK: What stands in the pages

    private static let hostile = #"</script><img src=x onerror=alert(1)>"'&{{x}}"#

    @Test(arguments: TestProfile.allCases)
    func `values of accounts stay text`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value, rules: ["providers": "any"])
        var entry: JSON = ["providerId": .string(Self.hostile)]
        for name in ["rawId", "displayName", "screenName", "photoUrl", "email"] { entry[name] = .string(Self.hostile) }
        try await Self.add(entry, server)
        let provider = FormURLEncoding.encode(Self.hostile)

        for photo in [Self.hostile, "data:image/png,\(Self.hostile)"] {
            entry["photoUrl"] = .string(photo)
            try await Self.add(entry, server)
            let page = try await server.send(
                .get, "/emulator/auth/handler?apiKey=k&providerId=\(provider)&appName=a"
            ).text

            #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;{{x}}</span>"))
            #expect(!page.contains("<img src=x"))
            #expect(page.split(separator: "</script>").count == 3)
        }
    }

    @Test(
        arguments: [
            "appName", "authType", "eventId", "redirectUrl", "clientId", "appId", "ibi", "apn", "error", "tid",
            "tenantId", "v", "scopes", "customParameters", "sessionId", "hl", "continueUri", "state", "apiKey",
        ], TestProfile.allCases)
    func `values of the query stay text`(name: String, profile: TestProfile) async throws {
        let server = try TestServer(profile.value, rules: ["providers": "any"])
        let value = FormURLEncoding.encode(Self.hostile)

        for path in Self.handlers + Self.iframes {
            let page = try await server.send(
                .get, "\(path)?\(name)=\(value)&apiKey=k&providerId=google.com&appName=app"
            ).text
            #expect(page.hasPrefix("<!DOCTYPE html>"))
            #expect(!page.contains("<img"))
            #expect(page.split(separator: "</script>").count <= 3)
        }
    }

    @Test(arguments: TestProfile.allCases, handlers + iframes)
    func `a page runs its own script only, and may be framed`(profile: TestProfile, path: String) async throws {
        let server = try TestServer(profile.value, rules: ["providers": "any"])

        let answers = [
            try await server.send(.get, path + Self.query), try await server.send(.get, path + Self.query),
        ]

        var nonces: Set<String> = []
        for answer in answers {
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            let nonce = try #require(Self.values(of: "nonce", in: answer.text).first)
            nonces.insert(nonce)
            #expect(Set(Self.values(of: "nonce", in: answer.text)) == [nonce])
            #expect(policy.contains("script-src 'nonce-\(nonce)'"))
            #expect(policy.contains("default-src 'none'"))
            #expect(!policy.contains("unsafe") && !policy.contains("frame-ancestors"))
            #expect(policy.contains("https://apis.google.com") == path.hasSuffix("iframe"))
            #expect(Self.header("X-Frame-Options", answer) == nil)
            #expect(Self.header("Cross-Origin-Opener-Policy", answer) == nil)
            for attribute in ["style", "onclick", "onload", "onerror"] {
                #expect(Self.values(of: attribute, in: answer.text) == [])
            }
        }
        #expect(nonces.count == 2, "a nonce is used once")
    }

    @Test(arguments: handlers + iframes)
    func `nothing is loaded from elsewhere but the loader of the iframe page`(path: String) async throws {
        let page = try await TestServer().send(.get, path + Self.query).text

        let loaded = Self.values(of: "src", in: page) + Self.values(of: "href", in: page)
        let loader = path.hasSuffix("iframe") ? ["https://apis.google.com/js/api.js"] : []
        #expect(loaded.sorted() == ["data:,"] + loader)
    }

    // MARK: Iframe

    @Test(arguments: TestProfile.allCases, iframes)
    func `the iframe page is the same for everybody`(profile: TestProfile, path: String) async throws {
        let server = try TestServer(profile.value, unknownKeys: .reject)

        for query in ["", "?apiKey=k", "?apiKey=k&appName=a&v=1&eid=p&fw="] {
            let answer = try await server.send(.get, path + query)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.text.contains("firebase:redirectEvent:"))
        }
    }
}
