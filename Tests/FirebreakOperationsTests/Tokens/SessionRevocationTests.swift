import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

struct SessionRevocationTests {
    @Test(arguments: [Profile.local, .production])
    func `a session does not carry over to a later account of the same ID`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let signIn: JSON = ["token": "{\"uid\":\"u\"}", "returnSecureToken": true]
        let first = try await server.app("accounts:signInWithCustomToken", signIn)
        _ = try await server.admin("accounts:delete", ["localId": "u"])

        let second = try await server.app("accounts:signInWithCustomToken", signIn)

        #expect(second.json["isNewUser"] == true)
        #expect(try await server.refresh(first.string("refreshToken")).message == "TOKEN_EXPIRED")
        #expect(try await server.refresh(second.string("refreshToken")).status == 200)
    }

    @Test(arguments: [Profile.local, .production])
    func `an import over an account ends its sessions`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.signUp("a@x.test")
        let id = try #require(user["localId"])

        _ = try await server.admin("accounts:batchCreate", ["users": [["localId": id, "email": "a@x.test"]]])

        #expect(try await server.refresh(user.string("refreshToken")).message == "TOKEN_EXPIRED")
    }

    // MARK: What ends sessions by the second

    enum Change: CaseIterable, Sendable {
        case ownPassword, ownAddress, linkedPassword, adminPassword, adminAddress, passwordReset, appliedAddress
        case enrolledNumber, withdrawnNumber, withdrawnPassword, removedFactor, signInByLink
    }

    /// A user who can make the change.
    private func user(for change: Change, _ server: TestServer) async throws -> SignedInUser {
        switch change {
        case .ownPassword, .ownAddress, .adminPassword, .adminAddress, .passwordReset, .appliedAddress, .signInByLink:
            try await server.user()
        case .linkedPassword: try await server.anonymousUser()
        case .enrolledNumber: try await server.verifiedUser()
        case .withdrawnNumber, .removedFactor: try await server.enrollPhone(server.verifiedUser())
        case .withdrawnPassword: try await server.enrollTOTP(server.verifiedUser()).user
        }
    }

    private func make(_ change: Change, _ user: SignedInUser, _ server: TestServer) async throws -> TestAnswer {
        let alice = "alice@example.test"
        func update(_ changes: JSON) async throws -> TestAnswer {
            let body: JSON = ["idToken": user.token, "returnSecureToken": true]
            return try await server.app("accounts:update", body.merging(changes))
        }
        switch change {
        case .ownPassword: return try await update(["password": "other-horse"])
        case .ownAddress: return try await update(["email": "new@x.test"])
        case .linkedPassword:
            return try await server.app(
                "accounts:signUp", ["idToken": user.token, "email": "guest@x.test", "password": "other-horse"])
        case .adminPassword: return try await server.update(user.id, ["password": "other-horse"])
        case .adminAddress: return try await server.update(user.id, ["email": "new@x.test"])
        case .passwordReset: return try await server.reset(server.oobCode("PASSWORD_RESET", alice), to: "other-horse")
        case .appliedAddress:
            return try await server.redeem(
                server.oobCode("VERIFY_AND_CHANGE_EMAIL", alice, ["newEmail": "new@x.test"]))
        case .enrolledNumber:
            let code = try await server.enrollmentCode(user)
            return try await server.finishPhoneEnrollment(user, code.members)
        case .withdrawnNumber, .withdrawnPassword:
            return try await server.withdraw(user, server.factors(user.id).first?["mfaEnrollmentId"])
        case .removedFactor:
            let mails = try await server.outbox("type=REVERT_SECOND_FACTOR_ADDITION")
            return try await server.redeem(try #require(mails.last?["oobCode"]?.stringValue))
        case .signInByLink:
            return try await server.finishLink(alice, server.mailedCode("EMAIL_SIGNIN", alice))
        }
    }

    /// production.md section 6.1. An ID token of the same second is the very text that the app has, so that it keeps its
    /// refresh token as well.
    @Test(arguments: [Profile.local, .production], Change.allCases)
    func `what ends sessions leaves those of its own second`(_ profile: Profile, _ change: Change) async throws {
        let server = try await TestServer.openPhones(profile, privacy: false)
        let user = try await user(for: change, server)
        let answer = try await make(change, user, server)
        try #require(answer.status == 200, "\(answer.text)")

        #expect(try await server.account(user.id)["validSince"] == .string(String(TestServer.start)))
        #expect(try await server.lookup(user.idToken).outcome == "OK")
        #expect(try await server.refresh(user.refreshToken).outcome == "OK")
        if answer["idToken"] != nil {
            let renewed = try SignedInUser(answer)
            #expect(try await server.lookup(renewed.idToken).outcome == "OK")
            #expect(try await server.refresh(renewed.refreshToken).outcome == "OK")
        }
    }

    @Test(arguments: [Profile.local, .production], Change.allCases)
    func `a session that is a second old ends`(_ profile: Profile, _ change: Change) async throws {
        let server = try await TestServer.openPhones(profile, privacy: false)
        let user = try await user(for: change, server)
        server.clock.advance(seconds: 1)
        let answer = try await make(change, user, server)
        try #require(answer.status == 200, "\(answer.text)")

        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.refresh(user.refreshToken).outcome == "TOKEN_EXPIRED")
        if answer["idToken"] != nil {
            let renewed = try SignedInUser(answer)
            #expect(renewed.idToken != user.idToken)
            #expect(try await server.refresh(renewed.refreshToken).outcome == "OK")
        }
    }

    /// As the SDKs do it: an ID token that they have already does not make them take the refresh token beside it.
    @Test(arguments: Profile.allCases)
    func `an app that keeps its tokens for equal ones stays signed in`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile, privacy: false)
        var kept = try await server.verifiedUser()
        func take(_ answer: TestAnswer) throws {
            let new = try SignedInUser(answer)
            if new.idToken != kept.idToken { kept = new }
        }

        for password in ["second-horse", "third-horse"] {
            let body: JSON = ["idToken": kept.token, "password": .string(password), "returnSecureToken": true]
            try take(await server.app("accounts:update", body))
            #expect(try await server.refresh(kept.refreshToken).outcome == "OK")
        }
        try take(await server.finishPhoneEnrollment(kept, server.enrollmentCode(kept).members))
        #expect(try await server.refresh(kept.refreshToken).outcome == "OK")
        try take(await server.withdraw(kept, server.factors(kept.id).first?["mfaEnrollmentId"]))
        #expect(try await server.refresh(kept.refreshToken).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `an admin who signs a user out ends the sessions of this second, too`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let answer = try await server.send(
            .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/signOutUser",
            ["localId": .string(user.id), "targetProjectId": "example"], headers: [.authorization: "Bearer owner"])
        try #require(answer.status == 200, "\(answer.text)")

        #expect(try await server.refresh(user.refreshToken).outcome == "TOKEN_EXPIRED")
    }
}
