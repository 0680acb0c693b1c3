import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md sections 4.4 and 4.5, production.md sections 6.2 and 12: a number as the second factor.
struct PhoneSignInTests {
    private static let otherProject =
        "INVALID_PROJECT_ID : Project ID does not match MFA pending credential."
    private static let unreadable = "((Invalid phoneVerificationInfo.mfaPendingCredential.))"
    private static let noPending =
        "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential."
    private static let noFactor = "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided."
    private static let proof = "501 androidVerificationProof is unsupported!"

    private static func reference(_ changes: JSON) -> String {
        let record: JSON = [
            "_AuthEmulatorMfaPendingCredential": "DO NOT MODIFY", "localId": "a", "signInProvider": "password",
            "projectId": "example",
        ]
        return Base64.encode(record.merging(changes).bytes, .standard)
    }

    static let startRows: [Row] = [
        Row(
            ["mfaPendingCredential": "junk", "mfaEnrollmentId": "f1", "phoneSignInInfo": [:]], emulator: unreadable,
            others: "INVALID_PENDING_TOKEN"),
        Row(
            ["mfaPendingCredential": "$PENDING", "mfaEnrollmentId": "junk", "phoneSignInInfo": [:]],
            "MFA_ENROLLMENT_NOT_FOUND"),
        Row(["mfaPendingCredential": "$PENDING", "mfaEnrollmentId": "f1", "phoneSignInInfo": [:]], "OK"),
        Row(
            ["mfaPendingCredential": "$PENDING", "mfaEnrollmentId": "f1"], emulator: "OK",
            others: "Request contains an invalid argument."),
    ]

    static let referenceStartRows: [Row] = [
        Row([:], noPending),
        Row(["mfaEnrollmentId": "f1"], noPending),
        Row(["mfaPendingCredential": "$PENDING"], noFactor),
        Row(["mfaPendingCredential": "junk", "mfaEnrollmentId": ""], noFactor),
    ]

    /// Apple's SDK repeats the number as the first factor's answer has it (production.md section 12).
    private func start(_ server: TestServer, _ pending: PendingUser, repeating number: String) async throws
        -> TestAnswer
    {
        try await server.appV2(
            "accounts/mfaSignIn:start",
            [
                "mfaPendingCredential": .string(pending.credential), "mfaEnrollmentId": .string(pending.factor),
                "phoneSignInInfo": ["phoneNumber": .string(number), "recaptchaToken": "t"],
            ])
    }

    @Test(
        arguments: Profile.allCases,
        ["+*******0199", "+*******9999", "+16505550199", "+16505550100", "6505550199", "nobody's", "+", ""])
    func `the code goes to the enrolled number, whatever number the start has`(
        _ profile: Profile, _ number: String
    ) async throws {
        let server = try await TestServer.openPhones(profile)
        let user = try await server.enrollPhone(try await server.verifiedUser(), "+16505550199")
        let pending = try await server.secondFactorChallenge()

        let started = try await start(server, pending, repeating: number)
        let code = try await server.sentCode(started.string("phoneResponseInfo.sessionInfo"))
        #expect(try await server.verificationCodes().last?["phoneNumber"] == "+16505550199")
        let answer = try await server.finishSecondFactor(pending, code.members)
        #expect(try claims(answer.string("idToken"))["sub"] == .string(user.id))
    }

    @Test(arguments: [Profile.local, .production])
    func `a number in the start hides nothing that is wrong with it`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.enrollPhone(try await server.verifiedUser(), "+16505550199")
        let pending = try await server.secondFactorChallenge()
        server.clock.advance(seconds: 600)

        let answer = try await start(server, pending, repeating: "+*******0199")
        #expect(answer.outcome == "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired.")
    }

    @Test(arguments: Profile.allCases, startRows)
    func `the start is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")

        let answer = try await server.appV2(
            "accounts/mfaSignIn:start", row.body.filling(["$PENDING": pending.credential]))
        #expect(answer.outcome == row.outcome(profile))
        #expect(try await server.verificationCodes().count == (row.outcome(profile) == "OK" ? 1 : 0))
    }

    @Test(arguments: referenceStartRows)
    func `the reference names what a start lacks`(_ row: Row) async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")

        let answer = try await server.appV2(
            "accounts/mfaSignIn:start", row.body.filling(["$PENDING": pending.credential]))
        #expect(answer.outcome == row.outcome(.emulator))
    }

    /// production.md section 12: "missing members".
    @Test(arguments: [Profile.local, .production], referenceStartRows)
    func `production calls what is missing an invalid argument`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")

        let answer = try await server.appV2(
            "accounts/mfaSignIn:start", row.body.filling(["$PENDING": pending.credential]))
        #expect(answer.outcome == "Request contains an invalid argument.")
    }

    static let credentials: [(changes: JSON, outcome: String)] = [
        (["_AuthEmulatorMfaPendingCredential": ""], unreadable), (["projectId": "other"], otherProject),
        (["localId": "nobody"], "((User in pendingCredentialPayload does not exist.))"), ([:], "OK"),
    ]

    @Test(arguments: credentials)
    func `the reference reads a pending credential`(changes: JSON, outcome: String) async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser()
        let credential = JSON.string(Self.reference(changes))

        let start = try await server.appV2(
            "accounts/mfaSignIn:start", ["mfaPendingCredential": credential, "mfaEnrollmentId": "f1"])
        #expect(start.outcome == outcome)
        let code = try await server.phoneCode()
        let finish = try await server.appV2(
            "accounts/mfaSignIn:finalize",
            ["mfaPendingCredential": credential, "phoneVerificationInfo": code.members])
        #expect(finish.outcome == outcome)
        #expect(try await server.finishPhone(code.members).outcome == "INVALID_SESSION_INFO")
    }

    @Test(arguments: Profile.allCases)
    func `the start answers a session alone`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let answer = try await server.startSecondFactor(server.secondFactorChallenge("a@x.test"))

        #expect(answer.json.names == ["phoneResponseInfo"])
        #expect(answer["phoneResponseInfo"]?.names == ["sessionInfo"])
        #expect(answer.string("phoneResponseInfo.sessionInfo")?.utf8.count == 226)
        #expect(try await server.verificationCodes().first?["phoneNumber"] == .string(TestServer.number))
    }

    @Test(arguments: [Profile.local, .production])
    func `no code is sent for one-time passwords`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.enrollTOTP(server.verifiedUser())

        let answer = try await server.startSecondFactor(server.secondFactorChallenge())
        #expect(answer.outcome == "INVALID_PHONE_NUMBER : Invalid format.")
    }

    static let finishRows: [Row] = [
        Row(["phoneVerificationInfo": ["androidVerificationProof": "x"]], proof),
        Row(["phoneVerificationInfo": [:]], "MISSING_CODE"),
        Row(["phoneVerificationInfo": ["sessionInfo": "$SESSION"]], "MISSING_CODE"),
        Row(["phoneVerificationInfo": ["code": "$CODE"]], "MISSING_SESSION_INFO"),
        Row(["phoneVerificationInfo": ["code": "$CODE", "sessionInfo": "junk"]], "INVALID_SESSION_INFO"),
        Row(["phoneVerificationInfo": ["code": "junk", "sessionInfo": "$SESSION"]], "INVALID_CODE"),
        Row(
            ["mfaPendingCredential": "junk", "phoneVerificationInfo": ["code": "junk", "sessionInfo": "$SESSION"]],
            "INVALID_CODE"),
        Row(
            ["mfaEnrollmentId": "junk", "phoneVerificationInfo": ["code": "$CODE", "sessionInfo": "$SESSION"]], "OK"),
    ]

    @Test(arguments: Profile.allCases, finishRows)
    func `the end is checked in order, and a refusal keeps the code`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.secondFactorCode(pending)
        let body: JSON = ["mfaPendingCredential": .string(pending.credential)]
        let values = ["$SESSION": code.sessionInfo, "$CODE": code.code]

        let answer = try await server.appV2(
            "accounts/mfaSignIn:finalize", body.merging(row.body.filling(values)))
        #expect(answer.outcome == row.outcome(profile))
        guard row.outcome(profile) != "OK" else { return }
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
    }

    @Test func `the reference names what an end lacks`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser()
        let pending = JSON.string(try await server.secondFactorChallenge("a@x.test").credential)
        func finish(_ body: JSON) async throws -> String {
            try await server.appV2("accounts/mfaSignIn:finalize", body).outcome
        }

        #expect(try await finish([:]) == "MISSING_CREDENTIAL : Please set MFA Pending Credential.")
        let unsupported = "INVALID_ARGUMENT : MFA provider not supported!"
        #expect(try await finish(["mfaPendingCredential": pending]) == unsupported)
        #expect(try await finish(["mfaPendingCredential": pending, "totpVerificationInfo": [:]]) == unsupported)
    }

    @Test(arguments: [Profile.local, .production])
    func `elsewhere an end without a factor is an invalid argument`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = JSON.string(try await server.secondFactorChallenge("a@x.test").credential)

        for body: JSON in [[:], ["mfaPendingCredential": pending]] {
            let answer = try await server.appV2("accounts/mfaSignIn:finalize", body)
            #expect(answer.outcome == "Request contains an invalid argument.")
        }
    }

    // MARK: What comes of it

    @Test(arguments: Profile.allCases)
    func `the tokens tell of both factors`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.secondFactorCode(pending)
        server.clock.advance(seconds: 10)
        let answer = try await server.finishSecondFactor(pending, code.members)

        #expect(answer.json.names.sorted() == ["idToken", "refreshToken"])
        for token in [
            answer.string("idToken"), try await server.refresh(answer.string("refreshToken")).string("id_token"),
        ] {
            let firebase = try claims(token)["firebase"]
            #expect(firebase?["sign_in_provider"] == "password")
            #expect(firebase?["sign_in_second_factor"] == "phone")
            #expect(firebase?["second_factor_identifier"] == "f1")
        }
        #expect(try await server.account("a")["lastLoginAt"] == "1780315210000")
    }

    @Test(arguments: Profile.allCases)
    func `a code for a number that is not a factor is gone all the same`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.phoneCode(TestServer.otherNumber)

        let unknown = profile == .emulator ? "MFA_ENROLLMENT_NOT_FOUND" : "INVALID_MFA_ENROLLMENT_ID"
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == unknown)
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == TestServer.usedSession(profile))
    }

    @Test func `to the reference it was a sign-in by then`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser("a", ["lastLoginAt": "5"])
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.phoneCode(TestServer.otherNumber)

        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(try await server.account("a")["lastLoginAt"] == "1780315200000")
    }

    @Test func `so it was for a disabled account`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser("a", ["lastLoginAt": "5"])
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.secondFactorCode(pending)
        _ = try await server.update("a", ["disableUser": true])

        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "USER_DISABLED")
        #expect(try await server.account("a")["lastLoginAt"] == "1780315200000")
    }

    @Test func `the reference also knows a number by its hidden form`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.phoneCode("+*******0100")

        let answer = try await server.finishSecondFactor(pending, code.members)
        #expect(try claims(answer.string("idToken"))[path: "firebase.second_factor_identifier"] == "f1")
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        let code = try await server.secondFactorCode(pending)
        _ = try await server.update("a", ["disableUser": true])

        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "USER_DISABLED")
    }

    @Test(arguments: [Profile.local, .production])
    func `a factor that was there works although second factors are off now`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        try await server.importSecondFactorUser()
        let pending = try await server.secondFactorChallenge("a@x.test")
        try await server.set("mfa", ["state": "DISABLED"])

        let code = try await server.secondFactorCode(pending)
        #expect(try await server.finishSecondFactor(pending, code.members).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `a factor's number must be of an enabled region`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.enrollPhone(try await server.verifiedUser())
        let pending = try await server.secondFactorChallenge()
        try await server.set("smsRegionConfig", ["allowlistOnly": ["allowedRegions": ["DE"]]])

        let refused = try await server.startSecondFactor(pending)
        #expect(refused.message?.hasPrefix("OPERATION_NOT_ALLOWED : SMS unable to be sent until this region") == true)
        try await server.set("smsRegionConfig", ["allowlistOnly": ["allowedRegions": ["US"]]])
        #expect(try await server.startSecondFactor(pending).outcome == "OK")
    }
}
