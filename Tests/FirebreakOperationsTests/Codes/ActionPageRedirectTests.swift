import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// email-actions.md section 7: where the action page goes on to.
struct ActionPageRedirectTests {
    private func server(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        try await server.set("authorizedDomains", ["h.com"])
        _ = try await server.user()
        return server
    }

    private func expectRedirect(_ answer: TestAnswer, to url: String) {
        #expect(answer.status == 303)
        #expect(answer.headers[.location] == url)
        #expect(answer.headers[.vary]?.contains("Accept") == true)
        #expect(answer.text == "See Other. Redirecting to \(url)")
    }

    @Test(arguments: Profile.allCases)
    func `a sign-in link hands its parameters to the app and keeps the code`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let answer = try await server.oobLink(
            "EMAIL_SIGNIN", "alice@example.test", ["continueUrl": "http://h.com/p?a=1#f"])
        let code = try #require(answer.string("oobCode"))
        let link = try #require(answer.string("oobLink"))
        let opened = try await server.open(link)

        let parameters = FormURLEncoding.parse(link.drop { $0 != "?" }.dropFirst())
            .filter { $0.name != "continueUrl" }.map { "\($0.name)=\($0.value)" }
        expectRedirect(opened, to: "http://h.com/p?a=1&\(parameters.joined(separator: "&"))#f")
        #expect(try await server.finishLink("alice@example.test", code).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `what an app has in its own query stays as it is written outside the reference`(
        _ profile: Profile
    ) async throws {
        let own = "cart=1&x=a%20b&y=a+b&z=%e4~*&flag"
        let opened = try await server(profile).action(
            "mode=signIn&apiKey=k&oobCode=any&continueUrl=" + PercentEncoding.encode("http://h.com/p?\(own)#top"))

        let query = profile == .emulator ? "cart=1&x=a+b&y=a+b&z=%EF%BF%BD%7E*&flag=" : own
        expectRedirect(opened, to: "http://h.com/p?\(query)&mode=signIn&apiKey=k&oobCode=any#top")
    }

    @Test func `the reference's redirect is as documented`() async throws {
        let server = try await server(.emulator)
        let answer = try await server.oobLink(
            "EMAIL_SIGNIN", "alice@example.test", ["continueUrl": "http://h.com/p?a=1#f"])
        let code = try #require(answer.string("oobCode"))

        expectRedirect(
            try await server.open(answer.string("oobLink") ?? ""),
            to: "http://h.com/p?a=1&mode=signIn&lang=en&oobCode=\(code)&apiKey=fake-api-key#f")
    }

    /// The rest of the query, and where it leads.
    static let merges: [(query: String, target: String)] = [
        ("mode=signIn&apiKey=k&oobCode=any&continueUrl=http://h.com", "http://h.com/?mode=signIn&apiKey=k&oobCode=any"),
        (
            "continueUrl=http://h.com/x&mode=signIn&extra=1%202&oobCode=any&apiKey=k",
            "http://h.com/x?mode=signIn&extra=1+2&oobCode=any&apiKey=k"
        ),
        (
            "mode=signIn&apiKey=k&oobCode=any&continueUrl=http%3A%2F%2Fh.com%2F%3Fz%3D0%26mode%3Dold%26y%3D1",
            "http://h.com/?z=0&mode=signIn&y=1&apiKey=k&oobCode=any"
        ),
        (
            "mode=signIn&apiKey=k&oobCode=any&lang=de&continueUrl=http%3A%2F%2Fh.com%3A5000%2Fp%2Fq%23f",
            "http://h.com:5000/p/q?mode=signIn&apiKey=k&oobCode=any&lang=de#f"
        ),
    ]

    @Test(arguments: Profile.allCases, merges)
    func `every parameter is set on the app's URL`(
        _ profile: Profile, _ row: (query: String, target: String)
    ) async throws {
        let server = try await server(profile)

        expectRedirect(try await server.action(row.query), to: row.target)
    }

    @Test(arguments: Profile.allCases)
    func `a tenant is handed on`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let tenant = try await server.makeTenant()
        let answer = try await server.oobLink(
            "EMAIL_SIGNIN", "t@x.test", ["continueUrl": "http://h.com/p"], tenant: tenant)
        let opened = try await server.open(answer.string("oobLink") ?? "")

        #expect(opened.status == 303)
        #expect(opened.headers[.location]?.hasSuffix("&tenantId=\(tenant)") == true)
    }

    static let applied: [(mode: String, type: String)] = [
        ("resetPassword", "PASSWORD_RESET"), ("verifyEmail", "VERIFY_EMAIL"),
        ("verifyAndChangeEmail", "VERIFY_AND_CHANGE_EMAIL"),
    ]

    @Test(arguments: Profile.allCases, applied)
    func `other pages go on to the URL as it is`(_ profile: Profile, _ row: (mode: String, type: String)) async throws {
        let server = try await server(profile)
        let answer = try await server.oobLink(
            row.type, "alice@example.test", ["newEmail": "new@x.test", "continueUrl": "https://h.com:1/p?a=1&b=2#f"])
        let opened = try await server.open((answer.string("oobLink") ?? "") + "&newPassword=other-horse")

        expectRedirect(opened, to: "https://h.com:1/p?a=1&b=2#f")
        let code = try #require(answer.string("oobCode"))
        #expect(try await server.inspect(code).outcome == "INVALID_OOB_CODE")
    }

    // MARK: Schemes

    /// What a browser would not open as a web page, and an app that no request named.
    static let others = [
        "javascript:alert(1)", "JavaScript://h.com/%0aalert(1)", "java\tscript://h.com/%0aalert(1)",
        "data:text/html,x", "data://h.com/x", "vbscript://h.com/x", "intent://h.com/#Intent;scheme=x;end",
        "file://h.com/x", "blob:http://h.com/x", "ftp://h.com/x", "com.example.app://h.com/finish",
    ]

    @Test(arguments: Profile.allCases, others)
    func `no page goes on to what is not a web page`(_ profile: Profile, _ url: String) async throws {
        let server = try await server(profile)
        let target = FormURLEncoding.encode(url)

        for row in Self.applied {
            let code = try await server.oobCode(row.type, "alice@example.test", ["newEmail": "new@x.test"])
            let answer = try await server.action(
                "mode=\(row.mode)&apiKey=fake-api-key&oobCode=\(code)&newPassword=other-horse&continueUrl=\(target)")
            #expect(answer.headers[.location] == nil)
            if profile == .emulator {
                #expect(answer.status == 200)
            } else {
                #expect(answer.outcome == AuthorizedDomainTests.refusal)
                #expect(try await server.inspect(code).status == 200, "nothing is applied")
            }
        }
        let signIn = try await server.action("mode=signIn&apiKey=fake-api-key&oobCode=any&continueUrl=\(target)")
        #expect(signIn.headers[.location] == nil)
        if profile == .emulator {
            #expect(signIn["authEmulator"]?["error"] == "Missing continueUrl query parameter")
        } else {
            #expect(signIn.outcome == AuthorizedDomainTests.refusal)
        }
    }

    private static let appURL = "com.example.App://h.com/finish?a=1"

    @Test(arguments: Profile.allCases, ["iOSBundleId", "androidPackageName"])
    func `pages go on to the app that the request for the code named`(
        _ profile: Profile, _ name: String
    ) async throws {
        let server = try await server(profile)
        var app: JSON = ["continueUrl": .string(Self.appURL), "canHandleCodeInApp": true]
        app[name] = "com.example.app"
        let target = FormURLEncoding.encode(Self.appURL)

        let signIn = try await server.oobCode("EMAIL_SIGNIN", "alice@example.test", app)
        for _ in 0..<2 {
            let answer = try await server.action(
                "mode=signIn&apiKey=fake-api-key&oobCode=\(signIn)&continueUrl=\(target)")
            expectRedirect(
                answer,
                to: "com.example.app://h.com/finish?a=1&mode=signIn&apiKey=fake-api-key&oobCode=\(signIn)")
            // The page neither checks nor consumes the code, also when the app has used it.
            _ = try await server.finishLink("alice@example.test", signIn)
        }
        let verification = try await server.oobCode("VERIFY_EMAIL", "alice@example.test", app)
        let verified = try await server.action(
            "mode=verifyEmail&apiKey=fake-api-key&oobCode=\(verification)&continueUrl=\(target)")
        expectRedirect(verified, to: Self.appURL)
        let other = try await server.oobCode(
            "EMAIL_SIGNIN", "alice@example.test", ["continueUrl": "http://h.com/finish"])
        let foreign = try await server.action(
            "mode=signIn&apiKey=fake-api-key&oobCode=\(other)&continueUrl=\(target)")
        #expect(foreign.headers[.location] == nil)
    }

    @Test(arguments: Profile.allCases, ["javascript", "intent", "data", "file", "JavaScript"])
    func `a browser's own scheme is not an app's`(_ profile: Profile, _ name: String) async throws {
        let server = try await server(profile)
        let answer = try await server.oobLink(
            "PASSWORD_RESET", "alice@example.test",
            ["continueUrl": .string("\(name)://h.com/%0aalert(1)"), "iOSBundleId": .string(name)])

        #expect(answer.outcome == AuthorizedDomainTests.refusal)
    }

    @Test(arguments: Profile.allCases)
    func `a URL that is none is a bad request`(_ profile: Profile) async throws {
        let server = try await server(profile)

        #expect(
            try await server.action("mode=signIn&apiKey=k&oobCode=any&continueUrl=nowhere").status == 400)
    }
}
