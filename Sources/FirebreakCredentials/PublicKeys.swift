import Crypto
import CryptoExtras
import Foundation

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

/// A public key for ECDSA (FIPS 186-5) on a NIST curve, with the SHA-2 digest that is as long as the curve's numbers or
/// the next shorter one: ES256, ES384 and ES512 (RFC 7518 section 3.4).
protocol ECDSAPublicKey: Sendable {
    associatedtype Signature: ECDSASignature

    /// Bytes of each coordinate of a point.
    static var coordinateLength: Int { get }

    init(x963Representation: some ContiguousBytes) throws
    func isValidSignature(_ signature: Signature, for data: some DataProtocol) -> Bool
}

protocol ECDSASignature {
    init(rawRepresentation: some DataProtocol) throws
    init(derRepresentation: some DataProtocol) throws
}

extension ECDSAPublicKey {
    /// A point from its coordinates, each in full length; `nil` if the point is not on the curve.
    init?(x: [UInt8], y: [UInt8]) {
        guard x.count == Self.coordinateLength, y.count == Self.coordinateLength else { return nil }
        try? self.init(x963Representation: [4] + x + y)  // not a point of the curve
    }

    /// Whether this key's owner signed these bytes.
    ///
    /// - Parameter signature: Both numbers in their full length, one after the other.
    func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard let signature = try? Signature(rawRepresentation: signature) else { return false }  // wrong length
        return isValidSignature(signature, for: bytes)
    }

    /// Whether this key's owner signed these bytes.
    ///
    /// - Parameter signature: Both numbers in DER.
    func verifies(der signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard let signature = try? Signature(derRepresentation: signature) else { return false }  // not DER
        return isValidSignature(signature, for: bytes)
    }
}

extension P256.Signing.ECDSASignature: ECDSASignature {}
extension P256.Signing.PublicKey: ECDSAPublicKey {
    static let coordinateLength = 32
}

extension P384.Signing.ECDSASignature: ECDSASignature {}
extension P384.Signing.PublicKey: ECDSAPublicKey {
    static let coordinateLength = 48
}

extension P521.Signing.ECDSASignature: ECDSASignature {}
extension P521.Signing.PublicKey: ECDSAPublicKey {
    static let coordinateLength = 66
}
