import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// The tables of email-actions.md section 6 and production.md section 5, as far as they concern codes and addresses.
/// signInWithPassword and createAuthUri have theirs in their own suites.
struct EnumerationProtectionTests {
    private static let kind: JSON = "identitytoolkit#GetOobConfirmationCodeResponse"

    @Test(arguments: Profile.allCases)
    func `a reset for nobody succeeds and sends nothing, also for admins`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": "Nobody@X.test"]
        let expected: JSON = ["email": "nobody@x.test", "kind": Self.kind]

        #expect(try await server.app("accounts:sendOobCode", body).sorted == expected)
        #expect(try await server.oobLink("PASSWORD_RESET", "nobody@x.test").sorted == expected)
        #expect(try await server.oobCodes() == [])
        let messages = try await server.outbox()
        #expect(messages.map { $0["delivery"] } == ["suppressed", "suppressed"])
        #expect(messages.map { $0["to"] } == ["nobody@x.test", "nobody@x.test"])
        #expect(messages.allSatisfy { ($0["oobCode"] ?? .null).isNull && ($0["status"] ?? .null).isNull })
    }

    @Test(arguments: Profile.allCases)
    func `without protection it is told that there is nobody`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": "nobody@x.test"]

        #expect(try await server.app("accounts:sendOobCode", body).outcome == "EMAIL_NOT_FOUND")
        #expect(try await server.oobLink("PASSWORD_RESET", "nobody@x.test").outcome == "EMAIL_NOT_FOUND")
    }

    @Test(arguments: Profile.allCases)
    func `the question whether there is anything to send comes before the domain`(_ profile: Profile) async throws {
        let server = try await TestServer.openWithDomains(profile, privacy: true)
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": "a@x.test", "continueUrl": "https://evil.test"]

        #expect(try await server.app("accounts:sendOobCode", body).outcome == "OK")
        let link = try await server.oobLink("PASSWORD_RESET", "a@x.test", ["continueUrl": "https://evil.test"])
        #expect(link.outcome == "OK")
        _ = try await server.user("a@x.test")
        #expect(try await server.app("accounts:sendOobCode", body).outcome == AuthorizedDomainTests.refusal)
    }

    @Test(arguments: Profile.allCases)
    func `a known address gets its reset`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        _ = try await server.user()
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]
        let expected: JSON = ["email": "alice@example.test", "kind": Self.kind]

        #expect(try await server.app("accounts:sendOobCode", body).sorted == expected)
        #expect(try await server.outbox().map { $0["delivery"] } == ["sent"])
    }

    @Test(arguments: Profile.allCases, ["bob@x.test", "alice@example.test"])
    func `a change to a taken address is hidden outside the reference`(
        _ profile: Profile, _ newEmail: String
    ) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        let user = try await server.user()
        _ = try await server.user("bob@x.test")
        let body: JSON = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": user.token, "newEmail": .string(newEmail),
        ]

        let answer = try await server.app("accounts:sendOobCode", body)
        if profile == .emulator {
            #expect(answer.outcome == "EMAIL_EXISTS")
            #expect(try await server.outbox() == [])
        } else {
            let expected: JSON = ["email": "alice@example.test", "kind": Self.kind]
            #expect(answer.sorted == expected)
            #expect(try await server.outbox().map { $0["delivery"] } == ["suppressed"])
            #expect(try await server.oobCodes() == [])
        }
    }

    @Test(arguments: Profile.allCases)
    func `verification of nobody's address is never hidden`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)

        #expect(try await server.oobLink("VERIFY_EMAIL", "nobody@x.test").outcome == "USER_NOT_FOUND")
        #expect(
            try await server.oobLink("VERIFY_AND_CHANGE_EMAIL", "nobody@x.test", ["newEmail": "n@x.test"]).outcome
                == "USER_NOT_FOUND")
    }

    @Test(arguments: Profile.allCases)
    func `a sign-in link goes to any address`(_ profile: Profile) async throws {
        for privacy in [false, true] {
            let server = try await TestServer.open(profile, privacy: privacy)
            #expect(try await server.oobLink("EMAIL_SIGNIN", "nobody@x.test")["oobCode"] != nil)
        }
    }

    @Test(arguments: Profile.allCases)
    func `sign-up with a taken address is never hidden`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        _ = try await server.user()

        #expect(try await server.signUp("alice@example.test").outcome == "EMAIL_EXISTS")
    }

    // MARK: Changing an address without verification

    private static let refusal = "OPERATION_NOT_ALLOWED : Please verify the new email before changing email."

    static let changes: [Row] = [
        Row(["email": "new@x.test"], emulator: "OK", others: refusal),
        Row(["email": "bob@x.test"], emulator: "EMAIL_EXISTS", others: refusal),
        Row(["email": "no-address"], "INVALID_EMAIL"),
        Row(["email": "new@x.test", "password": "other-horse"], emulator: "OK", others: refusal),
        Row(["displayName": "x"], "OK"),
    ]

    @Test(arguments: Profile.allCases, changes)
    func `a user cannot change his address directly, except in the reference`(
        _ profile: Profile, _ row: Row
    ) async throws {
        for isAnonymous in [false, true] {
            let server = try await TestServer.open(profile, privacy: true)
            let user = try await isAnonymous ? server.anonymousUser() : server.user()
            _ = try await server.user("bob@x.test")

            let body = row.body.merging(["idToken": user.token])
            let outcome = try await server.app("accounts:update", body).outcome
            #expect(outcome == row.outcome(profile), "anonymous: \(isAnonymous)")
        }
    }

    @Test(arguments: Profile.allCases)
    func `an anonymous user gets an address by signing up`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        let guest = try await server.anonymousUser()
        let body: JSON = ["idToken": guest.token, "email": "guest@x.test", "password": "secret1"]

        #expect(try await server.app("accounts:signUp", body).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `an admin changes any address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        let user = try await server.user()

        #expect(try await server.update(user.id, ["email": "new@x.test"]).outcome == "OK")
        #expect(try await server.account(user.id)["email"] == "new@x.test")
    }
}
