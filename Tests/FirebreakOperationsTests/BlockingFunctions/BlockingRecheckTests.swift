import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// What happens to an account while a function is asked about it: no transaction is open meanwhile, and what the
/// sign-in relies on is looked at again.
struct BlockingRecheckTests {
    private static let known = SignInFlow.allCases.filter { !$0.isNew }

    @Test(arguments: Profile.allCases, SignInFlow.allCases)
    func `functions may call the server that asks them`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        for url in [FunctionURL.create, FunctionURL.signIn] {
            server.during(url) { _ in
                let answer = try await server.admin("accounts", ["email": .string("made-by-\(url.suffix(8))@x.test")])
                try #require(answer.status == 200, "\(answer.text)")
            }
        }

        #expect(try await prepared.finish().outcome == "OK")
        let emails = try await server.everybody().compactMap { $0["email"]?.stringValue }
        #expect(emails.filter { $0.hasPrefix("made-by-") }.count == (flow.isNew ? 2 : 1))
    }

    @Test(arguments: Profile.allCases)
    func `an account is there once beforeSignIn is asked, and not before`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        server.during(FunctionURL.create) { call in
            let account = try await server.account(call["sub"]?.stringValue ?? "")
            #expect(account == .null)
        }
        server.during(FunctionURL.signIn) { call in
            let account = try await server.account(call["sub"]?.stringValue ?? "")
            #expect(account["email"] == "a@x.test")
        }

        #expect(try await server.signUp("a@x.test").outcome == "OK")
        #expect(server.timesAsked == [1, 1])
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases)
    func `an account that was deleted meanwhile is not signed in to`(_ profile: Profile, _ flow: SignInFlow)
        async throws
    {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { call in
            _ = try await server.admin("accounts:delete", ["localId": call["sub"] ?? ""])
        }

        let answer = try await prepared.finish()
        #expect(answer.status == 400)
        #expect(answer["idToken"] == nil)
        #expect(try await server.everybody() == [], "it does not come back")
    }

    @Test(arguments: Profile.allCases, known)
    func `an account that was disabled meanwhile is refused`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { call in
            _ = try await server.update(call["sub"]?.stringValue ?? "", ["disableUser": true])
        }

        #expect(try await prepared.finish().outcome == "USER_DISABLED")
    }

    @Test(arguments: Profile.allCases, known)
    func `what others changed meanwhile is kept`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.during(FunctionURL.signIn, answer: ["userRecord": ["updateMask": "photoUrl", "photoUrl": "http://f"]]) {
            call in
            _ = try await server.update(
                call["sub"]?.stringValue ?? "", ["customAttributes": #"{"meanwhile":true}"#])
        }

        #expect(try await prepared.finish().outcome == "OK")
        let account = try await server.account(prepared.id ?? "")
        #expect(account["customAttributes"] == #"{"meanwhile":true}"#)
        #expect(account["photoUrl"] == "http://f")
    }

    // MARK: What is taken meanwhile

    @Test(arguments: Profile.allCases, [SignInFlow.signUp, .newLink, .newIdentity])
    func `an address that was taken meanwhile is not had twice`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.during(FunctionURL.create) { _ in
            _ = try await server.admin("accounts", ["email": "alice@example.test"])
        }

        #expect(try await prepared.finish().outcome == "EMAIL_EXISTS")
        #expect(try await server.everybody().count == 1)
    }

    @Test(arguments: Profile.allCases)
    func `nor is a number`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(.newPhone)
        try await server.guardSignIns()
        server.during(FunctionURL.create) { _ in
            _ = try await server.admin("accounts", ["phoneNumber": "+15555550100"])
        }

        #expect(try await prepared.finish().outcome == "PHONE_NUMBER_EXISTS")
        #expect(try await server.everybody().count == 1)
    }

    @Test(arguments: Profile.allCases, [SignInFlow.newLink, .newPhone])
    func `a code is used up before its function is asked`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.during(FunctionURL.create) { _ in
            let overtaking = try await prepared.finish()
            #expect(overtaking.status == 400)
        }

        #expect(try await prepared.finish().outcome == "OK")
        #expect(try await server.everybody().count == 1)
    }

    private static func takeIdentity(_ server: TestServer) async throws {
        let other = try await server.anonymousUser()
        let answer = try await server.update(
            other.id, ["linkProviderUserInfo": ["providerId": "google.com", "rawId": "1"]])
        try #require(answer.status == 200, "\(answer.text)")
    }

    @Test(arguments: Profile.allCases, [SignInFlow.newIdentity, .linkedIdentity, .takenAccount])
    func `nor is an identity`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.during(flow.isNew ? FunctionURL.create : FunctionURL.signIn) { _ in
            try await Self.takeIdentity(server)
        }

        let answer = try await prepared.finish()
        #expect(answer.status == 400)
        #expect(answer["idToken"] == nil)
        let owners = try await server.everybody().filter { $0.entry("google.com") != nil }
        #expect(owners.count == 1)
    }

    @Test(arguments: Profile.allCases)
    func `an identity that was unlinked meanwhile does not sign in`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.verifiedUser()
        _ = try await server.update(user.id, ["linkProviderUserInfo": ["providerId": "google.com", "rawId": "1"]])
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { _ in
            _ = try await server.update(user.id, ["deleteProvider": ["google.com"]])
        }

        let answer = try await server.idp("google.com", ["sub": "1"])
        #expect(answer["idToken"] == nil)
        #expect(try await server.account(user.id).entry("google.com") == nil, "it does not come back")
    }

    // MARK: Passwords, addresses and factors

    @Test(arguments: Profile.allCases)
    func `a password that was changed meanwhile does not sign in`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { _ in
            _ = try await server.update(user.id, ["password": "another-horse"])
        }

        let answer = try await server.signIn("alice@example.test")
        #expect(answer.outcome == (profile == .emulator ? "INVALID_PASSWORD" : "INVALID_LOGIN_CREDENTIALS"))
        server.functions.answer(FunctionURL.signIn, [:])
        #expect(try await server.signIn("alice@example.test", password: "another-horse").outcome == "OK")
    }

    @Test(arguments: Profile.allCases, [SignInFlow.password, .knownLink, .knownIdentity, .takenAccount])
    func `an address that was changed meanwhile is not set back`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { call in
            _ = try await server.update(call["sub"]?.stringValue ?? "", ["email": "new@x.test"])
        }
        _ = try await prepared.finish()

        #expect(try await server.account(prepared.id ?? "")["email"] == "new@x.test")
    }

    @Test(arguments: Profile.allCases, [SignInFlow.knownLink, .takenAccount])
    func `nor does it sign in to the account that had it`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { call in
            _ = try await server.update(call["sub"]?.stringValue ?? "", ["email": "new@x.test"])
        }

        #expect(try await prepared.finish()["idToken"] == nil)
        #expect(try await server.account(prepared.id ?? "").entry("google.com") == nil)
    }

    @Test(arguments: Profile.allCases)
    func `a number that was changed meanwhile is not set back`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(.knownPhone)
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { call in
            _ = try await server.update(call["sub"]?.stringValue ?? "", ["phoneNumber": "+15555550111"])
        }

        #expect(try await prepared.finish()["idToken"] == nil)
        #expect(try await server.account(prepared.id ?? "")["phoneNumber"] == "+15555550111")
    }

    @Test(arguments: Profile.allCases)
    func `an account whose address was verified meanwhile is not stripped`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { _ in
            _ = try await server.update(user.id, ["emailVerified": true])
        }
        let answer = try await server.idp(
            "google.com", ["sub": "1", "email": "alice@example.test", "email_verified": true])

        #expect(answer["localId"] == .string(user.id))
        #expect(try await server.account(user.id).providerIDs?.contains("password") == true)
    }

    @Test(arguments: Profile.allCases)
    func `an address that another account took meanwhile is not linked`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let guest = try await server.anonymousUser()
        let code = try await server.mailedCode("EMAIL_SIGNIN", "n@x.test")
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { _ in _ = try await server.admin("accounts", ["email": "n@x.test"]) }

        #expect(try await server.finishLink("n@x.test", code, ["idToken": guest.token]).outcome == "EMAIL_EXISTS")
        #expect(try await server.account(guest.id)["email"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `a factor that was enrolled meanwhile is asked for`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.verifiedUser()
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { _ in
            let factor: JSON = ["mfaEnrollmentId": "m", "phoneInfo": "+15555550199"]
            _ = try await server.update(user.id, ["mfa": ["enrollments": [factor]]])
        }

        let answer = try await server.signIn("alice@example.test")
        #expect(answer["idToken"] == nil)
        #expect(answer["mfaPendingCredential"] != nil)
    }

    @Test(arguments: Profile.allCases)
    func `a factor that was withdrawn meanwhile does not sign in`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(.secondFactor)
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { call in
            _ = try await server.update(call["sub"]?.stringValue ?? "", ["mfa": [:]])
        }

        let answer = try await prepared.finish()
        #expect(answer.status == 400)
        #expect(answer["idToken"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `sessions that were ended meanwhile do not shut out the new one`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(.password)
        try await server.guardSignIns()
        server.during(FunctionURL.signIn) { call in
            _ = try await server.update(call["sub"]?.stringValue ?? "", ["validSince": "1780315200"])
        }
        let user = try SignedInUser(await prepared.finish())

        #expect(try await server.lookup(user.idToken).outcome == "OK")
        #expect(try await server.refresh(user.refreshToken).outcome == "OK")
    }
}
