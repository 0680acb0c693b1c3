import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The settings of a project as a browser has them: pages, and forms that are sent as they were shown.
struct SettingsConsole {
    let server: TestServer
    var project = TestServer.project

    private var root: String { "/firebreak/projects/\(project)/settings" }

    /// A page; the empty path is the overview.
    func page(_ path: String = "") async throws -> TestAnswer {
        try await server.send(.get, path.isEmpty ? root : "\(root)/\(path)")
    }

    /// Sends a form as the page shows it, but for some fields; `nil` leaves a field out, as of a box that is not ticked.
    ///
    /// - Parameter page: Where the form is shown; by default where it is sent to.
    @discardableResult
    func submit(_ path: String, _ changes: KeyValuePairs<String, String?> = [:], on page: String? = nil) async throws
        -> TestAnswer
    {
        let shown = try await self.page(page ?? path)
        try #require(shown.status == 200, "\(shown.text)")
        // Of several that lead there, the one with most of these fields.
        let forms = PageForm.all(in: shown.text).filter { $0.action == "\(root)/\(path)" }
        let known = forms.map { form in changes.count { change in form.fields.contains { $0.name == change.key } } }
        let most = known.max().flatMap(known.firstIndex)
        var fields = try #require(most.map { forms[$0] }, "no form leads to \(path)").fields
        for (name, value) in changes {
            fields.removeAll { $0.name == name }
            if let value { fields.append((name, value)) }
        }
        return try await post(path, fields)
    }

    /// Presses a button that sends nothing but its own value.
    @discardableResult
    func press(_ path: String, _ name: String, _ value: String) async throws -> TestAnswer {
        try await post(path, [("formToken", try await token), (name, value)])
    }

    @discardableResult
    func post(_ path: String, _ fields: [(name: String, value: String)]) async throws -> TestAnswer {
        let body = fields.map { "\(FormURLEncoding.encode($0.name))=\(FormURLEncoding.encode($0.value))" }
        return try await server.send(
            .post, "\(root)/\(path)", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Array(body.joined(separator: "&").utf8))
    }

    var token: String {
        get async throws {
            let text = try await page().text
            return String(try #require(text.firstMatch(of: #/<meta name="form-token" content="([^"]+)">/#)).1)
        }
    }

    /// The settings that a page marks as changed.
    func changed(_ path: String) async throws -> [String] {
        try await page(path).text.matches(of: #/<div class="setting changed" data-setting="([^"]+)">/#)
            .map { String($0.1) }
    }

    /// The settings that the overview lists.
    func overview() async throws -> [String] {
        try await page().text.matches(of: #/<tr data-changed="([^"]+)">/#).map { String($0.1) }
    }

    /// The configuration as Google's API has it.
    func config() async throws -> JSON {
        try await server.send(
            .get, "/identitytoolkit.googleapis.com/v2/projects/\(project)/config",
            headers: [.authorization: "Bearer owner"]
        ).json
    }

    func rules() async throws -> JSON { try await server.control(.get, "/rules", project: project).json }
}

/// A form of a page with what a browser would send.
struct PageForm {
    let action: String
    var fields: [(name: String, value: String)]

    static func all(in page: String) -> [PageForm] {
        page.matches(of: #/<form ([^>]*)>(.*?)<\/form>/#.dotMatchesNewlines()).map { form in
            PageForm(action: attribute("action", of: form.1) ?? "", fields: fields(String(form.2)))
        }
    }

    private static func fields(_ markup: String) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for input in markup.matches(of: #/<input ([^>]*)>/#) {
            guard let name = attribute("name", of: input.1) else { continue }
            guard attribute("type", of: input.1) != "checkbox" || input.1.contains(" checked") else { continue }
            fields.append((name, attribute("value", of: input.1) ?? ""))
        }
        for area in markup.matches(of: #/<textarea ([^>]*)>(.*?)<\/textarea>/#.dotMatchesNewlines()) {
            guard let name = attribute("name", of: area.1) else { continue }
            // A browser drops the first line break, and sends the others as two characters.
            let text = unescaped(area.2.drop { $0 == "\n" }).replacing("\n", with: "\r\n")
            fields.append((name, text))
        }
        for select in markup.matches(of: #/<select ([^>]*)>(.*?)<\/select>/#.dotMatchesNewlines()) {
            guard let name = attribute("name", of: select.1) else { continue }
            let options = select.2.matches(of: #/<option ([^>]*)>/#)
            let option = options.first { $0.1.contains(" selected") } ?? options.first
            fields.append((name, option.flatMap { attribute("value", of: $0.1) } ?? ""))
        }
        return fields
    }

    static func attribute(_ name: String, of tag: some StringProtocol) -> String? {
        for match in String(tag).matches(of: #/([a-z-]+)="([^"]*)"/#) where match.1 == name {
            return unescaped(match.2)
        }
        return nil
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text)) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
