import Crypto
import CryptoExtras

/// The public key of a passkey (RFC 9052 section 7, RFC 9053, RFC 8812).
///
/// ES256 on P-256 and RS256 with 2048 through 4096 bits are supported: the algorithms that registrations are offered.
package struct COSEKey: Sendable {
    private enum Verifier: Sendable {
        case es256(P256.Signing.PublicKey)
        case rs256(_RSA.Signing.PublicKey)
    }

    /// What the key was read from, to be stored and read again.
    package let bytes: [UInt8]
    private let verifier: Verifier

    private static let modulusBits = 2048...4096

    /// Labels of a key's parameters. Those of its coordinates and numbers depend on the type.
    private enum Label {
        static let type: Int64 = 1
        static let algorithm: Int64 = 3
        static let curve: Int64 = -1
        static let x: Int64 = -2
        static let y: Int64 = -3
        static let modulus: Int64 = -1
        static let exponent: Int64 = -2
    }

    /// - Throws: ``PasskeyFailure/malformedPublicKey``, ``PasskeyFailure/unsupportedAlgorithm``
    package init(_ bytes: [UInt8]) throws(PasskeyFailure) {
        guard let key = try? CBOR(decoding: bytes),  // which byte is wrong helps nobody
            let type = key[Label.type]?.integerValue, let algorithm = key[Label.algorithm]?.integerValue
        else { throw .malformedPublicKey }
        self.bytes = bytes
        switch algorithm {
        case -7:
            guard type == 2, let publicKey = Self.p256(key) else { throw .malformedPublicKey }
            verifier = .es256(publicKey)
        case -257:
            guard type == 3, let publicKey = Self.rsa(key) else { throw .malformedPublicKey }
            verifier = .rs256(publicKey)
        default: throw .unsupportedAlgorithm
        }
    }

    private static func p256(_ key: CBOR) -> P256.Signing.PublicKey? {
        guard key[Label.curve]?.integerValue == 1, let x = key[Label.x]?.bytesValue, let y = key[Label.y]?.bytesValue,
            x.count == 32, y.count == 32
        else { return nil }
        return try? P256.Signing.PublicKey(x963Representation: [4] + x + y)  // not a point of the curve
    }

    private static func rsa(_ key: CBOR) -> _RSA.Signing.PublicKey? {
        guard let modulus = key[Label.modulus]?.bytesValue?.drop(while: { $0 == 0 }), let first = modulus.first,
            let exponent = key[Label.exponent]?.bytesValue
        else { return nil }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard modulusBits.contains(bits) else { return nil }
        return try? _RSA.Signing.PublicKey(n: Array(modulus), e: exponent)  // not an exponent
    }

    /// Whether this key's owner signed these bytes.
    ///
    /// - Parameter signature: In DER for ES256, as in PKCS #1 version 1.5 for RS256 (WebAuthn level 2 section 6.5.6).
    package func verifies(signature: [UInt8], over message: [UInt8]) -> Bool {
        switch verifier {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)  // not DER
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .rs256(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: message, padding: .insecurePKCS1v1_5)
        }
    }
}
