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
