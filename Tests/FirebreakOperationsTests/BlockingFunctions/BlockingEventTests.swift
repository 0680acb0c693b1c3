import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// blocking-functions.md section 2: when each function is asked.
struct BlockingEventTests {
    @Test(arguments: Profile.allCases, SignInFlow.allCases)
    func `a sign-in asks once, and before an account is made`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()

        let answer = try await prepared.finish()
        #expect(answer.outcome == "OK")
        #expect(answer.string("idToken") != nil)
        #expect(server.timesAsked == [flow.isNew ? 1 : 0, 1])
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases)
    func `each is told how somebody signs in`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        let subject = try claims(try await prepared.finish().string("idToken"))["sub"]

        let asked = server.functions.calls(FunctionURL.create) + server.functions.calls(FunctionURL.signIn)
        for call in asked {
            #expect(call["sign_in_method"] == .string(flow.method))
            #expect(call["sub"] == subject)
            #expect(call["sign_in_second_factor"] == (flow == .secondFactor ? "phone" : nil))
        }
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases)
    func `one that is not configured is not asked`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardWith(["beforeCreate": FunctionURL.create])

        #expect(try await prepared.finish().outcome == "OK")
        #expect(server.timesAsked == [flow.isNew ? 1 : 0, 0])
    }

    // MARK: Who is never asked

    private typealias Action = @Sendable (TestServer, SignedInUser) async throws -> TestAnswer

    private static let silent: [(name: String, action: Action)] = [
        ("anonymous sign-up", { server, _ in try await server.app("accounts:signUp", ["returnSecureToken": true]) }),
        (
            "an admin's sign-up",
            { server, _ in
                try await server.send(
                    .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp",
                    ["email": "new@x.test", "password": "correct-horse"],
                    headers: [.authorization: "Bearer owner"])
            }
        ),
        (
            "sign-up that links",
            { server, _ in
                let guest = try await server.anonymousUser()
                return try await server.app(
                    "accounts:signUp", ["idToken": guest.token, "email": "n@x.test", "password": "correct-horse"])
            }
        ),
        (
            "custom token",
            { server, _ in
                try await server.app(
                    "accounts:signInWithCustomToken", ["token": #"{"uid":"c"}"#, "returnSecureToken": true])
            }
        ),
        ("refresh", { server, user in try await server.refresh(user.refreshToken) }),
        (
            "update",
            { server, user in
                try await server.app("accounts:update", ["idToken": user.token, "displayName": "X"])
            }
        ),
        ("import", { server, _ in try await server.importAccounts(["localId": "a", "email": "a@x.test"]) }),
        (
            "session cookie",
            { server, user in
                try await server.admin(":createSessionCookie", ["idToken": user.token])
            }
        ),
        ("deletion", { server, user in try await server.app("accounts:delete", ["idToken": user.token]) }),
        ("lookup", { server, user in try await server.lookup(user.idToken) }),
        (
            "confirmation",
            { server, _ in
                try await server.idp("google.com", ["sub": "1", "email": "alice@example.test"])
            }
        ),
        (
            "conflict",
            { server, user in
                _ = try await server.admin(
                    "accounts:batchCreate",
                    ["users": [["localId": "o", "providerUserInfo": [["providerId": "google.com", "rawId": "1"]]]]])
                return try await server.idp(
                    "google.com", ["sub": "1"], ["idToken": user.token, "returnIdpCredential": true])
            }
        ),
    ]

    @Test(arguments: Profile.allCases, silent.indices)
    func `nobody is asked where nobody signs in`(_ profile: Profile, row: Int) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        try await server.guardSignIns()

        let answer = try await Self.silent[row].action(server, user)
        #expect(answer.outcome == "OK", "\(Self.silent[row].name)")
        #expect(server.timesAsked == [0, 0], "\(Self.silent[row].name)")
    }

    @Test(arguments: Profile.allCases)
    func `the first factor of two asks nobody`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        _ = try await server.securedUser()
        try await server.guardSignIns()

        #expect(try await server.signIn("alice@example.test")["mfaPendingCredential"] != nil)
        #expect(server.timesAsked == [0, 0])
    }

    @Test(arguments: Profile.allCases)
    func `a second factor after an identity is asked about by its provider`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.securedUser()
        _ = try await server.update(
            user.id, ["linkProviderUserInfo": ["providerId": "google.com", "rawId": "1"]])
        let body = try await server.secondFactorCode(await server.idp("google.com", ["sub": "1"]))
        try await server.guardSignIns()

        #expect(try await server.finishSecondFactor(body).outcome == "OK")
        #expect(server.functions.calls(FunctionURL.signIn).map { $0["sign_in_method"] } == ["google.com"])
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account asks nobody`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.idpUser("google.com", ["sub": "1"])
        _ = try await server.update(user.id, ["disableUser": true])
        try await server.guardSignIns()

        #expect(try await server.idp("google.com", ["sub": "1"]).outcome == "USER_DISABLED")
        #expect(server.timesAsked == [0, 0])
    }

    @Test(arguments: Profile.allCases)
    func `a wrong password asks nobody`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        _ = try await server.user()
        try await server.guardSignIns()

        #expect(try await server.signIn("alice@example.test", password: "wrong-horse").status == 400)
        #expect(server.timesAsked == [0, 0])
    }

    @Test(arguments: Profile.allCases)
    func `an address that is taken asks nobody`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        _ = try await server.user()
        try await server.guardSignIns()

        #expect(try await server.signUp("alice@example.test").outcome == "EMAIL_EXISTS")
        #expect(server.timesAsked == [0, 0])
    }

    @Test(arguments: Profile.allCases)
    func `an admin who signs somebody in asks, too`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        _ = try await server.user()
        try await server.guardSignIns()

        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
            ["email": "alice@example.test", "password": "correct-horse", "returnSecureToken": true],
            headers: [.authorization: "Bearer owner"])
        #expect(answer.outcome == "OK")
        #expect(server.timesAsked == [0, 1])
    }

    @Test(arguments: Profile.allCases)
    func `linking a number asks about the sign-in`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        let code = try await server.smsCode("+15555550100")
        try await server.guardSignIns()

        let answer = try await server.app(
            "accounts:signInWithPhoneNumber", code.merging(["idToken": user.token]))
        #expect(answer["localId"] == .string(user.id))
        #expect(server.timesAsked == [0, 1])
        let record = server.functions.calls(FunctionURL.signIn).first?["user_record"]
        #expect(record?["phone_number"] == "+15555550100", "as it would be stored")
    }

    @Test(arguments: Profile.allCases)
    func `a tenant's sign-ins ask the project's functions`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let tenant = try await server.makeTenant()
        try await server.guardSignIns()
        _ = try await server.tenantUser(tenant)

        #expect(server.timesAsked == [1, 1])
        for call in [FunctionURL.create, FunctionURL.signIn].flatMap(server.functions.calls) {
            #expect(call["tenant_id"] == .string(tenant))
            #expect(call[path: "user_record.tenant_id"] == .string(tenant))
            #expect(call["iss"] == "https://securetoken.google.com/example")
        }
    }
}
