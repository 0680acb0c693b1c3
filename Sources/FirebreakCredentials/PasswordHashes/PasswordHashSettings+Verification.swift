import FirebreakWire

extension PasswordHashSettings {
    /// Longest accepted stored hash in bytes: a longer one matches nothing, because the time of PBKDF2 grows with the
    /// length.
    private static let maximumLength = 1024

    /// Whether the password has this hash. Takes up to some seconds: see ``WorkerExecutor``.
    ///
    /// - Parameters:
    ///   - hash: For bcrypt the ASCII text, for MD5 the hexadecimal digits in ASCII.
    ///   - salt: Ignored for bcrypt.
    package func matches(_ password: String, hash: [UInt8], salt: [UInt8]) -> Bool {
        guard !hash.isEmpty, hash.count <= Self.maximumLength,
            let computed = computedHash(Array(password.utf8), salt: salt, stored: hash)
        else { return false }
        return equalInConstantTime(computed, hash)
    }

    /// Takes the time of a comparison with a hash that no password has.
    package func spendTime(on password: String) {
        // A bcrypt hash has its cost in itself; 10 is the usual one.
        let bcrypt = Array("$2b$10$".utf8) + [UInt8](repeating: UInt8(ascii: "."), count: 53)
        let hash = self == .bcrypt ? bcrypt : [UInt8](repeating: 0, count: 64)
        _ = matches(password, hash: hash, salt: [UInt8](repeating: 0, count: 16))
    }

    /// Whether there is no key where a key is a part of the hash: no password has the hash then, because anybody could
    /// compute it (production.md section 16.2).
    package var lacksKey: Bool {
        switch self {
        case .firebaseScrypt(let scrypt): scrypt.signerKey.isEmpty
        case .keyedDigest(let digest): digest.key.isEmpty
        case .standardScrypt, .bcrypt, .saltedDigest, .pbkdf2, .argon2: false
        }
    }

    /// The hash of the password with the parameters of the stored one; `nil` if it cannot be computed.
    private func computedHash(_ password: [UInt8], salt: [UInt8], stored: [UInt8]) -> [UInt8]? {
        guard !lacksKey else { return nil }
        return switch self {
        case .firebaseScrypt(let scrypt): try? scrypt.hash(password, salt: salt)
        case .standardScrypt(let scrypt): try? scrypt.hash(password, salt: salt)
        case .bcrypt: Bcrypt.hash(password, like: stored)
        case .keyedDigest(let digest): digest.hash(password, salt: salt)
        case .saltedDigest(let digest): digest.hash(password, salt: salt)
        case .pbkdf2(let derivation): try? derivation.hash(password, salt: salt, length: stored.count)
        case .argon2(let argon2): argon2.hash(password, salt: salt)
        }
    }

    /// Whether a stored hash can be verified in reasonable time, which for bcrypt depends on the hash itself.
    package func isAffordable(_ hash: [UInt8]) -> Bool {
        guard self == .bcrypt, let cost = Bcrypt.cost(of: hash) else { return true }
        return cost <= Bcrypt.maximumCost
    }
}
