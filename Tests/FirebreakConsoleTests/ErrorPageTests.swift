import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The console's pages of the catalogue of errors.
struct ErrorPageTests {
    private func codes(_ answer: TestAnswer) -> [String] {
        answer.text.matches(of: #/<a data-entry href="\/firebreak\/errors\/[^"]*">([^<]*)</a>/#)
            .map { String($0.output.1) }
    }

    private func catalogue(_ server: TestServer) async throws -> [JSON] {
        try await server.send(.get, "/firebreak/v1/errors")["errors"]?.arrayValue ?? []
    }

    @Test func `the list has every code once, and is light`() async throws {
        let server = try TestServer()
        let list = try await server.send(.get, "/firebreak/errors")
        let known = Set(try await catalogue(server).compactMap { $0["code"]?.stringValue }).sorted()

        #expect(list.status == 200)
        #expect(known.count > 100)
        #expect(codes(list) == known)
        #expect(list.body.count < 120_000, "\(list.body.count)")
    }

    @Test(
        arguments: [
            ("email_exists", ["EMAIL_EXISTS"]), ("unlikely%20words", []),
            ("authorizedDomains", ["UNAUTHORIZED_DOMAIN"]),
            ("%3Cscript%3E", []),
        ] as [(String, [String])])
    func `words select errors`(words: String, expected: [String]) async throws {
        let server = try TestServer()
        let list = try await server.send(.get, "/firebreak/errors?q=\(words)")

        #expect(Set(codes(list)).isSuperset(of: expected))
        #expect(codes(list).count < 20)
        #expect(list.text.contains("No error has these words.") == expected.isEmpty)
        #expect(!list.text.contains("<script>"))
    }

    @Test func `every entry has a page that says all of it`() async throws {
        let server = try TestServer()
        let errors = try await catalogue(server)
        for code in Set(errors.compactMap { $0["code"]?.stringValue }) {
            let page = try await server.send(.get, "/firebreak/errors/\(code)")
            #expect(page.status == 200, "\(code)")
            #expect(page.body.count < 120_000, "\(code): \(page.body.count)")
            let same = errors.filter { $0["code"]?.stringValue == code }
            for message in same.compactMap({ $0["message"]?.stringValue }) {
                #expect(page.text.contains(message.escapedHTML), "\(code)")
            }
        }
        let one = try await server.send(.get, "/firebreak/errors/email_exists")
        #expect(one.text.contains("The address belongs to another account."))
        #expect(one.text.contains("<code>accounts.signUp</code>"))
    }

    @Test func `an unknown code is not found, and the most similar ones are named`() async throws {
        let server = try TestServer()
        let page = try await server.send(.get, "/firebreak/errors/EMAIL_EXIST")

        #expect(page.status == 404)
        #expect(page.text.contains("EMAIL_EXISTS"))
    }
}
