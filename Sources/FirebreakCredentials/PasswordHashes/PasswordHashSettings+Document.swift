package import FirebreakWire

extension PasswordHashSettings {
    package var algorithm: PasswordHashAlgorithm {
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
