import FirebreakStore
import FirebreakWire
import Testing

/// What finds an account, and what does not.
struct AccountSearchTests {
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
        guard let search = AccountSearch(text) else { return [] }
        return try await fixture.read(tenant: tenant) { tx in
            try tx.accounts(found: search, limit: limit).map(\.id.rawValue)
        }
    }

    @Test(
        arguments: [
            // Addresses, by their beginning and in any case.
            ("alice@example.test", ["Uid-1"]), ("ALICE@Example", ["Uid-1"]), ("  alice@ ", ["Uid-1"]),
            ("al", ["Uid-1", "uid_2"]), ("lice", []), ("ΑΣ@EXAMPLE.TEST", ["sigma"]),
            // Numbers, however they are written.
            ("+15555550100", ["Uid-1"]), ("15555550100", ["Uid-1"]), ("+1 (555) 555-0100", ["Uid-1"]),
            ("1.555/555", ["Uid-1"]), ("0015555550100", ["Uid-1"]), ("+1 555-0199", ["kept"]), ("+", []),
            ("+49 151", ["4915112345678"]), ("49151", ["4915112345678"]), ("5555550100", []),
            // IDs, by their beginning and in their own case.
            ("Uid-1", ["Uid-1"]), ("Uid", ["Uid-1"]), ("uid", ["uid%3", "uid_2"]), ("UID", []),
            // Names, by their beginning and in any case.
            ("alice l", ["Uid-1"]), ("ALICE LIDDELL", ["Uid-1"]), ("Liddell", []), ("älva", ["uid_2"]),
            ("ÄLVA_öST", ["uid_2"]), ("ÄLVA_ÖST", ["uid_2"]), ("BOB \u{0} THE \u{1A}", ["uid%3"]),
            // What identity providers say, in whole.
            ("bobby@gmail.test", ["uid%3"]), ("Bobby@Gmail.test", ["uid%3"]), ("bobby@gmail", []),
            ("B.Ob@Acme.test", ["uid%3"]), ("g-777", ["uid%3"]), ("acme|7", ["uid%3"]), ("g-77", []),
            // Not patterns.
            ("%", []), ("_", []), ("al%", ["uid_2"]), ("al_ce", []), ("uid_", ["uid_2"]), ("uid%", ["uid%3"]),
            ("*", []), ("a*", []), ("älva_", ["uid_2"]), ("älva%", []), ("'", []), ("\u{0}", []), (" ", []),
        ] as [(String, [String])])
    func `accounts are found by what they are known by`(text: String, ids: [String]) async throws {
        let found = try await Self.found(text, in: try await Self.filled())

        #expect(found.sorted() == ids.sorted())
    }

    @Test func `each account is found once, and in its own tenant`() async throws {
        let fixture = try await Self.filled()

        #expect(try await Self.found("al", in: fixture, tenant: "blue") == ["Uid-1"])
        #expect(try await Self.found("Blue", in: fixture, tenant: "blue") == ["Uid-1"])
        #expect(try await Self.found("g-777", in: fixture, tenant: "blue") == ["Uid-1"])
        #expect(try await Self.found("Blue", in: fixture) == [])
        #expect(try await Self.found("bob", in: fixture, tenant: "blue") == [])
        // By address and name.
        #expect(try await Self.found("alice", in: fixture) == ["Uid-1"])
    }

    @Test func `what is named in whole comes before what begins so, up to the limit`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for index in 0..<10 {
                try tx.insert(
                    StoreFixture.account("n\(index)") { account in
                        account.email = "zed\(index)@example.test"
                        account.emailRank = 0
                    })
            }
            try tx.insert(StoreFixture.account("zed"))
            try tx.insert(
                StoreFixture.account("other") { account in
                    account.providers = [.federated(StoreFixture.identity("saml.x", "zed"))]
                })
        }

        #expect(
            try await Self.found("zed", in: fixture, limit: 5) == ["zed", "other", "n0", "n1", "n2"])
        #expect(try await Self.found("zed", in: fixture).count == 12)
    }

    @Test func `all accounts of one address are found`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for (rank, id) in ["b", "a"].enumerated() {
                try tx.insert(
                    StoreFixture.account(id) { account in
                        account.email = "same@example.test"
                        account.emailRank = Int64(rank)
                    })
            }
        }

        #expect(try await Self.found("same@example.test", in: fixture) == ["b", "a"])
    }
}
