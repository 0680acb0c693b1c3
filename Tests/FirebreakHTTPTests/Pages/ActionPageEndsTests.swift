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

    @Test(arguments: ["USER_DISABLED", "EMAIL_EXISTS", "UNAUTHORIZED_DOMAIN"])
    func `the journal knows an error that a page tells`(_ code: String) async throws {
        let server = try await TestServer.open(.local)
        let end = try #require(ActionLinkEnd.all.first { $0.detail == code })

        _ = try await server.browse(try await end.link(server))

        let entries = try await server.control(.get, "/requests?operation=pages.action")["requests"]?.arrayValue
        #expect(entries?.last?["error"] == .string(code))
    }

    @Test func `every language has every page, in words of its own`() async throws {
        var headings: [String: [Language: String]] = [:]
        for language in Language.allCases {
            for (name, page) in try await pages(in: language) {
                #expect(page.language == language.htmlTag, "\(name)")
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
}
