import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// `signIn.hashConfig` and tenants' `hashConfig` (production.md sections 14, 14.1 and 16.2).
struct HashConfigTests {
    /// Cheap, because debug builds are slow.
    private static let config: JSON = [
        "algorithm": "SCRYPT", "signerKey": "c2VjcmV0LWtleQ==", "saltSeparator": "Bw==", "rounds": 1, "memoryCost": 4,
    ]
    private static let path = "signIn.hashConfig"

    /// Whether the exported account has a real hash of the password, with the settings of a hash configuration.
    private static func isReal(_ user: JSON, _ password: String, _ config: JSON) throws -> Bool {
        let settings = try PasswordHashSettings(hashConfig: config)
        let hash = try #require(Base64.decode(user["passwordHash"]?.stringValue ?? "%"))
        let salt = try #require(Base64.decode(user["salt"]?.stringValue ?? "%"))
        return settings.matches(password, hash: hash, salt: salt)
    }

    // MARK: Shown

    @Test(arguments: [Profile.local, .production])
    func `a project shows parameters of its own`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let shown = try #require(try await server.config()[path: Self.path])

        #expect(shown.names == ["algorithm", "signerKey", "saltSeparator", "rounds", "memoryCost"])
        #expect(shown["algorithm"] == "SCRYPT")
        #expect(shown["saltSeparator"] == "Bw==")
        #expect(shown["rounds"] == 8 && shown["memoryCost"] == 14)
        #expect(Base64.decode(shown["signerKey"]?.stringValue ?? "")?.count == 64)
        #expect(try await server.config()[path: Self.path] == shown)
        let other = try await server.adminGet("/v2/projects/other/config").json
        #expect(other[path: "\(Self.path).signerKey"] != shown["signerKey"])
    }

    @Test func `the reference shows none and is not changed by one`() async throws {
        let server = try TestServer(.emulator)
        #expect(try await server.config()[path: Self.path] == nil)
        try await server.set(Self.path, Self.config)
        let user = try await server.user()

        #expect(try await server.account(user.id)["passwordHash"]?.stringValue?.hasPrefix("fakeHash:") == true)
    }

    // MARK: Set

    @Test(arguments: [Profile.local, .production])
    func `a set configuration asks for real hashes of new passwords`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        try await server.set(Self.path, Self.config)
        #expect(try await server.config()[path: Self.path] == Self.config)

        let user = try await server.user()
        var exported = try await server.exportedUser()
        #expect(exported["version"] == 0)
        #expect(try Self.isReal(exported, "correct-horse", Self.config))
        #expect(try await server.signIn("alice@example.test").outcome == "OK")
        #expect(try await server.signIn("alice@example.test", password: "x").outcome == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await server.account(user.id)["passwordHash"] == "UkVEQUNURUQ=")

        _ = try await server.update(user.id, ["password": "second-horse"])
        exported = try await server.exportedUser()
        #expect(try Self.isReal(exported, "second-horse", Self.config))

        _ = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])
        let code = try #require(try await server.latestMessage(to: "alice@example.test")["oobCode"])
        _ = try await server.app("accounts:resetPassword", ["oobCode": code, "newPassword": "third-horse"])
        #expect(try Self.isReal(try await server.exportedUser(), "third-horse", Self.config))
        #expect(try await server.signIn("alice@example.test", password: "third-horse").outcome == "OK")
    }

    @Test func `admins' accounts, linked and raw passwords are hashed as well`() async throws {
        let server = try TestServer(.local)
        try await server.set(Self.path, Self.config)
        func check(_ email: String, _ password: String) async throws {
            let exported = try await server.adminGet("/v1/projects/example/accounts:batchGet")["users"]?.arrayValue
            let user = try #require(exported?.first { $0["email"]?.stringValue == email })
            #expect(try Self.isReal(user, password, Self.config), "\(email)")
            #expect(try await server.signIn(email, password: password).outcome == "OK")
        }

        _ = try await server.admin("accounts", ["email": "admin@x.test", "password": "admins-horse"])
        try await check("admin@x.test", "admins-horse")
        let guest = try await server.anonymousUser()
        _ = try await server.app(
            "accounts:signUp", ["idToken": guest.token, "email": "guest@x.test", "password": "guests-horse"])
        try await check("guest@x.test", "guests-horse")
        _ = try await server.importAccounts(["localId": "r", "email": "raw@x.test", "rawPassword": "raw-horse"])
        try await check("raw@x.test", "raw-horse")
        _ = try await server.importAccounts(
            ["localId": "s", "email": "salt@x.test", "rawPassword": "raw-horse", "salt": "c2FsdA"])
        try await check("salt@x.test", "raw-horse")
        let exported = try await server.adminGet("/v1/projects/example/accounts:batchGet")["users"]?.arrayValue
        #expect(exported?.first { $0["localId"] == "s" }?["salt"] == "c2FsdA==")
    }

    @Test func `an export can be imported with the project's parameters`() async throws {
        let source = try TestServer(.production)
        try await source.set(Self.path, Self.config)
        _ = try await source.user()
        let target = try TestServer(.production)
        var options = Self.config
        options["hashAlgorithm"] = "SCRYPT"
        options["algorithm"] = nil
        options["users"] = .array([try await source.exportedUser()])

        _ = try await target.admin("accounts:batchCreate", options)
        #expect(try await target.signIn("alice@example.test").outcome == "OK")
    }

    @Test func `hashes without an algorithm are the project's own`() async throws {
        let server = try TestServer(.local)
        let own = try #require(try await server.config()[path: Self.path])
        guard case .firebaseScrypt(let scrypt) = try PasswordHashSettings(hashConfig: own) else {
            Issue.record("not SCRYPT")
            return
        }
        let hash = try scrypt.hash(Array("correct-horse".utf8), salt: Array("salt".utf8))
        _ = try await server.importAccounts(
            [
                "localId": "u", "email": "u@x.test", "salt": "c2FsdA==",
                "passwordHash": .string(Base64.encode(hash, .standard)),
            ])

        #expect(try await server.signIn("u@x.test").outcome == "OK")
        #expect(try await server.exportedUser()["version"] == 0)
    }

    // MARK: Hashes of before

    private static let imported: JSON = [
        // HMAC_SHA256 of "password" and "NaCl" with the key "secret"
        "localId": "u", "email": "u@x.test", "salt": "TmFDbA==",
        "passwordHash": "C5WKh+Qa5RkMlq+h5DX5XKsBOsQt/DEKEaUBAMQqrlI=",
    ]
    private static let importOptions: JSON = ["hashAlgorithm": "HMAC_SHA256", "signerKey": "c2VjcmV0"]

    @Test(arguments: [Profile.local, .production])
    func `a sign-in gives the account a hash of the project's own`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        try await server.set(Self.path, Self.config)
        _ = try await server.importAccounts(Self.imported, options: Self.importOptions)
        let before = try await server.exportedUser()
        #expect(before["version"] == nil)

        #expect(try await server.signIn("u@x.test", password: "wrong").outcome == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await server.exportedUser()["passwordHash"] == before["passwordHash"])
        #expect(try await server.signIn("u@x.test", password: "password").outcome == "OK")
        let after = try await server.exportedUser()
        #expect(try Self.isReal(after, "password", Self.config))
        #expect(after["version"] == 0)
        #expect(after["passwordUpdatedAt"] == before["passwordUpdatedAt"])
        #expect(after["validSince"] == before["validSince"])
        #expect(try await server.signIn("u@x.test", password: "password").outcome == "OK")
        #expect(try await server.exportedUser()["passwordHash"] == after["passwordHash"])
    }

    @Test func `a real hash never becomes a marked one`() async throws {
        let server = try TestServer(.local)
        _ = try await server.importAccounts(Self.imported, options: Self.importOptions)
        let before = try await server.exportedUser()["passwordHash"]

        #expect(try await server.signIn("u@x.test", password: "password").outcome == "OK")
        #expect(try await server.exportedUser()["passwordHash"] == before)
    }

    @Test func `passwords of before and after a change sign in`() async throws {
        let server = try TestServer(.local)
        _ = try await server.user("marked@x.test")
        try await server.set(Self.path, Self.config)
        _ = try await server.user("real@x.test")
        try await server.set(Self.path, Self.config.merging(["signerKey": "b3RoZXI=", "rounds": 2]))
        _ = try await server.user("other@x.test")

        for email in ["marked@x.test", "real@x.test", "other@x.test"] {
            #expect(try await server.signIn(email).outcome == "OK")
            #expect(try await server.signIn(email).outcome == "OK")
        }
        let unset = try await server.configure(Self.path, [:])
        #expect(unset.json[path: "signIn.hashConfig.rounds"] == 8)
        for email in ["marked@x.test", "real@x.test", "other@x.test"] {
            #expect(try await server.signIn(email).outcome == "OK")
        }
        let new = try await server.user("new@x.test")
        let users = try await server.adminGet("/v1/projects/example/accounts:batchGet")["users"]?.arrayValue
        let hash = users?.first { $0["localId"]?.stringValue == new.id }?["passwordHash"]?.stringValue
        #expect(hash?.hasPrefix("fakeHash:") == true)
    }

    // MARK: Patches

    @Test(arguments: [Profile.local, .production])
    func `a client that writes back what it read asks for nothing`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let read = try await server.config()
        for mask in ["signIn", ""] {
            let body: JSON = mask.isEmpty ? ["signIn": read["signIn"] ?? .null] : read
            let answer = try await server.configure(mask, body)
            #expect(answer.status == 200, "\(answer.text)")
        }
        _ = try await server.user()
        let hash = try await server.exportedUser()["passwordHash"]?.stringValue ?? ""
        #expect(hash.hasPrefix(profile == .local ? "fakeHash:" : "ZmFrZUhhc2g6"))

        try await server.set(Self.path, Self.config)
        _ = try await server.configure("signIn", ["signIn": ["email": ["enabled": true]]])
        #expect(try await server.config()[path: Self.path] == Self.config)
        _ = try await server.configure("signIn.email", ["signIn": ["email": ["enabled": true]]])
        #expect(try await server.config()[path: Self.path] == Self.config)
    }

    @Test func `members that are not given stay as they are shown`() async throws {
        let server = try TestServer(.local)
        let own = try #require(try await server.config()[path: Self.path])
        try await server.set(Self.path, ["algorithm": "SCRYPT", "memoryCost": 4])
        #expect(try await server.config()[path: Self.path] == own.merging(["memoryCost": 4]))
        try await server.set("\(Self.path).rounds", 1)
        #expect(try await server.config()[path: Self.path] == own.merging(["memoryCost": 4, "rounds": 1]))
        let shown = try await server.configure("", ["signIn": ["hashConfig": ["rounds": 2]]])
        #expect(shown.json[path: Self.path] == own.merging(["memoryCost": 4, "rounds": 2]))
    }

    static let refusals: [Row] = [
        Row(["algorithm": "BCRYPT"], "INVALID_HASH_ALGORITHM"), Row(["algorithm": 5], "INVALID_HASH_ALGORITHM"),
        Row(["rounds": 9], "INVALID_HASH_ROUNDS"), Row(["memoryCost": 15], "INVALID_HASH_MEMORY_COSTS"),
        Row(["signerKey": ""], "EMPTY_HASH_KEY"),
        Row(
            ["signerKey": "%"],
            #"Invalid value at 'sign_in.hash_config.signer_key' (TYPE_BYTES), Base64 decoding failed for "%""#),
    ]

    @Test(arguments: refusals)
    func `parameters are checked`(_ row: Row) async throws {
        let server = try TestServer(.production)
        let before = try await server.config()
        let answer = try await server.configure(Self.path, ["signIn": ["hashConfig": row.body]])

        #expect(answer.outcome == row.outcome(.production))
        #expect(try await server.config() == before)
        #expect(try await server.configure(Self.path, ["signIn": ["hashConfig": []]]).status == 400)
    }

    // MARK: Tenants

    @Test(arguments: [Profile.local, .production])
    func `a tenant has its project's unless it has its own`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body: JSON = ["displayName": "blue-team", "allowPasswordSignup": true]
        let created = try await server.tenant(.post, "", body)
        let id = try #require(created.string("name")?.split(separator: "/").last.map(String.init))
        #expect(created["hashConfig"] == nil)

        let project = try #require(try await server.config()[path: Self.path])
        #expect(try await server.tenant(.get, "/\(id)")["hashConfig"] == project)
        let list = try await server.tenant(.get, "")["tenants"]?.arrayValue
        #expect(list?.count == 1 && list?.first?["hashConfig"] == nil)

        let patched = try await server.tenant(.patch, "/\(id)?updateMask=hashConfig", ["hashConfig": Self.config])
        #expect(patched.status == 200 && patched["hashConfig"] == nil, "\(patched.text)")
        #expect(try await server.tenant(.get, "/\(id)")["hashConfig"] == Self.config)
        _ = try await server.tenant(.patch, "/\(id)", body)
        #expect(try await server.tenant(.get, "/\(id)")["hashConfig"] == Self.config)

        _ = try await server.admin(
            "accounts", ["email": "t@x.test", "password": "correct-horse"], tenant: id)
        let users = try await server.adminGet("/v1/projects/example/tenants/\(id)/accounts:batchGet")["users"]
        #expect(try Self.isReal(try #require(users?.arrayValue?.first), "correct-horse", Self.config))
        #expect(try await server.signIn("t@x.test", tenant: id).outcome == "OK")
        #expect(try await server.config()[path: Self.path] == project)
    }
}

extension TestServer {
    fileprivate func config() async throws -> JSON { try await adminGet("/v2/projects/example/config").json }

    fileprivate func tenant(_ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil) async throws
        -> TestAnswer
    {
        try await send(
            method, "/identitytoolkit.googleapis.com/v2/projects/example/tenants\(path)", body,
            headers: [.authorization: "Bearer owner"])
    }
}
