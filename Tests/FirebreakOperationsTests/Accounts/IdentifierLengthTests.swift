import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// production.md sections 9 and 15: how long what accounts are found by may be, whoever says it.
struct IdentifierLengthTests {
    /// A way for a text into an account, with the outcome of one that is too long.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        /// The greatest length outside the reference.
        let limit: Int
        let refusal: String
        let enter: @Sendable (_ server: TestServer, _ text: String) async throws -> TestAnswer

        var testDescription: String { name }

        init(
            _ name: String, limit: Int, _ refusal: String,
            _ enter: @escaping @Sendable (_ server: TestServer, _ text: String) async throws -> TestAnswer
        ) {
            self.name = name
            self.limit = limit
            self.refusal = refusal
            self.enter = enter
        }
    }

    private static let badUserID =
        "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128."
    private static let longID = "INVALID_IDP_RESPONSE : The user's ID in the IdP response is too long."
    private static let longEmail = "INVALID_IDP_RESPONSE : The user's email address in the IdP response is too long."

    private static func identity(_ rawID: String, email: String = "a@x.test") -> JSON {
        ["providerId": "google.com", "rawId": .string(rawID), "email": .string(email)]
    }

    /// A text of this length in the form of an address.
    private static func address(_ text: String) -> String { String(text.dropLast(7)) + "@x.test" }

    static let ways: [Way] = [
        Way("localId by an admin", limit: 128, badUserID) { server, text in
            try await server.admin("accounts", ["localId": .string(text)])
        },
        Way("uid of a custom token", limit: 128, badUserID) { server, text in
            let token: JSON = ["uid": .string(text)]
            return try await server.app("accounts:signInWithCustomToken", ["token": .string(token.text)])
        },
        Way("localId of an import", limit: 128, "localId is invalid") { server, text in
            try await server.importAccounts(["localId": .string(text)])
        },
        Way("localId of a file", limit: 128, "INVALID_ARGUMENT : users.json: users[0]: localId is too long") {
            server, text in
            let user: JSON = ["localId": .string(text)]
            return try await server.control(.post, ":import", ["files": ["users.json": ["users": [user]]]])
        },
        Way("address by an admin", limit: 255, "INVALID_EMAIL") { server, text in
            try await server.admin("accounts", ["email": .string(address(text))])
        },
        Way("address of a sign-up", limit: 255, "INVALID_EMAIL") { server, text in
            try await server.signUp(address(text))
        },
        Way("address of an import", limit: 255, "email is invalid") { server, text in
            try await server.importAccounts(["localId": "a", "email": .string(address(text))])
        },
        Way("address of an identity provider", limit: 255, longEmail) { server, text in
            try await server.idp("google.com", ["sub": "1", "email": .string(address(text))])
        },
        Way("address that is a name ID", limit: 255, longEmail) { server, text in
            try await saml(server, address(text))
        },
        Way("address of an identity in an import", limit: 255, "providerUserInfo is invalid") { server, text in
            try await server.importAccounts(
                ["localId": "a", "providerUserInfo": [identity("1", email: address(text))]])
        },
        Way("sub of an ID token", limit: 256, longID) { server, text in
            try await server.idp("google.com", ["sub": .string(text)])
        },
        Way("name ID of a SAML response", limit: 256, longID) { server, text in
            try await saml(server, text)
        },
        Way("ID of a provider", limit: 256, "INVALID_PROVIDER_ID") { server, text in
            try await server.idp(text, ["sub": "1"])
        },
        Way("rawId of an import", limit: 256, "providerUserInfo is invalid") { server, text in
            try await server.importAccounts(["localId": "a", "providerUserInfo": [identity(text)]])
        },
        Way("rawId that an admin links", limit: 256, "INVALID_IDENTIFIER") { server, text in
            _ = try await server.admin("accounts", ["localId": "a"])
            return try await server.update("a", ["linkProviderUserInfo": identity(text)])
        },
        Way("player of Game Center", limit: 256, "INVALID_IDP_RESPONSE : playerId is too long.") { server, text in
            try await server.app(
                "accounts:signInWithGameCenter",
                [
                    "playerId": .string(text), "publicKeyUrl": "https://static.gc.apple.com/k.cer", "salt": "AQID",
                    "signature": "AQID", "timestamp": "1",
                ])
        },
    ]

    /// Signs in by a SAML response, which only production wants signed.
    private static func saml(_ server: TestServer, _ name: String) async throws -> TestAnswer {
        guard server.profile != .production else {
            try await server.configureSAML()
            return try await server.saml(TestSAMLProvider.Response(name))
        }
        let response = #"{"assertion":{"subject":{"nameId":"\#(name)"}}}"#
        return try await server.idp("saml.acme", ["sub": "1"], with: [("SAMLResponse", response)])
    }

    /// `OK`, the error, or the first error of a row.
    private func outcome(_ way: Way, _ profile: Profile, length: Int) async throws -> String {
        let server = try await TestServer.open(profile)
        let answer = try await way.enter(server, String(repeating: "x", count: length))
        return answer["error"]?.arrayValue?.first?["message"]?.stringValue ?? answer.outcome
    }

    @Test(arguments: [Profile.local, .production], ways)
    func `outside the reference there is a greatest length`(_ profile: Profile, _ way: Way) async throws {
        #expect(try await outcome(way, profile, length: way.limit) == "OK")
        #expect(try await outcome(way, profile, length: way.limit + 1) == way.refusal)
    }

    @Test(arguments: ways)
    func `the reference takes anything that no index suffers from`(_ way: Way) async throws {
        #expect(try await outcome(way, .emulator, length: 2000) == "OK")
        #expect(try await outcome(way, .emulator, length: 65_537) == way.refusal)
    }

    @Test(arguments: [Profile.local, .production])
    func `length is that of JavaScript's texts`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        func outcome(_ id: String) async throws -> String {
            try await server.admin("accounts", ["localId": .string(id)]).outcome
        }

        #expect(try await outcome(String(repeating: "é", count: 128)) == "OK")
        #expect(try await outcome(String(repeating: "😀", count: 64)) == "OK")
        #expect(try await outcome(String(repeating: "😀", count: 65)) == Self.badUserID)
    }
}
