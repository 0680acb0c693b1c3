import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// email-actions.md section 3, production.md section 4 and vectors.md section 5: links byte by byte.
struct ActionLinkTests {
    private static let page = TestServer.origin + "/__/auth/action"
    private static let url = "http://h.com/p?a=1&b=c d#f~*"
    private static let encodedURL = "http%3A%2F%2Fh.com%2Fp%3Fa%3D1%26b%3Dc+d%23f%7E*"
    private static let strict = [Profile.local, .production]

    private func server(_ profile: Profile, rules: KeyValuePairs<String, String> = [:]) async throws -> TestServer {
        let server = try await TestServer.open(profile, rules: rules)
        try await server.set("authorizedDomains", ["h.com"])
        _ = try await server.user()
        return server
    }

    /// Code and link of a mail that an app asked for.
    private func mail(
        _ server: TestServer, _ type: String, _ more: JSON = [:], key: String = "fake-api-key",
        headers: HTTPFields = [:]
    ) async throws -> (code: String, link: JSON) {
        var body: JSON = ["requestType": .string(type), "email": "alice@example.test"]
        body = body.merging(more)
        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=\(key)", body, headers: headers)
        try #require(answer.status == 200, "\(answer.text)")
        let message = try #require(await server.outbox("order=desc").first)
        return (try #require(message["oobCode"]?.stringValue), try #require(message["link"]))
    }

    // MARK: The reference

    static let modes: [(type: String, mode: String)] = [
        ("PASSWORD_RESET", "resetPassword"), ("VERIFY_EMAIL", "verifyEmail"), ("EMAIL_SIGNIN", "signIn"),
        ("VERIFY_AND_CHANGE_EMAIL", "verifyAndChangeEmail"),
    ]

    @Test(arguments: modes)
    func `the reference's link`(_ type: (type: String, mode: String)) async throws {
        let server = try await server(.emulator)
        let newEmail: JSON = ["newEmail": "new@x.test"]
        let plain = try await server.oobLink(type.type, "alice@example.test", newEmail.merging(["continueUrl": ""]))
        let code = try #require(plain.string("oobCode"))
        #expect(
            plain.string("oobLink")
                == "\(TestServer.origin)/emulator/action?mode=\(type.mode)&lang=en&oobCode=\(code)&apiKey=fake-api-key")

        let more: JSON = [
            "continueUrl": .string(Self.url), "canHandleCodeInApp": true, "iOSBundleId": "ios",
            "linkDomain": "any.test", "androidPackageName": "android", "androidInstallApp": true,
            "androidMinimumVersion": "1", "dynamicLinkDomain": "fdl.test", "iOSAppStoreId": 5,
        ]
        let full = try await server.oobLink(type.type, "alice@example.test", newEmail.merging(more))
        let second = try #require(full.string("oobCode"))
        #expect(
            full.string("oobLink")
                == "\(TestServer.origin)/emulator/action?mode=\(type.mode)&lang=en&oobCode=\(second)&apiKey=fake-api-key"
                + "&continueUrl=\(Self.encodedURL)")
    }

    @Test func `the reference's link of a tenant and of a recovery`() async throws {
        let server = try await server(.emulator)
        let user = try await server.admin("accounts", ["email": "t@x.test"], tenant: "blue")
        let answer = try await server.oobLink(
            "PASSWORD_RESET", "t@x.test", ["continueUrl": .string(Self.url)], tenant: "blue")
        let code = try #require(answer.string("oobCode"))
        #expect(
            answer.string("oobLink")
                == "\(TestServer.origin)/emulator/action?mode=resetPassword&lang=en&oobCode=\(code)&apiKey=fake-api-key"
                + "&continueUrl=\(Self.encodedURL)&tenantId=blue")

        _ = try await server.update(user.string("localId") ?? "", ["email": "u@x.test"], tenant: "blue")
        let recovery = try #require(await server.oobCodes(tenant: "blue").last)
        let second = recovery["oobCode"]?.stringValue ?? ""
        #expect(
            recovery["oobLink"]?.stringValue
                == "\(TestServer.origin)/emulator/action?mode=recoverEmail&lang=en&oobCode=\(second)&apiKey=fake-api-key"
                + "&tenantId=blue")
    }

    // MARK: Production

    @Test(arguments: strict, modes)
    func `a link that no app handles`(_ profile: Profile, _ type: (type: String, mode: String)) async throws {
        let server = try await server(profile)
        let token = try SignedInUser(await server.signIn("alice@example.test")).token
        let more: JSON = ["newEmail": "new@x.test", "idToken": token, "continueUrl": .string(Self.url)]
        let (code, link) = try await mail(server, type.type, more)

        let expected =
            "\(Self.page)?mode=\(type.mode)&oobCode=\(code)&apiKey=fake-api-key&continueUrl=\(Self.encodedURL)&lang=en"
        #expect(link == ["mailed": .string(expected), "action": .string(expected), "continueUrl": .string(Self.url)])
    }

    @Test(arguments: strict)
    func `a link without a URL to go on to`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let (code, link) = try await mail(server, "PASSWORD_RESET", ["iOSBundleId": "ios"])

        let expected = "\(Self.page)?mode=resetPassword&oobCode=\(code)&apiKey=fake-api-key&lang=en"
        #expect(link["mailed"]?.stringValue == expected)
        #expect(link["action"]?.stringValue == expected)
    }

    @Test(arguments: strict, modes)
    func `a link that an app handles starts with the key`(
        _ profile: Profile, _ type: (type: String, mode: String)
    ) async throws {
        let server = try await server(profile)
        let more: JSON = [
            "newEmail": "new@x.test", "continueUrl": .string(Self.url), "canHandleCodeInApp": true,
            "androidInstallApp": true, "androidMinimumVersion": "3", "dynamicLinkDomain": "ignored.test",
        ]
        let answer = try await server.oobLink(type.type, "alice@example.test", more)
        let code = try #require(answer.string("oobCode"))
        let key = try #require(DerivedAPIKey.key(for: ProjectID(rawValue: "example")))

        let query = "apiKey=\(key)&mode=\(type.mode)&oobCode=\(code)&continueUrl=\(Self.encodedURL)&lang=en"
        #expect(answer.string("oobLink") == "\(Self.page)?\(query)")
    }

    @Test(arguments: strict, ["iOSBundleId", "androidPackageName"])
    func `with an app's ID, the link is wrapped in a hosting link, whose first parameter is the key`(
        _ profile: Profile, _ name: String
    ) async throws {
        let server = try await server(profile)
        var more: JSON = ["continueUrl": .string(Self.url), "canHandleCodeInApp": true]
        more[name] = "com.example.app"
        let (code, link) = try await mail(server, "EMAIL_SIGNIN", more)

        let action =
            "\(Self.page)?apiKey=fake-api-key&mode=signIn&oobCode=\(code)&continueUrl=\(Self.encodedURL)&lang=en"
        #expect(link["action"]?.stringValue == action)
        let mailed = try #require(link["mailed"]?.stringValue)
        // Apple's SDK loses the first parameter of the inner link, which must be none that it needs (production.md
        // section 4).
        let prefix =
            "\(TestServer.origin)/__/auth/links?link=http%3A%2F%2F127.0.0.1%3A9099%2F__%2Fauth%2Faction%3FapiKey%3D"
        #expect(mailed.hasPrefix(prefix))
        #expect(!mailed.dropFirst("\(TestServer.origin)/__/auth/links?link=".count).contains("&"))
        let inner = FormURLEncoding.parse(mailed.drop { $0 != "?" }.dropFirst())
        #expect(inner.map(\.name) == ["link"])
        #expect(inner.first?.value == action)

        let opened = try await server.open(mailed)
        #expect(opened.status == 303)
        #expect(opened.headers[.location] == action)
    }

    @Test(arguments: strict)
    func `an app's ID without the app handling it wraps the URL to go on to`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let (_, link) = try await mail(
            server, "PASSWORD_RESET", ["continueUrl": .string(Self.url), "iOSBundleId": "ios"])

        let mailed = try #require(link["mailed"]?.stringValue)
        #expect(mailed == link["action"]?.stringValue)
        let query = FormURLEncoding.parse(mailed.drop { $0 != "?" }.dropFirst())
        #expect(query.map(\.name) == ["mode", "oobCode", "apiKey", "continueUrl", "lang"])
        #expect(query[3].value == "\(TestServer.origin)/__/auth/links?link=\(Self.url)")
    }

    @Test(arguments: strict)
    func `a link of a tenant says so`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let tenant = try await server.makeTenant()
        _ = try await server.admin("accounts", ["email": "t@x.test"], tenant: tenant)
        let answer = try await server.oobLink("PASSWORD_RESET", "t@x.test", tenant: tenant)

        let query = FormURLEncoding.parse((answer.string("oobLink") ?? "").drop { $0 != "?" }.dropFirst())
        #expect(query.map(\.name) == ["mode", "oobCode", "apiKey", "lang", "tenantId"])
        #expect(query.last?.value == tenant)
    }

    /// In production a hosting domain is that of one project; this server's own is that of its default project.
    @Test(arguments: strict)
    func `a hosting link to go on to belongs to the project of the request`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let inner = "https://www.example.com/news/42"
        let hosting = "\(TestServer.origin)/__/auth/links?link=\(inner)"
        let body: JSON = [
            "requestType": "EMAIL_SIGNIN", "email": "alice@example.test", "continueUrl": .string(hosting),
            "canHandleCodeInApp": true, "returnOobLink": true,
        ]
        #expect(try await server.admin("accounts:sendOobCode", body).outcome == AuthorizedDomainTests.refusal)

        let settings: JSON = [
            "authorizedDomains": ["www.example.com"],
            "signIn": ["email": ["enabled": true, "passwordRequired": false]],
        ]
        let mask = "authorizedDomains,signIn.email.enabled,signIn.email.passwordRequired"
        try #require(try await server.configure(mask, settings, project: "other").status == 200)
        let answer = try await server.admin("accounts:sendOobCode", body, project: "other")
        let link = try #require(answer.string("oobLink"), "\(answer.text)")
        let target = FormURLEncoding.parse(link.drop { $0 != "?" }.dropFirst()).first { $0.name == "continueUrl" }?
            .value
        let opened = try await server.open(try #require(target))
        #expect(opened.status == 303 && opened.headers[.location] == inner)
        let led = try await server.open(link).headers[.location]
        #expect(led?.hasPrefix(inner + "?") == true)
    }

    // MARK: Link domains

    private static let badDomain =
        "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in Firebase Hosting or is not "
        + "owned by the current project. This cannot be a default hosting domain (web.app or firebaseapp.com)."

    @Test(arguments: strict, ["foreign.test", "example.web.app", "example.firebaseapp.com", "localhost"])
    func `a link domain must be one of rule hostingDomains`(_ profile: Profile, _ domain: String) async throws {
        let server = try await server(profile, rules: ["hostingDomains": "links.test"])
        let answer = try await server.oobLink("PASSWORD_RESET", "alice@example.test", ["linkDomain": .string(domain)])

        #expect(answer.outcome == Self.badDomain)
    }

    @Test(arguments: strict)
    func `a hosting link stands on the link domain`(_ profile: Profile) async throws {
        let server = try await server(profile, rules: ["hostingDomains": "links.test,more.test"])
        let more: JSON = [
            "continueUrl": .string(Self.url), "canHandleCodeInApp": true, "iOSBundleId": "ios",
            "linkDomain": "more.test",
        ]
        let (_, link) = try await mail(server, "EMAIL_SIGNIN", more)
        #expect(link["mailed"]?.stringValue?.hasPrefix("https://more.test/__/auth/links?link=http%3A%2F%2F127") == true)
        #expect(link["action"]?.stringValue?.hasPrefix(Self.page + "?apiKey=") == true)

        let (_, unhandled) = try await mail(
            server, "EMAIL_SIGNIN",
            ["continueUrl": .string(Self.url), "androidPackageName": "a", "linkDomain": "links.test"])
        let query = FormURLEncoding.parse((unhandled["mailed"]?.stringValue ?? "").drop { $0 != "?" }.dropFirst())
        #expect(query.first { $0.name == "continueUrl" }?.value == "https://links.test/__/auth/links?link=\(Self.url)")
    }

    @Test(arguments: strict)
    func `dynamic links are gone`(_ profile: Profile) async throws {
        let server = try await server(profile)
        try await server.set("mobileLinksConfig.domain", "FIREBASE_DYNAMIC_LINK_DOMAIN")
        let more: JSON = ["continueUrl": .string(Self.url), "canHandleCodeInApp": true]

        #expect(try await server.oobLink("EMAIL_SIGNIN", "a@x.test", more).outcome == "OK")
        #expect(
            try await server.oobLink("EMAIL_SIGNIN", "a@x.test", more.merging(["iOSBundleId": "ios"])).outcome
                == "DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured")
    }

    // MARK: Key, language and handler

    @Test(arguments: Profile.allCases)
    func `the key is the caller's if it stands for the project`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let derived = try #require(DerivedAPIKey.key(for: ProjectID(rawValue: "example")))
        func key(_ link: String?) -> String? {
            FormURLEncoding.parse((link ?? "").drop { $0 != "?" }.dropFirst()).first { $0.name == "apiKey" }?.value
        }
        let constant = "fake-api-key"

        let byApp = try await mail(server, "PASSWORD_RESET", key: "project:example").link["action"]?.stringValue
        #expect(key(byApp) == (profile == .emulator ? constant : "project:example"))
        let byAdmin = try await server.oobLink("PASSWORD_RESET", "alice@example.test").string("oobLink")
        #expect(key(byAdmin) == (profile == .emulator ? constant : derived))
    }

    @Test(arguments: Profile.allCases)
    func `the language is the request's, else the project's`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let name = try #require(HTTPField.Name("X-Firebase-Locale"))
        func language(_ headers: HTTPFields = [:]) async throws -> String? {
            let link = try await mail(server, "PASSWORD_RESET", headers: headers).link["action"]?.stringValue
            return FormURLEncoding.parse((link ?? "").drop { $0 != "?" }.dropFirst()).first { $0.name == "lang" }?.value
        }
        let isReference = profile == .emulator

        #expect(try await language() == "en")
        #expect(try await language([name: "fr"]) == (isReference ? "en" : "fr"))
        try await server.set("notification.defaultLocale", "ja")
        #expect(try await language() == (isReference ? "en" : "ja"))
        #expect(try await language([name: "de"]) == (isReference ? "en" : "de"))
        // The texts of mails are in fewer languages than the pages of apps.
        for locale in ["pt-BR", "zh-TW", "it", "he", "de_CH", "sr-Latn-RS"] {
            #expect(try await language([name: locale]) == (isReference ? "en" : locale))
        }
        #expect(try await server.outbox("order=desc").first?["locale"] == "ja")
    }

    /// Apple's SDK sends it always, and the other header only for an app that chose a language.
    @Test(arguments: Profile.allCases)
    func `what a browser or a device prefers does not choose the language`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let (_, link) = try await mail(server, "PASSWORD_RESET", headers: [.acceptLanguage: "ko-KR,ko;q=0.9"])
        let path = "/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=fake-api-key"
        _ = try await server.send(
            .post, path, ["phoneNumber": "+15555550100"], headers: [.acceptLanguage: "fr"])

        #expect(link["action"]?.stringValue?.contains("lang=en") == true)
        for message in try await server.outbox() { #expect(message["locale"] == "en") }
    }

    @Test(arguments: strict)
    func `a handler of the project's own replaces the page`(_ profile: Profile) async throws {
        let server = try await server(profile)
        try await server.set("notification.sendEmail.callbackUri", "https://auth.h.com/handler")
        let (code, link) = try await mail(server, "PASSWORD_RESET")

        #expect(
            link["action"]?.stringValue
                == "https://auth.h.com/handler?mode=resetPassword&oobCode=\(code)&apiKey=fake-api-key&lang=en")
    }
}
