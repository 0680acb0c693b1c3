import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// tokens.md section 2 and production.md section 6.1.
struct IDTokenClaimsTests {
    @Test(arguments: Profile.allCases)
    func `a token has three segments, the last one empty`(_ profile: Profile) async throws {
        let token = try await TestServer(profile).user().idToken

        let segments = token.split(separator: ".", omittingEmptySubsequences: false)
        #expect(segments.count == 3)
        #expect(segments.last == "")
        #expect(!token.contains("="))
        let header = try #require(Base64.decode(segments[0]))
        #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"none","typ":"JWT"}"#)
    }

    @Test(arguments: Profile.allCases)
    func `a password user's claims are complete, in production's order`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["displayName": "", "photoUrl": "http://p"])
        _ = try await server.update(user.id, ["customAttributes": "{\"role\":\"admin\"}"])
        let payload = try claims(try await server.refresh(user.refreshToken).string("id_token"))

        let id = JSON.string(user.id)
        let expected: JSON = [
            "name": "", "picture": "http://p", "role": "admin", "iss": "https://securetoken.google.com/example",
            "aud": "example", "auth_time": .int(TestServer.start), "user_id": id, "sub": id,
            "iat": .int(TestServer.start), "exp": .int(TestServer.start + 3600), "email": "alice@example.test",
            "email_verified": false,
            "firebase": ["identities": ["email": ["alice@example.test"]], "sign_in_provider": "password"],
        ]
        #expect(payload.sorted == expected.sorted)
        if profile != .emulator { #expect(payload == expected) }
    }

    @Test(arguments: Profile.allCases)
    func `an anonymous user has no address and no identities`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.anonymousUser()
        let payload = try claims(user.idToken)

        let id = JSON.string(user.id)
        let expected: JSON = [
            "provider_id": "anonymous", "iss": "https://securetoken.google.com/example", "aud": "example",
            "auth_time": .int(TestServer.start), "user_id": id, "sub": id, "iat": .int(TestServer.start),
            "exp": .int(TestServer.start + 3600), "firebase": ["identities": [:], "sign_in_provider": "anonymous"],
        ]
        #expect(payload.sorted == expected.sorted)
        if profile != .emulator { #expect(payload == expected) }
    }

    @Test(arguments: Profile.allCases)
    func `identities list every provider but the password`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "emailVerified": true, "rawPassword": "secret1",
                "phoneNumber": "+15555550100",
                "providerUserInfo": [
                    ["providerId": "google.com", "rawId": "123"], ["providerId": "oidc.acme", "rawId": "x"],
                ],
            ])
        let payload = try claims(await server.signIn("a@x.test", password: "secret1").string("idToken"))

        // The reference has the number where the account has it.
        let federated = ["google.com", "oidc.acme"]
        let names = payload[path: "firebase.identities"]?.names ?? []
        if profile == .emulator {
            #expect(names.first == "email" && names.filter(federated.contains) == federated)
        } else {
            #expect(names == federated + ["email", "phone"])
            #expect(payload.names.suffix(4) == ["email", "email_verified", "phone_number", "firebase"])
        }

        #expect(payload["phone_number"] == "+15555550100")
        #expect(payload["email_verified"] == true)
        #expect(payload["provider_id"] == nil)
        #expect(
            payload[path: "firebase.identities"]?.sorted == [
                "email": ["a@x.test"], "google.com": ["123"], "oidc.acme": ["x"], "phone": ["+15555550100"],
            ])
    }

    /// production.md section 6.1
    @Test(arguments: Profile.allCases)
    func `a developer claim of the user's ID has its own place and the account's value`(_ profile: Profile) async throws
    {
        let server = try await TestServer.open(profile)
        let token: JSON = #"{"uid":"a","claims":{"first":1,"user_id":"b","last":2}}"#
        let answer = try await server.app(
            "accounts:signInWithCustomToken", ["token": token, "returnSecureToken": true])
        for text in [
            answer.string("idToken"), try await server.refresh(answer.string("refreshToken")).string("id_token"),
        ] {
            let payload = try claims(text)
            #expect(payload["user_id"] == "a")
            let names = payload.names.filter { ["first", "user_id", "last", "iss"].contains($0) }
            #expect(
                names
                    == (profile == .emulator
                        ? ["first", "last", "iss", "user_id"] : ["first", "user_id", "last", "iss"]))
        }
    }

    private static let pretenders =
        #"{"email":"e","email_verified":true,"phone_number":"p","provider_id":"i","user_id":"u","name":"N","own":1}"#

    @Test(arguments: Profile.allCases)
    func `reserved claims keep their values, or stay away`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "a", "displayName": "Name", "photoUrl": "http://p"])
        _ = try await server.update(
            "a", ["customAttributes": .string(Self.pretenders), "deleteAttribute": ["EMAIL"]])
        let user = try await server.customUser(
            "a", claims: ["email": "x", "picture": "P", "user_id": "v", "phone_number": "q"])
        let payload = try claims(user.idToken)

        for name in ["email", "email_verified", "phone_number", "provider_id"] {
            #expect(payload[name] == nil, "\(name)")
        }
        #expect(payload["user_id"] == "a")
        #expect(payload["name"] == "N")
        #expect(payload["picture"] == "P")
        #expect(payload["own"] == 1)
    }

    @Test(arguments: Profile.allCases)
    func `the time of sign-in stays over refreshes and moves with a new sign-in`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 100)
        let refreshed = try claims(await server.refresh(user.refreshToken).string("id_token"))
        #expect(refreshed["auth_time"] == .int(TestServer.start))
        #expect(refreshed["iat"] == .int(TestServer.start + 100))
        #expect(refreshed["exp"] == .int(TestServer.start + 3700))

        let again = try claims(await server.signIn("alice@example.test").string("idToken"))
        #expect(again["auth_time"] == .int(TestServer.start + 100))
    }

    @Test(arguments: Profile.allCases)
    func `only in the reference it is the account's last login`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 100)
        _ = try await server.update(user.id, ["lastLoginAt": "7999"])

        let refreshed = try claims(await server.refresh(user.refreshToken).string("id_token"))
        #expect(refreshed["auth_time"] == .int(profile == .emulator ? 7 : TestServer.start))
    }

    @Test func `in the reference an account that never logged in takes the time of issue`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.importAccounts(["localId": "a"])
        let answer = try await server.update("a", ["password": "secret1"])

        #expect(try claims(answer.string("idToken"))["auth_time"] == .int(TestServer.start))
    }

    @Test(arguments: Profile.allCases)
    func `issuing notes the time in the account`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 100)
        _ = try await server.refresh(user.refreshToken)

        let stored = try await server.account(user.id)
        #expect(stored["lastRefreshAt"] == "2026-06-01T12:01:40.000Z")
        #expect(stored["lastLoginAt"] == "1780315200000")
    }

    @Test(arguments: [Profile.local, .production])
    func `rule lifetimes shortens tokens`(_ profile: Profile) async throws {
        let server = try TestServer(profile, rules: ["lifetimes": #"{"idToken":60}"#])
        let answer = try await server.signUp("a@x.test")

        #expect(answer["expiresIn"] == "60")
        #expect(try claims(answer.string("idToken"))["exp"] == .int(TestServer.start + 60))
        #expect(try await server.refresh(answer.string("refreshToken"))["expires_in"] == "60")
        server.clock.advance(seconds: 359)
        #expect(try await server.lookup(answer.string("idToken") ?? "").outcome == "OK")
        server.clock.advance(seconds: 1)
        #expect(try await server.lookup(answer.string("idToken") ?? "").outcome == "INVALID_ID_TOKEN")
    }
}
