import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md section 3 and production.md section 12: which sign-ins ask for a second factor.
struct SecondFactorChallengeTests {
    @Test(arguments: Profile.allCases)
    func `a password is answered with the factors instead of tokens`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser("a", ["lastLoginAt": "5"])
        let answer = try await server.signIn("a@x.test")

        #expect(
            answer.json.dropping("displayName").names.sorted() == [
                "email", "kind", "localId", "mfaInfo", "mfaPendingCredential", "registered",
            ])
        #expect(answer["localId"] == "a")
        #expect(
            answer["mfaInfo"]?.sorted == [
                [
                    "displayName": "mine", "enrolledAt": "2026-01-01T00:00:00.000Z", "mfaEnrollmentId": "f1",
                    "phoneInfo": "+*******0100",
                ]
            ])
        let stored = try await server.account("a")
        #expect(stored["lastLoginAt"] == "5")
        #expect(stored["lastRefreshAt"] == nil)
    }

    @Test func `the reference hides digits of any number as it is written`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser(
            "a", ["mfaInfo": [["mfaEnrollmentId": "1", "phoneInfo": "+1 (555) 555-0100"]]])

        #expect(try await server.signIn("a@x.test")["mfaInfo"]?.arrayValue?.first?["phoneInfo"] == "+* (***) ***-0100")
    }

    @Test(arguments: Profile.allCases)
    func `a link by mail asks too`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let answer = try await server.finishLink("a@x.test", server.mailedCode("EMAIL_SIGNIN", "a@x.test"))

        let pending = try PendingUser(answer)
        #expect(answer["idToken"] == nil && answer["refreshToken"] == nil && answer["expiresIn"] == nil)
        let tokens = try await server.finishSecondFactor(pending, server.secondFactorCode(pending).members)
        #expect(try claims(tokens.string("idToken"))[path: "firebase.sign_in_provider"] == "password")
    }

    private func google(_ server: TestServer, _ more: JSON = [:]) async throws -> TestAnswer {
        let token: JSON = ["sub": "g1", "email": "a@x.test", "email_verified": true]
        let post = "providerId=google.com&id_token=" + FormURLEncoding.encode(token.text)
        let body: JSON = [
            "requestUri": "http://localhost", "returnSecureToken": true, "returnIdpCredential": true,
            "postBody": .string(post),
        ]
        return try await server.app("accounts:signInWithIdp", body.merging(more))
    }

    @Test(arguments: [Profile.local, .emulator])
    func `an identity provider asks too, and is linked already`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser(
            "a", ["providerUserInfo": [["providerId": "google.com", "rawId": "g1"]]])
        let answer = try await google(server)

        let pending = try PendingUser(answer)
        #expect(answer["idToken"] == nil && answer["refreshToken"] == nil && answer["expiresIn"] == nil)
        #expect(answer["providerId"] == "google.com")
        let tokens = try await server.finishSecondFactor(pending, server.secondFactorCode(pending).members)
        let token = try claims(tokens.string("idToken"))
        #expect(token[path: "firebase.sign_in_provider"] == "google.com")
        #expect(token[path: "firebase.sign_in_second_factor"] == "phone")
    }

    @Test(arguments: Profile.allCases)
    func `a custom token does not ask`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let user = try await server.customUser("a")

        #expect(try claims(user.idToken)[path: "firebase.sign_in_second_factor"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `a refresh does not ask`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        _ = try await server.update(
            user.id, ["mfa": ["enrollments": [["mfaEnrollmentId": "1", "phoneInfo": .string(TestServer.number)]]]])

        let answer = try await server.refresh(user.refreshToken)
        #expect(answer.status == 200)
        #expect(try claims(answer.string("id_token"))[path: "firebase.sign_in_second_factor"] == nil)
    }

    @Test(arguments: [Profile.local, .production], ["DISABLED", "ENABLED", "MANDATORY"])
    func `the project's state says whether a factor is asked for`(_ profile: Profile, _ state: String) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        _ = try await server.user("plain@x.test")
        try await server.set("mfa", ["state": .string(state)])

        #expect((try await server.signIn("a@x.test")["idToken"] != nil) == (state == "DISABLED"))
        #expect(try await server.signIn("plain@x.test")["idToken"] != nil)
    }

    @Test func `a project of the reference always asks`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser()
        try await server.set("mfa", ["state": "DISABLED"])

        let pending = try await server.secondFactorChallenge("a@x.test")
        #expect(try await server.startSecondFactor(pending).status == 200)
    }

    // MARK: Pending credentials of the reference

    @Test func `the reference's pending credential is readable and may be used again, whenever`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")

        let decoded = try JSON(parsing: try #require(Base64.decode(pending.credential)))
        #expect(
            decoded.sorted == [
                "_AuthEmulatorMfaPendingCredential": "DO NOT MODIFY", "localId": "a", "projectId": "example",
                "signInProvider": "password",
            ])
        #expect(pending.credential.utf8.count % 4 == 0)
        for _ in 0..<2 {
            server.clock.advance(seconds: 100_000)
            let code = try await server.secondFactorCode(pending)
            #expect(try await server.finishSecondFactor(pending, code.members).status == 200)
        }
    }

    @Test(arguments: [Profile.local, .production])
    func `elsewhere it says nothing of the account`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser("somebody")
        let credential = try await server.secondFactorChallenge("somebody@x.test").credential

        let decoded = Base64.decode(credential).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(!decoded.contains("somebody"))
        #expect(try await server.secondFactorChallenge("somebody@x.test").credential != credential)
    }
}
