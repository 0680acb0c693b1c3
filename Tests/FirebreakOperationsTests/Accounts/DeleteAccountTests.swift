import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 10.
struct DeleteAccountTests {
    private static let answer: JSON = ["kind": "identitytoolkit#DeleteAccountResponse"]

    static let ofApps: [Row] = [
        Row([:], "MISSING_ID_TOKEN"),
        Row(["localId": "alice"], "MISSING_ID_TOKEN"),
        Row(["idToken": ""], emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(["idToken": "junk"], "INVALID_ID_TOKEN"),
    ]

    @Test(arguments: Profile.allCases, ofApps)
    func `an app needs an ID token`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "alice"])

        let outcome = try await server.app("accounts:delete", row.body).outcome
        #expect(outcome == row.outcome(profile))
        #expect(try await server.account("alice") != .null)
    }

    static let ofAdmins: [Row] = [
        Row([:], "MISSING_LOCAL_ID"),
        Row(["localId": ""], "MISSING_LOCAL_ID"),
        Row(["idToken": "$TOKEN"], "MISSING_LOCAL_ID"),
        Row(["localId": "nobody"], "USER_NOT_FOUND"),
        Row(["localId": "nobody", "idToken": "$TOKEN"], "USER_NOT_FOUND"),
    ]

    @Test(arguments: Profile.allCases, ofAdmins)
    func `an admin names the account`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()

        let answer = try await server.admin("accounts:delete", row.body.filling(["$TOKEN": user.idToken]))
        #expect(answer.outcome == row.outcome(profile))
        #expect(try await server.account(user.id) != .null)
    }

    @Test(arguments: Profile.allCases)
    func `a user deletes himself, and all his names are free again`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let answer = try await server.app("accounts:delete", ["idToken": user.token, "localId": "ignored"])

        #expect(answer.json == Self.answer)
        #expect(try await server.account(user.id) == .null)
        #expect(try await server.lookup(user.idToken).outcome == "USER_NOT_FOUND")
        #expect(try await server.signUp("alice@example.test").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `an admin deletes anybody, disabled ones, too`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let body: JSON = [
            "localId": "a", "email": "a@x.test", "phoneNumber": "+15555550101", "disabled": true,
        ]
        _ = try await server.admin("accounts", body)

        #expect(try await server.admin("accounts:delete", ["localId": "a"]).json == Self.answer)
        #expect(try await server.admin("accounts", body).status == 200)
    }

    @Test(arguments: [Profile.local, .production])
    func `a project may keep users from deleting themselves`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        try await server.set("client.permissions.disabledUserDeletion", true)
        let user = try await server.user()

        #expect(
            try await server.app("accounts:delete", ["idToken": user.token]).outcome == "ADMIN_ONLY_OPERATION")
        #expect(try await server.admin("accounts:delete", ["localId": .string(user.id)]).status == 200)
    }

    @Test func `that permission means nothing to the reference`() async throws {
        let server = try TestServer(.emulator)
        try await server.set("client.permissions.disabledUserDeletion", true)

        #expect(try await server.app("accounts:delete", ["idToken": server.user().token]).status == 200)
    }

    @Test func `codes outlive their account in the reference`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        let code = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
        _ = try await server.app("accounts:delete", ["idToken": user.token])

        #expect(try await server.oobCodes().count == 1)
        #expect(try await server.app("accounts:resetPassword", ["oobCode": .string(code)]).status == 200)
    }
}
