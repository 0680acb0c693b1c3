import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// production.md section 3.4: codes that a redemption would refuse for good are not pending.
struct MootCodesTests {
    private static let alice = "alice@example.test"
    private static let new = "new@example.test"

    /// Status and reason of the only message of a type.
    private func message(_ type: String, _ server: TestServer) async throws -> (status: String, reason: String?) {
        let page = try await server.control(.get, "/outbox?type=\(type)")
        let messages = try #require(page["messages"]?.arrayValue)
        let only = try #require(messages.count == 1 ? messages.first : nil, "\(page.text)")
        return (try #require(only["status"]?.stringValue), only["reason"]?.stringValue)
    }

    private func listed(_ server: TestServer) async throws -> Int {
        let codes = try await server.send(.get, "/emulator/v1/projects/\(TestServer.project)/oobCodes")
        return codes["oobCodes"]?.arrayValue?.count ?? -1
    }

    private func pending(_ server: TestServer) async throws -> Int {
        try await server.control(.get, "/outbox?status=pending")["messages"]?.arrayValue?.count ?? -1
    }

    enum Deletion: String, CaseIterable { case itself, admin, batch, wipe }

    private func delete(_ user: SignedInUser, by deletion: Deletion, _ server: TestServer) async throws {
        let answer =
            switch deletion {
            case .itself: try await server.app("accounts:delete", ["idToken": .string(user.idToken)])
            case .admin: try await server.admin("accounts:delete", ["localId": .string(user.id)])
            case .batch:
                try await server.admin("accounts:batchDelete", ["localIds": [.string(user.id)], "force": true])
            case .wipe: try await server.send(.delete, "/emulator/v1/projects/\(TestServer.project)/accounts")
            }
        try #require(answer.status == 200, "\(answer.text)")
    }

    @Test(arguments: Profile.allCases, Deletion.allCases)
    func `codes of an account end with it`(_ profile: Profile, _ deletion: Deletion) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user(Self.alice)
        let codes = try await [
            server.oobCode("PASSWORD_RESET", Self.alice), server.oobCode("VERIFY_EMAIL", Self.alice),
            server.oobCode("VERIFY_AND_CHANGE_EMAIL", Self.alice, ["newEmail": .string(Self.new)]),
        ]
        #expect(try await pending(server) == 3)
        try await delete(user, by: deletion, server)

        if profile == .emulator {
            #expect(try await listed(server) == 3)
            #expect(try await pending(server) == 3)
            return
        }
        #expect(try await listed(server) == 0)
        #expect(try await pending(server) == 0)
        for type in ["PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"] {
            #expect(try await message(type, server) == ("expired", "its account was deleted"))
        }
        #expect(try await server.control(.get, "/outbox?status=expired")["messages"]?.arrayValue?.count == 3)
        // Neither does an account that gets its ID later.
        _ = try await server.admin("accounts", ["localId": .string(user.id), "email": .string(Self.alice)])
        for code in codes { #expect(try await server.inspect(code).outcome == "INVALID_OOB_CODE") }
        #expect(try await pending(server) == 0)
    }

    @Test(arguments: Profile.allCases)
    func `a link that verifies an address waits for who has it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user(Self.alice)
        let code = try await server.oobCode("VERIFY_EMAIL", Self.alice)
        _ = try await server.update(user.id, ["email": .string(Self.new)])

        if profile == .emulator {
            #expect(try await message("VERIFY_EMAIL", server) == ("pending", nil))
            return
        }
        #expect(try await message("VERIFY_EMAIL", server) == ("superseded", "its account has another address"))
        #expect(try await listed(server) == 0)
        #expect(try await server.control(.get, "/outbox?status=superseded")["messages"]?.arrayValue?.count == 1)
        // As soon as it would work again it is pending.
        _ = try await server.update(user.id, ["email": .string(Self.alice)])
        #expect(try await message("VERIFY_EMAIL", server) == ("pending", nil))
        #expect(try await server.app("accounts:update", ["oobCode": .string(code)]).status == 200)
        #expect(try await message("VERIFY_EMAIL", server).status == "used")
    }

    @Test(arguments: Profile.allCases)
    func `a link that changes an address waits while nobody else has that`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user(Self.alice)
        let code = try await server.oobCode(
            "VERIFY_AND_CHANGE_EMAIL", Self.alice, ["newEmail": .string(Self.new)])
        let other = try await server.user(Self.new)

        if profile == .emulator {
            #expect(try await message("VERIFY_AND_CHANGE_EMAIL", server) == ("pending", nil))
            return
        }
        let taken = try await message("VERIFY_AND_CHANGE_EMAIL", server)
        #expect(taken == ("superseded", "another account has the address"))
        try await delete(other, by: .admin, server)
        #expect(try await message("VERIFY_AND_CHANGE_EMAIL", server) == ("pending", nil))
        #expect(try await server.app("accounts:update", ["oobCode": .string(code)]).status == 200)
    }

    @Test(arguments: [Profile.local, .production])
    func `a recovery waits while its address can come back`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user(Self.alice)
        let code = try await server.oobCode(
            "VERIFY_AND_CHANGE_EMAIL", Self.alice, ["newEmail": .string(Self.new)])
        #expect(try await server.app("accounts:update", ["oobCode": .string(code)]).status == 200)
        #expect(try await message("RECOVER_EMAIL", server) == ("pending", nil))

        let other = try await server.user(Self.alice)
        #expect(try await message("RECOVER_EMAIL", server) == ("superseded", "another account has the address"))
        try await delete(other, by: .admin, server)
        #expect(try await message("RECOVER_EMAIL", server) == ("pending", nil))
    }

    @Test(arguments: [Profile.local, .production])
    func `a tenant's codes are its own`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        _ = try await server.user(Self.alice)
        _ = try await server.oobCode("VERIFY_EMAIL", Self.alice)
        _ = try await server.admin("accounts", ["localId": "t", "email": .string(Self.alice)], tenant: tenant)
        _ = try await server.admin("accounts:delete", ["localId": "t"], tenant: tenant)

        #expect(try await message("VERIFY_EMAIL", server) == ("pending", nil))
    }
}
