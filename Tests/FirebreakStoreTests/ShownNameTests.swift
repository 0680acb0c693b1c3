import FirebreakWire
import Testing

@testable import FirebreakStore

struct ShownNameTests {
    private static let names = [
        "", "Ann", "Zoë 😀", "\0", "a\0b", "\0\0", "\u{1A}", "\u{1A}0", "\u{1A}1", "\u{1A}\0\u{1A}", "0\u{1A}1\0",
    ]

    @Test(arguments: names)
    func `a name comes back as it was`(_ name: String) async throws {
        let fixture = try StoreFixture()
        let account = StoreFixture.account("a") { $0.displayName = name }
        try await fixture.write { tx in try tx.insert(account) }

        let stored = try await fixture.read { tx in try tx.account(id: account.id)?.displayName }
        #expect(stored.map { Array($0.utf8) } == Array(name.utf8))
        #expect(ShownName.stored(name)?.utf8.contains(0) == false)
    }

    @Test func `different names are stored as different texts`() {
        #expect(Set(Self.names.compactMap { ShownName.stored($0).map { Array($0.utf8) } }).count == Self.names.count)
        #expect(ShownName.stored(nil) == nil)
    }

    @Test(arguments: ["\u{1A}", "a\u{1A}", "\u{1A}2", "\u{1A}\u{1A}"])
    func `the control character of an older database stays`(_ text: String) {
        #expect(ShownName.read(text) == text)
    }
}
