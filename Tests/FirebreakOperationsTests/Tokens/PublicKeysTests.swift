import FirebreakCredentials
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

/// Where verifiers find the key of signed tokens (firebreak.md section 4, tenants-config.md B5).
struct PublicKeysTests {
    private static let account = "securetoken@system.gserviceaccount.com"
    private static let v1 = "/identitytoolkit.googleapis.com/v1/"
    private static let v3 = "/www.googleapis.com/identitytoolkit/v3/relyingparty/"

    private func json(_ server: TestServer, _ path: String) async throws -> JSON {
        let answer = try await server.send(.get, path)
        try #require(answer.status == 200, "\(path): \(answer.text)")
        return answer.json
    }

    @Test func `a stored key that is none is damage of the storage`() async throws {
        let storage = try Storage(dataDirectory: nil)
        _ = try await storage.keepSigningKey("no key")

        let failure = await #expect(throws: StorageFailure.self) {
            _ = try await TokenSigner(storage: storage).signingKey()
        }
        #expect(failure?.kind == .notADatabase)
    }

    @Test(arguments: Profile.allCases)
    func `certificates and JWKS documents are of one key`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let key = try await server.services.signer.signingKey()

        for path in [
            "/www.googleapis.com/service_accounts/v1/jwk/\(Self.account)", Self.v1 + "sessionCookiePublicKeys",
            "/www.googleapis.com/robot/v1/metadata/jwk/\(Self.account)",
            "/www.googleapis.com/robot/v1/metadata/jwk/securetoken%40system.gserviceaccount.com",
        ] {
            #expect(try await json(server, path) == ["keys": [key.jwk]])
        }
        for path in [
            "/www.googleapis.com/robot/v1/metadata/x509/\(Self.account)", Self.v1 + "publicKeys",
            "/www.googleapis.com/service_accounts/v1/metadata/x509/\(Self.account)",
            "/www.googleapis.com/service_accounts/v1/metadata/x509/securetoken%40system.gserviceaccount.com",
            Self.v3 + "publicKeys",
        ] {
            let certificates = try await json(server, path)
            #expect(certificates.names == [key.id])
            let keys = try KeySet(document: ["certificates": certificates])
            #expect(keys.verifies(rsaSHA256: try key.signature(of: [1]), of: [1]))
        }
    }

    @Test func `issuers say where their keys are`() async throws {
        let server = try TestServer(.local)
        let keys = [
            "securetoken.google.com":
                "\(TestServer.origin)/www.googleapis.com/service_accounts/v1/jwk/\(Self.account)",
            "session.firebase.google.com": "\(TestServer.origin)\(Self.v1)sessionCookiePublicKeys",
        ]
        for (issuer, start) in keys {
            let metadata = try await json(server, "/\(issuer)/example/.well-known/openid-configuration")
            #expect(metadata["issuer"]?.stringValue == "https://\(issuer)/example")
            let address = try #require(metadata["jwks_uri"]?.stringValue)
            #expect(address.hasPrefix(start))
            let path = String(address.dropFirst(TestServer.origin.count))
            #expect(try await json(server, path)["keys"]?.arrayValue?.count == 1)
        }
    }

    @Test func `another service account has no keys here`() async throws {
        let server = try TestServer(.local)

        let path = "/www.googleapis.com/robot/v1/metadata/x509/other@system.gserviceaccount.com"
        #expect(try await server.send(.get, path).status == 404)
    }
}
