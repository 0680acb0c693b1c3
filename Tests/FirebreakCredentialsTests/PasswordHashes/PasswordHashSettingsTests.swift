import FirebreakCredentials
import FirebreakWire
import Testing

/// Which hash options are taken (production.md section 16.2).
struct PasswordHashSettingsTests {
    private static let argon2: JSON = [
        "hashLengthBytes": 32, "hashType": "ARGON2_ID", "parallelism": 2, "iterations": 2, "memoryCostKib": 1024,
    ]

    private static func argon2(_ changes: JSON) -> JSON {
        var parameters = argon2
        for member in changes.objectValue ?? [] {
            parameters[member.key] = member.value.isNull ? nil : member.value
        }
        return ["hashAlgorithm": "ARGON2", "argon2Parameters": parameters]
    }

    private static let scrypt: JSON = [
        "hashAlgorithm": "SCRYPT", "signerKey": "c2VjcmV0", "rounds": 8, "memoryCost": 14,
    ]

    private static func scrypt(_ name: String, _ value: JSON?) -> JSON {
        var options = scrypt
        options[name] = value
        return options
    }

    private static func standardScrypt(_ cost: Int, _ blockSize: Int, _ parallelization: Int, _ length: Int) -> JSON {
        [
            "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": .int(cost), "blockSize": .int(blockSize),
            "parallelization": .int(parallelization), "dkLen": .int(length),
        ]
    }

    @Test(
        arguments: [
            ([:], "INVALID_HASH_ALGORITHM"), (["hashAlgorithm": "ROT13"], "INVALID_HASH_ALGORITHM"),
            (["hashAlgorithm": "scrypt"], "INVALID_HASH_ALGORITHM"), (["hashAlgorithm": ""], "INVALID_HASH_ALGORITHM"),
            (scrypt("rounds", 0), "INVALID_HASH_ROUNDS"), (scrypt("rounds", 9), "INVALID_HASH_ROUNDS"),
            (scrypt("rounds", nil), "INVALID_HASH_ROUNDS"), (scrypt("memoryCost", 0), "INVALID_HASH_MEMORY_COSTS"),
            (scrypt("memoryCost", 15), "INVALID_HASH_MEMORY_COSTS"),
            (scrypt("memoryCost", nil), "INVALID_HASH_MEMORY_COSTS"),
            (["hashAlgorithm": "HMAC_SHA256"], "EMPTY_HASH_KEY"),
            (["hashAlgorithm": "HMAC_SHA1", "signerKey": ""], "EMPTY_HASH_KEY"),
            (["hashAlgorithm": "HMAC_MD5"], "EMPTY_HASH_KEY"),
            (["hashAlgorithm": "SHA1", "rounds": 0], "INVALID_HASH_ROUNDS"),
            (["hashAlgorithm": "SHA256", "rounds": 8193], "INVALID_HASH_ROUNDS"),
            (["hashAlgorithm": "SHA512"], "INVALID_HASH_ROUNDS"),
            (["hashAlgorithm": "MD5", "rounds": 8193], "INVALID_HASH_ROUNDS"),
            (["hashAlgorithm": "MD5", "rounds": -1], "INVALID_HASH_ROUNDS"),
            (["hashAlgorithm": "PBKDF_SHA1", "rounds": 0], "INVALID_HASH_ROUNDS"),
            (["hashAlgorithm": "PBKDF_SHA1"], "INVALID_HASH_ROUNDS"),
            (["hashAlgorithm": "PBKDF2_SHA256", "rounds": 120_001], "INVALID_HASH_ROUNDS"),
            (["hashAlgorithm": "STANDARD_SCRYPT"], "INVALID_HASH_PARAMETER"),
            (standardScrypt(0, 8, 1, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1024, 0, 1, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1024, 8, 0, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1024, 8, 1, 0), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1000, 8, 1, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(65536, 1, 1, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1 << 30, 8, 1, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1 << 30, 1 << 30, 1 << 30, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1024, 8, 1 << 30, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1024, 17, 1, 64), "INVALID_HASH_PARAMETER"),
            (standardScrypt(1024, 8, 1, 1 << 30), "INVALID_HASH_PARAMETER"),
            (["hashAlgorithm": "ARGON2"], "INVALID_ARGON2_MEMORY_COST"),
            (argon2(["hashType": nil, "memoryCostKib": nil]), "INVALID_ARGON2_MEMORY_COST"),
            (argon2(["hashType": "HASH_TYPE_UNSPECIFIED"]), "INVALID_ARGON2_HASH_TYPE"),
            (argon2(["parallelism": 0]), "INVALID_ARGON2_PARALLELISM"),
            (argon2(["parallelism": 17]), "INVALID_ARGON2_PARALLELISM"),
            (argon2(["iterations": 0]), "INVALID_ARGON2_ITERATIONS"),
            (argon2(["iterations": 17]), "INVALID_ARGON2_ITERATIONS"),
            (argon2(["memoryCostKib": 15]), "INVALID_ARGON2_MEMORY_COST"),
            (argon2(["memoryCostKib": 32769]), "INVALID_ARGON2_MEMORY_COST"),
            (argon2(["memoryCostKib": nil]), "INVALID_ARGON2_MEMORY_COST"),
            (argon2(["hashLengthBytes": 0]), "INVALID_HASH_PARAMETER"),
            (argon2(["hashLengthBytes": 1025]), "INVALID_HASH_PARAMETER"),
        ] as [(JSON, String)])
    func `options out of range are refused`(_ options: JSON, _ code: String) {
        let error = #expect(throws: WireError.self) { try PasswordHashSettings(json: options) }
        #expect(error?.wording(in: .production) == WireError.Wording(code))
    }

    @Test(
        arguments: [
            scrypt("rounds", 1), scrypt("memoryCost", 1), scrypt("saltSeparator", "Bw=="),
            ["hashAlgorithm": "MD5"], ["hashAlgorithm": "SHA1", "rounds": 8192],
            ["hashAlgorithm": "PBKDF_SHA1", "rounds": 120_000], standardScrypt(1024, 16, 1, 64),
            standardScrypt(2, 1, 1, 1), standardScrypt(131_072, 8, 1, 64), argon2(["version": "VERSION_10"]),
            argon2(["memoryCostKib": 16]), argon2(["memoryCostKib": 32768, "hashLengthBytes": 4]),
            argon2(["hashLengthBytes": 3]), scrypt("signerKey", nil), ["hashAlgorithm": "HMAC_SHA512"],
        ] as [JSON])
    func `options at the ends of their ranges work`(_ options: JSON) throws {
        let settings = try PasswordHashSettings(json: options)

        #expect(try PasswordHashSettings(json: settings.document) == settings)
        #expect(!settings.matches("password", hash: [1, 2, 3], salt: Array("salt-value".utf8)))
    }

    @Test func `byte strings come in both alphabets and must be Base64`() throws {
        let standard = try PasswordHashSettings(json: ["hashAlgorithm": "HMAC_MD5", "signerKey": "+/+/"])
        let urlSafe = try PasswordHashSettings(json: ["hashAlgorithm": "HMAC_MD5", "signerKey": "-_-_"])
        #expect(standard == urlSafe)

        let violation = SchemaViolation(
            path: [.key("signerKey")], problem: .notBase64, value: "$$", protobufType: "TYPE_BYTES")
        #expect(throws: violation) {
            try PasswordHashSettings(json: ["hashAlgorithm": "HMAC_MD5", "signerKey": "$$"])
        }
        #expect(
            WireError.schemaViolation(violation).message(in: .production)
                == #"Invalid value at 'signer_key' (TYPE_BYTES), Base64 decoding failed for "$$""#)
    }

    @Test func `a project's own configuration is SCRYPT`() throws {
        let config: JSON = ["algorithm": "SCRYPT", "signerKey": "c2VjcmV0", "rounds": 8, "memoryCost": 14]
        #expect(try PasswordHashSettings(hashConfig: config) == PasswordHashSettings(json: Self.scrypt))

        #expect(throws: WireError.invalidHashAlgorithm) {
            try PasswordHashSettings(hashConfig: ["algorithm": "BCRYPT"])
        }
        #expect(throws: WireError.invalidHashAlgorithm) { try PasswordHashSettings(hashConfig: Self.scrypt) }
        #expect(throws: WireError.emptyHashKey) {
            try PasswordHashSettings(hashConfig: ["algorithm": "SCRYPT", "rounds": 8, "memoryCost": 14])
        }
    }

    @Test func `nothing matches an empty, a huge or a foreign hash`() throws {
        let bcrypt = PasswordHashSettings.bcrypt
        for text in ["", "$2a$10$", "$1$abcdefgh$", "abcdefghijkl", String(repeating: "$", count: 60)] {
            #expect(!bcrypt.matches("password123", hash: Array(text.utf8), salt: []))
        }
        let scrypt = try PasswordHashSettings(json: Self.scrypt)
        #expect(!scrypt.matches("password", hash: [], salt: []))
        let derivation = try PasswordHashSettings(json: ["hashAlgorithm": "PBKDF_SHA1", "rounds": 120_000])
        #expect(!derivation.matches("password", hash: [UInt8](repeating: 1, count: 1 << 20), salt: []))
        let argon2 = try PasswordHashSettings(json: Self.argon2([:]))
        #expect(!argon2.matches("password", hash: [UInt8](repeating: 1, count: 32), salt: []))
    }

    @Test func `an empty salt is a salt`() throws {
        let options: JSON = ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 1]
        // Made with Python's hashlib.pbkdf2_hmac("sha256", b"password", b"", 1).
        let hash = try #require(Base64.decode("wSMvEPYnFf2gaufAogN8oZszzxA7cnulbYcMEfKQoqs="))
        #expect(try PasswordHashSettings(json: options).matches("password", hash: hash, salt: []))
        #expect(try !PasswordHashSettings(json: Self.scrypt).matches("password", hash: [1], salt: []))
    }

    @Test func `bcrypt stops at zero bytes, and its cost is bounded`() {
        let stored = Array("$2a$10$abcdefghijklmnopqrstuu0SYq8twpcthS10uxQ26rv0s3Obj8Ufu".utf8)
        let bcrypt = PasswordHashSettings.bcrypt
        #expect(bcrypt.matches("password123", hash: stored, salt: [1]))
        #expect(!bcrypt.matches("password123\0x", hash: stored, salt: []))

        let dear = Array("$2a$31$abcdefghijklmnopqrstuu0SYq8twpcthS10uxQ26rv0s3Obj8Ufu".utf8)
        #expect(bcrypt.isAffordable(stored))
        #expect(!bcrypt.isAffordable(dear))
        #expect(!bcrypt.matches("password123", hash: dear, salt: []))
    }
}
