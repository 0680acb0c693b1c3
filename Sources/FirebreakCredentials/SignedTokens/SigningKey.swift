import Crypto
import CryptoExtras
package import FirebreakWire
import Foundation
import SwiftASN1
import X509

/// An RSA key that signs tokens with RS256 (RFC 7518 section 3.3) and provides its public key for verifiers.
package struct SigningKey: Sendable {
    /// `kid` of tokens, JWKS and certificates: 40 hexadecimal digits derived from the public key.
    package let id: String
    /// The public key as a JSON Web Key (RFC 7517), with the members that Google's documents have.
    package let jwk: JSON
    let privateKey: _RSA.Signing.PrivateKey
    let publicKey: RSAPublicKey

    /// A new key of 2048 bits, which takes some tenths of a second to generate.
    package init() throws { try self.init(_RSA.Signing.PrivateKey(keySize: .bits2048)) }

    /// Reads a private key.
    ///
    /// - Parameter pem: PKCS #8 or PKCS #1, not encrypted, at least 2048 bits.
    /// - Throws: ``KeySetError/notAPrivateKey``
    package init(pem: String) throws(KeySetError) {
        do { try self.init(_RSA.Signing.PrivateKey(pemRepresentation: pem)) } catch { throw .notAPrivateKey }
    }

    private init(_ privateKey: _RSA.Signing.PrivateKey) throws {
        self.privateKey = privateKey
        publicKey = RSAPublicKey(privateKey.publicKey)
        let primitives = try publicKey.key.getKeyPrimitives()
        id = String(Digest.sha256Hex(Array(publicKey.key.derRepresentation)).prefix(40))
        jwk = [
            "kty": "RSA", "alg": "RS256", "use": "sig", "kid": .string(id),
            "n": .string(Base64.encode(Array(primitives.modulus), .urlSafe)),
            "e": .string(Base64.encode(Array(primitives.publicExponent), .urlSafe)),
        ]
    }

    /// The private key in PKCS #8, for storage.
    package var pem: String { privateKey.pkcs8PEMRepresentation }

    /// The signature of these bytes.
    package func signature(of bytes: [UInt8]) throws -> [UInt8] {
        Array(try privateKey.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
    }

    /// Whether this key made the signature.
    package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        publicKey.verifies(signature, of: bytes, SHA256.self)
    }
}

extension SigningKey {
    /// A self-signed certificate of the key in PEM.
    ///
    /// - Parameters:
    ///   - commonName: The subject; by default that of Google's certificates.
    ///   - start: When it begins to be valid.
    ///   - end: When it ends; by default it is valid for the whole range of a project's clock, because verifiers use
    ///     only its key.
    package func certificate(
        commonName: String = "securetoken.system.gserviceaccount.com", from start: Timestamp = Timestamp(seconds: 0),
        to end: Timestamp = .endOfTime, serialNumber: [UInt8]? = nil
    ) throws -> String {
        let name = try DistinguishedName { CommonName(commonName) }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: serialNumber ?? Array(id.utf8.prefix(16))),
            publicKey: Certificate.PublicKey(publicKey.key),
            notValidBefore: Date(timeIntervalSince1970: Double(start.seconds)),
            notValidAfter: Date(timeIntervalSince1970: Double(end.seconds)), issuer: name, subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
            }, issuerPrivateKey: Certificate.PrivateKey(privateKey))
        return try certificate.serializeAsPEM().pemString + "\n"
    }
}
