import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// emulator-api.md: dropping accounts, listing codes, and how the CLI uses them.
struct EmulatorCodesTests {
    private static let base = "/emulator/v1/projects/example"
    private static let owner: HTTPFields = [.authorization: "Bearer owner"]

    private func codes(_ server: TestServer, tenant: String? = nil) async throws -> [JSON] {
        let answer = try await server.send(.get, Self.base + (tenant.map { "/tenants/\($0)" } ?? "") + "/oobCodes")
        #expect(answer.status == 200)
        return try #require(answer["oobCodes"]?.arrayValue)
    }

    private func request(
        _ server: TestServer, _ type: String, _ email: String, tenant: String? = nil, newEmail: String? = nil
    )
        async throws
    {
        var body: JSON = [
            "requestType": .string(type), "email": .string(email), "continueUrl": "http://localhost/done?a=b",
            "returnOobLink": true,
        ]
        body["newEmail"] = newEmail.map(JSON.string)
        #expect(try await server.admin("accounts:sendOobCode", body, tenant: tenant).status == 200)
    }

    // MARK: Codes

    @Test func `without codes the lists are empty`() async throws {
        let server = try TestServer(.emulator)

        for path in ["", "/tenants/blue", "/tenants/"] {
            #expect(try await server.send(.get, "\(Self.base)\(path)/oobCodes").text == #"{"oobCodes":[]}"#)
            #expect(
                try await server.send(.get, "\(Self.base)\(path)/verificationCodes").text
                    == #"{"verificationCodes":[]}"#)
        }
    }

    @Test func `a code is listed as the reference lists it`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.signUp("a@x.test")
        let sent = try await server.app(
            "accounts:sendOobCode",
            ["requestType": "VERIFY_EMAIL", "idToken": try #require(await server.signUp("b@x.test")["idToken"])])
        #expect(sent.status == 200)

        let code = try #require(try await codes(server).first)

        #expect(code.objectValue?.map(\.key) == ["email", "requestType", "oobCode", "oobLink"])
        #expect(code["email"] == "b@x.test")
        #expect(code["requestType"] == "VERIFY_EMAIL")
        let oobCode = try #require(code["oobCode"]?.stringValue)
        #expect(oobCode.utf8.count == 54)
        #expect(
            code["oobLink"]
                == .string(
                    "\(TestServer.origin)/emulator/action?mode=verifyEmail&lang=en&oobCode=\(oobCode)&apiKey=fake-api-key"
                ))
    }

    @Test func `codes are listed as they were made, those returned to admins too, and go when they are used`()
        async throws
    {
        let server = try TestServer(.emulator)
        for email in ["a@x.test", "b@x.test"] { _ = try await server.signUp(email) }
        try await request(server, "PASSWORD_RESET", "b@x.test")
        try await request(server, "EMAIL_SIGNIN", "new@x.test")
        try await request(server, "PASSWORD_RESET", "b@x.test")
        try await request(server, "VERIFY_AND_CHANGE_EMAIL", "a@x.test", newEmail: "n@x.test")

        let list = try await codes(server)
        #expect(list.map { $0["email"] } == ["b@x.test", "new@x.test", "b@x.test", "a@x.test"])
        #expect(
            list.map { $0["requestType"] } == [
                "PASSWORD_RESET", "EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_AND_CHANGE_EMAIL",
            ])
        #expect(list.map { $0["newEmail"] } == [nil, nil, nil, "n@x.test"])
        #expect(list[3].objectValue?.map(\.key) == ["email", "newEmail", "requestType", "oobCode", "oobLink"])

        let used = try #require(list[1]["oobCode"])
        #expect(
            try await server.app("accounts:signInWithEmailLink", ["email": "new@x.test", "oobCode": used]).status == 200
        )
        #expect(try await codes(server).count == 3)
        let reset = try await server.app(
            "accounts:resetPassword", ["oobCode": try #require(list[0]["oobCode"]), "newPassword": "other-horse"])
        #expect(reset.status == 200)
        #expect(try await codes(server).map { $0["requestType"] } == ["PASSWORD_RESET", "VERIFY_AND_CHANGE_EMAIL"])
    }

    @Test func `a changed address leaves a code for going back`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.signUp("old@x.test")
        _ = try await server.app("accounts:update", ["idToken": try #require(user["idToken"]), "email": "new@x.test"])

        let list = try await codes(server)

        #expect(list.map { $0["requestType"] } == ["RECOVER_EMAIL"])
        #expect(list.first?["email"] == "old@x.test")
        #expect(list.first?["newEmail"] == nil)
    }

    @Test func `a tenant's codes are under the tenant alone`() async throws {
        let server = try TestServer(.emulator)
        try await request(server, "EMAIL_SIGNIN", "a@x.test", tenant: "blue")
        try await request(server, "EMAIL_SIGNIN", "b@x.test")

        #expect(try await codes(server).map { $0["email"] } == ["b@x.test"])
        #expect(try await codes(server, tenant: "").map { $0["email"] } == ["b@x.test"])
        #expect(try await codes(server, tenant: "red").isEmpty)
        let blue = try await codes(server, tenant: "blue")
        #expect(blue.map { $0["email"] } == ["a@x.test"])
        #expect(blue.first?["oobLink"]?.stringValue?.hasSuffix("&tenantId=blue") == true)
    }

    @Test func `a project's codes are its own`() async throws {
        let server = try TestServer(.emulator)
        try await request(server, "EMAIL_SIGNIN", "a@x.test")

        #expect(try await server.send(.get, "/emulator/v1/projects/other/oobCodes").text == #"{"oobCodes":[]}"#)
    }

    /// An e-mail code and an SMS code of the project, and an e-mail code of a tenant.
    private func withCodes(_ profile: Profile) async throws -> (server: TestServer, tenant: String) {
        let server = try await TestServer.open(profile)
        try await server.allowPhones()
        let tenant = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/projects/example/tenants",
            ["displayName": "blue", "allowPasswordSignup": true, "enableEmailLinkSignin": true], headers: Self.owner)
        // Production says it in the name alone.
        let named = tenant.string("name")?.split(separator: "/").last.map(String.init)
        let id = try #require(tenant.string("tenantId") ?? named, "\(tenant.text)")
        for tenant in [nil, id] { try await request(server, "EMAIL_SIGNIN", "a@x.test", tenant: tenant) }
        let sms: JSON = ["phoneNumber": "+15555550100", "recaptchaToken": "x"]
        #expect(try await server.app("accounts:sendVerificationCode", sms).status == 200)
        return (server, id)
    }

    private func counts(_ server: TestServer, _ tenant: String) async throws -> [Int?] {
        let paths = ["/oobCodes", "/tenants/\(tenant)/oobCodes", "/verificationCodes"]
        var counts: [Int?] = []
        for path in paths {
            let answer = try await server.send(.get, Self.base + path)
            counts.append((answer["oobCodes"] ?? answer["verificationCodes"])?.arrayValue?.count)
        }
        return counts
    }

    @Test(arguments: [Profile.local, .production])
    func `codes of one list are removed, and no others`(_ profile: Profile) async throws {
        let (server, tenant) = try await withCodes(profile)
        let code = try #require(try await codes(server).first?["oobCode"])
        #expect(try await counts(server, tenant) == [1, 1, 1])

        let answer = try await server.send(.delete, Self.base + "/oobCodes")
        #expect((answer.status, answer.json) == (200, .emptyObject), "\(answer.text)")
        #expect(try await counts(server, tenant) == [0, 1, 1])
        let used = try await server.app("accounts:signInWithEmailLink", ["email": "a@x.test", "oobCode": code])
        #expect(used.message == "INVALID_OOB_CODE", "\(used.text)")
        #expect(try await server.outbox().count == 2)
        _ = try await server.send(.delete, Self.base + "/verificationCodes")
        #expect(try await counts(server, tenant) == [0, 1, 0])
        _ = try await server.send(.delete, Self.base + "/tenants/\(tenant)/oobCodes")
        #expect(try await counts(server, tenant) == [0, 0, 0])

        // New ones work.
        try await request(server, "EMAIL_SIGNIN", "a@x.test")
        #expect(try await counts(server, tenant) == [1, 0, 0])
    }

    @Test func `the reference has no verb for it`() async throws {
        let (server, tenant) = try await withCodes(.emulator)

        for path in ["/oobCodes", "/tenants/\(tenant)/oobCodes", "/verificationCodes"] {
            let answer = try await server.send(.delete, Self.base + path)
            #expect(answer.status == 405 && answer.headers[.allow] == "GET", "\(answer.text)")
        }
        #expect(try await counts(server, tenant) == [1, 1, 1])
    }

    // MARK: Accounts

    @Test func `accounts of exactly one store are dropped, and nothing else`() async throws {
        let server = try TestServer(.emulator)
        for tenant in [nil, "blue", "red"] as [String?] {
            _ = try await server.admin("accounts", ["localId": "a"], tenant: tenant)
        }
        try await request(server, "EMAIL_SIGNIN", "a@x.test")
        _ = try await server.send(.patch, Self.base + "/config", ["signIn": ["allowDuplicateEmails": true]])
        func exists(_ tenant: String?) async throws -> Bool {
            try await server.admin("accounts:lookup", ["localId": ["a"]], tenant: tenant)["users"] != nil
        }

        for _ in 0..<2 {
            let answer = try await server.send(.delete, Self.base + "/accounts")
            #expect(answer.status == 200)
            #expect(answer.text == "{}")
        }
        #expect(try await exists(nil) == false)
        #expect(try await exists("blue"))
        #expect(try await server.send(.delete, Self.base + "/tenants/blue/accounts").text == "{}")
        #expect(try await exists("blue") == false)
        #expect(try await exists("red"))
        #expect(try await codes(server).count == 1)
        #expect(try await server.send(.get, Self.base + "/config").json[path: "signIn.allowDuplicateEmails"] == true)
        let tenants = try await server.send(
            .get, "/identitytoolkit.googleapis.com/v2/projects/example/tenants", nil, headers: Self.owner)
        #expect(tenants["tenants"]?.arrayValue?.map { $0["tenantId"] } == ["blue", "red"])
    }

    @Test func `tokens of dropped accounts are told apart`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.signUp("a@x.test")

        _ = try await server.send(.delete, Self.base + "/accounts")

        #expect(
            try await server.app("accounts:lookup", ["idToken": try #require(user["idToken"])]).message
                == "USER_NOT_FOUND")
        #expect(try await server.refresh(user.string("refreshToken")).message == "INVALID_REFRESH_TOKEN")
    }

    @Test func `a session that begins after accounts were dropped is not an old one`() async throws {
        let server = try TestServer(.local)
        let alice = try await server.signUp("alice@x.test")
        let tenant = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/projects/example/tenants",
            ["displayName": "blue", "allowPasswordSignup": true], headers: Self.owner)
        let id = try #require(tenant.string("tenantId"))
        let other = try await server.app(
            "accounts:signUp", ["email": "t@x.test", "password": "correct-horse", "tenantId": .string(id)])
        #expect(other["refreshToken"] != nil)
        // Ends every session up to the tenant's.
        let ended = try await server.send(
            .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/signOutUser",
            ["localId": alice["localId"] ?? "", "targetProjectId": "example"], headers: Self.owner)
        #expect(ended.status == 200)
        #expect(try await server.refresh(alice.string("refreshToken")).message == "TOKEN_EXPIRED")

        _ = try await server.send(.delete, Self.base + "/tenants/\(id)/accounts")

        let again = try await server.app(
            "accounts:signInWithPassword",
            ["email": "alice@x.test", "password": "correct-horse", "returnSecureToken": true])
        #expect(again.status == 200)
        #expect(try await server.refresh(again.string("refreshToken")).status == 200)
    }

    // MARK: The CLI

    @Test func `an export is imported as the CLI does it`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.signUp("a@x.test")
        _ = try await server.admin("accounts", ["localId": "t", "email": "t@x.test"], tenant: "blue")
        let v1 = "/identitytoolkit.googleapis.com/v1/projects/"
        func export(_ project: String, _ query: String = "") async throws -> TestAnswer {
            try await server.send(
                .get, "\(v1)\(project)/accounts:batchGet?maxResults=-1\(query)", nil, headers: Self.owner)
        }
        let own = try await export("example")
        let blue = try await export("example", "&tenantId=blue")
        let config = try await server.send(.get, Self.base + "/config")
        #expect(own["users"]?.arrayValue?.count == 1 && own["nextPageToken"] == nil)
        #expect(blue["users"]?.arrayValue?.map { $0["localId"] } == ["t"])

        #expect(try await server.send(.patch, "/emulator/v1/projects/copy/config", config.json).status == 200)
        for (tenant, answer) in [("", own), ("blue", blue)] {
            let imported = try await server.send(
                .post, "\(v1)copy/tenants/\(tenant)/accounts:batchCreate", answer.json, headers: Self.owner)
            #expect(imported.json == ["kind": "identitytoolkit#UploadAccountResponse", "error": []])
        }

        let copied = try await export("copy")
        #expect(copied["users"]?.arrayValue?.map { $0["email"] } == ["a@x.test"])
        #expect(try await export("copy", "&tenantId=blue")["users"]?.arrayValue?.map { $0["localId"] } == ["t"])
        let signIn = try await server.app(
            "accounts:signInWithPassword", ["email": "a@x.test", "password": "correct-horse"], key: "project:copy")
        #expect(signIn.status == 200)
        let empty = try await server.send(
            .post, "\(v1)copy/tenants//accounts:batchCreate", ["users": []], headers: Self.owner)
        #expect(empty.message == "MISSING_USER_ACCOUNT")
    }
}
