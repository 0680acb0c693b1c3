import Crypto
import FirebreakWire

/// SHA-2 (FIPS 180-4), and what is made with it.
package enum Digest {
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    package static func sha512(_ bytes: [UInt8]) -> [UInt8] { Array(SHA512.hash(data: bytes)) }

    /// HMAC with SHA-256 (RFC 2104).
    package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
    }

    /// The same in lower-case hexadecimal digits.
    package static func hmacSHA256Hex(_ bytes: [UInt8], key: [UInt8]) -> String {
        Hex.encode(hmacSHA256(bytes, key: key))
    }

    /// Lower-case hexadecimal digits.
    package static func sha256Hex(_ bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(data: bytes)) }
}
