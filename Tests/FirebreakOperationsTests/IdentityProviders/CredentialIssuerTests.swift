import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Rule `credentialKeys`: whose ID tokens can be verified, by which keys.
struct CredentialIssuerTests {
    private let signer = TestSigner()

    private func keys(_ more: JSON = [:]) -> JSON { (["keys": [signer.key256]] as JSON).merging(more) }

    private func server(_ keys: JSON) async throws -> TestServer {
        let server = try await TestServer.open(.local)
        let answer = try await server.control(
            .patch, "/rules", ["credentials": "verified", "credentialKeys": keys])
        try #require(answer.status == 200, "\(answer.text)")
        return server
    }

    @Test(
        arguments: [
            ["oidc.acme": "text"], ["oidc.acme": ["keys": "none"]], ["oidc.acme": ["keys": [["kty": "nope"]]]],
            ["oidc.acme": ["keys": [], "issuer": 5]], ["oidc.acme": ["keys": [], "audiences": "client"]],
            ["oidc.acme": ["keys": [], "audiences": [5]]],
        ] as [JSON])
    func `keys that cannot be read are refused and nothing is stored`(keys: JSON) async throws {
        let server = try await TestServer.open(.local)
        let answer = try await server.control(
            .patch, "/rules", ["credentials": "verified", "credentialKeys": keys])

        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix("INVALID_ARGUMENT : ") == true, "\(answer.text)")
        #expect(try await server.control(.get, "/rules")["credentials"] == "unverified")
    }

    @Test func `keys are shown as they were given, and are added one by one`() async throws {
        let server = try await server(["oidc.acme": keys(["issuer": "http://a"])])
        let answer = try await server.control(.patch, "/rules", ["credentialKeys": ["google.com": keys()]])

        #expect(
            answer["credentialKeys"]?.sorted
                == (["google.com": keys(), "oidc.acme": keys(["issuer": "http://a"])] as JSON).sorted)
        let without = try await server.control(.patch, "/rules", ["credentialKeys": ["oidc.acme": nil]])
        #expect(without["credentials"] == "verified")
        let token = try signer.token(["sub": "1", "iss": "http://a"])
        let refused = try await server.idp([("providerId", "oidc.acme"), ("id_token", token)])
        #expect(refused.outcome == "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.")
    }

    @Test func `keys alone verify nothing`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.control(.patch, "/rules", ["credentialKeys": ["google.com": keys()]])

        #expect(try await server.idp("google.com", ["sub": "1"]).outcome == "OK")
    }
}
