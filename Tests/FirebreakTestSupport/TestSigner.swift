import Crypto
import CryptoExtras
package import FirebreakWire

/// Signs ID tokens as an identity provider does.
package struct TestSigner: Sendable {
    private let key = P256.Signing.PrivateKey()
    private let keyID: String

    /// Making an RSA key takes long.
    private static let rsaKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    package init(keyID: String = "k") { self.keyID = keyID }

    /// ES256 key as a JWK.
    package var key256: JSON {
        let point = Array(key.publicKey.rawRepresentation)
        return [
            "kty": "EC", "crv": "P-256", "kid": .string(keyID),
            "x": .string(Base64.encode(Array(point.prefix(32)), .urlSafe)),
            "y": .string(Base64.encode(Array(point.suffix(32)), .urlSafe)),
        ]
    }

    /// A token of these claims, signed with ES256.
    package func token(_ claims: JSON, header: JSON = [:]) throws -> String {
        let header = (["alg": "ES256", "kid": .string(keyID), "typ": "JWT"] as JSON).merging(header)
        let signed = Base64.encode(header.bytes, .urlSafe) + "." + Base64.encode(claims.bytes, .urlSafe)
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return signed + "." + Base64.encode(Array(signature), .urlSafe)
    }

    // MARK: RSA

    package static func rsaKey256(keyID: String) throws -> JSON {
        let numbers = try rsaKey.get().publicKey.getKeyPrimitives()
        return [
            "kty": "RSA", "kid": .string(keyID), "alg": "RS256", "use": "sig",
            "n": .string(Base64.encode(Array(numbers.modulus), .urlSafe)),
            "e": .string(Base64.encode(Array(numbers.publicExponent), .urlSafe)),
        ]
    }

    /// A token of these claims, signed with RS256.
    package static func rsaToken(_ claims: JSON, keyID: String) throws -> String {
        let header: JSON = ["alg": "RS256", "kid": .string(keyID)]
        let signed = Base64.encode(header.bytes, .urlSafe) + "." + Base64.encode(claims.bytes, .urlSafe)
        let digest = SHA256.hash(data: Array(signed.utf8))
        let signature = try rsaKey.get().signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
        return signed + "." + Base64.encode(Array(signature), .urlSafe)
    }
}
