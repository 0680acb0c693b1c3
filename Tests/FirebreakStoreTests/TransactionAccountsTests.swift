import FirebreakStore
import FirebreakWire
import Testing

struct TransactionAccountsTests {
    private static func full(_ id: String) -> Account {
        StoreFixture.account(id) { account in
            account.email = "\(id)@x.test"
            account.emailVerified = false
            account.initialEmail = "i\(id)@x.test"
            account.phoneNumber = "+1\(id)"
            account.userProfile.displayName = ""
            account.userProfile.photoURL = "http://p"
            account.passwordHash = "h"
            account.salt = "s"
            account.hashSettings = 4
            account.passwordUpdatedAt = Timestamp(milliseconds: 3)
            account.validSince = "abc"
            account.endedSession = 7
            account.emailRank = 3
            account.disabled = true
            account.customAttributes = #"{"a":1e3}"#
            account.customAuth = true
            account.emailLinkSignIn = false
            account.createdAt = "5"
            account.lastLoginAt = "6"
            account.lastRefreshAt = Timestamp(milliseconds: -1)
            account.providers = [
                .phone, .federated(StoreFixture.identity("google.com", "g\(id)", email: "\(id)@g.test")), .password,
            ]
            account.secondFactors = [SecondFactor(document: ["phoneInfo": "+1"]), SecondFactor()]
            account.passkeys = []
            account.federatedProfile = ["language": "de"]
        }
    }

    @Test(arguments: [StoreFixture.account("bare"), full("full")])
    func `an account comes back as it was stored`(account: Account) async throws {
        let fixture = try StoreFixture()

        try await fixture.write { tx in try tx.insert(account) }
        #expect(try await fixture.read { tx in try tx.account(id: account.id) } == account)
        try await fixture.write { tx in try tx.save(account) }
        #expect(try await fixture.read { tx in try tx.account(id: account.id) } == account)
    }

    @Test(arguments: [nil, []] as [[Account.Provider]?])
    func `no providers and no longer any are told apart`(providers: [Account.Provider]?) async throws {
        let fixture = try StoreFixture()
        let account = StoreFixture.account("a") { $0.providers = providers }

        try await fixture.write { tx in try tx.insert(account) }
        #expect(try await fixture.read { tx in try tx.account(id: account.id) }?.providers == providers)
    }

    @Test func `every key leads to the account, in its own tenant only`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(Self.full("a")) }
        try await fixture.write(tenant: "blue") { tx in try tx.insert(Self.full("b")) }
        func found(_ id: String, in tenant: String?) async throws -> [Bool] {
            try await fixture.read(tenant: tenant) { tx in
                [
                    try tx.account(id: AccountID(rawValue: id)) != nil, try tx.account(email: "\(id)@x.test") != nil,
                    try tx.account(initialEmail: "i\(id)@x.test") != nil, try tx.account(phoneNumber: "+1\(id)") != nil,
                    try tx.account(providerID: "google.com", rawID: "g\(id)") != nil,
                    try tx.account(providerID: "password", rawID: "\(id)@x.test") != nil,
                    try tx.account(providerID: "phone", rawID: "+1\(id)") != nil,
                    try tx.accounts(providerEmail: "\(id)@g.test").isEmpty == false,
                ]
            }
        }

        #expect(try await found("a", in: nil) == Array(repeating: true, count: 8))
        #expect(try await found("b", in: "blue") == Array(repeating: true, count: 8))
        #expect(try await found("a", in: "blue") == Array(repeating: false, count: 8))
        #expect(try await found("b", in: nil) == Array(repeating: false, count: 8))
        #expect(try await fixture.read { tx in try tx.totalAccountCount() } == 2)
    }

    @Test func `a changed account is found by its new keys only, a deleted one by none`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(Self.full("a")) }
        try await fixture.write { tx in
            var account = Self.full("a")
            account.email = "new@x.test"
            account.providers = [.federated(StoreFixture.identity("apple.com", "ap"))]
            try tx.save(account)
        }
        func keys() async throws -> [Bool] {
            try await fixture.read { tx in
                [
                    try tx.account(email: "a@x.test") != nil, try tx.account(email: "new@x.test") != nil,
                    try tx.account(providerID: "google.com", rawID: "ga") != nil,
                    try tx.account(providerID: "apple.com", rawID: "ap") != nil,
                    try tx.accounts(providerEmail: "a@g.test").isEmpty == false,
                ]
            }
        }

        #expect(try await keys() == [false, true, false, true, false])
        try await fixture.write { tx in try tx.deleteAccount(AccountID(rawValue: "a")) }
        #expect(try await keys() == [false, false, false, false, false])
    }

    @Test func `of accounts with one address the one that was stored first counts, until it goes`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for id in ["z", "b", "a"] {
                var account = StoreFixture.account(id) { $0.email = "same@x.test" }
                account.emailRank = try tx.nextEmailRank("same@x.test")
                try tx.insert(account)
            }
        }
        func owner() async throws -> String? {
            try await fixture.read { tx in try tx.account(email: "same@x.test") }?.id.rawValue
        }

        #expect(try await owner() == "z")
        try await fixture.write { tx in try tx.deleteAccount(AccountID(rawValue: "z")) }
        #expect(try await owner() == "b")
        #expect(try await fixture.read { tx in try tx.nextEmailRank("other@x.test") } == 0)
    }

    @Test func `pages follow one another by ascending ID`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in for id in ["b", "A", "a", "ä", "_"] { try tx.insert(StoreFixture.account(id)) }
        }

        @Sendable func ids(_ tx: Transaction, _ after: String?, limit: Int) throws -> [String] {
            var ids: [String] = []
            try tx.forEachAccountRow(after: after, limit: limit) { ids.append($0.localID?.text ?? "") }
            return ids
        }

        var all: [String] = []
        var last: String?
        while true {
            let after = last
            let page = try await fixture.read { tx in try ids(tx, after, limit: 2) }
            guard let end = page.last else { break }
            all += page
            last = end
        }
        #expect(all == ["A", "_", "a", "b", "ä"])
        #expect(try await fixture.read { tx in try ids(tx, nil, limit: -1) } == all)
    }

    @Test func `accounts of the same time are found in the order in which they got identities`() async throws {
        let fixture = try StoreFixture()
        let ids = ["m", "z", "a", "q", "b", "y"]
        @Sendable func account(_ id: String) -> Account {
            StoreFixture.account(id) { account in
                account.createdAt = "1"
                account.providers = [.federated(StoreFixture.identity("google.com", id, email: "shared@x.test"))]
            }
        }
        try await fixture.write { tx in for id in ids { try tx.insert(account(id)) } }
        // What is stored again keeps its place.
        try await fixture.write { tx in for id in ["a", "m"] { try tx.save(account(id)) } }

        let byAddress = try await fixture.read { tx in
            try tx.accounts(providerEmail: "shared@x.test").map(\.id.rawValue)
        }
        #expect(byAddress == ids)
        let byProvider = try await fixture.read { tx in
            try tx.accounts(providerID: "google.com", limit: 10).map(\.id.rawValue)
        }
        #expect(byProvider == ids)
    }

    @Test func `a time of fewer digits is an earlier one`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for (id, time) in [("new", "1700000000000"), ("old", "946684800000")] {
                try tx.insert(
                    StoreFixture.account(id) { account in
                        account.createdAt = time
                        account.providers = [.federated(StoreFixture.identity("google.com", id, email: "a@x.test"))]
                    })
            }
        }
        let byAddress = try await fixture.read { tx in try tx.accounts(providerEmail: "a@x.test").map(\.id.rawValue) }
        #expect(byAddress == ["old", "new"])
        let byProvider = try await fixture.read { tx in
            try tx.accounts(providerID: "google.com", limit: 10).map(\.id.rawValue)
        }
        #expect(byProvider == ["old", "new"])
    }

    @Test func `accounts of a provider are found once each, oldest first`() async throws {
        let fixture = try StoreFixture()
        @Sendable func account(
            _ id: String, _ createdAt: String, _ identities: (provider: String, rawID: String)...
        ) -> Account {
            StoreFixture.account(id) { account in
                account.createdAt = createdAt
                account.providers = identities.map {
                    .federated(StoreFixture.identity($0.provider, $0.rawID))
                }
            }
        }
        let accounts = [
            account("a", "3", ("google.com", "1"), ("google.com", "2")), account("b", "2", ("google.com", "3")),
            account("c", "1", ("github.com", "1"), ("google.com.evil", "1")), account("d", "1"),
        ]
        try await fixture.write { tx in for account in accounts { try tx.insert(account) } }
        try await fixture.write(tenant: "blue") { tx in try tx.insert(account("t", "1", ("google.com", "1"))) }

        func found(_ provider: String, limit: Int = 10, tenant: String? = nil) async throws -> [String] {
            try await fixture.read(tenant: tenant) { tx in
                try tx.accounts(providerID: provider, limit: limit).map(\.id.rawValue)
            }
        }
        #expect(try await found("google.com") == ["b", "a"])
        #expect(try await found("github.com") == ["c"])
        #expect(try await found("google") == [])
        #expect(try await found("google.com", limit: 1).count == 1)
        #expect(try await found("google.com", tenant: "blue") == ["t"])
        try await fixture.write { tx in try tx.deleteAccount(AccountID(rawValue: "a")) }
        #expect(try await found("google.com") == ["b"])
    }
}
