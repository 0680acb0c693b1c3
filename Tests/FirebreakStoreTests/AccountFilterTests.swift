import FirebreakWire
import Testing

@testable import FirebreakStore

/// What finds an account, and what does not.
struct AccountFilterTests {
    private static let accounts: [Account] = [
        StoreFixture.account("Uid-1") { account in
            account.email = "alice@example.test"
            account.userProfile.displayName = "Alice Liddell"
            account.phoneNumber = "+15555550100"
        },
        StoreFixture.account("uid_2") { account in
            account.email = "al%ice@example.test"
            account.userProfile.displayName = "Älva_Öst"
        },
        StoreFixture.account("uid%3") { account in
            account.email = "bob@example.test"
            account.userProfile.displayName = "bob \u{0} the \u{1A} builder"
            account.providers = [
                .federated(StoreFixture.identity("google.com", "g-777", email: "bobby@gmail.test")),
                .federated(StoreFixture.identity("oidc.acme", "acme|7", email: "B.Ob@Acme.test")),
            ]
        },
        StoreFixture.account("4915112345678") { $0.phoneNumber = "+4915112345678" },
        StoreFixture.account("kept") { $0.phoneNumber = "+1 555-0199" },
        StoreFixture.account("sigma") { $0.email = "ας@example.test" },
    ]

    private static func filled() async throws -> StoreFixture {
        let fixture = try StoreFixture()
        try await fixture.write { tx in for account in accounts { try tx.insert(account) } }
        try await fixture.write(tenant: "blue") { tx in
            try tx.insert(
                StoreFixture.account("Uid-1") { account in
                    account.email = "alice@example.test"
                    account.userProfile.displayName = "Blue Alice"
                    account.providers = [.federated(StoreFixture.identity("google.com", "g-777"))]
                })
        }
        return fixture
    }

    private static func found(
        _ text: String, in fixture: StoreFixture, tenant: String? = nil, limit: Int = 50
    ) async throws -> [String] {
        try await selected(in: fixture, tenant: tenant) { $0.search = try SearchText(text) }
    }

    private static func selected(
        in fixture: StoreFixture, tenant: String? = nil, _ change: (inout AccountFilter) throws -> Void
    ) async throws -> [String] {
        var filter = AccountFilter()
        try change(&filter)
        let page = try await fixture.read(tenant: tenant) { [filter] tx in
            try tx.accountPage(.byID, nil, filter, limit: 50)
        }
        #expect(page.count == page.accounts.count)
        return page.accounts.map(\.id.rawValue)
    }

    @Test(
        arguments: [
            // Any part, in any case.
            ("alice@example.test", ["Uid-1"]), ("ALICE@Example", ["Uid-1"]), ("  alice@ ", ["Uid-1"]),
            ("al", ["Uid-1", "uid_2"]), ("lice", ["Uid-1"]), ("ΑΣ@EXAMPLE.TEST", ["sigma"]), ("ΑΣ", ["sigma"]),
            ("Liddell", ["Uid-1"]), ("älva", ["uid_2"]), ("ÄLVA_öST", ["uid_2"]), ("_ÖST", ["uid_2"]),
            ("uid", ["Uid-1", "uid%3", "uid_2"]), ("KEP", ["kept"]),
            // All words, in any order, wherever they are.
            ("liddell ALICE", ["Uid-1"]), ("test 0100", ["Uid-1"]), ("alice bob", []),
            // Numbers, however they are written.
            ("+15555550100", ["Uid-1"]), ("15555550100", ["Uid-1"]), ("+1 (555) 555-0100", ["Uid-1"]),
            ("1.555/555", ["Uid-1"]), ("0015555550100", ["Uid-1"]), ("+1 555-0199", ["kept"]),
            ("+49 151", ["4915112345678"]), ("5555550100", ["Uid-1"]),
            // What identity providers say, in whole.
            ("bobby@gmail.test", ["uid%3"]), ("Bobby@Gmail.test", ["uid%3"]), ("bobby@gmail", []),
            ("B.Ob@Acme.test", ["uid%3"]), ("g-777", ["uid%3"]), ("acme|7", ["uid%3"]), ("g-77", []),
            // Not patterns.
            ("%", ["uid%3", "uid_2"]), ("al%", ["uid_2"]), ("al_ce", []), ("uid_", ["uid_2"]), ("*", []), ("'", []),
        ] as [(String, [String])])
    func `accounts are found by what they are known by`(text: String, ids: [String]) async throws {
        let found = try await Self.found(text, in: try await Self.filled())

        #expect(found.sorted() == ids.sorted())
    }

    @Test func `each account is found in its own tenant`() async throws {
        let fixture = try await Self.filled()

        #expect(try await Self.found("al", in: fixture, tenant: "blue") == ["Uid-1"])
        #expect(try await Self.found("Blue", in: fixture, tenant: "blue") == ["Uid-1"])
        #expect(try await Self.found("g-777", in: fixture, tenant: "blue") == ["Uid-1"])
        #expect(try await Self.found("Blue", in: fixture) == [])
        #expect(try await Self.found("bob", in: fixture, tenant: "blue") == [])
    }

    // MARK: Other conditions

    private static let various: [Account] = [
        StoreFixture.account("a") { account in
            account.email = "a@x.test"
            account.emailVerified = true
            account.passwordHash = "hash"
            account.customAttributes = #"{"a":1}"#
        },
        StoreFixture.account("b") { account in
            account.email = "b@x.test"
            account.emailLinkSignIn = true
            account.disabled = true
            account.customAttributes = "{}"
            account.secondFactors = []
        },
        StoreFixture.account("c") { account in
            account.phoneNumber = "+15555550100"
            account.providers = [.phone, .federated(StoreFixture.identity("google.com", "g"))]
            account.secondFactors = [SecondFactor(document: ["mfaEnrollmentId": "m"])]
        },
        StoreFixture.account("d"),
        StoreFixture.account("e") { $0.customAuth = true },
        StoreFixture.account("f") { $0.passkeys = [Passkey(credentialID: "p", name: "n")] },
    ]

    private static let conditions: [(name: String, change: @Sendable (inout AccountFilter) -> Void, ids: [String])] = [
        ("none", { _ in }, ["a", "b", "c", "d", "e", "f"]),
        ("verified", { $0.isVerified = true }, ["a"]), ("not verified", { $0.isVerified = false }, ["b"]),
        ("disabled", { $0.isDisabled = true }, ["b"]),
        ("enabled", { $0.isDisabled = false }, ["a", "c", "d", "e", "f"]),
        ("claims", { $0.hasClaims = true }, ["a"]),
        ("no claims", { $0.hasClaims = false }, ["b", "c", "d", "e", "f"]),
        ("second factor", { $0.hasSecondFactor = true }, ["c"]),
        ("no second factor", { $0.hasSecondFactor = false }, ["a", "b", "d", "e", "f"]),
        ("password", { $0.provider = "password" }, ["a"]), ("e-mail link", { $0.provider = "emailLink" }, ["b"]),
        ("phone", { $0.provider = "phone" }, ["c"]), ("Google", { $0.provider = "google.com" }, ["c"]),
        ("passkey", { $0.provider = "passkey" }, ["f"]), ("custom", { $0.provider = "custom" }, ["e"]),
        ("anonymous", { $0.provider = "anonymous" }, ["d"]), ("unknown", { $0.provider = "x' OR 1" }, []),
        ("several", { ($0.isDisabled, $0.isVerified, $0.provider) = (true, false, "emailLink") }, ["b"]),
    ]

    @Test(arguments: conditions.map(\.name))
    func `conditions select what they say`(name: String) async throws {
        let condition = try #require(Self.conditions.first { $0.name == name })
        let fixture = try StoreFixture()
        try await fixture.write { tx in for account in Self.various { try tx.insert(account) } }

        #expect(try await Self.selected(in: fixture, condition.change) == condition.ids)
        let found = try await Self.selected(in: fixture) { filter in
            condition.change(&filter)
            filter.search = try SearchText("x.test")
        }
        #expect(found == condition.ids.filter { ["a", "b"].contains($0) })
    }

    // MARK: Looking at some at a time

    /// How often it gives others their turn, and what it finds.
    private static func searched(
        _ filter: AccountFilter, _ order: AccountOrder, _ boundary: AccountBoundary? = nil, in fixture: StoreFixture
    ) async throws -> (looks: Int, page: PagedAccounts) {
        var search = AccountSearch(order, boundary, filter, limit: 5)
        var looks = 0
        while !search.isComplete {
            looks += 1
            search = try await fixture.read { [search] tx in
                var search = search
                try search.advance(tx)
                return search
            }
        }
        return (looks, try await fixture.read { [search] tx in try search.page(tx) })
    }

    @Test func `texts of accounts that a condition leaves out are not looked at`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for number in 0..<2 * AccountSearch.slice {
                try tx.insert(
                    StoreFixture.account("a\(number)") { account in
                        account.userProfile.displayName = String(repeating: "x", count: AccountSearch.sliceBytes / 50)
                    })
            }
        }
        var filter = AccountFilter()
        filter.search = try SearchText("x")
        let all = try await Self.searched(filter, .byID, in: fixture)
        filter.isDisabled = true
        let none = try await Self.searched(filter, .byID, in: fixture)

        // Looks end early for the length of texts, or after so many accounts.
        #expect(all.looks > 5 && all.page.accounts.count == 5)
        #expect(none.looks == 3 && none.page.accounts.isEmpty)
    }

    @Test(arguments: [AccountOrder.newestFirst, .byID, .lastSignInFirst], [true, false])
    func `a search lets others in between, and finds all the same`(_ order: AccountOrder, isNarrow: Bool) async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for number in 0..<2000 {
                try tx.insert(
                    StoreFixture.account("a\(number)") { account in
                        // Some of one time, and some without one.
                        account.createdAt = number < 20 ? nil : String(number / 3)
                        account.lastLoginAt = String((number * 7919) % 2003)
                        account.userProfile.displayName = number % 100 == 42 ? "Forty-two" : "Other"
                        account.disabled = number % 200 == 42
                    })
            }
        }
        var filter = AccountFilter()
        filter.search = try SearchText("forty")
        if !isNarrow { filter.isDisabled = true }
        let all = try await fixture.read { tx in
            try tx.all(
                "SELECT localId FROM account WHERE displayName = 'Forty-two' AND (disabled = 1 OR ?)", [isNarrow]
            ) {
                $0[0] as String
            }
        }
        var found: [String] = []
        var boundary: AccountBoundary?
        repeat {
            let (looks, page) = try await Self.searched(filter, order, boundary, in: fixture)
            #expect(looks > 7)
            #expect(page.count == all.count && all.count == (isNarrow ? 20 : 10))
            found += page.accounts.map(\.id.rawValue)
            boundary = page.next.map(AccountBoundary.after)
        } while boundary != nil && found.count <= all.count
        #expect(found.sorted() == all.sorted())
        // Beyond the last one there is the first page.
        let end = AccountBoundary.after(AccountCursor(time: order == .byID ? 0 : .min, id: AccountID(rawValue: "z")))
        #expect(try await Self.searched(filter, order, end, in: fixture).page.accounts.count == 5)
    }

    @Test func `of a long text the beginning is looked at, and few at a time`() async throws {
        let fixture = try StoreFixture()
        let long = String(repeating: "x", count: 200_000)
        try await fixture.write { tx in
            for number in 0..<20 {
                try tx.insert(
                    StoreFixture.account("a\(number)") { account in
                        account.userProfile.displayName = "begin\(number) \(long) end\(number)"
                    })
            }
        }
        var filter = AccountFilter()
        filter.search = try SearchText("begin7")
        let (looks, page) = try await Self.searched(filter, .byID, in: fixture)
        #expect(page.accounts.map(\.id.rawValue) == ["a7"])
        #expect(looks >= 20)
        filter.search = try SearchText("end7")
        #expect(try await Self.searched(filter, .byID, in: fixture).page.count == 0)
    }
}
