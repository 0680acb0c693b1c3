import FirebreakStore
import FirebreakWire
import Testing

/// Lists of accounts, page by page.
struct AccountPageTests {
    private static let limit = 3

    /// What admins and imports may leave in place of a time, and equal times.
    private static let times: [String?] = [
        "1780315200000", nil, "", "abc", "-5", "0", "12.9", "1e12", "99999999999999999999", "1780315200000",
        "1780315200001", nil, "5", "5", "5", "5", "5",
    ]

    private static func fill(_ fixture: StoreFixture, tenant: String? = nil, prefix: String = "") async throws {
        try await fixture.write(tenant: tenant) { tx in
            for (index, time) in times.enumerated() {
                // IDs in another order than times.
                let id = "\(prefix)\(["q", "B", "z", "ä", "m"][index % 5])\(index)"
                try tx.insert(
                    StoreFixture.account(id) { account in
                        account.createdAt = time
                        account.lastLoginAt = time.map { String($0.reversed()) }
                        account.email = "\(index)@example.test"
                    })
            }
        }
    }

    /// IDs of all pages, from the first to the last and back again.
    private static func walk(
        _ fixture: StoreFixture, _ order: AccountOrder, _ filter: AccountFilter = AccountFilter(),
        tenant: String? = nil
    ) async throws -> (forward: [[String]], backward: [[String]]) {
        func read(_ boundary: AccountBoundary?) async throws -> PagedAccounts {
            try await fixture.read(tenant: tenant) { tx in try tx.accountPage(order, boundary, filter, limit: limit) }
        }
        var page = try await read(nil)
        #expect(page.previous == nil)
        var forward = [page.accounts.map(\.id.rawValue)]
        while let next = page.next, forward.count < 20 {
            page = try await read(.after(next))
            forward.append(page.accounts.map(\.id.rawValue))
        }
        var backward = [page.accounts.map(\.id.rawValue)]
        while let previous = page.previous, backward.count < 20 {
            page = try await read(.before(previous))
            backward.append(page.accounts.map(\.id.rawValue))
        }
        return (forward, backward)
    }

    /// A filter that all meet leads through the same pages, though it reads them in another way.
    @Test(
        arguments: [AccountOrder.newestFirst, .byID, .lastSignInFirst], [nil, "e"] as [String?])
    func `each account is on one page, forth and back`(order: AccountOrder, search: String?) async throws {
        let fixture = try StoreFixture()
        try await Self.fill(fixture)
        var filter = AccountFilter()
        filter.search = try search.map { text throws(WireError) in try SearchText(text) }

        let (forward, backward) = try await Self.walk(fixture, order, filter)
        if search != nil, order != .lastSignInFirst {
            #expect(try await forward == Self.walk(fixture, order).forward)
        }

        #expect(forward.count == 6)
        #expect(forward.dropLast().allSatisfy { $0.count == Self.limit })
        #expect(forward.joined().count == Self.times.count)
        #expect(Set(forward.joined()).count == Self.times.count)
        // The last page is the short one; going back from it, so are none of the others.
        #expect(backward.map(\.count) == [2, 3, 3, 3, 3, 3])
        #expect(backward == forward.reversed())
    }

    @Test func `the newest come first, what is not a time counts as the beginning of time`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for (id, time) in [
                ("none", nil), ("odd", "abc"), ("old", "5"), ("older", "4"), ("before", "-5"),
                ("new", "1780315200000"), ("newer", "1780315200001"), ("later", "99999999999999999999"),
            ] as [(String, String?)] {
                try tx.insert(StoreFixture.account(id) { $0.createdAt = time })
            }
        }

        let page = try await fixture.read { tx in try tx.accountPage(.newestFirst, nil, limit: 10) }
        #expect(
            page.accounts.map(\.id.rawValue)
                == ["later", "newer", "new", "old", "older", "odd", "none", "before"])
        #expect(page.next == nil)
    }

    @Test func `those that signed in last come first, those that never did last`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for (id, time) in [("a", "5"), ("b", nil), ("c", "7"), ("d", "5")] as [(String, String?)] {
                try tx.insert(StoreFixture.account(id) { $0.lastLoginAt = time })
            }
        }

        let page = try await fixture.read { tx in try tx.accountPage(.lastSignInFirst, nil, limit: 10) }
        #expect(page.accounts.map(\.id.rawValue) == ["c", "d", "a", "b"])
        #expect(page.count == 4)
    }

    @Test func `by ID they are in the order of bytes`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in for id in ["b", "A", "a", "ä", "_"] { try tx.insert(StoreFixture.account(id)) }
        }

        let page = try await fixture.read { tx in try tx.accountPage(.byID, nil, limit: 5) }
        #expect(page.accounts.map(\.id.rawValue) == ["A", "_", "a", "b", "ä"])
        #expect(page.next == nil)
    }

    @Test(arguments: [AccountOrder.newestFirst, .byID])
    func `tenants and the project have lists of their own`(order: AccountOrder) async throws {
        let fixture = try StoreFixture()
        try await Self.fill(fixture)
        try await Self.fill(fixture, tenant: "blue", prefix: "t-")

        let own = try await Self.walk(fixture, order).forward.joined()
        let blue = try await Self.walk(fixture, order, tenant: "blue").forward.joined()
        #expect(own.count == Self.times.count)
        #expect(own.allSatisfy { !$0.hasPrefix("t-") })
        #expect(blue.count == Self.times.count)
        #expect(blue.allSatisfy { $0.hasPrefix("t-") })
        let count = try await fixture.read(tenant: "blue") { tx in try tx.accountCount() }
        #expect(count == Self.times.count)
    }

    @Test(arguments: [AccountOrder.newestFirst, .byID])
    func `a page begins where an account was that is gone`(order: AccountOrder) async throws {
        let fixture = try StoreFixture()
        try await Self.fill(fixture)
        let first = try await fixture.read { tx in try tx.accountPage(order, nil, limit: 3) }
        let next = try #require(first.next)
        let second = try await fixture.read { tx in try tx.accountPage(order, .after(next), limit: 3) }

        try await fixture.write { tx in for account in first.accounts { try tx.deleteAccount(account.id) } }
        let again = try await fixture.read { tx in try tx.accountPage(order, .after(next), limit: 3) }
        #expect(again.accounts == second.accounts)
        // Nothing is left before it: the first page, which is in full.
        let previous = try #require(again.previous)
        let back = try await fixture.read { tx in try tx.accountPage(order, .before(previous), limit: 3) }
        #expect(back.accounts == second.accounts)
        #expect(back.previous == nil)
    }

    @Test(arguments: [AccountOrder.newestFirst, .byID])
    func `beyond the end is the first page`(order: AccountOrder) async throws {
        let fixture = try StoreFixture()
        try await Self.fill(fixture)
        let first = try await fixture.read { tx in try tx.accountPage(order, nil, limit: 3) }
        let end = AccountCursor(
            time: order == .byID ? 0 : .min, id: AccountID(rawValue: order == .byID ? "\u{10FFFF}" : ""))

        let page = try await fixture.read { tx in try tx.accountPage(order, .after(end), limit: 3) }
        #expect(page.accounts == first.accounts)
        #expect(page.previous == nil)
        let empty = try await fixture.read(tenant: "blue") { tx in try tx.accountPage(order, .after(end), limit: 3) }
        #expect(empty.accounts.isEmpty)
        #expect(empty.next == nil)
    }

    @Test func `a changed time of creation moves an account`() async throws {
        let fixture = try StoreFixture()
        try await Self.fill(fixture)
        try await fixture.write { tx in
            try tx.save(StoreFixture.account("B1") { $0.createdAt = "1780315200002" })
        }

        let page = try await fixture.read { tx in try tx.accountPage(.newestFirst, nil, limit: 2) }
        // After the one whose time is beyond all others.
        #expect(page.accounts.map(\.id.rawValue).last == "B1")
    }
}
