import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// email-actions.md section 7: the action page in its JSON form.
struct ActionPageTests {
    private static let email = "alice@example.test"
    static let paths = ["/emulator/action", "/__/auth/action"]

    private static func failure(_ error: JSON, _ instructions: JSON) -> JSON {
        ["authEmulator": ["error": error, "instructions": instructions]]
    }

    private static let resetUsed = failure(
        "Your request to reset your password has expired or the link has already been used.",
        "Try resetting your password again.")
    private static let verifyUsed = failure(
        "Your request to verify your email has expired or the link has already been used.",
        "Try verifying your email again.")
    private static let changeUsed = failure(
        "Your request to change your email has expired or the link has already been used.",
        "Try changing your email again.")
    private static let recoverMismatch = failure(
        "Requested mode does not match the OOB code provided.",
        "If you're trying to test the reverting email flow, try changing the email again to generate a new link.")
    private static let recoverUsed = failure(
        "Your request to revert your email has expired or the link has already been used.",
        "If you're trying to test the reverting email flow, try changing the email again to generate a new link.")

    /// Query and the page.
    static let incomplete: [(query: String, page: JSON)] = [
        (
            "mode=signIn&oobCode=x",
            failure(
                "missing apiKey query parameter",
                "Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY")
        ),
        (
            "mode=nope&apiKey=",
            failure(
                "missing apiKey query parameter",
                "Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY")
        ),
        (
            "mode=nope&apiKey=k",
            failure(
                "missing oobCode query parameter",
                "Please modify the URL to specify an oobCode, such as ...&oobCode=YOUR_OOB_CODE")
        ),
        ("mode=nope&apiKey=k&oobCode=x", ["authEmulator": ["error": "Invalid mode"]]),
        ("apiKey=k&oobCode=x", ["authEmulator": ["error": "Invalid mode"]]),
        (
            "mode=signIn&apiKey=k&oobCode=x",
            failure(
                "Missing continueUrl query parameter", "To sign in, append &continueUrl=YOUR_APP_URL to the link.")
        ),
        (
            "mode=signIn&apiKey=k&oobCode=x&continueUrl=",
            failure(
                "Missing continueUrl query parameter", "To sign in, append &continueUrl=YOUR_APP_URL to the link.")
        ),
        ("mode=resetPassword&apiKey=k&oobCode=x", resetUsed),
        ("mode=verifyEmail&apiKey=k&oobCode=x", verifyUsed),
        ("mode=verifyAndChangeEmail&apiKey=k&oobCode=x", changeUsed),
        ("mode=recoverEmail&apiKey=k&oobCode=x", recoverMismatch),
    ]

    @Test(arguments: Profile.allCases, incomplete)
    func `a page that cannot act says why, under both paths`(
        _ profile: Profile, _ row: (query: String, page: JSON)
    ) async throws {
        let server = try TestServer(profile)

        for path in Self.paths {
            let answer = try await server.action(row.query, path: path)
            #expect(answer.status == 400)
            #expect(answer.sorted == row.page.sorted)
        }
    }

    private func page(
        _ server: TestServer, _ mode: String, _ code: String, _ more: String = "", path: String? = nil
    ) async throws -> TestAnswer {
        try await server.action("mode=\(mode)&oobCode=\(code)&apiKey=fake-api-key\(more)", path: path)
    }

    // MARK: resetPassword

    @Test(arguments: Profile.allCases)
    func `a reset wants a new password`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let answer = try await server.oobLink("PASSWORD_RESET", Self.email)
        let code = try #require(answer.string("oobCode"))
        let template = JSON.string((answer.string("oobLink") ?? "") + "&newPassword=NEW_PASSWORD_HERE")

        let missing = try await page(server, "resetPassword", code)
        #expect(missing.status == 400)
        #expect(
            missing["authEmulator"]?.sorted == [
                "error": "missing newPassword query parameter",
                "instructions":
                    "To reset the password for alice@example.test, send an HTTP GET request to the following URL.",
                "instructions2": "You may use a web browser or any HTTP client, such as curl.",
                "urlTemplate": template,
            ])
        let placeholder = try await page(server, "resetPassword", code, "&newPassword=NEW_PASSWORD_HERE")
        #expect(placeholder.status == 400)
        #expect(
            placeholder["authEmulator"]?.sorted == [
                "error": "newPassword must be something other than 'NEW_PASSWORD_HERE'",
                "instructions": "The string 'NEW_PASSWORD_HERE' is just a placeholder.",
                "instructions2": "Please change the URL to specify a new password instead.",
                "urlTemplate": template,
            ])
        #expect(try await page(server, "resetPassword", code, "&newPassword=short").outcome == SignUpTests.weak)
        let opened = try await server.open(
            (template.stringValue ?? "").replacing("NEW_PASSWORD_HERE", with: "other-horse"))
        #expect(opened.status == 200)
        #expect(
            opened.sorted == [
                "authEmulator": [
                    "email": "alice@example.test", "success": "The password has been successfully updated.",
                ]
            ])
        #expect(try await server.signIn(Self.email, password: "other-horse").status == 200)
        #expect(try await page(server, "resetPassword", code, "&newPassword=x").sorted == Self.resetUsed.sorted)
    }

    @Test(arguments: Profile.allCases)
    func `codes of other types reset nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()

        for type in ["VERIFY_EMAIL", "EMAIL_SIGNIN"] {
            let code = try await server.oobCode(type, Self.email)
            let answer = try await page(server, "resetPassword", code, "&newPassword=other-horse")
            #expect(answer.sorted == Self.resetUsed.sorted)
            #expect(try await server.inspect(code).status == 200)
        }
    }

    // MARK: verifyEmail and verifyAndChangeEmail

    @Test(arguments: Profile.allCases, paths)
    func `a verification is applied once`(_ profile: Profile, _ path: String) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("VERIFY_EMAIL", Self.email)

        let first = try await page(server, "verifyEmail", code, path: path)
        #expect(first.status == 200)
        #expect(
            first.sorted == [
                "authEmulator": [
                    "email": "alice@example.test", "success": "The email has been successfully verified.",
                ]
            ])
        #expect(try await server.account(user.id)["emailVerified"] == true)
        let second = try await page(server, "verifyEmail", code, path: path)
        #expect(second.status == 400)
        #expect(second.sorted == Self.verifyUsed.sorted)
    }

    @Test(arguments: Profile.allCases)
    func `a change of address is applied`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let link = try await server.oobLink("VERIFY_AND_CHANGE_EMAIL", Self.email, ["newEmail": "new@x.test"])
        let answer = try await server.open(link.string("oobLink") ?? "")

        #expect(answer.status == 200)
        #expect(
            answer.sorted == [
                "authEmulator": ["newEmail": "new@x.test", "success": "The email has been successfully changed."]
            ])
        #expect(try await server.account(user.id)["email"] == "new@x.test")
    }

    @Test(arguments: Profile.allCases)
    func `an address taken meanwhile is told in the ordinary way`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let code = try await server.oobCode("VERIFY_AND_CHANGE_EMAIL", Self.email, ["newEmail": "new@x.test"])
        _ = try await server.user("new@x.test")

        #expect(try await page(server, "verifyAndChangeEmail", code).outcome == "EMAIL_EXISTS")
        #expect(try await page(server, "verifyAndChangeEmail", code).sorted == Self.changeUsed.sorted)
    }

    @Test(arguments: Profile.allCases)
    func `both modes take each other's codes`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let verification = try await server.oobCode("VERIFY_EMAIL", Self.email)
        let verified = try await page(server, "verifyAndChangeEmail", verification)
        #expect(
            verified.sorted == ["authEmulator": ["success": "The email has been successfully changed."]])
        #expect(try await server.account(user.id)["emailVerified"] == true)

        let change = try await server.oobCode("VERIFY_AND_CHANGE_EMAIL", Self.email, ["newEmail": "new@x.test"])
        let changed = try await page(server, "verifyEmail", change)
        #expect(changed["authEmulator"]?["email"] == "new@x.test")
    }

    @Test(arguments: Profile.allCases, ["PASSWORD_RESET", "EMAIL_SIGNIN"])
    func `codes of other types verify nothing`(_ profile: Profile, _ type: String) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let code = try await server.oobCode(type, Self.email)

        #expect(try await page(server, "verifyEmail", code).sorted == Self.verifyUsed.sorted)
        #expect(try await page(server, "verifyAndChangeEmail", code).sorted == Self.changeUsed.sorted)
        #expect(try await server.inspect(code).status == 200)
    }

    // MARK: recoverEmail

    @Test(arguments: Profile.allCases)
    func `a recovery brings the address back and goes nowhere`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)
        let answer = try await page(server, "recoverEmail", code, "&continueUrl=http%3A%2F%2Flocalhost%2Fx")

        #expect(answer.status == 200)
        #expect(
            answer.sorted == [
                "authEmulator": ["email": "alice@example.test", "success": "The email has been successfully reset."]
            ])
        #expect(try await server.account(user.id)["email"] == "alice@example.test")
        #expect(try await page(server, "recoverEmail", code).sorted == Self.recoverMismatch.sorted)
    }

    @Test(arguments: Profile.allCases)
    func `a recovery of a deleted account has expired`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)
        let verification = try await server.oobCode("VERIFY_EMAIL", "new@x.test")
        #expect(try await page(server, "recoverEmail", verification).sorted == Self.recoverMismatch.sorted)
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])

        let page = try await page(server, "recoverEmail", code)
        if profile == .emulator {
            #expect(page.sorted == Self.recoverUsed.sorted)
        } else {
            #expect(page.status == 400)
        }
    }

    // MARK: Expiry, tenants, projects, verbs

    @Test(arguments: [Profile.local, .production])
    func `expired codes look like used ones`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let reset = try await server.oobCode("PASSWORD_RESET", Self.email)
        let verification = try await server.oobCode("VERIFY_EMAIL", Self.email)
        server.clock.advance(seconds: 259_201)

        #expect(
            try await page(server, "resetPassword", reset, "&newPassword=other-horse").sorted
                == Self.resetUsed.sorted)
        #expect(try await page(server, "verifyEmail", verification).sorted == Self.verifyUsed.sorted)
    }

    @Test(arguments: Profile.allCases)
    func `a link finds its tenant and its project by itself`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.tenantUser(tenant)
        let inTenant = try await server.oobLink("VERIFY_EMAIL", Self.email, tenant: tenant)
        #expect(try await server.open(inTenant.string("oobLink") ?? "").status == 200)
        #expect(try await server.account(user.id, tenant: tenant)["emailVerified"] == true)

        let other = try await server.admin("accounts", ["email": "o@x.test"], project: "other")
        let inOther = try await server.admin(
            "accounts:sendOobCode",
            ["requestType": "VERIFY_EMAIL", "email": "o@x.test", "returnOobLink": true], project: "other")
        #expect(try await server.open(inOther.string("oobLink") ?? "").status == 200)
        let stored = try await server.admin(
            "accounts:lookup", ["localId": [other["localId"] ?? .null]], project: "other")
        #expect(stored["users"]?.arrayValue?[0]["emailVerified"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `HEAD applies nothing, and other verbs find no page`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("VERIFY_EMAIL", Self.email)
        let query = "mode=verifyEmail&oobCode=\(code)&apiKey=fake-api-key"

        #expect(try await server.action(query, method: .post).status == 404)
        #expect(try await server.account(user.id)["emailVerified"] == false)
        #expect(try await server.action(query, method: .head).status == 200)
        #expect(try await server.account(user.id)["emailVerified"] == false)
        #expect(try await server.action(query).status == 200)
        #expect(try await server.account(user.id)["emailVerified"] == true)
    }
}
