import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// production.md section 16.2: hashes that an import brings.
@Suite(.timeLimit(.minutes(20)))
struct ImportedHashTests {
    private static func row(_ vector: PasswordHashVector) -> JSON {
        var row: JSON = ["localId": "u", "email": "u@x.test", "passwordHash": .string(vector.hash)]
        row["salt"] = vector.salt.map(JSON.string)
        return row
    }

    @Test(arguments: PasswordHashVector.all)
    func `the right password signs in, a wrong one does not`(_ vector: PasswordHashVector) async throws {
        let server = try TestServer(.local)
        let answer = try await server.importAccounts(Self.row(vector), options: vector.options)
        #expect(answer["error"] == [], "\(answer.text)")

        let wrong = try await server.signIn("u@x.test", password: vector.password + "x")
        #expect(wrong.outcome == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await server.signIn("u@x.test", password: vector.password)["localId"] == "u")
    }

    @Test(arguments: [Profile.local, .production])
    func `each account keeps the settings of its import`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        for (index, vector) in PasswordHashVector.quick.enumerated() {
            let row = Self.row(vector).merging(["localId": .string("u\(index)"), "email": .string("u\(index)@x.test")])
            _ = try await server.importAccounts(row, options: vector.options)
        }

        for (index, vector) in PasswordHashVector.quick.enumerated() {
            #expect(
                try await server.signIn("u\(index)@x.test", password: vector.password).outcome == "OK", "\(vector.name)"
            )
        }
    }

    @Test func `hashes come in both alphabets and leave in one`() async throws {
        let server = try TestServer(.production)
        let vector = try #require(PasswordHashVector.quick.first { $0.hash.contains("/") && $0.hash.contains("=") })
        let urlSafe = String(
            vector.hash.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        _ = try await server.importAccounts(
            Self.row(vector).merging(["passwordHash": .string(urlSafe)]), options: vector.options)

        #expect(try await server.signIn("u@x.test", password: vector.password).outcome == "OK")
        let user = try await server.exportedUser()
        #expect(user["passwordHash"] == .string(Base64.encode(try #require(Base64.decode(urlSafe)), .paddedURLSafe)))
        #expect(user["salt"]?.stringValue == vector.salt)
        // It is none of the project's own, and clients must not take it for one.
        #expect(user["version"] == nil)
    }

    @Test func `the reference verifies no hash and takes any text`() async throws {
        let server = try TestServer(.emulator)
        let vector = try #require(PasswordHashVector.quick.first)
        let answer = try await server.importAccounts(Self.row(vector), options: vector.options)
        #expect(answer["error"] == [])
        #expect(try await server.signIn("u@x.test", password: vector.password).outcome == "INVALID_PASSWORD")

        let bad = try await server.importAccounts(
            ["localId": "v", "passwordHash": "%%%", "salt": "§"],
            options: ["hashAlgorithm": "ROT13", "signerKey": "%"])
        #expect(bad["error"] == [])
        #expect(try await server.account("v")["passwordHash"] == "%%%")
    }

    static let refusals: [Row] = [
        Row(["hashAlgorithm": "ROT13"], emulator: "OK", others: "INVALID_HASH_ALGORITHM"),
        Row(["hashAlgorithm": ""], "OK"),
        Row(["hashAlgorithm": "SCRYPT", "memoryCost": 14], emulator: "OK", others: "INVALID_HASH_ROUNDS"),
        Row(["hashAlgorithm": "SCRYPT", "rounds": 8], emulator: "OK", others: "INVALID_HASH_MEMORY_COSTS"),
        Row(["hashAlgorithm": "HMAC_SHA256"], emulator: "OK", others: "EMPTY_HASH_KEY"),
        Row(["hashAlgorithm": "STANDARD_SCRYPT"], emulator: "OK", others: "INVALID_HASH_PARAMETER"),
        Row(["hashAlgorithm": "SHA1", "rounds": 8193], emulator: "OK", others: "INVALID_HASH_ROUNDS"),
        Row(["hashAlgorithm": "PBKDF2_SHA256", "rounds": 0], emulator: "OK", others: "INVALID_HASH_ROUNDS"),
        Row(
            ["hashAlgorithm": "ARGON2", "argon2Parameters": [:]], emulator: "OK", others: "INVALID_ARGON2_MEMORY_COST"),
        Row(["hashAlgorithm": "HMAC_SHA512"], "OK"),
        Row(["hashAlgorithm": "SCRYPT", "rounds": 1, "memoryCost": 1], "OK"),
        Row(
            ["hashAlgorithm": "HMAC_MD5", "signerKey": "%%%"], emulator: "OK",
            others: #"Invalid value at 'signer_key' (TYPE_BYTES), Base64 decoding failed for "%%%""#),
    ]

    @Test(arguments: Profile.allCases, refusals)
    func `hash options are checked`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        let answer = try await server.importAccounts(
            ["localId": "u", "passwordHash": "aGFzaA=="], options: row.body)

        #expect(answer.outcome == row.outcome(profile))
        #expect((try await server.account("u") == .null) == (row.outcome(profile) != "OK"))
    }

    /// production.md section 16.2.
    @Test(
        arguments: [Profile.local, .production],
        [["hashAlgorithm": "HMAC_SHA512"], ["hashAlgorithm": "SCRYPT", "rounds": 1, "memoryCost": 1]] as [JSON])
    func `no password matches a hash that was imported without its key`(
        _ profile: Profile, _ options: JSON
    ) async throws {
        let server = try TestServer(profile)
        // Made with Python's hmac.new(b"", b"correct-horse", "sha512").
        let hash = "hsz3+iQag5s8nsebzqTzCCBqwTliAK30z+RkgjFWh/F4S78IBxB1jwGINQx7DlN/XvN+TEwOPcF8t8T4U2lcaQ=="
        let answer = try await server.importAccounts(
            ["localId": "u", "email": "u@x.test", "passwordHash": .string(hash)], options: options)
        #expect(answer["error"]?.arrayValue?.isEmpty != false)

        #expect(try await server.signIn("u@x.test").outcome == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test(arguments: [Profile.local, .production])
    func `hash and salt must be Base64`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let hash = try await server.importAccounts(["localId": "a"], ["localId": "u", "passwordHash": "%%%"])
        #expect(
            hash.outcome == #"Invalid value at 'users[1].password' (TYPE_BYTES), Base64 decoding failed for "%%%""#
        )
        #expect(hash.json[path: "error.status"] == "INVALID_ARGUMENT")
        let salt = try await server.importAccounts(["localId": "u", "passwordHash": "aGFzaA==", "salt": "a"])
        #expect(salt.outcome == #"Invalid value at 'users[0].salt' (TYPE_BYTES), Base64 decoding failed for "a""#)
        let alone = try await server.importAccounts(["localId": "u", "salt": "ä"])
        #expect(alone.outcome == #"Invalid value at 'users[0].salt' (TYPE_BYTES), Base64 decoding failed for "ä""#)
        // Nothing of such a request is stored.
        #expect(try await server.account("a") == .null)
    }

    @Test(arguments: [Profile.local, .production])
    func `a bcrypt hash that takes minutes is refused alone`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let text = "$2a$31$abcdefghijklmnopqrstuu0SYq8twpcthS10uxQ26rv0s3Obj8Ufu"
        let answer = try await server.importAccounts(
            ["localId": "a", "passwordHash": .string(Base64.encode(Array(text.utf8), .standard))], ["localId": "b"],
            options: ["hashAlgorithm": "BCRYPT"])

        let message: JSON = "Password hash is too costly: the cost of bcrypt is limited to 16."
        #expect(answer["error"] == [["index": 0, "message": message]])
        #expect(try await server.account("a") == .null)
        #expect(try await server.account("b") != .null)
    }

    @Test func `the marked form needs no options, and has a byte string's form in production`() async throws {
        let production = try TestServer(.production)
        _ = try await production.user()
        let user = try await production.exportedUser()
        let text = try #require(user["passwordHash"]?.stringValue)
        let mark = try #require(Base64.decode(text).map { String(decoding: $0, as: UTF8.self) })
        #expect(mark == "fakeHash:salt=\(user["salt"]?.stringValue ?? ""):password=correct-horse")

        for profile in [Profile.local, .production] {
            let server = try TestServer(profile)
            for hash in [text, mark] {
                let options: JSON = ["hashAlgorithm": "SHA1", "rounds": 1]
                _ = try await server.importAccounts(user.merging(["passwordHash": .string(hash)]), options: options)
                #expect(try await server.signIn("alice@example.test").outcome == "OK")
                let wrong = try await server.signIn("alice@example.test", password: "wrong-horse").outcome
                #expect(wrong == "INVALID_LOGIN_CREDENTIALS")
            }
        }
    }

    /// production.md section 16.2
    @Test(arguments: [Profile.local, .production], ["HMAC_SHA512", "SCRYPT"])
    func `without the key of its algorithm the marked form is a hash like any other`(
        _ profile: Profile, _ algorithm: String
    ) async throws {
        let server = try TestServer(profile)
        let mark = Base64.encode(Array("fakeHash:salt=c2FsdA==:password=correct-horse".utf8), .standard)
        let row: JSON = ["localId": "u", "email": "u@x.test", "passwordHash": .string(mark), "salt": "c2FsdA=="]
        var options: JSON = ["hashAlgorithm": .string(algorithm), "rounds": 8, "memoryCost": 14]

        _ = try await server.importAccounts(row, options: options)
        #expect(try await server.account("u") != .null)
        #expect(try await server.signIn("u@x.test").outcome == "INVALID_LOGIN_CREDENTIALS")

        options["signerKey"] = "a2V5"
        _ = try await server.importAccounts(row, options: options)
        #expect(try await server.signIn("u@x.test").outcome == "OK")
    }

    @Test func `a marked hash keeps a salt that is not a Base64`() async throws {
        let server = try TestServer(.local)
        let answer = try await server.importAccounts(
            [
                "localId": "u", "email": "u@x.test", "passwordHash": "fakeHash:salt=s!:password=correct-horse",
                "salt": "s!",
            ])
        #expect(answer["error"] == [])
        #expect(try await server.signIn("u@x.test").outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `passwords that look the same are different ones`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.signUp("a@x.test", password: "caf\u{E9}-horse")
        #expect(try await server.signIn("a@x.test", password: "caf\u{E9}-horse").outcome == "OK")
        #expect(try await server.signIn("a@x.test", password: "cafe\u{301}-horse").status == 400)
        // The first character joins the one before it in the marked form.
        _ = try await server.signUp("b@x.test", password: "\u{301}-horses")
        #expect(try await server.signIn("b@x.test", password: "\u{301}-horses").outcome == "OK")
    }

    @Test func `other calls do not wait for hashes`() async throws {
        let gate = WorkerGate()
        let server = try TestServer(.local, passwordHashes: gate.executor)
        let vector = try #require(PasswordHashVector.quick.first)
        _ = try await server.importAccounts(Self.row(vector), options: vector.options)
        let user = try await server.user()

        try await withThrowingTaskGroup(of: String.self) { group in
            try await gate.closed {
                for _ in 0..<3 {
                    group.addTask { try await server.signIn("u@x.test", password: vector.password).outcome }
                }
                try await gate.waiting(3)
                #expect(try await server.lookup(user.idToken).outcome == "OK")
            }
            for try await outcome in group { #expect(outcome == "OK") }
        }
    }

    @Test func `a password that is replaced during a sign-in does not sign in`() async throws {
        let gate = WorkerGate()
        let server = try TestServer(.local, passwordHashes: gate.executor)
        let vector = try #require(PasswordHashVector.quick.first)
        _ = try await server.importAccounts(Self.row(vector), options: vector.options)

        let signIn = try await gate.closed {
            let signIn = Task { try await server.signIn("u@x.test", password: vector.password) }
            try await gate.waiting(1)
            _ = try await server.update("u", ["deleteAttribute": ["PASSWORD"]])
            return signIn
        }

        #expect(try await signIn.value.outcome == "INVALID_LOGIN_CREDENTIALS")
    }
}

extension PasswordHashVector {
    /// Those that take no time.
    fileprivate static let quick = all.filter { vector in
        let algorithm = vector.options["hashAlgorithm"]?.stringValue ?? ""
        return algorithm.hasPrefix("HMAC") || algorithm.hasPrefix("SHA") || algorithm == "MD5"
    }
}

extension TestServer {
    /// The only account of the default project, as batchGet shows it.
    func exportedUser() async throws -> JSON {
        let users = try await adminGet("/v1/projects/example/accounts:batchGet")["users"]?.arrayValue
        return try #require(users?.first)
    }
}
