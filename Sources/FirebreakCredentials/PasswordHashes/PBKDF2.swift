import CryptoExtras
import FoundationEssentials

/// PBKDF2 with HMAC (RFC 8018).
package struct PBKDF2: Sendable, Equatable {
    package let function: PasswordHashFunction
    /// 1 through 120,000.
    package let rounds: Int

    /// - Parameter length: Bytes of the result: the length of the stored hash.
    func hash(_ password: [UInt8], salt: [UInt8], length: Int) throws -> [UInt8] {
        // The checked function refuses fewer rounds than are advisable for new hashes; these are existing ones.
        try KDF.Insecure.PBKDF2.deriveKey(
            from: password, salt: salt, using: function.keyDerivation, outputByteCount: length,
            unsafeUncheckedRounds: rounds
        ).withUnsafeBytes { Array($0) }
    }
}
