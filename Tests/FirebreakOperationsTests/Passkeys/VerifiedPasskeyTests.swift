import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Passkeys outside profile `emulator`, which are verified as WebAuthn level 2 has it (sections 7.1 and 7.2).
struct VerifiedPasskeyTests {
    static let profiles = [Profile.local, .production]

    private static func refusal(_ failure: PasskeyFailure) -> String {
        "INVALID_AUTHENTICATOR_RESPONSE : \(failure.description)"
    }

    @Test(arguments: profiles, SoftwareAuthenticator.Algorithm.allCases)
    func `a passkey is made and signs in`(
        _ profile: Profile, _ algorithm: SoftwareAuthenticator.Algorithm
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local(algorithm)
        let enrolled = try await server.enrollPasskey(&authenticator, user)
        #expect(enrolled.id == user.id)
        #expect(try claims(enrolled.idToken)[path: "firebase.sign_in_provider"] == "passkey")
        #expect(
            try await server.account(user.id)["passkeyInfo"]?.sorted == [
                ["credentialId": .string(authenticator.id), "name": "Unnamed Passkey"]
            ])

        for handle in [user.id, nil] {
            let challenge = try await server.signInChallenge()
            let answer = try await server.signInByPasskey(authenticator.got(challenge, userHandle: handle))
            #expect(answer.json.names.sorted() == ["idToken", "refreshToken"])
            #expect(try claims(answer.string("idToken"))["sub"] == .string(user.id))
            #expect(try await server.refresh(answer.string("refreshToken")).status == 200)
        }
    }

    @Test(arguments: profiles)
    func `an enrolment without a proper response is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let body: JSON = ["idToken": user.token]
        func finish(_ more: JSON) async throws -> String {
            try await server.appV2("accounts/passkeyEnrollment:finalize", body.merging(more)).outcome
        }

        #expect(try await finish(["idToken": ""]) == "MISSING_ID_TOKEN")
        #expect(try await finish([:]) == "MISSING_AUTHENTICATOR_RESPONSE")
        #expect(try await finish(["authenticatorRegistrationResponse": [:]]) == "INVALID_CREDENTIAL_ID")
        #expect(
            try await finish(["authenticatorRegistrationResponse": ["id": "AQID"]])
                == "MISSING_AUTHENTICATOR_RESPONSE")
    }

    // MARK: Refused enrolments

    /// What an authenticator or its browser does wrong.
    enum Fault: String, CaseIterable, Sendable {
        case origin, frame, relyingParty, presence, ceremony

        var failure: PasskeyFailure {
            switch self {
            case .origin: .originNotAllowed
            case .frame: .crossOrigin
            case .relyingParty: .relyingPartyMismatch
            case .presence: .userNotPresent
            case .ceremony: .wrongType
            }
        }

        func apply(to authenticator: inout SoftwareAuthenticator) {
            switch self {
            case .origin: authenticator.origin = "https://elsewhere.test"
            case .frame: authenticator.crossOrigin = true
            case .relyingParty: authenticator.relyingPartyID = "elsewhere.test"
            case .presence: authenticator.flags = [.userVerified]
            case .ceremony: break
            }
        }
    }

    @Test(arguments: profiles, Fault.allCases)
    func `a faulty enrolment is refused`(_ profile: Profile, _ fault: Fault) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local()
        fault.apply(to: &authenticator)
        let challenge = try await server.enrollmentChallenge(user)
        let type = fault == .ceremony ? "webauthn.get" : "webauthn.create"

        let answer = try await server.finishPasskey(user, authenticator.created(challenge, type: type))
        #expect(answer.outcome == Self.refusal(fault.failure))
        #expect(try await server.account(user.id)["passkeyInfo"] == nil)
    }

    @Test(arguments: profiles)
    func `an ID that is not the attested one is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local()
        let response = try await authenticator.created(server.enrollmentChallenge(user)).merging(["id": "AQID"])

        #expect(try await server.finishPasskey(user, response).outcome == Self.refusal(.credentialMismatch))
    }

    @Test(arguments: profiles)
    func `an enrolment's challenge counts once, for its account, for five minutes`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let other = try await server.user("other@x.test")
        let mismatch = Self.refusal(.challengeMismatch)
        func finish(_ id: UInt8, _ challenge: [UInt8], _ user: SignedInUser) async throws -> String {
            var authenticator = SoftwareAuthenticator.local(id: [id, id, id])
            return try await server.finishPasskey(user, authenticator.created(challenge)).outcome
        }

        #expect(try await finish(1, Array(0..<33), user) == mismatch)
        #expect(try await finish(2, server.signInChallenge(), user) == mismatch)
        let challenge = try await server.enrollmentChallenge(user)
        #expect(try await finish(3, challenge, other) == mismatch)
        #expect(try await finish(4, challenge, user) == "OK")
        #expect(try await finish(5, challenge, user) == mismatch)
        let late = [try await server.enrollmentChallenge(user), try await server.enrollmentChallenge(user)]
        server.clock.advance(seconds: 299)
        #expect(try await finish(6, late[0], user) == "OK")
        server.clock.advance(seconds: 1)
        #expect(try await finish(7, late[1], user) == "PASSKEY_CHALLENGE_TIMEOUT")
    }

    @Test(arguments: profiles)
    func `a passkey of somebody is in use`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        var authenticator = SoftwareAuthenticator.local()
        try await server.enrollPasskey(&authenticator, server.user())
        let other = try await server.user("other@x.test")

        let challenge = try await server.enrollmentChallenge(other)
        let answer = try await server.finishPasskey(other, authenticator.created(challenge))
        #expect(answer.outcome == "PASSKEY_EXISTS")
    }

    // MARK: Discoverable passkeys

    private static func options(_ server: TestServer, _ user: SignedInUser) async throws -> JSON {
        let answer = try await server.appV2("accounts/passkeyEnrollment:start", ["idToken": user.token])
        return try #require(answer["credentialCreationOptions"], "\(answer.text)")
    }

    /// Without it nobody could sign in without saying who they are.
    @Test(arguments: profiles)
    func `authenticators are asked for passkeys that they offer by themselves`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let options = try await Self.options(server, server.user())

        #expect(
            options["authenticatorSelection"]?.sorted == [
                "requireResidentKey": true, "residentKey": "required", "userVerification": "required",
            ])
        #expect(options["excludeCredentials"] == [])
        let request = try await server.appV2("accounts/passkeySignIn:start")
        #expect(request.json[path: "credentialRequestOptions.allowCredentials"] == nil)
    }

    @Test(arguments: profiles)
    func `an account's passkeys are excluded, as look-ups list them`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let other = try await server.user("other@x.test")
        // Bytes that the two alphabets of Base64 write differently.
        for id: [UInt8] in [[0xFB, 0xEF, 0xFF, 1], [2, 2, 2, 2]] {
            var authenticator = SoftwareAuthenticator.local(id: id)
            try await server.enrollPasskey(&authenticator, user)
        }
        func excluded() async throws -> [JSON?] {
            let list = try await Self.options(server, user)["excludeCredentials"]?.arrayValue ?? []
            #expect(list.allSatisfy { $0["type"] == "public-key" })
            return list.map { $0["id"] }
        }
        func listed() async throws -> [JSON?] {
            try await server.account(user.id)["passkeyInfo"]?.arrayValue?.map { $0["credentialId"] } ?? []
        }

        #expect(try await excluded() == ["--__AQ", "AgICAg"])
        #expect(try await listed() == excluded())
        #expect(try await Self.options(server, other)["excludeCredentials"] == [])
        _ = try await server.update(user.id, ["deletePasskey": ["AgICAg"]])
        #expect(try await listed() == excluded())
        #expect(try await excluded().count == 1)
    }

    /// An exported account that came without the keys of its passkeys lists them all the same; nobody can use them.
    @Test(arguments: profiles)
    func `a passkey that came without its key can be made anew, and is listed once`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        var authenticator = SoftwareAuthenticator.local()
        let account: JSON = [
            "localId": "a", "email": "alice@example.test",
            "passkeyInfo": [["credentialId": .string(authenticator.id), "name": "Old"]],
        ]
        let imported = try await server.control(
            .post, ":import", ["files": ["users.json": ["users": [account]]]])
        try #require(imported.status == 200, "\(imported.text)")
        let user = try await server.customUser("a")
        let before = try await server.signInByPasskey(authenticator.got(server.signInChallenge()))
        #expect(before.outcome == "PASSKEY_ENROLLMENT_NOT_FOUND")
        try await server.enrollPasskey(&authenticator, user)

        #expect(
            try await server.account("a")["passkeyInfo"]?.sorted == [
                ["credentialId": .string(authenticator.id), "name": "Unnamed Passkey"]
            ])
        #expect(try await server.signInByPasskey(authenticator.got(server.signInChallenge())).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `an account has ten passkeys at most`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let challenge = try await server.enrollmentChallenge(user)
        for id: UInt8 in 1...10 {
            var authenticator = SoftwareAuthenticator.local(id: [id])
            try await server.enrollPasskey(&authenticator, user)
        }
        var last = SoftwareAuthenticator.local(id: [11])

        #expect(try await server.finishPasskey(user, last.created(challenge)).outcome == "PASSKEY_LIMIT_EXCEEDED")
        let start = try await server.appV2("accounts/passkeyEnrollment:start", ["idToken": user.token])
        #expect(start.outcome == "PASSKEY_LIMIT_EXCEEDED")
        _ = try await server.update(user.id, ["deletePasskey": ["AQ"]])
        try await server.enrollPasskey(&last, user)
    }

    @Test(arguments: profiles, TestServer.passkeyMethods)
    func `a rule switches passkeys off`(_ profile: Profile, _ method: String) async throws {
        let server = try await TestServer.open(profile, rules: ["passkeys": "off"])
        let user = try await server.user()

        let body: JSON = ["idToken": user.token]
        #expect(try await server.appV2("accounts/\(method)", body).outcome == "PASSKEY_NOT_ENABLED")
    }

    // MARK: Refused sign-ins

    @Test(arguments: profiles, Fault.allCases)
    func `a faulty sign-in is refused`(_ profile: Profile, _ fault: Fault) async throws {
        let server = try await TestServer.open(profile)
        var authenticator = SoftwareAuthenticator.local()
        try await server.enrollPasskey(&authenticator, server.user())
        fault.apply(to: &authenticator)
        let type = fault == .ceremony ? "webauthn.create" : "webauthn.get"

        let answer = try await server.signInByPasskey(authenticator.got(server.signInChallenge(), type: type))
        #expect(answer.outcome == Self.refusal(fault.failure))
    }

    @Test(arguments: profiles)
    func `the user must be verified at the enrolment and at each sign-in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local()
        authenticator.flags = [.userPresent]
        let refused = try await server.finishPasskey(user, authenticator.created(server.enrollmentChallenge(user)))
        #expect(refused.outcome == Self.refusal(.userNotVerified))
        authenticator.flags = [.userPresent, .userVerified]
        try await server.enrollPasskey(&authenticator, user)
        authenticator.flags = [.userPresent]

        let unverified = try await server.signInByPasskey(authenticator.got(server.signInChallenge()))
        #expect(unverified.outcome == Self.refusal(.userNotVerified))
        authenticator.flags = [.userPresent, .userVerified]
        #expect(try await server.signInByPasskey(authenticator.got(server.signInChallenge())).outcome == "OK")
    }

    /// So that an answer that was refused once cannot be tried again when the times are better.
    @Test(arguments: profiles)
    func `a challenge that was answered wrongly is used up`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local()
        try await server.enrollPasskey(&authenticator, user)
        let challenge = try await server.signInChallenge()
        let response = authenticator.got(challenge)
        _ = try await server.update(user.id, ["disableUser": true])

        #expect(try await server.signInByPasskey(response).outcome == "USER_DISABLED")
        _ = try await server.update(user.id, ["disableUser": false])
        #expect(try await server.signInByPasskey(response).outcome == Self.refusal(.challengeMismatch))
    }

    @Test(arguments: profiles)
    func `a signature of another passkey is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        var authenticator = SoftwareAuthenticator.local()
        try await server.enrollPasskey(&authenticator, server.user())
        var impostor = SoftwareAuthenticator.local()
        impostor.signCount = 100

        let answer = try await server.signInByPasskey(impostor.got(server.signInChallenge()))
        #expect(answer.outcome == Self.refusal(.badSignature))
    }

    @Test(arguments: profiles)
    func `a counter that stands still is refused, a next one not`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        var authenticator = SoftwareAuthenticator.local()
        try await server.enrollPasskey(&authenticator, server.user())
        #expect(try await server.signInByPasskey(authenticator.got(server.signInChallenge())).outcome == "OK")

        authenticator.signCount -= 1
        let copy = try await server.signInByPasskey(authenticator.got(server.signInChallenge()))
        #expect(copy.outcome == Self.refusal(.counterNotIncreased))
        #expect(try await server.signInByPasskey(authenticator.got(server.signInChallenge())).outcome == "OK")
    }

    @Test(arguments: profiles)
    func `an authenticator without a counter is fine`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        var authenticator = SoftwareAuthenticator.local()
        authenticator.signCount = 0
        authenticator.signCountStep = 0
        try await server.enrollPasskey(&authenticator, server.user())

        for _ in 0..<2 {
            #expect(try await server.signInByPasskey(authenticator.got(server.signInChallenge())).outcome == "OK")
        }
    }

    @Test(arguments: profiles)
    func `a sign-in's challenge counts once and for five minutes`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local()
        try await server.enrollPasskey(&authenticator, user)
        let mismatch = Self.refusal(.challengeMismatch)
        let challenge = try await server.signInChallenge()
        #expect(try await server.signInByPasskey(authenticator.got(challenge)).outcome == "OK")

        #expect(try await server.signInByPasskey(authenticator.got(challenge)).outcome == mismatch)
        #expect(try await server.signInByPasskey(authenticator.got(Array(0..<33))).outcome == mismatch)
        let foreign = try await server.enrollmentChallenge(user)
        #expect(try await server.signInByPasskey(authenticator.got(foreign)).outcome == mismatch)
        let late = try await server.signInChallenge()
        server.clock.advance(seconds: 300)
        #expect(try await server.signInByPasskey(authenticator.got(late)).outcome == "PASSKEY_CHALLENGE_TIMEOUT")
    }

    @Test(arguments: profiles)
    func `the handle of another account is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let other = try await server.user("other@x.test")
        var authenticator = SoftwareAuthenticator.local()
        try await server.enrollPasskey(&authenticator, server.user())

        let response = try await authenticator.got(server.signInChallenge(), userHandle: other.id)
        #expect(try await server.signInByPasskey(response).status == 400)
    }

    @Test(arguments: profiles)
    func `an unknown passkey, and one whose account is disabled`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local()
        let unknown = try await server.signInByPasskey(authenticator.got(server.signInChallenge()))
        #expect(unknown.outcome == "PASSKEY_ENROLLMENT_NOT_FOUND")
        try await server.enrollPasskey(&authenticator, user)
        _ = try await server.update(user.id, ["disableUser": true])

        let answer = try await server.signInByPasskey(authenticator.got(server.signInChallenge()))
        #expect(answer.outcome == "USER_DISABLED")
    }

    // MARK: Removal

    @Test(arguments: profiles, ["passkey", "account"])
    func `a removed passkey signs in no more, and can be added again`(
        _ profile: Profile, _ removal: String
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local()
        try await server.enrollPasskey(&authenticator, user)
        if removal == "account" {
            _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])
        } else {
            _ = try await server.update(user.id, ["deletePasskey": [.string(authenticator.id)]])
        }

        let answer = try await server.signInByPasskey(authenticator.got(server.signInChallenge()))
        #expect(answer.outcome == "PASSKEY_ENROLLMENT_NOT_FOUND")
        let other = try await server.user("other@x.test")
        try await server.enrollPasskey(&authenticator, other)
        let signIn = try await server.signInByPasskey(authenticator.got(server.signInChallenge()))
        #expect(try claims(signIn.string("idToken"))["sub"] == .string(other.id))
    }

    // MARK: Spelling

    @Test(arguments: profiles)
    func `Apple's spelling of the client data is read, too`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        var authenticator = SoftwareAuthenticator.local()
        var response = try await authenticator.created(server.enrollmentChallenge(user))
        var inner = try #require(response["response"])
        inner["clientDataJson"] = inner["clientDataJSON"]
        inner["clientDataJSON"] = nil
        response["response"] = inner

        #expect(try await server.finishPasskey(user, response).outcome == "OK")
    }
}
