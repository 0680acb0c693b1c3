import FirebreakWire

/// Password hash settings as written in requests and files, not yet checked: ``PasswordHashSettings`` checks them.
///
/// Byte strings are Base64 in either alphabet.
package struct PasswordHashOptions: Decodable, Sendable {
    package struct Argon2: Decodable, Sendable {
        package var associatedData: String?
        package var hashLengthBytes: Int?
        package var hashType: Argon2HashType?
        package var iterations: Int?
        package var memoryCostKib: Int?
        package var parallelism: Int?
        package var version: Argon2Version?
    }

    package var argon2Parameters: Argon2?
    package var blockSize: Int?
    package var cpuMemCost: Int?
    package var dkLen: Int?
    package var hashAlgorithm: String?
    package var memoryCost: Int?
    package var parallelization: Int?
    package var passwordHashOrder: PasswordHashOrder?
    package var rounds: Int?
    package var saltSeparator: String?
    package var signerKey: String?

    package init() {}
}

/// Whether salt or password comes first in the hashed text.
package enum PasswordHashOrder: String, WireEnumeration {
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
