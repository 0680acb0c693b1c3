import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// email-actions.md section 5, accounts.md section 8.4 and production.md section 3.4: codes in accounts:update.
struct CodeRedemptionTests {
    private static let email = "alice@example.test"

    private func change(_ server: TestServer) async throws -> String {
        try await server.oobCode("VERIFY_AND_CHANGE_EMAIL", Self.email, ["newEmail": "New@x.test"])
    }

    // MARK: VERIFY_EMAIL

    @Test(arguments: Profile.allCases)
    func `a verification verifies and touches nothing else`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let before = try await server.account(user.id)
        server.clock.advance(seconds: 10)
        let answer = try await server.redeem(server.oobCode("VERIFY_EMAIL", Self.email))

        #expect(answer["emailVerified"] == true)
        #expect(answer["email"] == .string(Self.email))
        #expect(answer["localId"] == .string(user.id))
        for name in ["idToken", "refreshToken", "newEmail"] { #expect(answer[name] == nil) }
        #expect(try await server.account(user.id) == before.merging(["emailVerified": true]))
        #expect(try await server.lookup(user.idToken).outcome == "OK")
        #expect(try await server.refresh(user.refreshToken).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `it acts on whoever has the address now`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("VERIFY_EMAIL", Self.email)
        _ = try await server.update(user.id, ["email": "moved@x.test"])
        let other = try await server.user()

        #expect(try await server.redeem(code)["localId"] == .string(other.id))
        #expect(try await server.account(user.id)["emailVerified"] == false)
    }

    @Test(arguments: Profile.allCases)
    func `an address that nobody has any more`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("VERIFY_EMAIL", Self.email)
        _ = try await server.update(user.id, ["email": "moved@x.test"])

        let outcome = try await server.redeem(code).outcome
        #expect(outcome == (profile == .emulator ? "INVALID_OOB_CODE" : "EMAIL_NOT_FOUND"))
    }

    @Test(arguments: Profile.allCases, ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"])
    func `the code of a deleted account is void`(_ profile: Profile, _ type: String) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode(type, Self.email, ["newEmail": "new@x.test"])
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])

        #expect(try await server.redeem(code).outcome == "INVALID_OOB_CODE")
    }

    @Test(arguments: Profile.allCases, ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"])
    func `a disabled account is refused outside the reference`(_ profile: Profile, _ type: String) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode(type, Self.email, ["newEmail": "new@x.test"])
        _ = try await server.update(user.id, ["disableUser": true])

        #expect(try await server.redeem(code).outcome == (profile == .emulator ? "OK" : "USER_DISABLED"))
        guard profile != .emulator, type == "VERIFY_EMAIL" else { return }
        _ = try await server.update(user.id, ["disableUser": false])
        #expect(try await server.redeem(code).outcome == "OK")
    }

    // MARK: VERIFY_AND_CHANGE_EMAIL

    @Test func `to the reference a change is not a revocation and leaves no way back`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        let code = try await change(server)
        server.clock.advance(seconds: 10)
        let answer = try await server.redeem(code)

        #expect(answer["email"] == "new@x.test")
        #expect(answer["newEmail"] == "new@x.test")
        #expect(answer["emailVerified"] == true)
        let stored = try await server.account(user.id)
        #expect(stored["initialEmail"] == nil)
        #expect(stored["validSince"] == "1780315200")
        #expect(stored["providerUserInfo"]?.arrayValue?[0]["email"] == "new@x.test")
        #expect(try await server.outbox("type=RECOVER_EMAIL") == [])
        #expect(try await server.lookup(user.idToken).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `elsewhere it ends sessions and mails the old address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await change(server)
        server.clock.advance(seconds: 10)
        let answer = try await server.redeem(code)

        #expect(answer["email"] == "new@x.test")
        #expect(answer["newEmail"] == "new@x.test")
        #expect(answer["emailVerified"] == true)
        #expect(answer["idToken"] == nil)
        let stored = try await server.account(user.id)
        #expect(stored["initialEmail"] == .string(Self.email))
        #expect(stored["validSince"] == "1780315210")
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.refresh(user.refreshToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.outbox("type=RECOVER_EMAIL").map { $0["to"] } == [.string(Self.email)])
        #expect(try await server.signIn("new@x.test").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `a new address that was taken meanwhile is refused and the code is gone`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await change(server)
        _ = try await server.user("new@x.test")

        #expect(try await server.redeem(code).outcome == "EMAIL_EXISTS")
        #expect(try await server.redeem(code).outcome == "INVALID_OOB_CODE")
        #expect(try await server.account(user.id)["email"] == .string(Self.email))
    }

    @Test(arguments: Profile.allCases)
    func `outside the reference it follows the account to an address that an admin gave it`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await change(server)
        _ = try await server.update(user.id, ["email": "moved@x.test"])

        #expect(try await server.redeem(code).outcome == (profile == .emulator ? "INVALID_OOB_CODE" : "OK"))
        let email = try await server.account(user.id)["email"]
        #expect(email == (profile == .emulator ? "moved@x.test" : "new@x.test"))
        if profile != .emulator {
            #expect(try await server.account(user.id)["initialEmail"] == "moved@x.test")
        }
    }

    @Test(arguments: [Profile.local, .production])
    func `a change voids the verification codes of the old address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let verification = try await server.oobCode("VERIFY_EMAIL", Self.email)
        _ = try await server.redeem(change(server))

        #expect(try await server.redeem(verification).outcome == "INVALID_OOB_CODE")
    }

    // MARK: RECOVER_EMAIL

    @Test(arguments: Profile.allCases)
    func `a recovery brings the first address back, verified`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)
        let answer = try await server.redeem(code)

        #expect(answer["email"] == .string(Self.email))
        #expect(answer["emailVerified"] == true)
        #expect(answer["newEmail"] == nil)
        #expect(answer["idToken"] == nil)
        let stored = try await server.account(user.id)
        #expect(stored["email"] == .string(Self.email))
        #expect(stored["initialEmail"] == .string(Self.email))
        #expect(try await server.redeem(code).outcome == "INVALID_OOB_CODE")
        #expect(try await server.signIn(Self.email).status == 200)
    }

    /// Both accounts had the address first; the code is for the one whose change made it.
    @Test(arguments: Profile.allCases, ["a", "z"])
    func `a recovery is for the account that was changed`(_ profile: Profile, _ first: String) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let second = first == "a" ? "z" : "a"
        for id in [first, second] {
            _ = try await server.admin(
                "accounts", ["localId": .string(id), "email": .string(Self.email), "password": "correct-horse"])
            let user = try SignedInUser(await server.signIn(Self.email))
            let change = try await server.app(
                "accounts:update", ["idToken": user.token, "email": .string("\(id)@new.test")])
            try #require(change.status == 200, "\(change.text)")
        }
        let codes = try await server.outbox("type=RECOVER_EMAIL").map { $0["localId"] }
        try #require(codes == [.string(first), .string(second)])
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)

        #expect(try await server.redeem(code)["localId"] == .string(second))
        #expect(try await server.account(second)["email"] == .string(Self.email))
        #expect(try await server.account(first)["email"] == .string("\(first)@new.test"))
    }

    @Test(arguments: Profile.allCases)
    func `a recovery of an address that another account took is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        _ = try await server.user()
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)

        #expect(try await server.redeem(code).outcome == "EMAIL_EXISTS")
        #expect(try await server.redeem(code).outcome == "INVALID_OOB_CODE")
    }

    @Test(arguments: Profile.allCases)
    func `a recovery of nobody's is void`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])

        #expect(try await server.redeem(code).outcome == "INVALID_OOB_CODE")
    }

    /// How an ID comes to belong to another account.
    static let successions = ["deleted", "made anew", "overwritten"]

    @Test(arguments: Profile.allCases, successions)
    func `a recovery is no good for another account of the same ID`(
        _ profile: Profile, _ succession: String
    ) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)
        let other: JSON = ["localId": .string(user.id), "email": "other@x.test"]
        if succession != "overwritten" { _ = try await server.admin("accounts:delete", ["localId": .string(user.id)]) }
        if succession == "made anew" { try #require(await server.admin("accounts", other).status == 200) }
        if succession == "overwritten" {
            try #require(await server.importAccounts(other, options: ["allowOverwrite": true]).status == 200)
        }

        if profile != .emulator { #expect(try await server.inspect(code).outcome == "INVALID_OOB_CODE") }
        #expect(try await server.redeem(code).outcome == "INVALID_OOB_CODE")
        let email: JSON? = succession == "deleted" ? nil : "other@x.test"
        #expect(try await server.account(user.id)["email"] == email)
    }

    /// Another account had the same address first.
    @Test(arguments: Profile.allCases)
    func `a recovery does not go over to another account of the same first address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        var users: [SignedInUser] = []
        for name in ["one", "two"] {
            let user = try await server.user()
            _ = try await server.app(
                "accounts:update", ["idToken": user.token, "email": .string("\(name)@x.test")])
            users.append(user)
        }
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)
        _ = try await server.admin("accounts:delete", ["localId": .string(users[1].id)])

        #expect(try await server.redeem(code).outcome == "INVALID_OOB_CODE")
        #expect(try await server.account(users[0].id)["email"] == "one@x.test")
    }

    // MARK: Other codes and other fields

    @Test(arguments: Profile.allCases, ["PASSWORD_RESET", "EMAIL_SIGNIN"])
    func `codes of other types do nothing here and stay good`(_ profile: Profile, _ type: String) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let code = try await server.oobCode(type, Self.email)

        let outcome = try await server.redeem(code).outcome
        #expect(outcome == (profile == .emulator ? "501 \(type)" : "INVALID_OOB_CODE"))
        #expect(try await server.inspect(code).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `with a token, too, the reference takes the code and production the token`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let other = try await server.user("bob@x.test")
        let code = try await server.oobCode("VERIFY_EMAIL", Self.email)

        let junk = try await server.redeem(code, ["idToken": "junk", "displayName": "x"]).outcome
        #expect(junk == (profile == .emulator ? "OK" : "INVALID_ID_TOKEN"))
        guard profile != .emulator else {
            #expect(try await server.account(user.id)["displayName"] == nil)
            return
        }
        let answer = try await server.redeem(code, ["idToken": other.token, "displayName": "Bob"])
        #expect(answer["localId"] == .string(other.id))
        #expect(answer["displayName"] == "Bob")
        #expect(try await server.account(user.id)["emailVerified"] == false)
        #expect(try await server.inspect(code).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `with a code only providers are changed`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let imported = try await server.importAccounts(
            [
                "localId": "a", "email": Self.emailJSON, "rawPassword": "correct-horse",
                "providerUserInfo": [["providerId": "google.com", "rawId": "g"]],
            ])
        try #require(imported.status == 200)
        let code = try await server.oobCode("VERIFY_EMAIL", Self.email)
        let more: JSON = [
            "displayName": "x", "photoUrl": "x", "email": "x@x.test", "password": "other-horse",
            "deleteAttribute": ["PASSWORD"], "deleteProvider": ["google.com", "password"],
        ]

        let answer = try await server.redeem(code, more)
        #expect(answer["displayName"] == nil)
        #expect(answer["idToken"] == nil)
        let stored = try await server.account("a")
        #expect(stored["email"] == Self.emailJSON)
        #expect(stored["emailVerified"] == true)
        #expect(stored["photoUrl"] == nil)
        #expect(stored.providerIDs == ["password"])
        #expect(try await server.signIn(Self.email).status == 200)
    }

    private static let emailJSON = JSON.string(email)

    @Test(arguments: Profile.allCases)
    func `an admin applies a code with any ID`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("VERIFY_EMAIL", Self.email)

        #expect(try await server.update("anything", ["oobCode": .string(code)])["localId"] == .string(user.id))
    }
}
