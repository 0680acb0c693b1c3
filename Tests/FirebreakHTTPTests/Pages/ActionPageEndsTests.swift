import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What the pages of action links say about links that do nothing (email-actions.md section 7).
struct ActionPageEndsTests {
    @Test(arguments: ActionLinkEnd.all)
    func `a link that does nothing has a page that says why`(_ end: ActionLinkEnd) async throws {
        let server = try await TestServer.open(.local)
        let link = try await end.link(server)

        let forms: [[(String, String)]?] = [nil, [("newPassword", "another-horse")]]
        for form in forms {
            let page = try await server.browse(link, form: form)
            #expect(page.status == end.status)
            #expect(page.isPage)
            #expect(page.heading == end.heading)
            if let detail = end.detail { #expect(page.text.contains("<code>\(detail)"), "\(page.shownText)") }
            #expect(!page.text.contains("<form"))
        }
        let head = try await server.action(link, method: .head)
        #expect(head.status == end.status && head.isPage && head.body.isEmpty)
    }

    @Test(arguments: ActionLinkEnd.all)
    func `programs get the status of the page`(_ end: ActionLinkEnd) async throws {
        let server = try await TestServer.open(.local)
        let link = try await end.link(server) + "&newPassword=another-horse"

        let answer = try await server.action(link)

        #expect(answer.status == end.status)
        #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
        #expect(answer["authEmulator"] != nil || answer.message?.hasPrefix(end.detail ?? "-") == true)
    }

    /// Errors that no setting, code or link decided.
    private static let saysItAll = ["USER_DISABLED", "EMAIL_EXISTS", "EMAIL_NOT_FOUND", "INVALID_CONTINUE_URI"]

    @Test(arguments: ActionLinkEnd.all)
    func `the journal knows the error that a page or its JSON form tells`(_ end: ActionLinkEnd) async throws {
        let server = try await TestServer.open(.local)
        let link = try await end.link(server)

        _ = try await server.browse(link)
        _ = try await server.action(link + "&newPassword=another-horse")

        let all = try await server.send(.get, "/firebreak/v1/requests").json["requests"]?.arrayValue ?? []
        let calls = all.filter { $0["operation"] == "pages.action" && $0["status"] != 200 }.suffix(2)
        #expect(calls.count == 2)
        for call in calls {
            let error = call["error"]?.stringValue ?? ""
            #expect(!error.isEmpty)
            if let detail = end.detail, detail == detail.uppercased() { #expect(error == detail) }
            let isExplained = call["explanation"]?.stringValue?.isEmpty == false
            #expect(
                isExplained || Self.saysItAll.contains(error), "\(call.text)")
        }
    }

    // MARK: Hosting links

    private static let inners = [
        "http://localhost/finish?x=1&y=2", "http://localhost/finish?q=a%2Bb+c%20d", "http://localhost/a#part?b&c=d",
        "http://localhost/finish?next=http%3A%2F%2Flocalhost%2F%3Fa%3Db%26c%3Dd",
        "http://localhost:5000/?link=x&link=y",
    ]

    @Test(arguments: Profile.allCases, inners)
    func `a hosting link leads to the whole of the link inside`(_ profile: Profile, _ inner: String) async throws {
        let server = try await TestServer.open(profile)
        let encoded = PercentEncoding.encodeComponent(inner)

        for query in [inner, encoded, "\(encoded)&apn=com.x"] {
            let answer = try await server.send(.get, "/__/auth/links?link=\(query)")
            #expect(answer.status == 303)
            #expect(answer.headers[.location] == inner, "\(query)")
        }
        let later = try await server.send(.get, "/__/auth/links?ibi=com.x&link=\(inner)")
        #expect(later.headers[.location] == inner)
        // What action links have as the address to go on to is read the same way.
        let action = "mode=signIn&apiKey=k&oobCode=x&continueUrl="
        let wrapped = FormURLEncoding.encode("\(TestServer.origin)/__/auth/links?link=\(inner)")
        let plain = FormURLEncoding.encode(inner)
        #expect(
            try await server.action(action + wrapped).headers[.location]
                == server.action(action + plain).headers[.location])
    }

    @Test(arguments: [
        ("", "This link is incomplete", "MISSING_OOB_CODE", 400),
        ("?link=", "This link is incomplete", "MISSING_OOB_CODE", 400),
        ("?link=javascript:alert(1)", "This link is incomplete", "MISSING_OOB_CODE", 400),
        (
            "?link=https://evil.example/a?b=c", "This link leads to an address that is not allowed",
            "UNAUTHORIZED_DOMAIN",
            400
        ),
        (
            "?link=https://evil.example/?lang%3Dde", "This link leads to an address that is not allowed",
            "UNAUTHORIZED_DOMAIN", 400
        ),
    ])
    func `a hosting link that leads nowhere is a page for browsers`(
        query: String, heading: String, code: String, status: Int
    ) async throws {
        let server = try await TestServer.open(.local)

        let page = try await server.send(
            .get, "/__/auth/links" + query, headers: [.accept: TestServer.browserAccepts])
        let program = try await server.send(.get, "/__/auth/links" + query)

        #expect(page.status == status && page.isPage)
        #expect(page.heading == heading)
        #expect(program.status == status)
        #expect(program["authEmulator"] != nil || program.message?.hasPrefix(code) == true)
        let calls = try await server.send(.get, "/firebreak/v1/requests").json["requests"]?.arrayValue ?? []
        #expect(calls.suffix(2).allSatisfy { $0["error"] == .string(code) }, "\(calls)")
        #expect(calls.suffix(2).allSatisfy { $0["explanation"] != nil })
    }

    @Test func `a hosting link's page is in the language of the link inside`() async throws {
        let server = try await TestServer.open(.local)
        let inner = FormURLEncoding.encode("https://evil.example/?mode=signIn&lang=de")

        let page = try await server.send(
            .get, "/__/auth/links?link=" + inner, headers: [.accept: TestServer.browserAccepts])

        #expect(page.language == "de")
    }

    /// A phone opens the app by a link of the project's own domain; this server's own leads to the link inside.
    @Test(arguments: [
        ("https://links.test", "https://links.test/__/auth/links?link=http://localhost/finish?x=1&amp;y=2"),
        // An international domain, however it is written, is handed out in the form of the domain name system.
        (
            "https://bücher.test",
            "https://xn--bcher-kva.test/__/auth/links?link=http://localhost/finish?x=1&amp;y=2"
        ),
        (
            "https://xn--bcher-kva.test",
            "https://xn--bcher-kva.test/__/auth/links?link=http://localhost/finish?x=1&amp;y=2"
        ),
        (TestServer.origin, "http://localhost/finish?x=1&amp;y=2"),
    ])
    func `the way on leads to the hosting link of the project's own domain`(host: String, way: String) async throws {
        let server = try await TestServer.open(.local, rules: ["hostingDomains": "links.test,bücher.test"])
        _ = try await server.user()
        let link = try await server.linkQuery("VERIFY_EMAIL")
        let next = FormURLEncoding.encode("\(host)/__/auth/links?link=http://localhost/finish?x=1&y=2")

        let page = try await server.browse("\(link)&continueUrl=\(next)", form: [])

        #expect(page.status == 200)
        #expect(page.text.contains(#"href="\#(way)""#), "\(page.text)")
        #expect(page.shownText.contains("localhost"))
    }

    // MARK: Languages

    @Test(arguments: [("&lang=de", "de"), ("&lang=ko", "ko"), ("&lang=iw", "he"), ("&lang=xx", "en"), ("", "en")])
    func `what a page causes is in its language`(lang: String, locale: String) async throws {
        let server = try await TestServer.open(.local)
        let link = try await server.recoveryQuery().replacing(#/&lang=\w+/#, with: "") + lang

        try #require(try await server.browse(link, form: []).status == 200)
        let page = try await server.browse(link, form: [("mailReset", "yes")])

        #expect(page.status == 200)
        let message = try #require(try await server.outbox("type=PASSWORD_RESET&order=desc").first)
        #expect(message["locale"] == .string(locale))
    }

    @Test func `every language has every page, in words of its own`() async throws {
        var headings: [String: [Language: String]] = [:]
        for language in Language.allCases {
            for (name, page) in try await pages(in: language) {
                #expect(page.language == language.htmlTag, "\(name)")
                #expect(page.direction == language.direction.rawValue, "\(name)")
                let text = page.shownText
                #expect(!text.contains("%") && !text.contains("{{"), "\(name): \(text)")
                headings[name, default: [:]][language] = page.heading
            }
        }
        for (name, all) in headings {
            #expect(all.count == Language.allCases.count)
            #expect(Set(all.values).count == all.count, "\(name): \(all)")
        }
        #expect(headings.count == 31)
    }

    @Test func `a language without texts is English, and the browser's does not count`() async throws {
        let server = try await TestServer.open(.local)

        for (lang, tag) in [("", "en"), ("&lang=", "en"), ("&lang=xx", "en"), ("&lang=pt-PT", "pt-BR")] {
            let page = try await server.browse("mode=nope" + lang, headers: [.acceptLanguage: "de"])
            #expect(page.language == tag)
        }
    }

    /// Every page in a language, by name.
    private func pages(in language: Language) async throws -> [(name: String, page: TestAnswer)] {
        func translated(_ link: String) -> String {
            link.replacing(#/&lang=\w+/#, with: "") + "&lang=" + language.rawValue
        }
        var pages: [(name: String, page: TestAnswer)] = []
        for end in ActionLinkEnd.all {
            let server = try await TestServer.open(.local)
            pages.append((end.testDescription, try await server.browse(translated(try await end.link(server)))))
        }
        for action in AppliedLink.all {
            let server = try await TestServer.open(.local)
            let link = translated(try await action.link(server))
            pages.append((action.mode, try await server.browse(link)))
            pages.append((action.mode + " done", try await server.browse(link, form: action.form)))
        }
        let foreign = try await TestServer.open(.local).browse(
            translated("mode=x"), form: [], headers: .fromOtherSite)
        pages.append(("other site", foreign))
        return pages
    }
}

extension HTTPFields {
    /// What a browser says of a form that a page of another site sends.
    static let fromOtherSite: HTTPFields = {
        var headers = HTTPFields()
        if let name = HTTPField.Name("Sec-Fetch-Site") { headers[name] = "cross-site" }
        return headers
    }()

    @Test(arguments: [(nil, true), ("127.0.0.1", true), ("203.0.113.7", false)])
    func `readers on this machine alone are led to the message in the console`(
        _ address: String?, _ isLed: Bool
    ) async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let query = try await server.linkQuery("VERIFY_EMAIL")
        #expect(try await server.action(query).status == 200)
        let id = try #require(try await server.outbox().last?["id"]?.stringValue)
        let page = try await server.send(
            .get, "/__/auth/action?\(query)", headers: [.accept: "text/html"], from: address)
        #expect(page.status == 400)
        #expect(page.text.contains("/firebreak/projects/example/outbox/\(id)\"") == isLed)
        #expect(page.text.contains("/firebreak/requests/of/") == isLed)
    }

    /// Such as a domain that may not be led to: the message does not say what changes that.
    @Test(arguments: [
        ("mode=verifyEmail&apiKey=k&oobCode=unknown&lang=en", "INVALID_OOB_CODE"),
        ("mode=signIn&apiKey=k&oobCode=x&lang=en&continueUrl=http://evil.test/", "Add evil.test"),
    ])
    func `a link without a message leads to its refusal in the console`(_ query: String, _ shown: String) async throws {
        let server = try await TestServer.open(.local)

        let page = try await server.browse(query)

        #expect(page.status == 400 && !page.text.contains("/outbox/"))
        let path = try #require(page.text.firstMatch(of: #/href="(/firebreak/requests/of/\w+)"/#)?.output.1)
        let way = try await server.send(.get, String(path), headers: [.accept: "text/html"])
        let call = try await server.send(.get, try #require(way.headers[.location]), headers: [.accept: "text/html"])
        #expect(call.text.contains(shown), "\(call.text)")
    }
}
