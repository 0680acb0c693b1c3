import Crypto
import CryptoExtras
import FirebreakWire

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Names of password hashes on the wire (production.md section 16.2).
package enum PasswordHashAlgorithm: String, Sendable, CaseIterable {
    case firebaseScrypt = "SCRYPT"
    case standardScrypt = "STANDARD_SCRYPT"
    case bcrypt = "BCRYPT"
    case hmacSHA512 = "HMAC_SHA512"
    case hmacSHA256 = "HMAC_SHA256"
    case hmacSHA1 = "HMAC_SHA1"
    case hmacMD5 = "HMAC_MD5"
    case sha512 = "SHA512"
    case sha256 = "SHA256"
    case sha1 = "SHA1"
    case md5 = "MD5"
    case pbkdf2SHA1 = "PBKDF_SHA1"
    case pbkdf2SHA256 = "PBKDF2_SHA256"
    case argon2 = "ARGON2"
}

/// Hash functions that password hashes are built on.
enum PasswordHashFunction: String, Sendable, Equatable {
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"

    func digest(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .md5: Array(Insecure.MD5.hash(data: bytes))
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }

    /// RFC 2104.
    func authenticationCode(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: key)
        return switch self {
        case .md5: Array(HMAC<Insecure.MD5>.authenticationCode(for: bytes, using: key))
        case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: key))
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
        case .sha512: Array(HMAC<SHA512>.authenticationCode(for: bytes, using: key))
        }
    }

    var keyDerivation: KDF.Insecure.PBKDF2.HashFunction {
        switch self {
        case .md5: .insecureMD5
        case .sha1: .insecureSHA1
        case .sha256: .sha256
        case .sha512: .sha512
        }
    }
}

/// HMAC of password and salt.
package struct KeyedDigest: Sendable, Equatable {
    let function: PasswordHashFunction
    /// Empty only for SHA-512: no password matches such a hash.
    package let key: [UInt8]
    let order: PasswordHashOrder

    func hash(_ password: [UInt8], salt: [UInt8]) -> [UInt8] {
        function.authenticationCode(order == .saltAndPassword ? salt + password : password + salt, key: key)
    }
}

/// A plain hash of salt and password, repeated: SHA1, SHA256, SHA512 and MD5 of imports.
package struct SaltedDigest: Sendable, Equatable {
    let function: PasswordHashFunction
    /// 1 through 8192; for MD5 from 0, because its rounds follow the first hash.
    let rounds: Int
    let order: PasswordHashOrder

    func hash(_ password: [UInt8], salt: [UInt8]) -> [UInt8] {
        let first = function.digest(order == .passwordAndSalt ? password + salt : salt + password)
        guard function == .md5 else {
            return (1..<max(rounds, 1)).reduce(first) { hash, _ in function.digest(hash) }
        }
        let last = (0..<max(rounds, 0)).reduce(first) { hash, _ in function.digest(hash + password) }
        return Array(Hex.encode(last).utf8)
    }
}

/// PBKDF2 with HMAC (RFC 8018).
package struct PBKDF2: Sendable, Equatable {
    let function: PasswordHashFunction
    /// 1 through 120,000.
    let rounds: Int

    /// - Parameter length: Bytes of the result: the length of the stored hash.
    func hash(_ password: [UInt8], salt: [UInt8], length: Int) throws -> [UInt8] {
        // The checked function refuses fewer rounds than are advisable for new hashes; these are existing ones.
        try KDF.Insecure.PBKDF2.deriveKey(
            from: password, salt: salt, using: function.keyDerivation, outputByteCount: length,
            unsafeUncheckedRounds: rounds
        ).withUnsafeBytes { Array($0) }
    }
}

/// Password hash settings as written in requests and files, not yet checked: ``PasswordHashSettings`` checks them.
///
/// Byte strings are Base64 in either alphabet.
package struct PasswordHashOptions: Decodable, Sendable {
    package struct Argon2: Decodable, Sendable {
        var associatedData: String?
        var hashLengthBytes: Int?
        var hashType: Argon2HashType?
        var iterations: Int?
        var memoryCostKib: Int?
        var parallelism: Int?
        package var version: Argon2Version?
    }

    var argon2Parameters: Argon2?
    var blockSize: Int?
    var cpuMemCost: Int?
    var dkLen: Int?
    package var hashAlgorithm: String?
    var memoryCost: Int?
    var parallelization: Int?
    var passwordHashOrder: PasswordHashOrder?
    var rounds: Int?
    var saltSeparator: String?
    var signerKey: String?

    package init() {}
}

/// Whether salt or password comes first in the hashed text.
enum PasswordHashOrder: String, WireEnumeration {
    /// The algorithm's own order.
    case unspecified = "UNSPECIFIED_ORDER"
    case saltAndPassword = "SALT_AND_PASSWORD"
    case passwordAndSalt = "PASSWORD_AND_SALT"
}

/// Variants of Argon2 (RFC 9106).
package enum Argon2HashType: String, WireEnumeration {
    case unspecified = "HASH_TYPE_UNSPECIFIED"
    case d = "ARGON2_D"
    case id = "ARGON2_ID"
    case i = "ARGON2_I"
}

/// Versions of Argon2; the default is 1.3.
package enum Argon2Version: String, WireEnumeration {
    case unspecified = "VERSION_UNSPECIFIED"
    case version10 = "VERSION_10"
    case version13 = "VERSION_13"
}
