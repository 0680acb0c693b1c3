import FirebreakCredentials
import FirebreakWire
import SwiftASN1
import Testing
import X509

struct SigningKeyTests {
    /// Making a key takes long.
    private static let shared = Result { try SigningKey() }

    private let key: SigningKey

    init() throws { key = try Self.shared.get() }

    private func token(_ payload: JSON = ["sub": "alice"]) throws -> String {
        try JSONWebToken.signed(header: ["alg": "RS256", "kid": .string(key.id)], payload: payload.bytes) {
            try key.signature(of: $0)
        }
    }

    @Test func `its JWK verifies what it signs`() throws {
        let keys = try KeySet(document: ["keys": [key.jwk]])

        #expect(keys.verifies(try token()))
        let stranger = try SigningKey()
        let strange = try KeySet(document: ["keys": [stranger.jwk]])
        #expect(!strange.verifies(try token()))
    }

    @Test func `its certificate verifies what it signs`() throws {
        let pem = try key.certificate(commonName: "signer.example.test")
        let keys = try KeySet(document: ["certificates": .object([.init(key.id, .string(pem))])])

        #expect(keys.verifies(try token()))
        #expect(keys.verifies(rsaSHA256: try key.signature(of: [1, 2]), of: [1, 2]))
        #expect(!keys.verifies(rsaSHA256: try key.signature(of: [1, 2]), of: [2, 1]))
    }

    @Test func `the certificate is signed by itself and names its subject`() throws {
        let certificate = try Certificate(pemEncoded: try key.certificate(commonName: "signer.example.test"))

        #expect(certificate.subject == certificate.issuer)
        #expect(String(describing: certificate.subject) == "CN=signer.example.test")
        #expect(certificate.publicKey.isValidSignature(certificate.signature, for: certificate))
        #expect(certificate.notValidBefore < certificate.notValidAfter)
    }

    @Test func `a key that was kept is the same key`() throws {
        let again = try SigningKey(pem: key.pem)

        #expect(again.id == key.id && again.jwk == key.jwk)
        #expect(again.verifies(try key.signature(of: [7]), of: [7]))
        #expect(!again.verifies(try key.signature(of: [7]), of: [8]))
        #expect(!again.verifies([], of: [7]))
        #expect(key.id.count == 40)
        #expect(key.jwk["kid"]?.stringValue == key.id && key.jwk["d"] == nil)
    }

    @Test(arguments: [
        "", "text", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----",
    ])
    func `what is not a private key is refused`(pem: String) {
        #expect(throws: KeySetError.notAPrivateKey) { try SigningKey(pem: pem) }
    }

    @Test(arguments: [["certificates": ["k": "text"]], ["certificates": ["k": 1]]] as [JSON])
    func `what is not a certificate is refused`(document: JSON) {
        #expect(throws: KeySetError.notACertificate) { try KeySet(document: document) }
    }
}
