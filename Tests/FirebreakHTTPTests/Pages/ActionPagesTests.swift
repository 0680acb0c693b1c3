import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Who gets the page of an action link, and when the link is applied (email-actions.md section 7).
struct ActionPagesTests {
    // MARK: Programs

    /// Values of `Accept` that do not ask for a page.
    static let programs = [
        nil, "*/*", "application/json", "application/json, text/plain, */*", "text/*", "text/html;q=0",
        "text/html;q=0.5, application/json", "application/xhtml+xml",
    ]

    @Test(arguments: Profile.allCases, programs)
    func `who does not ask for a page gets the JSON form, byte for byte`(
        _ profile: Profile, _ accept: String?
    ) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let link = try await server.linkQuery("VERIFY_EMAIL")
        var headers = HTTPFields()
        headers[.accept] = accept

        let answers = [
            try await server.send(.get, server.actionPath + link, headers: headers),
            try await server.send(.get, server.actionPath + link, headers: headers),
        ]

        let end = profile == .production ? "\n" : ""
        #expect(answers.map(\.status) == [200, 400])
        #expect(
            answers[0].text == """
                {
                  "authEmulator": {
                    "success": "The email has been successfully verified.",
                    "email": "alice@example.test"
                  }
                }\(end)
                """)
        #expect(
            answers[1].text == """
                {
                  "authEmulator": {
                    "error": "Your request to verify your email has expired or the link has already been used.",
                    "instructions": "Try verifying your email again."
                  }
                }\(end)
                """)
        for answer in answers {
            #expect(
                answer.headers[.contentType]
                    == (profile == .production ? "application/json; charset=UTF-8" : "application/json; charset=utf-8"))
            #expect(answer.headers[.vary] == (profile == .production ? "Origin, X-Origin, Referer" : "Origin"))
        }
    }

    @Test(arguments: Profile.allCases, programs)
    func `there is no form for programs`(_ profile: Profile, _ accept: String?) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let link = try await server.linkQuery("VERIFY_EMAIL")
        var headers = HTTPFields()
        headers[.accept] = accept

        let answer = try await server.send(.post, server.actionPath + link, headers: headers, body: Array("a=b".utf8))

        let unknown = try await server.send(.post, "/emulator/nothing", headers: headers, body: Array("a=b".utf8))
        #expect(answer.status == 404 && answer.text == unknown.text)
        #expect(try await server.account(email: TestServer.alice)["emailVerified"] == false)
    }

    // MARK: Browsers

    static let browsers = [
        TestServer.browserAccepts, "text/html", "TEXT/HTML;q=0.9, application/json;q=0.9", "text/html, */*",
    ]

    @Test(arguments: [Profile.local, .production], AppliedLink.all)
    func `a page applies nothing before its form is sent`(_ profile: Profile, _ applied: AppliedLink) async throws {
        let server = try await TestServer.open(profile)
        let link = try await applied.link(server)

        for accept in Self.browsers {
            let page = try await server.browse(link, headers: [.accept: accept])
            #expect(page.status == 200 && page.isPage)
            #expect(page.text.contains("<form method=\"post\""))
        }
        #expect(try await !applied.isApplied(server))

        let done = try await server.browse(link, form: applied.form)
        #expect(done.status == 200 && done.isPage, "\(done.shownText)")
        #expect(try await applied.isApplied(server))
        let again = try await server.browse(link, form: applied.form)
        #expect(again.status == 400)
        #expect(again.heading == "This link has already been used")
    }

    @Test(arguments: AppliedLink.ofReference)
    func `in the reference opening a link applies it, but for a password`(_ applied: AppliedLink) async throws {
        let server = try await TestServer.open(.emulator)
        let link = try await applied.link(server)

        let page = try await server.browse(link)

        #expect(page.status == 200 && page.isPage)
        #expect(try await applied.isApplied(server) == applied.form.isEmpty)
        #expect(page.text.contains("<form") != applied.form.isEmpty)
        if !applied.form.isEmpty {
            #expect(try await server.browse(link, form: applied.form).status == 200)
            #expect(try await applied.isApplied(server))
        }
    }

    @Test func `in the reference a link with a password is applied when it is opened`() async throws {
        let server = try await TestServer.open(.emulator)
        _ = try await server.user()
        let link = try await server.linkQuery("PASSWORD_RESET")

        let weak = try await server.browse(link + "&newPassword=short")
        #expect(weak.status == 400 && weak.text.contains("WEAK_PASSWORD") && weak.text.contains("<form"))
        #expect(try await server.browse(link + "&newPassword=another-horse").status == 200)
        #expect(try await server.signIn(TestServer.alice, password: "another-horse").status == 200)
    }

    @Test(arguments: [Profile.local, .production])
    func `a password in the link is not used by opening it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let link = try await server.linkQuery("PASSWORD_RESET") + "&newPassword=another-horse"

        let page = try await server.browse(link)

        #expect(page.status == 200 && !page.text.contains("another-horse"))
        #expect(try await server.signIn(TestServer.alice).status == 200)
    }

    // MARK: HEAD

    @Test(arguments: Profile.allCases, [nil, TestServer.browserAccepts])
    func `HEAD applies nothing, and is answered as the page is`(_ profile: Profile, _ accept: String?) async throws {
        let links = profile == .emulator ? AppliedLink.ofReference : AppliedLink.all
        for applied in links {
            let server = try await TestServer.open(profile)
            let link = try await applied.link(server)
            var headers = HTTPFields()
            headers[.accept] = accept

            let head = try await server.send(.head, server.actionPath + link, headers: headers)

            let isPage = profile != .emulator || accept != nil
            #expect(head.body.isEmpty && head.isPage == isPage)
            if !isPage { #expect(head.headers[.contentType] == "application/json; charset=utf-8") }
            // The JSON form asks for a password where the page has fields for it.
            #expect(head.status == (isPage || applied.form.isEmpty ? 200 : 400))
            #expect(head.headers[.location] == nil)
            #expect(try await !applied.isApplied(server))
            #expect(try await server.browse(link, form: applied.form).status == 200)
            #expect(try await applied.isApplied(server))
        }
    }

    // MARK: Redirects

    @Test(arguments: Profile.allCases)
    func `a sign-in link leads to the app at once`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let link = try await server.linkQuery("EMAIL_SIGNIN")
        let program = try await server.action(link)

        let browser = try await server.browse(link)

        #expect(program.status == 303 && browser.status == 303)
        #expect(browser.headers[.location] == program.headers[.location])
        #expect(try await server.action(link, method: .head).status == 303)
    }

    @Test(arguments: Profile.allCases)
    func `a page leads to the app by a link, and what the reference applies at once by a redirect`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let target = "http://localhost:3000/done?a=1&b=2#c"
        let link = try await server.linkQuery("VERIFY_EMAIL", TestServer.alice, ["continueUrl": .string(target)])

        let opened = try await server.browse(link)

        if profile == .emulator {
            #expect(opened.status == 303)
            #expect(opened.headers[.location] == target)
        } else {
            #expect(opened.status == 200)
            let done = try await server.browse(link, form: [])
            #expect(done.status == 200 && done.headers[.location] == nil)
            #expect(done.text.contains(#"href="http://localhost:3000/done?a=1&amp;b=2#c""#))
            #expect(done.text.contains("<bdi dir=\"ltr\">localhost:3000</bdi>"))
        }
    }

    // MARK: Safety

    @Test(arguments: Profile.allCases)
    func `a page runs and loads nothing but its own, and is not kept`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let page = try await server.browse(try await server.linkQuery("PASSWORD_RESET"))

        let policy = try #require(page.headers[.contentSecurityPolicy])
        let nonce = try #require(policy.firstMatch(of: #/script-src 'nonce-(\w{22})';/#)?.output.1)
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(policy.contains("form-action 'self'; frame-ancestors 'none'"))
        #expect(page.text.contains("<script nonce=\"\(nonce)\">"))
        #expect(page.headers[.cacheControl]?.contains("no-store") == true)
        #expect(page.headers[.vary] == "Origin, Accept")
        #expect(page.body.count < 150_000)
    }

    @Test func `a form of another site is refused`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let link = try await server.linkQuery("VERIFY_EMAIL")

        let refused = try await server.browse(link, form: [], headers: .fromOtherSite)

        #expect(refused.status == 403 && refused.heading == "Nothing has been changed")
        #expect(try await server.account(email: TestServer.alice)["emailVerified"] == false)
        // A link in a mail is followed from another site.
        #expect(try await server.browse(link, headers: .fromOtherSite).status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `hostile texts are shown as texts`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let script = #"<script>alert(1)</script>"'{{title}}"#
        _ = try await server.control(.patch, "/rules", ["appName": .string(script)])
        _ = try await server.user("\"<b>x</b>\"@example.test")
        let link = try await server.linkQuery("PASSWORD_RESET", "\"<b>x</b>\"@example.test")

        for query in [link, "mode=\(script)&apiKey=\(script)&oobCode=\(script)&lang=\(script)"] {
            let page = try await server.browse(
                query.replacing("<", with: "%3C").replacing(">", with: "%3E").replacing("\"", with: "%22"))
            #expect(page.isPage)
            #expect(!page.text.contains("<script>alert") && !page.text.contains("<b>x"))
        }
        #expect(
            try await server.browse(link).text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;{{title}}"))
    }

    @Test(arguments: Profile.allCases)
    func `the journal has the form without its password, under the name of the page`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let link = try await server.linkQuery("PASSWORD_RESET")

        _ = try await server.browse(
            link, form: [("username", "x"), ("newPassword", "another-horse"), ("newPassword", "another-horse")])

        let answer = try await server.control(.get, "/requests?operation=pages.action")
        let entry = try #require(answer["requests"]?.arrayValue?.last)
        #expect(entry["method"] == "POST" && entry["status"] == 200)
        #expect(entry[path: "request.newPassword"] == ["<newPassword>", "<newPassword>"])
        #expect(!answer.text.contains("another-horse"))
    }

    @Test func `faults of the page act on its form, too`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let link = try await server.linkQuery("VERIFY_EMAIL")
        let fault: JSON = ["on": "pages.action", "skip": 1, "status": 502, "body": "no"]
        try #require(try await server.control(.post, "/faults", fault).status == 200)

        #expect(try await server.browse(link).status == 200)
        let answer = try await server.browse(link, form: [])

        #expect(answer.status == 502 && answer.text == "no")
        #expect(try await server.account(email: TestServer.alice)["emailVerified"] == false)
    }
}
