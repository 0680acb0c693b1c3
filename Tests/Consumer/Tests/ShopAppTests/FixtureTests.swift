import FirebreakTesting
import Testing

@Suite(.firebreak(fixture: "fixtures/shop.yaml"))
struct FixtureTests {
    @Test func `an admin has the claim of the fixture`() async throws {
        let project = try #require(FirebreakProject.current)
        let admin = try await project.accounts.find(email: "admin@example.test")
        #expect(admin?.claims?["role"] == "admin")
    }
}
