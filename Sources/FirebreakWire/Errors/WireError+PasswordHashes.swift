// What is wrong with the options that say how password hashes were made (production.md section 16.2).

extension WireError {
    package static let emptyHashKey = WireError(
        "EMPTY_HASH_KEY",
        area: .passwords,
        cause: "Hashes of an HMAC algorithm other than `HMAC_SHA512`, or the hash configuration of a project, come "
            + "without the key that they are made with.",
        remedy: "Give the key as `signerKey`, in Base64.")

    package static let invalidArgon2HashType = WireError(
        "INVALID_ARGON2_HASH_TYPE",
        area: .passwords,
        cause: "Hashes of Argon2 come without `argon2Parameters.hashType`.",
        remedy: "Say `ARGON2_D`, `ARGON2_I` or `ARGON2_ID`.")

    package static let invalidArgon2Iterations = WireError(
        "INVALID_ARGON2_ITERATIONS",
        area: .passwords,
        cause: "`argon2Parameters.iterations` is missing or not 1 through 16.",
        remedy: "Give the number of iterations that the hashes were made with; hashes with more cannot be imported.")

    package static let invalidArgon2MemoryCost = WireError(
        "INVALID_ARGON2_MEMORY_COST",
        area: .passwords,
        cause: "`argon2Parameters.memoryCostKib` is missing, over 32768, or too little for the parallelism.",
        remedy: "Give the memory in KiB that the hashes were made with; hashes with more cannot be imported.")

    package static let invalidArgon2Parallelism = WireError(
        "INVALID_ARGON2_PARALLELISM",
        area: .passwords,
        cause: "`argon2Parameters.parallelism` is missing or not 1 through 16.",
        remedy: "Give the parallelism that the hashes were made with.")

    package static let invalidHashAlgorithm = WireError(
        "INVALID_HASH_ALGORITHM",
        area: .passwords,
        cause: "`hashAlgorithm` names no algorithm that there is, or one that cannot be the configured algorithm of "
            + "a project.",
        remedy: "Name one of the algorithms of the import documentation, such as `SCRYPT`, `BCRYPT` or "
            + "`PBKDF2_SHA256`.")

    package static let invalidHashMemoryCosts = WireError(
        "INVALID_HASH_MEMORY_COSTS",
        area: .passwords,
        cause: "`memoryCost` of algorithm `SCRYPT` is missing or not 1 through 14.",
        remedy: "Copy the value from the hash parameters of the project that the accounts come from.")

    package static let invalidHashParameter = WireError(
        "INVALID_HASH_PARAMETER",
        area: .passwords,
        cause: "A parameter of the hash algorithm is missing, zero or larger than can be computed.",
        remedy: "Give all parameters of the algorithm; for `STANDARD_SCRYPT` these are `cpuMemCost`, `blockSize`, "
            + "`parallelization` and `dkLen`.")

    package static let invalidHashRounds = WireError(
        "INVALID_HASH_ROUNDS",
        area: .passwords,
        cause: "`rounds` is missing or out of the algorithm's range: 1 to 8 for `SCRYPT`, 1 to 8192 for SHA (from 0 "
            + "for MD5), 1 to 120000 for PBKDF.",
        remedy: "Give the rounds that the hashes were made with.")
}

extension WireError {
    package static let passwordHashErrors: [WireError] = [
        .emptyHashKey,
        .invalidArgon2HashType,
        .invalidArgon2Iterations,
        .invalidArgon2MemoryCost,
        .invalidArgon2Parallelism,
        .invalidHashAlgorithm,
        .invalidHashMemoryCosts,
        .invalidHashParameter,
        .invalidHashRounds,
    ]
}
