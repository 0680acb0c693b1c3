import FirebreakTesting  // brings Firebreak along
import Testing

@Suite(.firebreak(fixture: "fixtures/shop.yaml"))
struct ExpiredLinkTests {
    @Test func `a link expires`() async throws {
        // The project is this test's own copy of the seeded one, and the shop's requests go there.
        try await withShop { shop, project in
            let before = try await project.outbox.cursor()
            try await shop.askForLink(to: "alice@example.test")
            let mail = try await project.outbox.next(to: "alice@example.test", type: .emailSignIn, after: before)
            try await project.clock.advance(by: .seconds(6 * 3600 + 1))
            #expect(try await shop.follow(mail).status == .gone)
            #expect(try await project.requests(of: "accounts.signInWithEmailLink").map(\.error) == ["EXPIRED_OOB_CODE"])
        }
    }
}
