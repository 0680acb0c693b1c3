import Firebreak
import Testing

/// A server as another process would have it, reached over HTTP.
@Test func `a server is reached by its address`() async throws {
    var configuration = EmulatorConfiguration()
    configuration.profile = .production
    try await withFirebreak(configuration: configuration) { firebreak in
        let server = FirebreakServer(url: firebreak.url)
        let project = server.project("demo-shop")
        let alice = try await project.accounts.create(email: "alice@example.test", claims: ["role": "admin"])
        let token = try await project.accounts.idToken(for: alice.uid)
        try await project.faults.removeAll()
        #expect(!token.isEmpty)
    }
}
