import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// firebreak.md section 3 and production.md section 3.2: how long codes are good.
struct ActionCodeTests {
    struct Lifetime: Sendable, CustomTestStringConvertible {
        let type: String
        let seconds: Int64
        var testDescription: String { type }
    }

    static let lifetimes = [
        Lifetime(type: "PASSWORD_RESET", seconds: 3600),
        Lifetime(type: "VERIFY_EMAIL", seconds: 259_200),
        Lifetime(type: "VERIFY_AND_CHANGE_EMAIL", seconds: 259_200),
        Lifetime(type: "EMAIL_SIGNIN", seconds: 21_600),
    ]

    private func code(_ server: TestServer, _ type: String, to newEmail: JSON = "new@x.test") async throws -> String {
        try await server.oobCode(type, "alice@example.test", ["newEmail": newEmail])
    }

    /// Applies a code in the way its type asks for.
    private func apply(_ server: TestServer, _ type: String, _ code: String) async throws -> String {
        switch type {
        case "PASSWORD_RESET": try await server.reset(code, to: "other-horse").outcome
        case "EMAIL_SIGNIN": try await server.finishLink("alice@example.test", code).outcome
        default: try await server.redeem(code).outcome
        }
    }

    @Test(arguments: Profile.allCases, lifetimes)
    func `a code is good for its lifetime`(_ profile: Profile, _ lifetime: Lifetime) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let code = try await code(server, lifetime.type)
        server.clock.advance(seconds: lifetime.seconds - 1)

        #expect(try await server.inspect(code).outcome == "OK")
        #expect(try await server.oobCodes().count == 1)
        #expect(try await server.outbox().map { $0["status"] } == ["pending"])
        #expect(try await apply(server, lifetime.type, code) == "OK")
    }

    @Test(arguments: Profile.allCases, lifetimes)
    func `then it has expired, except in the reference`(_ profile: Profile, _ lifetime: Lifetime) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let code = try await code(server, lifetime.type)
        server.clock.advance(seconds: lifetime.seconds + 1)

        let isReference = profile == .emulator
        #expect(try await server.inspect(code).outcome == (isReference ? "OK" : "EXPIRED_OOB_CODE"))
        #expect(try await server.oobCodes().count == (isReference ? 1 : 0))
        #expect(try await server.outbox().map { $0["status"] } == [isReference ? "pending" : "expired"])
        #expect(try await apply(server, lifetime.type, code) == (isReference ? "OK" : "EXPIRED_OOB_CODE"))
    }

    @Test(arguments: [Profile.local, .production], lifetimes)
    func `without expiry it is good for ever`(_ profile: Profile, _ lifetime: Lifetime) async throws {
        let server = try await TestServer.open(profile, rules: ["expiry": "off"])
        _ = try await server.user()
        let code = try await code(server, lifetime.type)
        server.clock.advance(seconds: 1000 * 86_400)

        #expect(try await apply(server, lifetime.type, code) == "OK")
    }

    @Test(arguments: Profile.allCases, lifetimes)
    func `rules set lifetimes in every profile`(_ profile: Profile, _ lifetime: Lifetime) async throws {
        let server = try await TestServer.open(
            profile, rules: ["expiry": "on", "lifetimes": "{\"\(lifetime.type)\":60}"])
        _ = try await server.user()
        let code = try await code(server, lifetime.type)

        server.clock.advance(seconds: 59)
        #expect(try await server.inspect(code).outcome == "OK")
        server.clock.advance(seconds: 2)
        #expect(try await apply(server, lifetime.type, code) == "EXPIRED_OOB_CODE")
    }

    @Test(arguments: Profile.allCases)
    func `a recovery does not expire`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)
        server.clock.advance(seconds: 1000 * 86_400)

        #expect(try await server.redeem(code).outcome == "OK")
    }

    // MARK: Superseding

    @Test(arguments: Profile.allCases, lifetimes)
    func `a newer code of its type and address voids it, except in the reference`(
        _ profile: Profile, _ lifetime: Lifetime
    ) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let first = try await code(server, lifetime.type)
        let second = try await code(server, lifetime.type, to: "newer@x.test")

        let isReference = profile == .emulator
        #expect(try await server.inspect(first).outcome == (isReference ? "OK" : "INVALID_OOB_CODE"))
        #expect(try await server.inspect(second).outcome == "OK")
        #expect(try await server.oobCodes().count == (isReference ? 2 : 1))
        #expect(
            try await server.outbox().map { $0["status"] } == [isReference ? "pending" : "superseded", "pending"])
        #expect(try await apply(server, lifetime.type, first) == (isReference ? "OK" : "INVALID_OOB_CODE"))
    }

    @Test(arguments: Profile.allCases)
    func `codes of other types and addresses stay good`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        _ = try await server.user("bob@x.test")
        var codes: [String] = []
        for lifetime in Self.lifetimes { codes.append(try await code(server, lifetime.type)) }
        codes.append(try await server.oobCode("PASSWORD_RESET", "bob@x.test"))

        for code in codes { #expect(try await server.inspect(code).outcome == "OK") }
    }

    @Test(arguments: [Profile.local, .production])
    func `the rule keeps older codes`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, rules: ["supersedeCodes": "off"])
        _ = try await server.user()
        let first = try await code(server, "PASSWORD_RESET")
        _ = try await code(server, "PASSWORD_RESET")

        #expect(try await server.inspect(first).outcome == "OK")
    }

    @Test func `the rule voids older codes of the reference`() async throws {
        let server = try TestServer(.emulator, rules: ["supersedeCodes": "on"])
        _ = try await server.user()
        let first = try await code(server, "PASSWORD_RESET")
        _ = try await code(server, "PASSWORD_RESET")

        #expect(try await server.inspect(first).outcome == "INVALID_OOB_CODE")
    }

    @Test(arguments: [Profile.local, .production])
    func `a link to an admin voids a mail`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let mailed = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
        let returned = try await server.oobCode("PASSWORD_RESET", "alice@example.test")

        #expect(try await server.inspect(mailed).outcome == "INVALID_OOB_CODE")
        #expect(try await server.inspect(returned).outcome == "OK")
    }

    @Test(arguments: Profile.allCases, lifetimes)
    func `a code is good once`(_ profile: Profile, _ lifetime: Lifetime) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let code = try await code(server, lifetime.type)

        #expect(try await apply(server, lifetime.type, code) == "OK")
        #expect(try await apply(server, lifetime.type, code) == "INVALID_OOB_CODE")
        #expect(try await server.inspect(code).outcome == "INVALID_OOB_CODE")
        #expect(try await server.outbox("type=\(lifetime.type)").map { $0["status"] } == ["used"])
    }
}
