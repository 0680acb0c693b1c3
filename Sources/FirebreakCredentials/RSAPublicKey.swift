import Crypto
import CryptoExtras

/// A public key for RSA signatures as in PKCS #1 version 1.5 (RFC 8017 section 8.2), of 2048 bits or more.
struct RSAPublicKey: Sendable {
    let key: _RSA.Signing.PublicKey

    /// Bits of the modulus.
    var size: Int { key.keySizeInBits }

    init(_ key: _RSA.Signing.PublicKey) { self.key = key }

    /// A key from its numbers, in big-endian order; `nil` if they do not make a key or the modulus is too short.
    init?(modulus: [UInt8], exponent: [UInt8]) {
        guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else { return nil }  // reason irrelevant
        self.key = key
    }

    /// Whether this key's owner signed the digest of these bytes.
    func verifies<Hash: HashFunction>(_ signature: [UInt8], of bytes: [UInt8], _ hash: Hash.Type) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: Hash.hash(data: bytes),
            padding: .insecurePKCS1v1_5)
    }
}
