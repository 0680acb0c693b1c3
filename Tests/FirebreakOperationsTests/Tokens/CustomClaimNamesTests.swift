import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

struct CustomClaimNamesTests {
    @Test(arguments: Profile.allCases)
    func `a custom claim named tenant is a claim like any other`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.signUp("a@x.test")
        let claims: JSON = ["localId": user["localId"] ?? .null, "customAttributes": "{\"tenant\":\"acme\"}"]
        _ = try await server.admin("accounts:update", claims)
        let signIn: JSON = ["email": "a@x.test", "password": "correct-horse", "returnSecureToken": true]
        let token = try #require(try await server.app("accounts:signInWithPassword", signIn)["idToken"])

        let answer = try await server.app("accounts:lookup", ["idToken": token])

        #expect(answer.status == 200)
        #expect(answer.json["users"]?.arrayValue?.first?["localId"] == user["localId"])
    }
}
