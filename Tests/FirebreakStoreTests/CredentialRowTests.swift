import FirebreakStore
import FirebreakWire
import Testing

/// Secrets of one-time passwords, and passkeys.
struct CredentialRowTests {
    private static let alice = AccountID(rawValue: "a")

    private static func secret(_ enrollment: String = "e", step: Int64? = nil) -> TOTPSecret {
        TOTPSecret(accountID: alice, enrollmentID: enrollment, secret: [0, 255, 7], lastStep: step)
    }

    private static func passkey(_ id: String = "k", count: Int64 = 3) -> PasskeyCredential {
        PasskeyCredential(id: id, accountID: alice, publicKey: [1, 0, 2], signCount: count)
    }

    private static func account(_ passkeys: [String]) -> Account {
        StoreFixture.account("a") { $0.passkeys = passkeys.map { Passkey(credentialID: $0, name: "n") } }
    }

    // MARK: One-time passwords

    @Test(arguments: [nil, 59_343_840] as [Int64?])
    func `a secret comes back as it was stored`(step: Int64?) async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.save(Self.secret(step: step)) }

        #expect(
            try await fixture.read { tx in try tx.totpSecret(of: Self.alice, enrollmentID: "e") }
                == Self.secret(step: step))
    }

    @Test func `a later step takes the place of the earlier`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in for step: Int64 in 1...2 { try tx.save(Self.secret(step: step)) } }

        let found = try await fixture.read { tx in try tx.totpSecret(of: Self.alice, enrollmentID: "e") }
        #expect(found?.lastStep == 2)
    }

    @Test func `a secret is of one tenant, account and enrolment`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write(tenant: "blue") { tx in try tx.save(Self.secret()) }

        #expect(try await fixture.read { tx in try tx.totpSecret(of: Self.alice, enrollmentID: "e") } == nil)
        let found = try await fixture.read(tenant: "blue") { tx in
            [
                try tx.totpSecret(of: Self.alice, enrollmentID: "e"),
                try tx.totpSecret(of: Self.alice, enrollmentID: "f"),
                try tx.totpSecret(of: AccountID(rawValue: "b"), enrollmentID: "e"),
            ].map { $0 != nil }
        }
        #expect(found == [true, false, false])
    }

    // MARK: Passkeys

    @Test(arguments: [nil, [1, 2, 0]] as [[UInt8]?])
    func `a passkey comes back with the account that lists it`(key: [UInt8]?) async throws {
        let fixture = try StoreFixture()
        var stored = Self.passkey()
        stored.publicKey = key
        let passkey = stored
        try await fixture.write { tx in
            try tx.insert(Self.account(["k"]))
            try tx.save(passkey)
        }

        let found = try #require(try await fixture.read { tx in try tx.passkey(id: "k") })
        #expect(found.credential == passkey)
        #expect(found.account.id == Self.alice)
    }

    @Test func `a passkey that no account lists is none`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.save(Self.passkey())
            try tx.save(Self.passkey("l"))
            try tx.insert(Self.account(["l"]))
        }

        #expect(try await fixture.read { tx in try tx.passkey(id: "k") == nil })
        #expect(try await fixture.read { tx in try tx.passkey(id: "l") != nil })
        #expect(try await fixture.read(tenant: "blue") { tx in try tx.passkey(id: "l") == nil })
    }

    @Test func `a passkey's counter is replaced`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.insert(Self.account(["k"]))
            for count: Int64 in [3, 9] { try tx.save(Self.passkey(count: count)) }
        }

        #expect(try await fixture.read { tx in try tx.passkey(id: "k")?.credential.signCount } == 9)
    }

    // MARK: Removal

    @Test(arguments: ["account", "accounts", "reset"])
    func `they go with their account, and do not come back with its ID`(removal: String) async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.insert(Self.account(["k"]))
            try tx.save(Self.passkey())
            try tx.save(Self.secret())
        }
        try await fixture.write { tx in
            switch removal {
            case "account": try tx.deleteAccount(Self.alice)
            case "accounts": try tx.deleteAllAccounts()
            default: try tx.reset(keeping: [], at: StoreFixture.now)
            }
            try tx.insert(Self.account(["k"]))
        }

        #expect(try await fixture.read { tx in try tx.passkey(id: "k") == nil })
        #expect(try await fixture.read { tx in try tx.totpSecret(of: Self.alice, enrollmentID: "e") } == nil)
    }
}
