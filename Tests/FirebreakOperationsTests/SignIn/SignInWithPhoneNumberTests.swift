import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md section 2 and production.md sections 8, 9 and 11.
struct SignInWithPhoneNumberTests {
    private static let firstFactor =
        "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."

    // MARK: New and known numbers

    @Test(arguments: Profile.allCases)
    func `an unknown number makes an account`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let answer = try await server.finishPhone(server.phoneCode().members)
        let user = try SignedInUser(answer)

        #expect(
            answer.json.dropping("idToken", "refreshToken").sorted == [
                "expiresIn": "3600", "isNewUser": true, "localId": .string(user.id),
                "phoneNumber": .string(TestServer.number),
            ])
        let token = try claims(user.idToken)
        #expect(token["phone_number"] == .string(TestServer.number))
        #expect(token["provider_id"] == nil)
        #expect(
            token["firebase"]?.sorted == [
                "identities": ["phone": [.string(TestServer.number)]], "sign_in_provider": "phone",
            ])
        let stored = try await server.account(user.id)
        #expect(stored["createdAt"] == "1780315200000")
        #expect(stored["lastLoginAt"] == "1780315200000")
        #expect(stored["validSince"] == nil)
        #expect(
            stored["providerUserInfo"]?.sorted == [
                [
                    "phoneNumber": .string(TestServer.number), "providerId": "phone",
                    "rawId": .string(TestServer.number),
                ]
            ])
    }

    @Test(arguments: Profile.allCases)
    func `a known number signs in to its account`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser()
        server.clock.advance(seconds: 10)
        let answer = try await server.finishPhone(server.phoneCode().members)

        #expect(answer["localId"] == .string(user.id))
        #expect(answer["isNewUser"] == false)
        #expect(answer["expiresIn"] == "3600")
        let stored = try await server.account(user.id)
        #expect(stored["lastLoginAt"] == "1780315210000")
        #expect(stored["createdAt"] == "1780315200000")
        #expect(try await server.refresh(answer.string("refreshToken")).status == 200)
    }

    @Test(arguments: [Profile.local, .production])
    func `a number is the same however it is written`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser("+1 (650) 555-ABCD")

        #expect(try await server.account(user.id)["phoneNumber"] == "+16505552223")
        #expect(try await server.phoneUser("+16505552223").id == user.id)
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account is refused and the code is gone`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser()
        let code = try await server.phoneCode()
        _ = try await server.update(user.id, ["disableUser": true])

        #expect(try await server.finishPhone(code.members).outcome == "USER_DISABLED")
        #expect(try await server.finishPhone(code.members).outcome == TestServer.usedSession(profile))
    }

    @Test(arguments: Profile.allCases)
    func `an account with second factors is refused, disabled ones as disabled`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let codes = [try await server.phoneCode("+15555550199"), try await server.phoneCode("+15555550199")]
        try await server.importSecondFactorUser("a", ["phoneNumber": "+15555550199"])

        #expect(try await server.finishPhone(codes[0].members).outcome == Self.firstFactor)
        _ = try await server.update("a", ["disableUser": true])
        #expect(try await server.finishPhone(codes[1].members).outcome == "USER_DISABLED")
    }

    @Test(arguments: Profile.allCases)
    func `signing in again never makes an account outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let body = try await server.phoneCode().members.merging(["operation": "REAUTH"])

        let answer = try await server.finishPhone(body)
        #expect(answer.outcome == (profile == .emulator ? "OK" : "USER_NOT_FOUND"))
        let found = try await server.admin("accounts:lookup", ["phoneNumber": [.string(TestServer.number)]])
        #expect((found["users"] != nil) == (profile == .emulator))
    }

    @Test(arguments: Profile.allCases)
    func `an operation that there is not is refused, and the code stays`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()

        #expect(try await server.finishPhone(code.members.merging(["operation": "NOPE"])).status == 400)
        #expect(try await server.finishPhone(code.members).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `where users cannot sign up no account is made outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let code = try await server.phoneCode()
        try await server.set("client.permissions.disabledUserSignup", true)

        let outcome = try await server.finishPhone(code.members).outcome
        #expect(outcome == (profile == .emulator ? "OK" : "ADMIN_ONLY_OPERATION"))
    }

    // MARK: Linking

    @Test(arguments: Profile.allCases)
    func `an anonymous user gets the number`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let guest = try await server.anonymousUser()
        let answer = try await server.finishPhone(server.phoneCode().members.merging(["idToken": guest.token]))

        #expect(answer["localId"] == .string(guest.id))
        #expect(answer["isNewUser"] == false)
        let token = try claims(answer.string("idToken"))
        #expect(token["provider_id"] == nil)
        #expect(token[path: "firebase.sign_in_provider"] == "phone")
        #expect(try await server.account(guest.id)["phoneNumber"] == .string(TestServer.number))
    }

    @Test(arguments: Profile.allCases)
    func `somebody with an address has two identities then`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.user()
        let answer = try await server.finishPhone(server.phoneCode().members.merging(["idToken": user.token]))

        #expect(answer["localId"] == .string(user.id))
        #expect(
            try claims(answer.string("idToken"))[path: "firebase.identities"]?.sorted == [
                "email": ["alice@example.test"], "phone": [.string(TestServer.number)],
            ])
        #expect(try await server.account(user.id).providerIDs?.sorted() == ["password", "phone"])
    }

    @Test(arguments: Profile.allCases)
    func `another number takes the place of the first, which is free again`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser()
        let body = try await server.phoneCode(TestServer.otherNumber).members.merging(["idToken": user.token])

        #expect(try await server.finishPhone(body)["phoneNumber"] == .string(TestServer.otherNumber))
        #expect(try await server.account(user.id).providerIDs == ["phone"])
        #expect(try await server.finishPhone(server.phoneCode().members)["isNewUser"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `somebody signs in again with his own token and number`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser()
        let body = try await server.phoneCode().members.merging(["idToken": user.token, "operation": "REAUTH"])
        let answer = try await server.finishPhone(body)

        #expect(answer["localId"] == .string(user.id))
        #expect(answer["isNewUser"] == false)
    }

    @Test(arguments: Profile.allCases)
    func `a user with second factors cannot add a number`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.verifiedUser()
        _ = try await server.update(
            user.id, ["mfa": ["enrollments": [["mfaEnrollmentId": "1", "phoneInfo": "+15555550177"]]]])
        let body = try await server.phoneCode().members.merging(["idToken": user.token])

        // production.md section 12
        let refusal =
            "UNSUPPORTED_FIRST_FACTOR : The account has MFA enabled, please sign-in with MFA eligible first factor."
        let outcome = try await server.finishPhone(body).outcome
        #expect(outcome == (profile == .production ? refusal : Self.firstFactor))
        #expect(try await server.account(user.id)["phoneNumber"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `an unlinked number signs in to a new account`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.phoneUser()
        let body: JSON = ["idToken": user.token, "deleteProvider": ["phone"]]
        #expect(try await server.app("accounts:update", body).status == 200)

        #expect(try await server.account(user.id)["phoneNumber"] == nil)
        #expect(try await server.account(user.id).providerIDs?.contains("phone") != true)
        #expect(try await server.phoneUser().id != user.id)
    }
}
