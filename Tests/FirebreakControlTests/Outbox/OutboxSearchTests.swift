import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakControl

/// The outbox as a person looks through it (firebreak.md section 13.1).
struct OutboxSearchTests {
    private func search(
        to: String? = nil, before: Int64? = nil, after: Int64? = nil, in fixture: ControlFixture
    ) async throws -> OutboxSearch.Findings {
        var selection = OutboxListing.Selection()
        selection["to"] = to
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

        let back = try await search(after: 20, in: fixture)
        #expect(seqs(back) == seqs(second))
        #expect([back.page.hasNewer, back.page.hasOlder] == [true, true])
        // One page is full, and nothing newer is left: the first page.
        let newest = try await search(after: 100, in: fixture)
        #expect(seqs(newest) == seqs(first))
        #expect([newest.page.hasNewer, newest.page.hasOlder] == [false, true])
    }

    @Test func `a recipient is found by a part, in any letter case, and a space stands for a plus`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail(to: "alice+test@example.test")
        try await fixture.mail(to: "bob@example.test")
        try await fixture.sms()

        let parts: [(String, [Int])] = [
            ("ICE", [1]), ("alice test", [1]), ("example", [2, 1]), (" 1555", [3]), ("_", []),
        ]
        for (part, found) in parts {
            let page = try await search(to: part, in: fixture)
            #expect(seqs(page) == found.map { Int64($0) }, "\(part)")
            #expect(page.count == found.count)
        }
        await #expect(throws: WireError.self) { try await search(to: "", in: fixture) }
    }

    @Test func `tenants are listed with their names`() async throws {
        let fixture = try ControlFixture()
        try await fixture.project().write(at: fixture.now) { tx in
            try tx.save(TenantRecord(id: TenantID(rawValue: "blue"), document: ["displayName": "Blue team"]))
            try tx.save(TenantRecord(id: TenantID(rawValue: "red"), document: .emptyObject))
        }
        let page = try await search(in: fixture)

        #expect(page.tenants.map(\.id) == ["blue", "red"])
        #expect(page.tenants.map(\.name) == ["Blue team", nil])
    }

    @Test func `what came after the page was seen is not deleted, nor what does not match`() async throws {
        let fixture = try ControlFixture()
        for name in ["alice", "bob", "alice", "alice"] { try await fixture.mail(to: "\(name)@example.test") }
        var selection = OutboxListing.Selection()
        selection["to"] = "alice"

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
