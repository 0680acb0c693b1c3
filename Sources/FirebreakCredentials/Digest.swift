import Crypto

/// SHA-2 (FIPS 180-4).
package enum Digest {
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    package static func sha512(_ bytes: [UInt8]) -> [UInt8] { Array(SHA512.hash(data: bytes)) }

    /// Lower-case hexadecimal digits.
    package static func sha256Hex(_ bytes: [UInt8]) -> String {
        sha256(bytes).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
