import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

/// Which addresses accounts can get, and that those stay which had others before (production.md section 9).
struct EmailAddressTests {
    private static let ours = [Profile.local, .production]

    static let good = [
        "a@x.test", "a.b+c@sub.x.test", "o'hara@x.test", #""a b"@x.test"#, #""a..b"@x.test"#, #""a\" b"@x.test"#,
        "é@x.test", "a@bücher.test", "a@[127.0.0.1]", "a-@x-y.test",
    ]
    static let bad = [
        "a b@x.test", "a@x y.test", "a@x.test ", "a @x.test", "a@ x.test", "a..b@x.test", "a@x..test", "a@x.test.",
        "a@localhost", "a@x", "a@.test", "a\t@x.test", "a@x.test\n", #""a" b@x.test"#, #"a" "b@x.test"#,
        #""a" "b"@x.test"#, #""a b\"@x.test"#,
    ]

    @Test func `the rule`() {
        for address in Self.good {
            #expect(EmailAddress.allowsNew(address, .local), "\(address)")
            #expect(EmailAddress.normalized(address, .local) == address)
        }
        for address in Self.bad {
            #expect(!EmailAddress.allowsNew(address, .production), "\(address)")
            #expect(EmailAddress.allowsNew(address, .emulator), "\(address)")
        }
    }

    /// A way for an address into an account or a mail.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        let refusal: String
        let enter: @Sendable (_ server: TestServer, _ user: SignedInUser, _ address: JSON) async throws -> TestAnswer

        var testDescription: String { name }

        init(
            _ name: String, _ refusal: String = "INVALID_EMAIL",
            _ enter: @escaping @Sendable (TestServer, SignedInUser, JSON) async throws -> TestAnswer
        ) {
            self.name = name
            self.refusal = refusal
            self.enter = enter
        }
    }

    static let ways = [
        Way("sign-up") { server, _, address in
            try await server.app("accounts:signUp", ["email": address, "password": "correct-horse"])
        },
        Way("admin") { server, _, address in try await server.admin("accounts", ["email": address]) },
        Way("password for a guest") { server, _, address in
            let guest = try await server.anonymousUser()
            return try await server.app(
                "accounts:signUp", ["idToken": guest.token, "email": address, "password": "correct-horse"])
        },
        Way("own change") { server, user, address in
            try await server.app("accounts:update", ["idToken": user.token, "email": address])
        },
        Way("an admin's change") { server, user, address in try await server.update(user.id, ["email": address]) },
        Way("sign-in link") { server, _, address in
            try await server.app("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": address])
        },
        Way("reset") { server, _, address in
            try await server.app("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": address])
        },
        Way("change by code", "INVALID_NEW_EMAIL") { server, user, address in
            try await server.app(
                "accounts:sendOobCode",
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": user.token, "newEmail": address])
        },
        Way("sign-in") { server, _, address in
            try await server.app("accounts:signInWithPassword", ["email": address, "password": "correct-horse"])
        },
        Way("methods of an address", "INVALID_IDENTIFIER") { server, _, address in
            try await server.app(
                "accounts:createAuthUri", ["identifier": address, "continueUri": "http://localhost"])
        },
    ]

    @Test(arguments: ours, ways)
    func `an address that none should have is refused wherever one is given`(
        _ profile: Profile, _ way: Way
    ) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        for address in ["bob@localhost", "bob @x.test", "bob@x.test ", "bob..b@x.test", "bob@x.test."] {
            #expect(try await way.enter(server, user, .string(address)).outcome == way.refusal, "\(address)")
        }
        #expect(try await server.account(user.id)["email"] == "alice@example.test")
        #expect(try await server.outbox() == [])
    }

    @Test(arguments: ways)
    func `the reference refuses none of them`(_ way: Way) async throws {
        let server = try await TestServer.open(.emulator, privacy: false)
        let outcome = try await way.enter(server, await server.user(), "bob@localhost").outcome
        #expect(["OK", "EMAIL_NOT_FOUND"].contains(outcome), "\(outcome)")
    }

    // MARK: Accounts that have them

    static let old = ["bob@localhost", "bob b@x.test", "bob@x.test ", "bob..b@x.test", "bob@x.test."]

    @Test(arguments: ours, old)
    func `an account that has such an address keeps on working`(_ profile: Profile, _ address: String) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let imported = try await server.importAccounts(
            ["localId": "bob", "email": .string(address), "rawPassword": "correct-horse", "emailVerified": true])
        try #require(imported.status == 200, "\(imported.text)")
        try #require(imported["error"]?.arrayValue?.isEmpty != false, "\(imported.text)")

        let user = try SignedInUser(await server.signIn(address))
        #expect(try await server.lookup(user.idToken)["users"]?.arrayValue?.first?["email"] == .string(address))
        #expect(try await server.account(email: address)["localId"] == "bob")
        #expect(try await server.refresh(user.refreshToken).status == 200)
        // Saying it again is not a change.
        let body: JSON = ["idToken": user.token, "email": .string(address), "displayName": "Bob"]
        #expect(try await server.app("accounts:update", body).outcome == "OK")
        #expect(try await server.update("bob", ["email": .string(address)]).outcome == "OK")
        let identifier: JSON = ["identifier": .string(address), "continueUri": "http://localhost"]
        #expect(try await server.app("accounts:createAuthUri", identifier)["registered"] == true)
        let reset = try await server.oobCode("PASSWORD_RESET", address)
        #expect(try await server.reset(reset, to: "other-horse").outcome == "OK")
        #expect(try await server.signInByLink(address).id == "bob")
    }

    @Test(arguments: ours, old)
    func `it is exported, imported, forked and seeded`(_ profile: Profile, _ address: String) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let fixture: JSON = [
            "users": [
                ["uid": "bob", "email": .string(address), "password": "correct-horse"]
            ]
        ]
        let seeded = try await server.control(.post, ":seed", fixture)
        try #require(seeded.status == 200, "\(seeded.text)")
        let files = try await server.control(.get, ":export")
        try #require(files.status == 200, "\(files.text)")

        #expect(try await server.fork("copy").status < 300)
        #expect(try await server.signIn(address, in: "copy").status == 200)
        let imported = try await server.control(.post, ":import", ["files": files["files"] ?? .null], project: "other")
        #expect(imported.status == 200, "\(imported.text)")
        #expect(try await server.signIn(address, in: "other").status == 200)
    }
}
