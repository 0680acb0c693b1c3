import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

struct SessionRevocationTests {
    @Test(arguments: [Profile.local, .production])
    func `a session does not carry over to a later account of the same ID`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let signIn: JSON = ["token": "{\"uid\":\"u\"}", "returnSecureToken": true]
        let first = try await server.app("accounts:signInWithCustomToken", signIn)
        _ = try await server.admin("accounts:delete", ["localId": "u"])

        let second = try await server.app("accounts:signInWithCustomToken", signIn)

        #expect(second.json["isNewUser"] == true)
        #expect(try await server.refresh(first.string("refreshToken")).message == "TOKEN_EXPIRED")
        #expect(try await server.refresh(second.string("refreshToken")).status == 200)
    }

    @Test(arguments: [Profile.local, .production])
    func `an import over an account ends its sessions`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.signUp("a@x.test")
        let id = try #require(user["localId"])

        _ = try await server.admin("accounts:batchCreate", ["users": [["localId": id, "email": "a@x.test"]]])

        #expect(try await server.refresh(user.string("refreshToken")).message == "TOKEN_EXPIRED")
    }
}
