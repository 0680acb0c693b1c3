import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// phone-mfa.md section 6: passkeys as the reference has them, which verifies nothing.
struct ReferencePasskeyTests {
    private static func mustBeObject(_ member: String) -> String {
        "Invalid JSON payload received. /\(member) must be object"
    }

    static let enrollmentRows: [Row] = [
        Row(["idToken": "", "authenticatorRegistrationResponse": ["id": "k"]], "MISSING_ID_TOKEN"),
        Row(["idToken": ""], "MISSING_ID_TOKEN"),
        Row(["idToken": "junk"], "MISSING_AUTHENTICATOR_RESPONSE"),
        Row(["idToken": "junk", "authenticatorRegistrationResponse": ["id": "k"]], "INVALID_ID_TOKEN"),
        Row(["authenticatorRegistrationResponse": [:]], "INVALID_CREDENTIAL_ID"),
        Row(["authenticatorRegistrationResponse": ["id": ""]], "INVALID_CREDENTIAL_ID"),
        Row(["authenticatorRegistrationResponse": ["id": "taken"]], "CREDENTIAL_ALREADY_IN_USE"),
        Row(["authenticatorRegistrationResponse": ["id": "k", "response": ["clientDataJSON": "junk"]]], "OK"),
        Row(["authenticatorRegistrationResponse": ["id": 5]], "OK"),
        Row(["authenticatorRegistrationResponse": "k"], mustBeObject("authenticatorRegistrationResponse")),
        Row(["authenticatorRegistrationResponse": []], mustBeObject("authenticatorRegistrationResponse")),
        Row(["authenticatorRegistrationResponse": nil], mustBeObject("authenticatorRegistrationResponse")),
        Row(
            ["authenticatorRegistrationResponse": ["id": "k"], "name": [:]],
            "Invalid JSON payload received. /name must be string"),
    ]

    @Test(arguments: enrollmentRows)
    func `an enrolment is checked in order`(_ row: Row) async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        let other = try await server.user("other@x.test")
        #expect(try await server.finishPasskey(other, ["id": "taken"]).outcome == "OK")
        let body: JSON = ["idToken": user.token]

        let answer = try await server.appV2("accounts/passkeyEnrollment:finalize", body.merging(row.body))
        #expect(answer.outcome == row.outcome(.emulator))
    }

    @Test func `a user's own ID is in use, too`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        #expect(try await server.finishPasskey(user, ["id": "k"]).outcome == "OK")

        #expect(try await server.finishPasskey(user, ["id": "k"]).outcome == "CREDENTIAL_ALREADY_IN_USE")
    }

    static let names: [(JSON, String)] = [
        ([:], "Unnamed Passkey"), (["name": "n", "displayName": "d"], "n"), (["displayName": "d"], "d"),
        (["name": "", "displayName": ""], "Unnamed Passkey"),
    ]

    @Test(arguments: names)
    func `a passkey has a name`(_ names: JSON, _ expected: String) async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        let answer = try await server.finishPasskey(user, ["id": "k"], names)

        #expect(answer.json.names.sorted() == ["idToken", "localId", "refreshToken"])
        #expect(answer["localId"] == .string(user.id))
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "passkey")
        let stored = try await server.account(user.id)["passkeyInfo"]?.sorted
        #expect(stored == [["credentialId": "k", "name": .string(expected)]])
    }

    @Test func `the options of an enrolment`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        let answer = try await server.appV2("accounts/passkeyEnrollment:start", ["idToken": user.token])

        #expect(answer.json.names == ["credentialCreationOptions"])
        let options = try #require(answer["credentialCreationOptions"])
        #expect(
            options.dropping("challenge").sorted == [
                "attestation": "none",
                "pubKeyCredParams": [["alg": -7, "type": "public-key"], ["alg": -257, "type": "public-key"]],
                "rp": ["id": "localhost", "name": "localhost"], "timeout": 60000,
                "user": [
                    "displayName": "User", "id": .string(Base64.encode(Array(user.id.utf8), .standard)),
                    "name": "alice@example.test",
                ],
            ])
        #expect(options["challenge"]?.stringValue.flatMap { Base64.decode($0) }?.count == 32)
    }

    @Test func `somebody without a name or an address has stand-ins`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.anonymousUser()
        let answer = try await server.appV2("accounts/passkeyEnrollment:start", ["idToken": user.token])

        #expect(answer.string("credentialCreationOptions.user.name") == "user@example.com")
        _ = try await server.update(user.id, ["displayName": "Ann"])
        let named = try await server.appV2("accounts/passkeyEnrollment:start", ["idToken": user.token])
        #expect(named.string("credentialCreationOptions.user.displayName") == "Ann")
    }

    @Test func `the options of a sign-in`() async throws {
        let server = try TestServer(.emulator)
        let options = try await server.appV2("accounts/passkeySignIn:start")["credentialRequestOptions"]

        #expect(options?.dropping("challenge").sorted == ["rpId": "localhost", "userVerification": "required"])
        #expect(options?["challenge"]?.stringValue.flatMap { Base64.decode($0) }?.count == 32)
    }

    static let signInRows: [Row] = [
        Row([:], "MISSING_AUTHENTICATOR_RESPONSE"),
        Row(["authenticatorAuthenticationResponse": [:]], "INVALID_CREDENTIAL_ID"),
        Row(["authenticatorAuthenticationResponse": ["id": "nobody's"]], "PASSKEY_CREDENTIAL_NOT_FOUND"),
        Row(["authenticatorAuthenticationResponse": ["id": "disabled"]], "USER_DISABLED"),
        Row(["authenticatorAuthenticationResponse": ["id": "k"]], "OK"),
        Row(["authenticatorAuthenticationResponse": ["id": 5]], "PASSKEY_CREDENTIAL_NOT_FOUND"),
        Row(["authenticatorAuthenticationResponse": 5], mustBeObject("authenticatorAuthenticationResponse")),
        Row(["name": true], "Invalid JSON payload received. /name must be string"),
        Row(["displayName": .null], "Invalid JSON payload received. /displayName must be string"),
        Row(["authenticatorAuthenticationResponse": ["id": "k"], "name": "Key", "displayName": "K"], "OK"),
    ]

    @Test(arguments: signInRows)
    func `a sign-in is checked in order`(_ row: Row) async throws {
        let server = try TestServer(.emulator)
        _ = try await server.finishPasskey(server.user(), ["id": "k"])
        let disabled = try await server.user("disabled@x.test")
        _ = try await server.finishPasskey(disabled, ["id": "disabled"])
        _ = try await server.update(disabled.id, ["disableUser": true])

        let outcome = try await server.appV2("accounts/passkeySignIn:finalize", row.body).outcome
        #expect(outcome == row.outcome(.emulator))
    }

    @Test func `a sign-in counts, and no second factor is asked for`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.verifiedUser()
        _ = try await server.enrollPhone(user)
        _ = try await server.finishPasskey(user, ["id": "k"])
        server.clock.advance(seconds: 10)
        let answer = try await server.signInByPasskey(["id": "k"])

        #expect(answer.json.names.sorted() == ["idToken", "refreshToken"])
        let token = try claims(answer.string("idToken"))
        #expect(token["sub"] == .string(user.id))
        #expect(token[path: "firebase.sign_in_provider"] == "passkey")
        #expect(token[path: "firebase.sign_in_second_factor"] == nil)
        #expect(try await server.account(user.id)["lastLoginAt"] == "1780315210000")
    }

    @Test func `the start of an enrolment needs a token`() async throws {
        let server = try TestServer(.emulator)
        let method = "accounts/passkeyEnrollment:start"

        #expect(try await server.appV2(method).outcome == "MISSING_ID_TOKEN")
        #expect(try await server.appV2(method, ["idToken": "junk"]).outcome == "INVALID_ID_TOKEN")
    }

    // MARK: Callers

    @Test(arguments: Profile.allCases, TestServer.passkeyMethods)
    func `an admin without an API key is refused`(_ profile: Profile, _ method: String) async throws {
        let answer = try await TestServer(profile).send(
            .post, "/identitytoolkit.googleapis.com/v2/accounts/\(method)", [:],
            headers: [.authorization: "Bearer owner"])

        #expect(answer.status == 403)
        // production.md section 1
        let start =
            profile == .production
            ? "Method doesn't allow unregistered callers" : "The request is missing a valid API key."
        #expect(answer.message?.hasPrefix(start) == true)
    }

    @Test(arguments: Profile.allCases, TestServer.passkeyMethods)
    func `a disabled tenant says so first`(_ profile: Profile, _ method: String) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant(["disableAuth": true])

        let outcome = try await server.appV2("accounts/\(method)", ["tenantId": .string(tenant)]).outcome
        #expect(outcome == (profile == .emulator ? "PROJECT_DISABLED" : "TENANT_DISABLED"))
    }

    // MARK: Removal

    @Test(arguments: ["token", "admin"])
    func `a removed passkey's ID is free again`(_ caller: String) async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        let list: JSON = ["deletePasskey": ["k", "unknown"]]
        let before = try await server.app("accounts:update", list.merging(["idToken": user.token]))
        #expect(before.status == 200)
        #expect(try await server.account(user.id)["passkeyInfo"] == [])
        _ = try await server.finishPasskey(user, ["id": "k"])

        let removal =
            caller == "admin"
            ? try await server.update(user.id, list)
            : try await server.app("accounts:update", list.merging(["idToken": user.token]))
        #expect(removal.status == 200)
        #expect(try await server.account(user.id)["passkeyInfo"] == [])
        #expect(try await server.signInByPasskey(["id": "k"]).outcome == "PASSKEY_CREDENTIAL_NOT_FOUND")
        let other = try await server.user("other@x.test")
        #expect(try await server.finishPasskey(other, ["id": "k"]).outcome == "OK")
        let token = try claims(await server.signInByPasskey(["id": "k"]).string("idToken"))
        #expect(token["sub"] == .string(other.id))
    }

    @Test(arguments: ["account", "accounts"])
    func `a deleted account's passkeys are free again`(_ deletion: String) async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        _ = try await server.finishPasskey(user, ["id": "k"])
        if deletion == "account" {
            _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])
        } else {
            _ = try await server.send(.delete, "/emulator/v1/projects/example/accounts")
        }

        #expect(try await server.signInByPasskey(["id": "k"]).outcome == "PASSKEY_CREDENTIAL_NOT_FOUND")
        #expect(try await server.finishPasskey(server.user("other@x.test"), ["id": "k"]).outcome == "OK")
    }
}
