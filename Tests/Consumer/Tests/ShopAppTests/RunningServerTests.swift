import Firebreak
import Testing

/// A server that runs elsewhere, reached over HTTP.
@Test func `a server is reached by its address`() async throws {
    try await withFirebreak(fixture: nil) { firebreak in
        let server = FirebreakServer(url: firebreak.url)
        let project = server.project("demo-shop")
        let alice = try await project.accounts.create(email: "alice@example.test", claims: ["role": "admin"])
        let token = try await project.accounts.idToken(for: alice.uid)
        try await project.faults.removeAll()
        #expect(!token.isEmpty)
    }
}
