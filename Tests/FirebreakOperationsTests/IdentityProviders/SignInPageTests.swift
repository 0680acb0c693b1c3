import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

/// idp.md section 3: which accounts the page offers, and where its answer may go.
struct SignInPageTests {
    private static func request(_ parameters: [String: String] = [:]) throws -> SignInPage.Request {
        var given = ["apiKey": "k", "providerId": "google.com", "appName": "app"]
        given.merge(parameters) { $1 }
        return try #require(SignInPage.Request { given[$0]?.nonEmpty })
    }

    private static func answer(_ server: TestServer, _ parameters: [String: String] = [:]) async throws
        -> SignInPage.Answer
    {
        let request = try request(parameters)
        let project = try server.services.projects.project(server.services.defaultProject)
        let scope = try await server.services.settings(of: project, tenant: request.tenant)
        let call = OperationContext(
            services: server.services, project: project, settings: scope, caller: .anybody,
            client: OperationContext.Client(),
            origin: TestServer.origin)
        return try await SignInPage.run(request, call)
    }

    private static func picker(_ server: TestServer, _ parameters: [String: String] = [:]) async throws
        -> SignInPage.Picker
    {
        let answer = try await answer(server, parameters)
        guard case .picker(let picker) = answer else {
            Issue.record("\(answer)")
            throw WireError.internalError
        }
        return picker
    }

    private static func account(_ id: String, _ entries: JSON..., changes: JSON = [:]) -> JSON {
        let account: JSON = ["localId": .string(id), "providerUserInfo": .array(entries)]
        return account.merging(changes)
    }

    // MARK: Accounts

    @Test(arguments: Profile.allCases)
    func `accounts of the provider are listed, each once, oldest first`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.importAccounts(
            Self.account("late", ["providerId": "google.com", "rawId": "1"], changes: ["createdAt": "1780000000002"]),
            Self.account(
                "early", ["providerId": "github.com", "rawId": "2"], ["providerId": "google.com", "rawId": "2"],
                changes: ["createdAt": "1780000000001"]),
            Self.account("other", ["providerId": "github.com", "rawId": "3"]),
            ["localId": "none", "email": "none@example.test"])

        let google = try await Self.picker(server)
        let nobody = try await Self.picker(server, ["providerId": "Google.com"])

        #expect(google.identities.map { $0.claims["sub"] } == ["2", "1"])
        #expect(google.isCut == false)
        #expect(nobody.identities.isEmpty, "the ID is used as sent")
    }

    @Test func `claims are those of the provider's entry, without what it lacks`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.importAccounts(
            Self.account(
                "full",
                [
                    "providerId": "google.com", "rawId": "1", "displayName": "N", "screenName": "s",
                    "email": "Provider@x.test", "photoUrl": "http://p.test/",
                ], changes: ["email": "own@x.test", "displayName": "Own", "createdAt": "1"]),
            Self.account(
                "bare", ["providerId": "google.com", "rawId": "2"],
                changes: ["email": "bare@x.test", "displayName": "Own", "createdAt": "2"]))

        let identities = try await Self.picker(server).identities

        #expect(
            identities.map(\.claims.text) == [
                #"{"sub":"1","iss":"","aud":"","exp":0,"iat":0,"name":"N","screen_name":"s","email":"Provider@x.test","email_verified":true,"picture":"http://p.test/"}"#,
                #"{"sub":"2","iss":"","aud":"","exp":0,"iat":0,"email_verified":true}"#,
            ])
        #expect(identities.map(\.email) == ["Provider@x.test", "bare@x.test"])
        #expect(identities.map(\.displayName) == ["N", "Own"])
    }

    @Test func `a huge project still gets a page`() async throws {
        let server = try await TestServer.open(.local)
        let users = (0...SignInPage.maximumIdentities).map { number in
            Self.account("u\(number)", ["providerId": "google.com", "rawId": .string("r\(number)")])
        }
        for start in stride(from: 0, to: users.count, by: 1000) {
            _ = try await server.admin("accounts:batchCreate", ["users": .array(Array(users[start...].prefix(1000)))])
        }

        let picker = try await Self.picker(server)

        #expect(picker.identities.count == SignInPage.maximumIdentities)
        #expect(picker.isCut)
    }

    @Test(arguments: ["tid", "tenantId"])
    func `accounts are those of the tenant, and tenantId wins`(name: String) async throws {
        let server = try await TestServer.open(.local)
        let tenant = try await server.makeTenant()
        let user = Self.account("in", ["providerId": "google.com", "rawId": "tenant"])
        _ = try await server.admin("accounts:batchCreate", ["users": [user]], tenant: tenant)
        _ = try await server.importAccounts(Self.account("out", ["providerId": "google.com", "rawId": "project"]))

        let picker = try await Self.picker(server, [name: tenant])
        let both = try await Self.picker(server, ["tenantId": tenant, "tid": "other"])

        #expect(picker.identities.map { $0.claims["sub"] } == ["tenant"])
        #expect(picker.request.tid == (name == "tid" ? tenant : nil), "the page's script reads only tid")
        #expect(both.identities.map { $0.claims["sub"] } == ["tenant"])
        #expect(both.request.tid == "other")
    }

    // MARK: Parameters

    @Test(arguments: [["apiKey": ""], ["providerId": ""], ["apiKey": "", "providerId": ""]])
    func `key and provider are required`(_ missing: [String: String]) {
        let given = ["apiKey": "k", "providerId": "p"].merging(missing) { $1 }

        #expect(SignInPage.Request { given[$0]?.nonEmpty } == nil)
    }

    @Test(arguments: Profile.allCases)
    func `an error of the query comes before everything else`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)

        #expect(
            try await Self.answer(server, ["error": "App not found", "appName": ""])
                == .refused(.init(status: 200, "App not found")))
    }

    @Test(arguments: ["appName", "clientId", "appId", "apn", "ibi", "continueUri"])
    func `one parameter that names an app is enough`(name: String) async throws {
        let server = try await TestServer.open(.local)
        let missing =
            "Auth Emulator Internal Error: Missing one of appName / clientId / appId / apn / ibi query params."

        #expect(try await Self.answer(server, ["appName": ""]) == .refused(.init(status: 200, missing)))
        let value = name == "continueUri" ? "http://localhost/" : "com.x"
        _ = try await Self.picker(server, ["appName": ""].merging([name: value]) { $1 })
    }

    // MARK: The way back

    struct Way: Sendable, CustomTestStringConvertible {
        let parameters: [String: String]
        let way: SignInPage.WayBack
        init(_ parameters: [String: String], _ way: SignInPage.WayBack) {
            self.parameters = parameters
            self.way = way
        }
        var testDescription: String { parameters.sorted { $0.key < $1.key }.description }
    }

    private static let web = "http://localhost:5000/app?a=b#c"

    static let ways = [
        Way([:], .none),
        Way(["authType": "linkViaPopup", "apn": "p", "ibi": "b", "redirectUrl": "https://app.localhost:3/"], .popup),
        Way(["authType": "REAUTHVIAPOPUP"], .popup),
        Way(["authType": "signInViaRedirect", "apn": "p", "ibi": "b", "redirectUrl": "null"], .android(package: "p")),
        Way(["ibi": "com.x.Y", "redirectUrl": "null"], .apple(callback: "com.x.Y://google/link")),
        Way(["ibi": "b", "appId": "1:2:ios:f"], .apple(callback: "app-1-2-ios-f://firebaseauth/link")),
        Way(
            ["ibi": "b", "clientId": "12-ab.apps.google.com", "appId": "x"],
            .apple(callback: "com.google.apps.12-ab://firebaseauth/link")),
        Way(["redirectUrl": web, "continueUri": "http://localhost/other"], .redirect(to: web)),
        Way(["continueUri": "HTTP://LocalHost:5000"], .continued(at: "http://localhost:5000/")),
        Way(["clientId": "c", "appId": "a"], .none),
        // Pages of apps: with any scheme, and on sub-domains of listed domains.
        Way(["authType": "signInViaPopup", "redirectUrl": "capacitor://localhost"], .popup),
        Way(["redirectUrl": "https://a.b.example.web.app/in"], .redirect(to: "https://a.b.example.web.app/in")),
    ]

    @Test(arguments: Profile.allCases, ways)
    func `the first way that applies is taken`(_ profile: Profile, _ row: Way) async throws {
        let server = try await TestServer.open(profile)
        var expected = row.way
        // The reference's redirects go where they are told to, to the letter.
        if profile == .emulator, case .redirect = row.way, let given = row.parameters["redirectUrl"] {
            expected = .redirect(to: given)
        }

        #expect(try await Self.picker(server, row.parameters).wayBack == expected)
    }

    static let elsewhere = [
        "https://evil.test/", "http://localhost.evil.test/", "http://localhost@evil.test/", "//localhost/", "/app",
        "http:\\\\evil.test\\localhost",
    ]

    /// What is not a web page in any profile.
    static let otherSchemes = [
        "javascript:alert(1)", "JavaScript://localhost/%0aalert(1)", "java\tscript:alert(1)", "data:text/html,x",
        "javascript://%250aalert(1)", "\u{1}javascript:alert(1)", "file://localhost/x", "localhost:5000", "http://",
    ]

    @Test(arguments: Profile.allCases, elsewhere + otherSchemes)
    func `no way leads elsewhere`(_ profile: Profile, _ target: String) async throws {
        let server = try await TestServer.openWithDomains(profile)

        guard case .refused(let refusal) = try await Self.answer(server, ["continueUri": target]) else {
            Issue.record("continueUri is followed")
            return
        }
        #expect((refusal.status, refusal.code) == (400, "unauthorized-domain"))
        #expect(refusal.wayBack == .none, "nor is it told there")
        let redirect = try await Self.answer(server, ["redirectUrl": target])
        if profile == .emulator, !Self.otherSchemes.contains(target) {
            #expect(try await Self.picker(server, ["redirectUrl": target]).wayBack == .redirect(to: target))
        } else if case .picker = redirect {
            Issue.record("redirectUrl is followed")
        }
    }

    @Test(arguments: ["bücher.test", "BÜCHER.test", "xn--bcher-kva.test"])
    func `sub-domains of an international domain are its own in either form`(_ listed: String) async throws {
        let server = try await TestServer.open(.local)
        try await server.set("authorizedDomains", [.string(listed)])

        for (host, ascii) in [
            ("shop.bücher.test", "shop.xn--bcher-kva.test"), ("a.xn--bcher-kva.test", "a.xn--bcher-kva.test"),
            ("bu\u{308}cher.test", "xn--bcher-kva.test"),
        ] {
            let way = try await Self.picker(server, ["redirectUrl": "https://\(host)/in"]).wayBack
            #expect(way == .redirect(to: "https://\(ascii)/in"))
        }
        guard case .refused = try await Self.answer(server, ["redirectUrl": "https://bücher.test.evil.test/"]) else {
            Issue.record("followed")
            return
        }
    }

    @Test func `domains are those of the configuration`() async throws {
        let server = try await TestServer.open(.local)
        let target = ["continueUri": "https://app.test:8443/x"]

        guard case .refused(let refusal) = try await Self.answer(server, target) else {
            Issue.record("followed")
            return
        }
        try await server.set("authorizedDomains", ["app.test"])

        #expect(refusal.text.hasPrefix("app.test is not an authorized domain of project example."))
        #expect(try await Self.picker(server, target).wayBack == .continued(at: "https://app.test:8443/x"))
    }

    static let strangers = [
        "https://evil.test/", "http://localhost.evil.test/", "http://evillocalhost/", "file:///tmp/app.html", "null",
        "/app",
        "http://example.web.app.evil.test/", "chrome-extension://abcdef/popup.html", "http://1.127.0.0.1.evil.test/",
    ]

    /// clients.md section 7.3: SDKs get an error that rejects, and close the pop-up.
    @Test(arguments: Profile.allCases, strangers)
    func `a pop-up of a page that is not listed tells its app so`(_ profile: Profile, _ page: String) async throws {
        let server = try await TestServer.open(profile)
        let parameters = ["authType": "linkViaPopup", "redirectUrl": page]

        let answer = try await Self.answer(server, parameters)

        if profile == .emulator {
            guard case .picker(let picker) = answer else { throw WireError.internalError }
            #expect(picker.wayBack == .popup)
        } else {
            guard case .refused(let refusal) = answer else { throw WireError.internalError }
            #expect((refusal.status, refusal.code, refusal.wayBack) == (400, "unauthorized-domain", .popup))
            #expect(refusal.text.contains("authorizedDomains"))
        }
        guard profile == .local else { return }
        try await server.set("authorizedDomains", ["*"])
        #expect(try await Self.picker(server, parameters).wayBack == .popup)
    }

    // MARK: Refusals

    private static let redirect = ["authType": "signInViaRedirect", "redirectUrl": "http://localhost:5000/"]
    private static let popup = ["authType": "signInViaPopup", "redirectUrl": "http://localhost:5000/"]

    private static func refusal(
        _ server: TestServer, _ parameters: [String: String]
    ) async throws -> SignInPage.Refusal {
        guard case .refused(let refusal) = try await answer(server, parameters) else {
            Issue.record("not refused")
            throw WireError.internalError
        }
        return refusal
    }

    @Test(arguments: [
        (redirect, SignInPage.WayBack.redirect(to: "http://localhost:5000/")), (popup, .popup),
        (["ibi": "com.x"], .apple(callback: "com.x://google/link")),
    ])
    func `apps are told of providers that are off, not configured or none`(
        _ parameters: [String: String], _ way: SignInPage.WayBack
    ) async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.control(.patch, "/rules", ["providers": "configured"])
        try await server.configureProvider("oidc.off", ["enabled": false])

        for (provider, code) in [
            ("google.com", "operation-not-allowed"), ("oidc.off", "operation-not-allowed"),
            ("password", "invalid-provider-id"), ("phone", "invalid-provider-id"), ("Phone", "invalid-provider-id"),
        ] {
            let refusal = try await Self.refusal(server, parameters.merging(["providerId": provider]) { $1 })

            #expect((refusal.code, refusal.wayBack, refusal.status) == (code, way, 400), "\(provider)")
            #expect(refusal.advice?.isEmpty == false)
        }
    }

    @Test func `apps are told of a SAML provider that users sign in at themselves`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.control(.patch, "/rules", ["idpPages": "provider"])

        let refusal = try await Self.refusal(server, Self.redirect.merging(["providerId": "saml.corp"]) { $1 })

        #expect(refusal.code == "operation-not-allowed")
        #expect(refusal.wayBack == .redirect(to: "http://localhost:5000/"))
        #expect(refusal.text == "Rule idpPages is provider: users of saml.corp sign in at the provider itself.")
    }

    /// Errors that come before the page is made: of the key, the project or the tenant.
    @Test func `an app's page is led to only where the project lists it`() async throws {
        let server = try await TestServer.open(.local)
        let settings = try await server.services.projects.project(server.services.defaultProject).settings()
        let elsewhere = ["redirectUrl": "https://evil.test/"]

        func way(_ parameters: [String: String], _ settings: ProjectSettings?) throws -> SignInPage.WayBack {
            try Self.request(parameters).wayBack(ofRefusalIn: settings)
        }
        #expect(try way(Self.redirect, settings) == .redirect(to: "http://localhost:5000/"))
        #expect(try way(Self.redirect, nil) == .none)
        #expect(try way(elsewhere, settings) == .none)
        #expect(try way(["redirectUrl": "javascript:alert(1)"], settings) == .none)
        #expect(try way(Self.popup, nil) == .popup)
        #expect(try way(["ibi": "javascript"], settings) == .none)
        #expect(try way(["ibi": "com.x"], nil) == .apple(callback: "com.x://google/link"))
        #expect(try way(["apn": "com.x"], nil) == .android(package: "com.x"))
        #expect(try way(["continueUri": "http://localhost/"], settings) == .none)
    }

    @Test(arguments: [
        (WireError.invalidTenantID, "invalid-tenant-id"), (.apiKeyInvalid(), "invalid-api-key"),
        (.providerDisabled, "operation-not-allowed"), (.internalError, "internal-error"),
        (.missingAPIKey, "internal-error"), (.tenantDisabled, "tenant-disabled"),
    ])
    func `codes are as SDKs make them of the server's`(_ error: WireError, _ code: String) {
        #expect(SignInPage.Refusal(error, .production, .none).code == code)
    }

    // MARK: Signed tokens

    /// idp.md section 3.5
    @Test(arguments: Profile.allCases, ["google.com", "github.com", "oidc.acme"])
    func `under verified credentials the page signs what signInWithIdp accepts`(
        _ profile: Profile, _ provider: String
    ) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.control(
            .patch, "/rules", ["credentials": "verified", "idpPages": "builtin", "providers": "any"])
        let claims = #"{"sub":"page-1","iss":"","aud":"","exp":0,"iat":0,"email":"a@x.test","email_verified":true}"#
        let parameters = ["providerId": provider]

        #expect(try await Self.picker(server, parameters).isSigned)
        guard case .signed(let answer) = try await Self.answer(server, parameters.merging(["claims": claims]) { $1 })
        else { throw WireError.internalError }

        func signIn(_ token: String, _ provider: String) async throws -> TestAnswer {
            let body = "providerId=\(provider)&id_token=\(FormURLEncoding.encode(token))"
            return try await server.app(
                "accounts:signInWithIdp",
                ["requestUri": "http://localhost", "postBody": .string(body), "returnSecureToken": true])
        }
        let token = try #require(answer["id_token"]?.stringValue)
        let signedIn = try await signIn(token, provider)
        #expect(signedIn.status == 200, "\(signedIn.text)")
        #expect(signedIn.json["federatedId"]?.stringValue?.hasSuffix("page-1") == true)
        // It is that provider's word alone, and only as long as the page stands in.
        let elsewhere = try await signIn(token, provider == "github.com" ? "google.com" : "github.com")
        #expect(elsewhere.status == 400)
        // What the key signs for users is not a provider's word.
        _ = try await server.control(.patch, "/rules", ["idTokens": "signed"])
        let own = try #require(signedIn.json["idToken"]?.stringValue)
        #expect(try await signIn(own, provider).status == 400)
        _ = try await server.control(.patch, "/rules", ["idpPages": "provider"])
        #expect(try await signIn(token, provider).status == 400)
        #expect(try await Self.picker(server, parameters).isSigned == false)
    }

    @Test(arguments: [
        ["ibi": "javascript"], ["ibi": "javascript:alert(1)//"], ["ibi": "https"], ["ibi": "a b"], ["ibi": "1.x"],
        ["ibi": "b", "clientId": "JAVASCRIPT"], ["ibi": "b", "clientId": "x."], ["ibi": "b", "appId": "1\n2"],
    ])
    func `an app's scheme is one, and none of the browser's`(_ parameters: [String: String]) async throws {
        let server = try await TestServer.open(.emulator)

        #expect(
            try await Self.answer(server, parameters)
                == .refused(.init(status: 400, "clientId, appId or ibi makes no URL scheme that an app can have.")))
    }

    @Test(arguments: ["facebook.com", "apple.com", "google.com"])
    func `what production offers only by its own SDK is warned of`(provider: String) throws {
        func warns(_ name: String) throws -> Bool {
            try Self.request(["providerId": provider, name: "x"]).isOnlyInEmulator
        }

        #expect(try warns("apn") == (provider == "facebook.com"))
        #expect(try warns("ibi") == (provider != "google.com"))
        #expect(try warns("clientId") == false)
    }
}
