import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakControl

/// The outbox as a person looks through it (firebreak.md section 13.1).
struct OutboxSearchTests {
    private func search(
        q: String? = nil, before: Int64? = nil, after: Int64? = nil, in fixture: ControlFixture
    ) async throws -> OutboxSearch.Findings {
        var selection = OutboxListing.Selection()
        selection["q"] = q
        selection["limit"] = "1"
        selection["after"] = "3"
        let start = ListingStart(before: before, after: after)
        return try await OutboxSearch(selection, from: start).find(fixture.call())
    }

    private func seqs(_ found: OutboxSearch.Findings) -> [Int64] { found.page.elements.map(\.seq) }

    @Test func `pages have fifty messages, newest first, and lead both ways without gap or repetition`() async throws {
        let fixture = try ControlFixture()
        for _ in 1...120 { try await fixture.mail() }

        let first = try await search(in: fixture)
        #expect(seqs(first) == Array((71...120).reversed()))
        #expect([first.page.hasNewer, first.page.hasOlder] == [false, true])
        #expect(first.count == 120)
        #expect(first.last == 120)
        let second = try await search(before: 71, in: fixture)
        #expect(seqs(second) == Array((21...70).reversed()))
        #expect([second.page.hasNewer, second.page.hasOlder] == [true, true])
        let third = try await search(before: 21, in: fixture)
        #expect(seqs(third) == Array((1...20).reversed()))
        #expect([third.page.hasNewer, third.page.hasOlder] == [true, false])

        // One message is newer.
        #expect(try await search(before: 120, in: fixture).page.hasNewer)
        #expect(try await search(before: 121, in: fixture).page.hasNewer == false)

        // One message is older.
        #expect(try await search(after: 1, in: fixture).page.hasOlder)
        #expect(try await search(after: 0, in: fixture).page.hasOlder == false)

        let back = try await search(after: 20, in: fixture)
        #expect(seqs(back) == seqs(second))
        #expect([back.page.hasNewer, back.page.hasOlder] == [true, true])
        // There is no page of what would be newer: the first page.
        for position in [100, 70] as [Int64] {
            let newest = try await search(after: position, in: fixture)
            #expect(seqs(newest) == seqs(first))
            #expect([newest.page.hasNewer, newest.page.hasOlder] == [false, true])
        }
    }

    @Test func `a page of a position that no message can have is the newest one`() async throws {
        let fixture = try ControlFixture()
        for _ in 1...2 { try await fixture.mail() }
        for position in [Int64.min, .min + 1, -1, .max] {
            #expect(seqs(try await search(before: position, in: fixture)) == [2, 1], "before \(position)")
            #expect(seqs(try await search(after: position, in: fixture)) == [2, 1], "after \(position)")
        }
        #expect(seqs(try await search(before: .max - 1, in: fixture)) == [2, 1])
        #expect(seqs(try await search(before: 0, in: fixture)).isEmpty)
    }

    @Test func `a message is found by any part of it, in any letter case`() async throws {
        let fixture = try ControlFixture()
        let mail = try await fixture.mail(to: "alice+test@example.test")
        try await fixture.mail("PASSWORD_RESET", to: "bob@example.test")
        try await fixture.sms()

        let parts: [(String, [Int])] = [
            ("LICE+", [1]), ("alice test", [1]), ("example", [2, 1]), (" 1555", [3]), ("\u{2603}", []),
            ("BOB@ password", [2]), ("password bob@", [2]), ("sms_sign", [3]), ("+1 555 555", [3]),
            // In subjects and texts, which are made when they are read.
            ("CHOOSE a new", [2]), ("received a request", [2]), ("123456 demo-a", [3]), ("oobCode=", []),
        ]
        for (part, found) in parts {
            let page = try await search(q: part, in: fixture)
            #expect(seqs(page) == found.map { Int64($0) }, "\(part)")
            #expect(page.count == found.count)
        }
        await #expect(throws: WireError.self) { try await search(q: "", in: fixture) }
        let code = try #require(mail.code)
        #expect(seqs(try await search(q: code, in: fixture)) == [], "the code in a link")
    }

    @Test func `what came after the page was seen is not deleted, nor what does not match`() async throws {
        let fixture = try ControlFixture()
        for name in ["alice", "bob", "alice", "alice"] { try await fixture.mail(to: "\(name)@example.test") }
        var selection = OutboxListing.Selection()
        selection["q"] = "ALICE"

        try await OutboxSearch(selection, from: .before(3)).delete(through: 3, fixture.call())
        let left = try await search(in: fixture)
        #expect(seqs(left) == [4, 2])
        try await OutboxSearch(OutboxListing.Selection()).delete(through: .max, fixture.call())
        let nothing = try await search(in: fixture)
        #expect(seqs(nothing).isEmpty)
        // A page that was never shown deletes nothing.
        try await fixture.mail()
        try await OutboxSearch(OutboxListing.Selection()).delete(through: 0, fixture.call())
        let kept = try await search(in: fixture)
        #expect(seqs(kept) == [5])
    }

    @Test func `one message is deleted by its ID`() async throws {
        let fixture = try ControlFixture()
        let mails = try await [fixture.mail(), fixture.mail(), fixture.mail()]
        try await DeleteMessages.delete(id: mails[1].id, fixture.call())

        let left = try await search(in: fixture)
        #expect(seqs(left) == [3, 1])
        await #expect(throws: WireError.self) { try await DeleteMessages.delete(id: mails[1].id, fixture.call()) }
    }
}
