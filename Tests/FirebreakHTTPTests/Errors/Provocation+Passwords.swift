import FirebreakTestSupport
import FirebreakWire

@testable import FirebreakOperations

extension Provocation {
    private static func unprotected(_ profile: Profile) async throws -> TestServer {
        try await TestServer.open(profile, privacy: false)
    }

    /// An import of an account whose hash was made in some way.
    private static func hash(_ error: WireError, _ options: JSON) -> Provocation {
        Provocation(error, in: .ours) { server in
            try await server.importAccounts(
                ["localId": "a", "passwordHash": "c2VjcmV0", "salt": "c2FsdA=="], options: options)
        }
    }

    private static func argon2(_ error: WireError, _ changes: JSON) -> Provocation {
        let parameters: JSON = [
            "hashType": "ARGON2_ID", "hashLengthBytes": 32, "iterations": 1, "parallelism": 1, "memoryCostKib": 64,
        ]
        return hash(error, ["hashAlgorithm": "ARGON2", "argon2Parameters": parameters.merging(changes)])
    }

    static let passwords: [Provocation] = [
        Provocation(.emailNotFound, on: unprotected) { server in try await server.signIn("nobody@example.test") },
        Provocation(.emailNotFound, on: unprotected) { server in
            try await server.app(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.test"])
        },
        Provocation(
            .invalidLoginCredentials, on: { profile in try await TestServer.open(profile, privacy: true) }
        ) { server in try await server.signIn("nobody@example.test") },
        Provocation(.invalidPassword, on: unprotected) { server in
            _ = try await server.user()
            return try await server.signIn("alice@example.test", password: "wrong-horse")
        },
        Provocation(.missingPassword) { server in
            try await server.app("accounts:signInWithPassword", ["email": "alice@example.test"])
        },
        Provocation(.missingPassword) { server in
            try await server.app("accounts:signUp", ["email": "alice@example.test"])
        },
        Provocation(.passwordLacks(["<requirement>"]), in: .ours) { server in
            let version: JSON = ["customStrengthOptions": ["containsUppercaseCharacter": true]]
            try await server.set(
                "passwordPolicyConfig",
                ["passwordPolicyEnforcementState": "ENFORCE", "passwordPolicyVersions": [version]])
            return try await server.signUp("alice@example.test")
        },
        Provocation(.passwordTooLong, in: .ours) { server in
            try await server.signUp("alice@example.test", password: String(repeating: "x", count: 4097))
        },
        Provocation(.passwordLoginDisabled, in: .ours) { server in
            try await server.set("signIn.email.enabled", false)
            return try await server.signIn("alice@example.test")
        },
        Provocation(.emptyPassword, in: .ours) { server in
            _ = try await server.user()
            return try await server.reset(
                try await server.oobCode("PASSWORD_RESET", "alice@example.test"), to: "")
        },
        Provocation(.accountTemporarilyDisabled) { server in
            try await server.limit("passwordFailures")
            _ = try await server.user()
            _ = try await server.signIn("alice@example.test", password: "wrong-horse")
            return try await server.signIn("alice@example.test", password: "wrong-horse")
        },
        Provocation(.weakPassword) { server in
            try await server.signUp("alice@example.test", password: "short")
        },
        Provocation(.weakPassword) { server in
            let user = try await server.user()
            return try await server.app("accounts:update", ["idToken": user.token, "password": "short"])
        },
        hash(.emptyHashKey, ["hashAlgorithm": "HMAC_SHA256"]),
        argon2(.invalidArgon2HashType, ["hashType": "HASH_TYPE_UNSPECIFIED"]),
        argon2(.invalidArgon2Iterations, ["iterations": 17]),
        argon2(.invalidArgon2MemoryCost, ["memoryCostKib": 32_769]),
        argon2(.invalidArgon2Parallelism, ["parallelism": 17]),
        hash(.invalidHashAlgorithm, ["hashAlgorithm": "ROT13"]),
        hash(.invalidHashMemoryCosts, ["hashAlgorithm": "SCRYPT", "rounds": 8]),
        hash(.invalidHashParameter, ["hashAlgorithm": "STANDARD_SCRYPT"]),
        hash(.invalidHashRounds, ["hashAlgorithm": "SHA1", "rounds": 8193]),
    ]
}
