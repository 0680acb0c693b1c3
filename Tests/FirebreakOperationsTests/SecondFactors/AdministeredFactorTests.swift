import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md sections 5 and 8, production.md section 12: second factors through account administration.
/// What sign-up, update and import check about them is tested with those.
struct AdministeredFactorTests {
    static let profiles = [Profile.local, .production]

    private static func numbers(_ count: Int) -> [JSON] {
        (0..<count).map { ["mfaEnrollmentId": .string("f\($0)"), "phoneInfo": .string("+1555555010\($0)")] }
    }

    @Test(arguments: Profile.allCases)
    func `a factor that an admin gives is asked for`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let set = try await server.update(user.id, ["mfa": ["enrollments": .array(Self.numbers(1))]])
        #expect(set.status == 200)
        let pending = try await server.secondFactorChallenge()
        #expect(pending.factor == "f0")

        let code = try await server.secondFactorCode(pending)
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
        #expect(try await server.lookup(user.idToken).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `an admin gives five factors at most outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        func set(_ count: Int) async throws -> String {
            try await server.update(user.id, ["mfa": ["enrollments": .array(Self.numbers(count))]]).outcome
        }

        #expect(try await set(5) == "OK")
        #expect(try await set(6) == (profile == .emulator ? "OK" : "SECOND_FACTOR_LIMIT_EXCEEDED"))
        #expect(try await server.factors(user.id).count == (profile == .emulator ? 6 : 5))
    }

    @Test(arguments: profiles, [true, false])
    func `a factor of an admin gets an ID and the time`(_ profile: Profile, _ isInTenant: Bool) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = isInTenant ? try await server.makeTenant() : nil
        let user = try await server.verifiedUser(tenant: tenant)
        let factors: [JSON] = [
            ["phoneInfo": "+15555550100", "displayName": "one"],
            ["phoneInfo": "+15555550101", "mfaEnrollmentId": "two"],
            ["phoneInfo": "+15555550102", "mfaEnrollmentId": "three", "enrolledAt": "2020-01-01T00:00:00Z"],
        ]
        let answer = try await server.update(
            user.id, ["mfa": ["enrollments": .array(factors)]], tenant: tenant)
        try #require(answer.status == 200, "\(answer.text)")

        let stored = try await server.factors(user.id, tenant: tenant)
        try #require(stored.count == 3)
        let id = try #require(stored[0]["mfaEnrollmentId"]?.stringValue)
        let uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
        #expect(id.wholeMatch(of: uuid) != nil)
        let now = "2026-06-01T12:00:00.000Z"
        #expect(
            stored.map(\.text) == [
                #"{"phoneInfo":"+15555550100","mfaEnrollmentId":"\#(id)","displayName":"one","enrolledAt":"\#(now)"}"#,
                #"{"phoneInfo":"+15555550101","mfaEnrollmentId":"two","enrolledAt":"\#(now)"}"#,
                #"{"phoneInfo":"+15555550102","mfaEnrollmentId":"three","enrolledAt":"2020-01-01T00:00:00.000Z"}"#,
            ])
    }

    @Test(arguments: profiles)
    func `factors stand between the tenant and the last refresh`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.verifiedUser(tenant: tenant)
        _ = try await server.update(user.id, ["mfa": ["enrollments": .array(Self.numbers(1))]], tenant: tenant)

        let names = try await server.account(user.id, tenant: tenant).names
        #expect(names.suffix(3) == ["tenantId", "mfaInfo", "lastRefreshAt"])
    }

    @Test(arguments: Profile.allCases)
    func `an admin takes all factors away`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        _ = try await server.update("a", ["mfa": ["enrollments": []]])

        #expect(try await server.account("a")["mfaInfo"] == nil)
        #expect(try await server.signIn("a@x.test")["idToken"] != nil)
    }

    @Test(arguments: profiles)
    func `an admin cannot give one-time passwords`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let factor: JSON = ["mfaEnrollmentId": "t", "displayName": "app", "totpInfo": [:]]

        let answer = try await server.update(user.id, ["mfa": ["enrollments": [factor]]])
        #expect(answer.outcome == "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment")
    }

    /// The reference has none; where they are configured under its profile all the same, they are no obstacle.
    @Test func `in profile emulator a list may name the one-time passwords of its account, and no others`() async throws
    {
        let server = try await TestServer.openPhones(.emulator)
        let totp: JSON = ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]
        try await server.set(
            "mfa", ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"], "providerConfigs": [totp]])
        let enrolled = try await server.enrollTOTP(server.verifiedUser())
        let factors = try await server.factors(enrolled.user.id)
        let list = JSON.array(factors + Self.numbers(1))

        #expect(try await server.update(enrolled.user.id, ["mfa": ["enrollments": list]]).outcome == "OK")
        let stored = try await server.factors(enrolled.user.id)
        #expect(stored.map { $0["totpInfo"] != nil } == [true, false])
        let other = try await server.verifiedUser("other@x.test")
        let foreign = try await server.update(other.id, ["mfa": ["enrollments": list]])
        #expect(foreign.outcome == "INVALID_MFA_PHONE_NUMBER : Invalid format.")
    }

    @Test(arguments: profiles)
    func `an admin's list keeps one-time passwords that were there`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let enrolled = try await server.enrollTOTP(server.verifiedUser())
        let factors = try await server.factors(enrolled.user.id)
        let list = JSON.array(factors + Self.numbers(1))

        #expect(try await server.update(enrolled.user.id, ["mfa": ["enrollments": list]]).outcome == "OK")
        let stored = try await server.factors(enrolled.user.id)
        #expect(stored.map { $0["totpInfo"] != nil } == [true, false])
        let pending = try await server.secondFactorChallenge()
        let next = enrolled.authenticator.code(server, steps: 1)
        #expect(try await server.finishTOTP(pending, next).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `one-time passwords cannot be imported`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let answer = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "emailVerified": true,
                "mfaInfo": [["mfaEnrollmentId": "t", "displayName": "app", "totpInfo": [:]]],
            ])

        #expect(answer["error"]?.arrayValue?.map { $0["message"] } == ["Importing TOTP MFA is not supported."])
    }

    @Test(arguments: profiles)
    func `a user cannot write factors`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        let body: JSON = ["idToken": user.token, "mfa": ["enrollments": .array(Self.numbers(1))]]
        _ = try await server.app("accounts:update", body)

        #expect(try await server.account(user.id)["mfaInfo"] == nil)
    }
}
