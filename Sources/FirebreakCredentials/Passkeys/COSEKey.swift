import Crypto

/// The public key of a passkey (RFC 9052 section 7, RFC 9053, RFC 8812).
///
/// ES256 on P-256 and RS256 with 2048 through 4096 bits are supported: the algorithms offered for registrations.
package struct COSEKey: Sendable {
    private enum Verifier: Sendable {
        case es256(P256.Signing.PublicKey)
        case rs256(RSAPublicKey)
    }

    /// The bytes that the key was read from, for storage.
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
        guard let key = try? CBOR(decoding: bytes),  // the position of the error is irrelevant
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
        guard key[Label.curve]?.integerValue == 1, let x = key[Label.x]?.bytesValue, let y = key[Label.y]?.bytesValue
        else { return nil }
        return P256.Signing.PublicKey(x: x, y: y)
    }

    private static func rsa(_ key: CBOR) -> RSAPublicKey? {
        guard let modulus = key[Label.modulus]?.bytesValue, let exponent = key[Label.exponent]?.bytesValue,
            let key = RSAPublicKey(modulus: modulus, exponent: exponent), modulusBits.contains(key.size)
        else { return nil }
        return key
    }

    /// Whether this key's owner signed these bytes.
    ///
    /// - Parameter signature: In DER for ES256, as in PKCS #1 version 1.5 for RS256 (WebAuthn level 2 section 6.5.6).
    func verifies(signature: [UInt8], over message: [UInt8]) -> Bool {
        switch verifier {
        case .es256(let key): key.verifies(der: signature, of: message)
        case .rs256(let key): key.verifies(signature, of: message, SHA256.self)
        }
    }
}
