import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// What a refused sign-in costs must not tell whether there is an account (production.md section 5). Hashes are counted, not
/// milliseconds.
struct SignInHashRunsTests {
    /// One of each of some kinds that take no time.
    private static let quick = ["HMAC_SHA256", "SHA256", "MD5"].compactMap { name in
        PasswordHashVector.all.first { $0.options["hashAlgorithm"]?.stringValue == name }
    }

    /// The hashes that an attempt computes.
    private func runs(_ server: TestServer, _ email: String, password: String = "wrong-horse") async throws -> Int {
        let before = server.services.passwordHashes.count
        _ = try await server.app(
            "accounts:signInWithPassword", ["email": .string(email), "password": .string(password)])
        return server.services.passwordHashes.count - before
    }

    /// Accounts: one with a hash of each kind, one with a password in the marked form, one without any, a disabled one.
    private func filledServer(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        for (number, vector) in Self.quick.enumerated() {
            let row: JSON = [
                "localId": .string("h\(number)"), "email": .string("h\(number)@example.test"),
                "passwordHash": .string(vector.hash), "salt": .string(vector.salt ?? ""),
            ]
            _ = try await server.importAccounts(row, options: vector.options)
        }
        _ = try await server.signUp("marked@example.test")
        _ = try await server.admin("accounts", ["localId": "bare", "email": "bare@example.test"])
        _ = try await server.admin(
            "accounts",
            ["localId": "off", "email": "off@example.test", "password": "correct-horse", "disabled": true])
        return server
    }

    private static var addresses: [String] {
        ["nobody", "marked", "bare", "off"].map { "\($0)@example.test" }
            + quick.indices.map { "h\($0)@example.test" }
    }

    @Test(arguments: [Profile.local, .production])
    func `under enumeration protection every refusal computes as many hashes`(profile: Profile) async throws {
        let server = try await filledServer(profile)
        for address in Self.addresses {
            #expect(try await runs(server, address) == Self.quick.count, "\(address)")
        }
        // A hash configuration is one more kind.
        try await server.set(
            "signIn.hashConfig",
            ["algorithm": "SCRYPT", "signerKey": "a2V5", "saltSeparator": "", "rounds": 1, "memoryCost": 1])
        for address in Self.addresses {
            #expect(try await runs(server, address) == Self.quick.count + 1, "\(address)")
        }
    }

    @Test func `a right password computes its own hash alone`() async throws {
        let server = try await filledServer(.local)
        let vector = try #require(Self.quick.first)
        #expect(try await runs(server, "h0@example.test", password: vector.password) == 1)
        #expect(try await runs(server, "marked@example.test", password: "correct-horse") == 0)
    }

    @Test func `where all passwords have the marked form nothing is computed`() async throws {
        let server = try TestServer(.local)
        _ = try await server.signUp("ann@example.test")
        for address in ["ann@example.test", "nobody@example.test"] { #expect(try await runs(server, address) == 0) }
    }

    @Test func `without protection, and in profile emulator, only what is compared is computed`() async throws {
        let server = try await filledServer(.local)
        try await server.set("emailPrivacyConfig.enableImprovedEmailPrivacy", false)
        #expect(try await runs(server, "nobody@example.test") == 0)
        #expect(try await runs(server, "h0@example.test") == 1)

        let reference = try await filledServer(.emulator)
        for address in Self.addresses { #expect(try await runs(reference, address) == 0, "\(address)") }
    }
}
