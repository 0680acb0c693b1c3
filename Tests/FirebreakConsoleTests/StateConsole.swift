import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The console's view of time and state as a browser has it: its pages and its forms.
struct StateConsole {
    let server: TestServer
    var project = TestServer.project

    /// The path of a page of the view.
    func path(_ rest: String = "") -> String {
        "/firebreak/projects/\(PercentEncoding.encodeComponent(project))/state\(rest)"
    }

    func page(_ rest: String = "") async throws -> TestAnswer { try await server.send(.get, path(rest)) }

    /// Sends a form.
    ///
    /// - Parameter token: `nil` for the one of the page.
    func send(
        _ rest: String, _ fields: KeyValuePairs<String, String> = [:], token: String? = nil
    ) async throws -> TestAnswer {
        try await send(rest, pairs: fields.map { ($0.key, $0.value) }, token: token)
    }

    func send(_ rest: String, pairs fields: [(String, String)], token: String? = nil) async throws -> TestAnswer {
        let token = if let token { token } else { try await formToken }
        let pairs = [("formToken", token)] + fields
        let body = pairs.map { "\($0.0)=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
        return try await server.send(
            .post, path(rest), headers: [.contentType: "application/x-www-form-urlencoded"], body: Array(body.utf8))
    }

    private var formToken: String {
        get async throws {
            let text = try await page().text
            let start = try #require(text.firstRange(of: #"<meta name="form-token" content=""#)).upperBound
            return String(text[start...].prefix { $0 != "\"" })
        }
    }

    /// Reads from the control API.
    func read(_ rest: String) async throws -> JSON {
        try await server.control(.get, rest, project: PercentEncoding.encodeComponent(project)).json
    }

    func signUp(_ email: String) async throws {
        let answer = try await server.admin("accounts", ["email": .string(email)], project: project)
        try #require(answer.status == 200, "\(answer.text)")
    }

    var accountCount: JSON? { get async throws { try await read("")[path: "counts.accounts"] } }
}

extension TestAnswer {
    /// Whether it leads to a path, with what was done in the query.
    func leads(to path: String, notice: String) -> Bool {
        guard status == 303, let location = headers[.location] else { return false }
        return location.hasPrefix(path + "?") && location.hasSuffix("notice=\(notice)")
    }
}
