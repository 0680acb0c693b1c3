import FirebreakWire
import GRDB
import Testing

@testable import FirebreakStore

/// Second factors, passkeys and identities: what they mean is typed, what they say stays as it was written.
struct AccountEntryTests {
    /// Lists as older versions, imports and other programs may have left them: unknown members, unusual types, members in
    /// any order, and elements that are no objects.
    private static let lists = [
        "[]", "[{}]", "[[],null,5]",
        #"[{"phoneInfo":"+1","x":{"b":[1e3,-0.50],"a":null},"mfaEnrollmentId":"1"}]"#,
        #"[{"mfaEnrollmentId":7,"phoneInfo":["+1"],"totpInfo":null,"displayName":false,"enrolledAt":1}]"#,
        #"[{"rawId":"r","providerId":"google.com","Email":"A@x.test","email":null,"photoUrl":{},"":"ä\n"}]"#,
        #"[{"rawId":5,"providerId":{"a":1}},"google.com"]"#,
        #"[{"name":1.0,"credentialId":"k","aaguid":"0"}]"#,
    ]

    @Test(arguments: ["secondFactors", "passkeys", "providers"], lists)
    func `a list is written as it was read`(column: String, list: String) async throws {
        let fixture = try StoreFixture()
        let id = AccountID(rawValue: "a")
        let stored = try await fixture.write { tx in
            try tx.insert(StoreFixture.account("a"))
            try tx.run("UPDATE account SET \(column) = ?", [list])
            let account = try #require(try tx.account(id: id))
            try tx.save(account)
            return try String.fetchOne(tx.db, sql: "SELECT \(column) FROM account")
        }

        #expect(stored == list)
    }

    @Test(
        arguments: [
            #"{"x":[{"b":1,"a":2}],"phoneInfo":"+1","mfaEnrollmentId":"1"}"#, #"{"mfaEnrollmentId":{"a":[]}}"#, "null",
        ])
    func `the factor that a message tells of is written as it was read`(text: String) async throws {
        let fixture = try StoreFixture()
        let stored = try await fixture.write { tx in
            try tx.insert(StoreFixture.message("m", code: "c"))
            try tx.run("UPDATE message SET secondFactor = ?", [text])
            var message = try #require(try tx.openMessage(code: "c"))
            message.id = "n"
            try tx.insert(message)
            return try String.fetchOne(tx.db, sql: "SELECT secondFactor FROM message WHERE id = 'n'")
        }

        #expect(stored == text)
    }

    // MARK: Members

    @Test func `a factor of a number has members in the order of their setting`() {
        var factor = SecondFactor()
        factor.displayName = "Work"
        factor.enrolledAt = "2026-06-01T12:00:00.000Z"
        factor.id = "e"
        factor.phoneNumber = "+1"

        #expect(
            factor.document.text == """
                {"displayName":"Work","enrolledAt":"2026-06-01T12:00:00.000Z","mfaEnrollmentId":"e","phoneInfo":"+1",\
                "unobfuscatedPhoneInfo":"+1"}
                """)
        #expect(!factor.isTOTP)
    }

    @Test func `a factor of one-time passwords says so`() {
        var factor = SecondFactor()
        factor.id = "e"
        factor.setTOTP()

        #expect(factor.document.text == #"{"mfaEnrollmentId":"e","totpInfo":{}}"#)
        #expect(factor.isTOTP)
        #expect(factor.phoneNumber == nil)
    }

    @Test func `a change leaves what it is not about`() {
        var factor = SecondFactor(document: ["x": 1, "phoneInfo": "+1", "displayName": "A", "y": [2]])
        factor.phoneNumber = "+2"
        factor.displayName = nil

        #expect(factor.document.text == #"{"x":1,"phoneInfo":"+2","y":[2],"unobfuscatedPhoneInfo":"+2"}"#)
    }

    @Test func `an identity has its members in the order of answers`() {
        var identity = FederatedIdentity(providerID: "google.com", rawID: "r")
        identity.displayName = "A"
        identity.photoURL = "p"
        identity.email = "a@x.test"
        identity.screenName = "s"

        #expect(
            identity.document.text == """
                {"providerId":"google.com","rawId":"r","federatedId":"r","displayName":"A","photoUrl":"p",\
                "email":"a@x.test","screenName":"s"}
                """)
    }

    @Test(
        arguments: [
            (["rawId": "r"], ["rawId": "r", "federatedId": "r"]),
            (["rawId": "r", "federatedId": "f"], ["rawId": "r", "federatedId": "f"]),
            (["rawId": "r", "federatedId": .null], ["rawId": "r", "federatedId": .null]),
        ] as [(JSON, JSON)])
    func `a federated ID that is there stays`(given: JSON, completed: JSON) {
        var identity = FederatedIdentity(document: given)
        identity.completeFederatedID()

        #expect(identity.document == completed)
    }

    @Test func `a passkey has its ID and its name`() {
        #expect(Passkey(credentialID: "k", name: "n").document.text == #"{"credentialId":"k","name":"n"}"#)
    }

    @Test(arguments: [5, nil, [:], ["text"]] as [JSON])
    func `a member of another type is not text, but stands there`(value: JSON) {
        let factor = SecondFactor(document: ["mfaEnrollmentId": value, "phoneInfo": value])

        #expect(factor.id == nil)
        #expect(factor.phoneNumber == nil)
        #expect(factor[.id] == value)
        #expect(factor[.phoneInfo] == value)
    }

    // MARK: Comparing

    @Test func `accounts are the same whatever the order of members`() {
        func account(_ change: (JSON) -> JSON) -> Account {
            StoreFixture.account("a") { account in
                let identity = change(["providerId": "google.com", "rawId": "r", "x": ["b": 1, "a": 2]])
                account.providers = [.phone, .federated(FederatedIdentity(document: identity))]
                account.secondFactors = [SecondFactor(document: change(["mfaEnrollmentId": "e", "phoneInfo": "+1"]))]
                account.passkeys = [Passkey(document: change(["credentialId": "k", "name": "n"]))]
            }
        }
        let one = account { $0 }

        #expect(one == account { .object(($0.objectValue ?? []).reversed()) })
        #expect(one != account { .object(($0.objectValue ?? []).dropLast()) })
        #expect(
            one
                != account { document in
                    var document = document
                    document["more"] = .null
                    return document
                })
    }

    @Test func `the order of entries counts`() {
        let entries = ["a", "b"].map { Passkey(credentialID: $0, name: "n") }

        #expect(entries != Array(entries.reversed()))
    }
}
