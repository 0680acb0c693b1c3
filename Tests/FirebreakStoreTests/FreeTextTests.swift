import FirebreakWire
import Testing

@testable import FirebreakStore

struct FreeTextTests {
    private static let texts = [
        "", "Ann", "Zoë 😀", "\0", "a\0b", "\0\0", "\u{1A}", "\u{1A}0", "\u{1A}1", "\u{1A}\0\u{1A}", "0\u{1A}1\0",
    ]

    @Test(arguments: texts)
    func `a text comes back as it was`(_ text: String) async throws {
        let fixture = try StoreFixture()
        let account = StoreFixture.account("a") {
            $0.userProfile.displayName = text
            $0.userProfile.photoURL = text
            $0.passwordHash = text
        }
        try await fixture.write { tx in try tx.insert(account) }

        let stored = try #require(try await fixture.read { tx in try tx.account(id: account.id) })
        for read in [stored.userProfile.displayName, stored.userProfile.photoURL, stored.passwordHash] {
            #expect(read.map { Array($0.utf8) } == Array(text.utf8))
        }
        #expect(FreeText.stored(text)?.utf8.contains(0) == false)
    }

    @Test func `different texts are stored as different ones`() {
        #expect(Set(Self.texts.compactMap { FreeText.stored($0).map { Array($0.utf8) } }).count == Self.texts.count)
        #expect(FreeText.stored(nil) == nil)
    }

    @Test(arguments: ["\u{1A}", "a\u{1A}", "\u{1A}2", "\u{1A}\u{1A}"])
    func `the control character of an older database stays`(_ text: String) {
        #expect(FreeText.read(text) == text)
    }
}
