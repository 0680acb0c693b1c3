import Crypto
import CryptoExtras
import FirebreakWire
import SwiftASN1
import X509

/// A public key for signatures of tokens (RFC 7517, RFC 7518 section 6).
struct JSONWebKey: Sendable {
    /// The asymmetric algorithms for tokens; no others are accepted (RFC 7518 section 3.1).
    enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case rs384 = "RS384"
        case rs512 = "RS512"
        case es256 = "ES256"
        case es384 = "ES384"
        case es512 = "ES512"
    }

    private enum Verifier: Sendable {
        case rsa(RSAPublicKey)
        /// Each curve has exactly one algorithm.
        case ecdsa(any ECDSAPublicKey)
    }

    let id: String?
    /// The one that the key names, else all that suit its type; never empty.
    private let algorithms: [Algorithm]
    private let verifier: Verifier

    /// Reads the public part of a key; `nil` if it is unsupported, not for signatures, or out of range.
    init?(_ document: JSON) {
        guard document["use"].map({ $0 == "sig" }) ?? true,
            let (verifier, fitting) = Self.verifier(document)
        else { return nil }
        algorithms = document["alg"].map { named in fitting.filter { $0.rawValue == named.stringValue } } ?? fitting
        guard !algorithms.isEmpty else { return nil }
        id = document["kid"]?.stringValue
        self.verifier = verifier
    }

    /// Reads the RSA key of a certificate, for RS256. Its dates are ignored.
    ///
    /// - Throws: ``KeySetError/notACertificate``
    init(id: String, certificate pem: String) throws(KeySetError) {
        guard let certificate = try? Certificate(pemEncoded: pem),  // not a certificate: said below
            let key = _RSA.Signing.PublicKey(certificate.publicKey)
        else { throw .notACertificate }
        self.id = id
        algorithms = [.rs256]
        verifier = .rsa(RSAPublicKey(key))
    }

    /// Whether the owner of this key signed the bytes with this algorithm, which must be one of the key's own.
    func verifies(_ signature: [UInt8], of bytes: [UInt8], with algorithm: Algorithm) -> Bool {
        guard algorithms.contains(algorithm) else { return false }
        switch (verifier, algorithm) {
        case (.rsa(let key), .rs256): return key.verifies(signature, of: bytes, SHA256.self)
        case (.rsa(let key), .rs384): return key.verifies(signature, of: bytes, SHA384.self)
        case (.rsa(let key), .rs512): return key.verifies(signature, of: bytes, SHA512.self)
        case (.ecdsa(let key), .es256), (.ecdsa(let key), .es384), (.ecdsa(let key), .es512):
            return key.verifies(signature, of: bytes)
        case (.rsa, _), (.ecdsa, _): return false
        }
    }

    // MARK: Reading keys

    private static func verifier(_ document: JSON) -> (Verifier, [Algorithm])? {
        switch document["kty"]?.stringValue {
        case "RSA":
            guard let modulus = bytes(document["n"]), let exponent = bytes(document["e"]),
                let key = RSAPublicKey(modulus: modulus, exponent: exponent)
            else { return nil }
            return (.rsa(key), [.rs256, .rs384, .rs512])
        case "EC":
            guard let x = bytes(document["x"]), let y = bytes(document["y"]),
                let (key, algorithm) = point(x: x, y: y, curve: document["crv"]?.stringValue)
            else { return nil }
            return (.ecdsa(key), [algorithm])
        default: return nil
        }
    }

    private static func point(x: [UInt8], y: [UInt8], curve: String?) -> (any ECDSAPublicKey, Algorithm)? {
        switch curve {
        case "P-256": P256.Signing.PublicKey(x: x, y: y).map { ($0, .es256) }
        case "P-384": P384.Signing.PublicKey(x: x, y: y).map { ($0, .es384) }
        case "P-521": P521.Signing.PublicKey(x: x, y: y).map { ($0, .es512) }
        default: nil
        }
    }

    private static func bytes(_ member: JSON?) -> [UInt8]? { member?.stringValue.flatMap { Base64.decode($0) } }
}
