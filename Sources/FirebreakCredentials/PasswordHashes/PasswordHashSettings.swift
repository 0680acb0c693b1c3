package import FirebreakWire

/// How passwords were hashed: an algorithm with valid parameters.
///
/// Read from the hash options of an import, the `signIn.hashConfig` of a project, or a file, all with the names used on
/// the wire.
package enum PasswordHashSettings: Sendable, Equatable {
    case firebaseScrypt(FirebaseScrypt)
    case standardScrypt(StandardScrypt)
    case bcrypt
    case keyedDigest(KeyedDigest)
    case saltedDigest(SaltedDigest)
    case pbkdf2(PBKDF2)
    case argon2(Argon2)
}

extension PasswordHashSettings {
    /// Settings from JSON with the members of an import request: `hashAlgorithm`, `signerKey`, `saltSeparator`,
    /// `rounds`, `memoryCost`, `cpuMemCost`, `parallelization`, `blockSize`, `dkLen`, `passwordHashOrder`,
    /// `argon2Parameters`.
    ///
    /// Other members are ignored, and `null` counts as absent.
    ///
    /// - Throws: ``SchemaViolation`` for a member of another type or a malformed byte string; the ``WireError`` that
    ///   production.md section 16.2 documents for values out of range.
    package init(json: JSON) throws {
        try self.init(WireDecoder(nullIsAbsent: true).decode(PasswordHashOptions.self, from: json))
    }

    /// Settings from a project's `signIn.hashConfig`: `algorithm`, `signerKey`, `saltSeparator`, `rounds`,
    /// `memoryCost`.
    ///
    /// - Throws: As ``init(json:)``; `INVALID_HASH_ALGORITHM` for anything but `SCRYPT`.
    package init(hashConfig: JSON) throws {
        var options = try WireDecoder(nullIsAbsent: true).decode(PasswordHashOptions.self, from: hashConfig)
        options.hashAlgorithm = hashConfig["algorithm"]?.stringValue
        guard options.hashAlgorithm == PasswordHashAlgorithm.firebaseScrypt.rawValue else {
            throw WireError.invalidHashAlgorithm
        }
        try self.init(options)
        _ = try options.requiredKey()
    }

    /// Checks the options of an algorithm; those of other algorithms are ignored.
    ///
    /// - Throws: As ``init(json:)``.
    package init(_ options: PasswordHashOptions) throws {
        guard let algorithm = options.hashAlgorithm.flatMap(PasswordHashAlgorithm.init(rawValue:)) else {
            throw WireError.invalidHashAlgorithm
        }
        switch algorithm {
        case .firebaseScrypt: self = .firebaseScrypt(try FirebaseScrypt(options))
        case .standardScrypt:
            guard
                let scrypt = StandardScrypt(
                    cost: options.cpuMemCost ?? 0, blockSize: options.blockSize ?? 0,
                    parallelization: options.parallelization ?? 0, length: options.dkLen ?? 0)
            else { throw WireError.invalidHashParameter }
            self = .standardScrypt(scrypt)
        case .bcrypt: self = .bcrypt
        case .hmacSHA512: self = .keyedDigest(try KeyedDigest(.sha512, options))
        case .hmacSHA256: self = .keyedDigest(try KeyedDigest(.sha256, options))
        case .hmacSHA1: self = .keyedDigest(try KeyedDigest(.sha1, options))
        case .hmacMD5: self = .keyedDigest(try KeyedDigest(.md5, options))
        case .sha512: self = .saltedDigest(try SaltedDigest(.sha512, options))
        case .sha256: self = .saltedDigest(try SaltedDigest(.sha256, options))
        case .sha1: self = .saltedDigest(try SaltedDigest(.sha1, options))
        case .md5: self = .saltedDigest(try SaltedDigest(.md5, options))
        case .pbkdf2SHA1: self = .pbkdf2(try PBKDF2(.sha1, options))
        case .pbkdf2SHA256: self = .pbkdf2(try PBKDF2(.sha256, options))
        case .argon2: self = .argon2(try Argon2(options.argon2Parameters))
        }
    }
}

extension FirebaseScrypt {
    fileprivate init(_ options: PasswordHashOptions) throws {
        guard let rounds = options.rounds, (1...8).contains(rounds) else { throw WireError.invalidHashRounds }
        guard let memoryCost = options.memoryCost, (1...14).contains(memoryCost) else {
            throw WireError.invalidHashMemoryCosts
        }
        signerKey = try bytes(options.signerKey, "signerKey")
        saltSeparator = try bytes(options.saltSeparator, "saltSeparator")
        self.rounds = rounds
        self.memoryCost = memoryCost
    }
}

extension KeyedDigest {
    fileprivate init(_ function: PasswordHashFunction, _ options: PasswordHashOptions) throws {
        self.function = function
        // Production takes this one without a key, too; no password matches it then (production.md section 16.2).
        key = function == .sha512 ? try bytes(options.signerKey, "signerKey") : try options.requiredKey()
        order = options.passwordHashOrder ?? .unspecified
    }
}

extension SaltedDigest {
    fileprivate init(_ function: PasswordHashFunction, _ options: PasswordHashOptions) throws {
        let rounds = options.rounds ?? 0
        guard ((function == .md5 ? 0 : 1)...8192).contains(rounds) else { throw WireError.invalidHashRounds }
        self.function = function
        self.rounds = rounds
        order = options.passwordHashOrder ?? .unspecified
    }
}

extension PBKDF2 {
    fileprivate init(_ function: PasswordHashFunction, _ options: PasswordHashOptions) throws {
        guard let rounds = options.rounds, (1...120_000).contains(rounds) else { throw WireError.invalidHashRounds }
        self.function = function
        self.rounds = rounds
    }
}

extension Argon2 {
    fileprivate init(_ options: PasswordHashOptions.Argon2?) throws {
        let memoryRange = 8...32768
        guard let memory = options?.memoryCostKib, memoryRange.contains(memory) else {
            throw WireError.invalidArgon2MemoryCost
        }
        guard let type = options?.hashType, type != .unspecified else { throw WireError.invalidArgon2HashType }
        guard let parallelism = options?.parallelism, (1...16).contains(parallelism) else {
            throw WireError.invalidArgon2Parallelism
        }
        guard let iterations = options?.iterations, (1...16).contains(iterations) else {
            throw WireError.invalidArgon2Iterations
        }
        // Argon2 itself requires eight blocks of one KiB for each lane.
        guard memory >= 8 * parallelism else { throw WireError.invalidArgon2MemoryCost }
        // Argon2 makes no hash of fewer than four bytes; no password matches such a one.
        guard let length = options?.hashLengthBytes, (1...1024).contains(length) else {
            throw WireError.invalidHashParameter
        }
        self.type = type
        self.parallelism = parallelism
        self.iterations = iterations
        self.memory = memory
        self.length = length
        version = options?.version == .version10 ? .version10 : .version13
        associatedData = try bytes(options?.associatedData, "argon2Parameters", "associatedData")
    }
}

extension PasswordHashOptions {
    /// The signer key. If it were empty, anyone could compute the hash, or all passwords would have the same one.
    fileprivate func requiredKey() throws -> [UInt8] {
        let key = try bytes(signerKey, "signerKey")
        guard !key.isEmpty else { throw WireError.emptyHashKey }
        return key
    }
}

/// The bytes of a Base64 option; empty if it is absent.
private func bytes(_ text: String?, _ path: String...) throws(SchemaViolation) -> [UInt8] {
    guard let bytes = Base64.decode(text ?? "") else {
        throw SchemaViolation(
            path: path.map { .key($0) }, problem: .notBase64, value: .string(text ?? ""), protobufType: "TYPE_BYTES")
    }
    return bytes
}

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

extension PasswordHashSettings {
    var algorithm: PasswordHashAlgorithm {
        switch self {
        case .firebaseScrypt: .firebaseScrypt
        case .standardScrypt: .standardScrypt
        case .bcrypt: .bcrypt
        case .argon2: .argon2
        case .pbkdf2(let derivation): derivation.function == .sha1 ? .pbkdf2SHA1 : .pbkdf2SHA256
        case .keyedDigest(let digest):
            switch digest.function {
            case .md5: .hmacMD5
            case .sha1: .hmacSHA1
            case .sha256: .hmacSHA256
            case .sha512: .hmacSHA512
            }
        case .saltedDigest(let digest):
            switch digest.function {
            case .md5: .md5
            case .sha1: .sha1
            case .sha256: .sha256
            case .sha512: .sha512
            }
        }
    }

    /// The settings in the form of an import request; equal settings have equal documents, which ``init(json:)`` reads.
    /// Byte strings are in the standard alphabet.
    package var document: JSON {
        var document: JSON = ["hashAlgorithm": .string(algorithm.rawValue)]
        switch self {
        case .firebaseScrypt(let scrypt):
            document["signerKey"] = base64(scrypt.signerKey)
            document["saltSeparator"] = base64(scrypt.saltSeparator)
            document["rounds"] = .int(scrypt.rounds)
            document["memoryCost"] = .int(scrypt.memoryCost)
        case .standardScrypt(let scrypt):
            document["cpuMemCost"] = .int(scrypt.cost)
            document["blockSize"] = .int(scrypt.blockSize)
            document["parallelization"] = .int(scrypt.parallelization)
            document["dkLen"] = .int(scrypt.length)
        case .bcrypt: break
        case .keyedDigest(let digest):
            document["signerKey"] = base64(digest.key)
            document["passwordHashOrder"] = digest.order.given
        case .saltedDigest(let digest):
            document["rounds"] = .int(digest.rounds)
            document["passwordHashOrder"] = digest.order.given
        case .pbkdf2(let derivation): document["rounds"] = .int(derivation.rounds)
        case .argon2(let argon2):
            document["argon2Parameters"] = [
                "hashLengthBytes": .int(argon2.length), "hashType": .string(argon2.type.rawValue),
                "parallelism": .int(argon2.parallelism), "iterations": .int(argon2.iterations),
                "memoryCostKib": .int(argon2.memory), "version": .string(argon2.version.rawValue),
                "associatedData": base64(argon2.associatedData),
            ]
        }
        return document
    }
}

private func base64(_ bytes: [UInt8]) -> JSON { .string(Base64.encode(bytes, .standard)) }

extension PasswordHashOrder {
    /// `nil` for the algorithm's own order.
    fileprivate var given: JSON? { self == .unspecified ? nil : .string(rawValue) }
}
