import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md section 8 and firebreak.md section 5: the mail that takes a new factor back.
struct RevertSecondFactorTests {
    static let profiles = [Profile.local, .production]
    private static let type = "REVERT_SECOND_FACTOR_ADDITION"

    private func mails(_ server: TestServer) async throws -> [JSON] { try await server.outbox("type=\(Self.type)") }

    /// The code of the newest such mail.
    private func code(_ server: TestServer) async throws -> String {
        try #require(await mails(server).last?["oobCode"]?.stringValue)
    }

    @Test(arguments: profiles)
    func `a number is followed by a mail`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())

        let mail = try #require(await mails(server).first)
        #expect(mail["to"] == "alice@example.test")
        #expect(mail["localId"] == .string(user.id))
        #expect(mail["delivery"] == "sent")
        #expect(mail["status"] == "pending")
        #expect(mail["expiresAt"] == nil)
        let link = try #require(mail[path: "link.mailed"]?.stringValue)
        #expect(link.contains("mode=revertSecondFactorAddition"))
        #expect(mail["text"]?.stringValue?.contains(link) == true)
    }

    @Test(arguments: profiles)
    func `so are one-time passwords, and the secret is not in it`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.enrollTOTP(server.verifiedUser())

        #expect(try await mails(server).count == 1)
        let inspected = try await server.inspect(code(server))
        #expect(inspected["mfaInfo"]?.names.contains("phoneInfo") == false)
        #expect(inspected["mfaInfo"]?["totpInfo"] == [:])
    }

    @Test func `the reference mails nothing`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        _ = try await server.enrollPhone(server.verifiedUser())

        #expect(try await server.outbox("channel=email") == [])
    }

    @Test(arguments: profiles)
    func `the code tells which factor it takes back`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        let answer = try await server.inspect(code(server))

        #expect(answer["requestType"] == .string(Self.type))
        #expect(answer["email"] == "alice@example.test")
        let factor = try #require(await server.factors(user.id).first)
        #expect(answer["mfaInfo"]?["mfaEnrollmentId"] == factor["mfaEnrollmentId"])
        #expect(answer["mfaInfo"]?["phoneInfo"] == .string(TestServer.number))
    }

    @Test(arguments: profiles)
    func `applying it removes that factor and ends sessions`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let before = try await server.enrollTOTP(server.verifiedUser()).user
        let user = try await server.enrollPhone(before)
        let revert = try await code(server)
        server.clock.advance(seconds: 10)
        let answer = try await server.redeem(revert)

        #expect(answer.outcome == "OK")
        #expect(answer["localId"] == .string(user.id))
        #expect(answer["idToken"] == nil)
        #expect(try await server.factors(user.id).map { $0["totpInfo"] } == [[:]])
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.redeem(revert).outcome == "INVALID_OOB_CODE")
    }

    /// Each code is about a factor of its own, so rule `supersedeCodes` does not concern them.
    @Test(arguments: profiles, ["on", "off"])
    func `a newer factor's code leaves the older one`(_ profile: Profile, _ rule: String) async throws {
        let server = try await TestServer.openPhones(profile, rules: ["supersedeCodes": rule])
        let user = try await server.enrollPhone(server.verifiedUser())
        _ = try await server.enrollPhone(user, TestServer.otherNumber)

        #expect(try await mails(server).map { $0["status"] } == ["pending", "pending"])
    }

    @Test(arguments: profiles)
    func `the action page applies it`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        let link = try #require(await mails(server).first?[path: "link.action"]?.stringValue)
        #expect(try await server.factors(user.id).count == 1)
        let query = try #require(link.split(separator: "?").last)

        let first = try await server.action(String(query))
        #expect(first.status == 200, "\(first.text)")
        #expect(try await server.factors(user.id) == [])
        #expect(try await mails(server).first?["status"] == "used")
        #expect(try await server.action(String(query)).status == 400)
    }

    @Test(arguments: profiles)
    func `another page than its own does not apply it`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        let revert = try await code(server)

        #expect(try await server.action("mode=verifyEmail&oobCode=\(revert)&apiKey=k").status == 400)
        #expect(try await server.factors(user.id).count == 1)
        #expect(try await server.redeem(revert).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `a factor that is gone already needs no removing`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        let revert = try await code(server)
        _ = try await server.withdraw(user, server.factors(user.id).first?["mfaEnrollmentId"])

        #expect(try await server.redeem(revert).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `the code of a deleted account is void`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        let revert = try await code(server)
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])

        #expect(try await server.redeem(revert).outcome == "INVALID_OOB_CODE")
    }
}
