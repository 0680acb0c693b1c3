import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The console's page of one account, as a browser without scripts has it.
struct AccountPage {
    let server: TestServer
    let path: String

    init(_ id: String, tenant: String? = nil, on server: TestServer) {
        self.server = server
        let query = tenant.map { "?tenant=\($0)" } ?? ""
        path = "/firebreak/projects/example/accounts/\(PercentEncoding.encodeComponent(id))\(query)"
    }

    func open() async throws -> TestAnswer { try await server.send(.get, path) }

    /// Sends a form of the page with the token that the page has.
    func send(_ action: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> TestAnswer {
        let page = try await open().text
        let token = try #require(page.firstMatch(of: /name="formToken" value="(\w+)"/)?.1)
        return try await post([("formToken", String(token)), ("action", action)] + fields.map { ($0.key, $0.value) })
    }

    /// Sends the form of the profile as the page has it, but for these fields; of a box, `on` or nothing.
    ///
    /// - Parameter page: An earlier state of it.
    func edit(_ changes: [String: String], from page: TestAnswer? = nil) async throws -> TestAnswer {
        let page = if let page { page } else { try await open() }
        let forms = page.text.split(separator: "<form ")
        let form = try #require(forms.first { $0.contains(#"name="action" value="edit""#) })
        var fields: [(String, String)] = []
        for input in form.matches(of: /<input [^>]*name="(\w+)"[^>]*>/) {
            let name = String(input.1)
            let isBox = input.0.contains("checkbox")
            var value = input.0.firstMatch(of: /value="([^"]*)"/).map { String($0.1).unescapedHTML } ?? ""
            if isBox, !input.0.contains(" checked") { value = "" }
            value = changes[name] ?? value
            if !isBox || !value.isEmpty { fields.append((name, value)) }
        }
        return try await post(fields)
    }

    func post(_ fields: [(String, String)]) async throws -> TestAnswer {
        let body = fields.map { "\(FormURLEncoding.encode($0.0))=\(FormURLEncoding.encode($0.1))" }
        return try await server.send(
            .post, path, headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Array(body.joined(separator: "&").utf8))
    }
}

extension TestAnswer {
    /// Where a form led to.
    var location: String? { headers[.location] }

    /// The notice above the page, without markup.
    var notice: String? {
        text.firstMatch(of: /<p class="notice \w+" role="status">(.*?)<\/p>/).map { String($0.1).unescapedHTML }
    }

    /// What a field of a page has in it.
    func field(_ id: String) -> String? {
        text.matches(of: /<input id="(\w+)"[^>]*? value="([^"]*)"/).first { $0.1 == id }
            .map { String($0.2).unescapedHTML }
    }

    /// Whether the reader is led to this field, whose content was refused.
    func isRefused(_ id: String) -> Bool {
        text.matches(of: /id="(\w+)"[^>]* aria-invalid="true" autofocus/).map { String($0.1) } == [id]
    }

    /// What a text area of a page has in it.
    func area(_ id: String) -> String? {
        text.matches(of: /<textarea id="(\w+)"[^>]*>\n([^<]*)<\/textarea>/).first { $0.1 == id }
            .map { String($0.2).unescapedHTML }
    }

    /// The text of an element that has no other in it.
    func element(_ id: String) -> String? {
        text.matches(of: /id="([\w-]+)">([^<]*)</).first { $0.1 == id }.map { String($0.2).unescapedHTML }
    }
}

extension String {
    var unescapedHTML: String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
