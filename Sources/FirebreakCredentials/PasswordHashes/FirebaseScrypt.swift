import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Firebase's own hash: a key derived from the password by scrypt encrypts the project's signer key (production.md
/// section 16.2).
package struct FirebaseScrypt: Sendable, Equatable {
    /// As long as the hash. No password matches a hash that was imported without it.
    package let signerKey: [UInt8]
    package let saltSeparator: [UInt8]
    /// scrypt's block size, 1 through 8.
    package let rounds: Int
    /// Binary logarithm of scrypt's cost, 1 through 14.
    package let memoryCost: Int

    /// A hash with the costs of production's projects (production.md section 14).
    ///
    /// - Parameter signerKey: Not empty.
    package static func usual(signerKey: [UInt8], saltSeparator: [UInt8]) -> FirebaseScrypt {
        FirebaseScrypt(signerKey: signerKey, saltSeparator: saltSeparator, rounds: 8, memoryCost: 14)
    }

    /// Takes up to some 100 ms and 16 MiB: see ``WorkerExecutor``.
    package func hash(_ password: [UInt8], salt: [UInt8]) throws -> [UInt8] {
        let derived = try KDF.Scrypt.deriveKey(
            from: password, salt: salt + saltSeparator, outputByteCount: 64, rounds: 1 << memoryCost, blockSize: rounds,
            parallelism: 1)
        let key = derived.withUnsafeBytes { SymmetricKey(data: Array($0.prefix(32))) }
        let counter = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
        return Array(try AES._CTR.encrypt(signerKey, using: key, nonce: counter))
    }
}
