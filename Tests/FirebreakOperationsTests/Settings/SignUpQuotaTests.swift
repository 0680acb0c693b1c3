import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// `quota.signUpQuotaConfig` (production.md section 15).
struct SignUpQuotaTests {
    private static let start = "2026-06-01T12:00:00Z"
    private static let tooMany = "TOO_MANY_ATTEMPTS_TRY_LATER"

    private func server(_ profile: Profile, quota: JSON = "2", duration: String = "7200s", start: String = start)
        async throws -> TestServer
    {
        let server = try await TestServer.open(profile)
        try await server.set(
            "quota.signUpQuotaConfig",
            ["quota": quota, "startTime": .string(start), "quotaDuration": .string(duration)])
        return server
    }

    private func outcome(_ server: TestServer, _ name: String) async throws -> String {
        let outcome = try await server.signUp("\(name)@example.test").outcome
        return String(outcome.prefix { $0 != " " })
    }

    /// The reference keeps no quota.
    @Test(arguments: [Profile.local, .production])
    func `an hour has so many accounts, and the next as many again`(_ profile: Profile) async throws {
        let server = try await server(profile)
        #expect(try await outcome(server, "a") == "OK")
        #expect(try await server.app("accounts:signUp").outcome == "OK")
        #expect(try await outcome(server, "b") == Self.tooMany)
        #expect(try await server.app("accounts:signUp").outcome.hasPrefix(Self.tooMany))
        // Who is there may sign in.
        #expect(try await server.signIn("a@example.test").outcome == "OK")

        server.clock.advance(seconds: 3599)
        #expect(try await outcome(server, "c") == Self.tooMany)
        server.clock.advance(seconds: 1)
        #expect(try await outcome(server, "d") == "OK")
        #expect(try await outcome(server, "e") == "OK")
        #expect(try await outcome(server, "f") == Self.tooMany)
        // After the configured time nobody is limited.
        server.clock.advance(seconds: 3600)
        for name in ["g", "h", "i"] { #expect(try await outcome(server, name) == "OK") }
    }

    @Test func `admins are not limited`() async throws {
        let server = try await server(.production, quota: 0)
        #expect(try await outcome(server, "a") == Self.tooMany)

        #expect(try await server.admin("accounts", ["email": "b@example.test"]).status == 200)
        #expect(try await server.importAccounts(["localId": "c"]).status == 200)
    }

    @Test func `what failed does not count`() async throws {
        let server = try await server(.production, quota: 1)
        #expect(try await server.signUp("a@example.test", password: "x").status == 400)

        #expect(try await outcome(server, "a") == "OK")
        #expect(try await outcome(server, "b") == Self.tooMany)
    }

    @Test func `before its time it is not in force`() async throws {
        let server = try await server(.production, quota: 0, start: "2026-06-01T12:00:10Z")
        #expect(try await outcome(server, "a") == "OK")

        server.clock.advance(seconds: 10)
        #expect(try await outcome(server, "b") == Self.tooMany)
    }

    @Test(
        arguments: [
            ["quota": -2], ["quota": "many"], ["startTime": "soon"], ["quotaDuration": "1h"], ["quotaDuration": "-1s"],
            ["quotaDuration": "99999999999s"],
        ] as [JSON])
    func `values without sense are refused`(_ quota: JSON) async throws {
        let server = try await TestServer.open(.production)
        let answer = try await server.configure("quota.signUpQuotaConfig", ["quota": ["signUpQuotaConfig": quota]])

        #expect(answer.status == 400, "\(answer.text)")
    }

    /// production.md section 14
    @Test(
        arguments: [
            (
                ["quotaDuration": "60s", "quota": "-1"],
                #"{"quota":"-1","startTime":"1970-01-01T00:00:00Z","quotaDuration":"60s"}"#
            ),
            (["startTime": .string(start), "quota": 0], #"{"startTime":"2026-06-01T12:00:00Z","quotaDuration":"0s"}"#),
        ] as [(JSON, String)])
    func `a quota is shown with a start and a duration, and without a zero`(_ quota: JSON, _ shown: String) async throws
    {
        for profile in [Profile.local, .production] {
            let server = try await TestServer.open(profile)
            let answer = try await server.configure("quota.signUpQuotaConfig", ["quota": ["signUpQuotaConfig": quota]])

            #expect(answer.json[path: "quota.signUpQuotaConfig"]?.text == shown)
            #expect(try await outcome(server, "a") == "OK")
        }
    }
}
