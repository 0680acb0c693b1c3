import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

extension TestServer {
    /// What browsers accept when somebody follows a link.
    static let browserAccepts = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"
    static let alice = "alice@example.test"

    /// Follows an action link with a browser, or sends its form.
    ///
    /// - Parameters:
    ///   - form: The fields to send; `nil` for GET.
    ///   - headers: Besides what is accepted.
    func browse(_ query: String, form: [(String, String)]? = nil, headers: HTTPFields = [:]) async throws -> TestAnswer
    {
        var headers = headers
        headers[.accept] = headers[.accept] ?? Self.browserAccepts
        guard let form else { return try await send(.get, actionPath + query, headers: headers) }
        headers[.contentType] = "application/x-www-form-urlencoded"
        let body = form.map { "\($0.0)=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
        return try await send(.post, actionPath + query, headers: headers, body: Array(body.utf8))
    }

    var actionPath: String { profile == .emulator ? "/emulator/action?" : "/__/auth/action?" }

    /// The query of a new action link.
    func linkQuery(_ type: String, _ email: String = TestServer.alice, _ more: JSON = [:]) async throws -> String {
        let answer = try await oobLink(type, email, more)
        return try Self.query(try #require(answer.string("oobLink"), "\(answer.text)"))
    }

    static func query(_ link: String) throws -> String {
        try #require(link.split(separator: "?", maxSplits: 1).last.map(String.init))
    }

    /// The query of the link with which a change of address can be undone.
    func recoveryQuery() async throws -> String {
        let user = try await user()
        let change = try await linkQuery("VERIFY_AND_CHANGE_EMAIL", Self.alice, ["newEmail": "new@x.test"])
        try #require(try await action(change).status == 200)
        if profile == .emulator {
            // The reference sends one only after a direct change.
            _ = try await app("accounts:update", ["idToken": user.token, "email": "newer@x.test"])
        }
        return try await latestQuery("RECOVER_EMAIL")
    }

    /// The query of the link with which the addition of a second factor can be undone.
    func reversionQuery() async throws -> String {
        try await allowPhones()
        _ = try await enrollPhone(try await verifiedUser())
        return try await latestQuery("REVERT_SECOND_FACTOR_ADDITION")
    }

    private func latestQuery(_ type: String) async throws -> String {
        let message = try #require(try await outbox("type=\(type)&order=desc").first)
        return try Self.query(try #require(message[path: "link.action"]?.stringValue))
    }
}

extension TestAnswer {
    var isPage: Bool { headers[.contentType] == "text/html; charset=utf-8" }

    /// The heading of a page.
    var heading: String? { text.firstMatch(of: #/<h1>(.*?)</h1>/#).map { String($0.output.1) } }

    /// The page's `lang`.
    var language: String? { text.firstMatch(of: #/<html lang="(.*?)" dir="(?:ltr|rtl)">/#).map { String($0.output.1) } }

    /// The page's `dir`.
    var direction: String? { text.firstMatch(of: #/<html lang="[^"]*" dir="(.*?)">/#).map { String($0.output.1) } }

    /// The text of a page, without what is between tags.
    var shownText: String {
        text.replacing(#/(?s)<(style|script)[^>]*>.*?</(style|script)>/#, with: "").replacing(#/<[^>]*>/#, with: "")
    }
}
