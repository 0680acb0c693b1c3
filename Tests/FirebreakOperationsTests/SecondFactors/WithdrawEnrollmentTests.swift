import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md section 4.3, production.md sections 6.2 and 12: taking a factor back.
struct WithdrawEnrollmentTests {
    static let rows: [Row] = [
        Row([:], emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(["mfaEnrollmentId": "$FACTOR"], emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(["idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["idToken": "$TOKEN"], "MFA_ENROLLMENT_NOT_FOUND"),
        Row(["idToken": "$TOKEN", "mfaEnrollmentId": ""], "MFA_ENROLLMENT_NOT_FOUND"),
        Row(["idToken": "$TOKEN", "mfaEnrollmentId": "junk"], "MFA_ENROLLMENT_NOT_FOUND"),
        Row(["idToken": "$OTHER", "mfaEnrollmentId": "$FACTOR"], "MFA_ENROLLMENT_NOT_FOUND"),
        Row(["idToken": "$TOKEN", "mfaEnrollmentId": "$FACTOR"], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `the request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        let factor = try #require(await server.factors(user.id).first?["mfaEnrollmentId"]?.stringValue)
        let other = try await server.user("other@x.test")
        let values = ["$TOKEN": user.idToken, "$OTHER": other.idToken, "$FACTOR": factor]

        let answer = try await server.appV2("accounts/mfaEnrollment:withdraw", row.body.filling(values))
        #expect(answer.outcome == row.outcome(profile))
        #expect(try await server.factors(user.id).count == (row.outcome(profile) == "OK" ? 0 : 1))
    }

    @Test(arguments: Profile.allCases, [0, 1])
    func `the answer's tokens keep another factor that the session used outside the reference`(
        _ profile: Profile, _ index: Int
    ) async throws {
        let server = try await TestServer.openPhones(profile)
        var user = try await server.enrollPhone(server.verifiedUser())
        user = try await server.enrollPhone(user, TestServer.otherNumber)
        let factors = try await server.factors(user.id)
        try #require(factors.count == 2)
        let answer = try await server.withdraw(user, factors[index]["mfaEnrollmentId"])

        #expect(answer["expiresIn"] == (profile == .emulator ? "3600" : nil))
        #expect(answer.json.dropping("expiresIn").names.sorted() == ["idToken", "refreshToken"])
        for token in [
            answer.string("idToken"), try await server.refresh(answer.string("refreshToken")).string("id_token"),
        ] {
            let firebase = try claims(token)["firebase"]
            #expect(firebase?["sign_in_provider"] == "password")
            // The session used the second one, with which it was enrolled.
            let isKept = index == 0 && profile != .emulator
            #expect(firebase?["sign_in_second_factor"] == (isKept ? "phone" : nil))
            #expect(firebase?["second_factor_identifier"] == (isKept ? factors[1]["mfaEnrollmentId"] : nil))
        }
        #expect(try await server.factors(user.id) == [factors[1 - index]])
    }

    @Test(arguments: Profile.allCases)
    func `the list stays in the reference when the last factor goes, and the password is enough again`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        _ = try await server.withdraw(user, server.factors(user.id).first?["mfaEnrollmentId"])

        #expect(try await server.account(user.id)["mfaInfo"] == (profile == .emulator ? [] : nil))
        #expect(try await server.signIn("alice@example.test")["idToken"] != nil)
    }

    @Test(arguments: Profile.allCases)
    func `other sessions end with it outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        server.clock.advance(seconds: 10)
        let now = try SignedInUser(
            await server.withdraw(user, server.factors(user.id).first?["mfaEnrollmentId"]))

        let expected = profile == .emulator ? "OK" : "TOKEN_EXPIRED"
        #expect(try await server.lookup(user.idToken).outcome == expected)
        #expect(try await server.refresh(user.refreshToken).outcome == expected)
        #expect(try await server.lookup(now.idToken).outcome == "OK")
        #expect(try await server.refresh(now.refreshToken).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `one-time passwords can be withdrawn, which ends sessions, and enrolled again`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.openPhones(profile)
        let first = try await server.enrollTOTP(server.verifiedUser())
        server.clock.advance(seconds: 10)
        let now = try SignedInUser(
            await server.withdraw(first.user, server.factors(first.user.id).first?["mfaEnrollmentId"]))

        #expect(try await server.lookup(first.user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.startTOTP(now).finish(server, now).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `it needs a recent sign-in outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        let factor = try await server.factors(user.id).first?["mfaEnrollmentId"]
        server.clock.advance(seconds: 301)

        let expected = profile == .emulator ? "OK" : "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
        #expect(try await server.withdraw(user, factor).outcome == expected)
    }

    @Test(arguments: Profile.allCases)
    func `it works where second factors are switched off`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(server.verifiedUser())
        try await server.set("mfa", ["state": "DISABLED"])

        let factor = try await server.factors(user.id).first?["mfaEnrollmentId"]
        #expect(try await server.withdraw(user, factor).outcome == "OK")
    }
}
