import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakOperations
@testable import FirebreakStore

/// What an account event says of the account (blocking-functions.md section 5).
struct AccountEventMessageTests {
    private static func server(_ profile: Profile) async throws -> TestServer {
        try await TestServer.open(profile, rules: ["accountEvents": "http://127.0.0.1:5001/{project}"])
    }

    @Test(arguments: [AccountEvent.Kind.created, .deleted])
    func `an account that has nothing is told in three members`(kind: AccountEvent.Kind) throws {
        let event = AccountEvent(kind: kind, account: Account(id: AccountID(rawValue: "bare")), tenant: nil)
        let request = AccountEventMessage.request(
            event, to: "http://x.test/{project}", ProjectID(rawValue: "example"), at: TestClock().now,
            .system)

        #expect(try JSON(parsing: request.body)["data"]?.text == #"{"uid":"bare","metadata":{},"customClaims":{}}"#)
    }

    @Test(arguments: Profile.allCases)
    func `the account is told without its password`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let user = try await server.user()

        #expect(
            server.functions.announced.first?.body["data"]?.sorted == [
                "customClaims": [:], "email": "alice@example.test", "emailVerified": false,
                "metadata": [
                    "creationTime": "2026-06-01T12:00:00.000Z", "lastSignInTime": "2026-06-01T12:00:00.000Z",
                ],
                "providerData": [
                    [
                        "email": "alice@example.test", "federatedId": "alice@example.test", "providerId": "password",
                        "rawId": "alice@example.test",
                    ]
                ], "uid": .string(user.id),
            ])
    }

    @Test(arguments: Profile.allCases)
    func `an identity is told as it is stored`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.idpUser(
            "google.com",
            [
                "sub": "1", "name": "N", "email": "a@x.test", "email_verified": true, "picture": "http://p",
                "screen_name": "n",
            ])
        let data = try #require(server.functions.announced.first?.body["data"])

        #expect(data["displayName"] == "N" && data["photoURL"] == "http://p" && data["emailVerified"] == true)
        #expect(
            data["providerData"]?.sorted == [
                [
                    "displayName": "N", "email": "a@x.test", "federatedId": "1", "photoURL": "http://p",
                    "providerId": "google.com", "rawId": "1", "screenName": "n",
                ]
            ])
    }

    @Test(arguments: Profile.allCases)
    func `claims and second factors are told, passwords are not`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let factor: JSON = ["mfaEnrollmentId": "m", "phoneInfo": "+15555550199"]
        _ = try await server.importAccounts([
            "localId": "a", "email": "a@x.test", "emailVerified": true, "passwordHash": "aGFzaA==", "salt": "c2FsdA==",
            "phoneNumber": "+15555550100", "disabled": true, "customAttributes": #"{"role":"x"}"#,
            "mfaInfo": [factor],
        ])
        _ = try await server.admin("accounts:delete", ["localId": "a"])

        let data = try #require(server.functions.announced.first?.body["data"])
        #expect(data["customClaims"] == ["role": "x"])
        #expect(data["disabled"] == true && data["phoneNumber"] == "+15555550100")
        #expect(data["mfaInfo"]?.arrayValue?.first?["phoneInfo"] == "+15555550199")
        #expect(!data.text.contains("aGFzaA") && !data.text.contains("c2FsdA"))
        #expect(data["passwordHash"] == nil && data["salt"] == nil)
    }
}
