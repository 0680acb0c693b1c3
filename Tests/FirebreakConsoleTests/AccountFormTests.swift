import FirebreakTestSupport
import FirebreakWire
import Testing

/// What the forms on the console's page of one account change.
struct AccountFormTests {
    // MARK: Protection

    @Test(arguments: [
        [("action", "edit"), ("displayName", "Mallory")], [("action", "claims"), ("claims", #"{"role":"admin"}"#)],
        [("action", "disable")], [("action", "enable")], [("action", "endSessions")], [("action", "delete")],
        [("action", "unlink"), ("provider", "google.com")], [("action", "removeFactor"), ("factor", "f-1")],
        [("action", "removePasskey"), ("passkey", "p-1")], [("action", "mail"), ("type", "PASSWORD_RESET")],
        [("action", "mint")],
    ])
    func `a form without the page's token does nothing`(fields: [(String, String)]) async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()
        let before = try await server.account(user.id)
        let page = AccountPage(user.id, on: server)

        for token in [[], [("formToken", "")], [("formToken", "x")]] {
            let answer = try await page.post(token + fields)
            #expect(answer.status == 403)
            #expect(!answer.text.contains("eyJ"))
        }

        #expect(try await server.account(user.id) == before)
        #expect(try await server.outbox().isEmpty)
        #expect(try await server.refresh(user.refreshToken).status == 200)
    }

    @Test func `an unknown form does nothing`() async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id

        #expect(try await AccountPage(id, on: server).send("explode").status == 404)
    }

    // MARK: The profile

    @Test(arguments: TestProfile.allCases)
    func `what was changed is saved, and what was emptied removed`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let id = try await server.user().id
        let page = AccountPage(id, on: server)

        let saved = try await page.edit([
            "displayName": "Alice & <Bob>", "email": "new@example.test ", "emailVerified": "on",
            "phoneNumber": "+15555550100", "photoUrl": "https://x.test/p.png", "disabled": "on",
            "password": "other-horse",
        ])
        #expect(saved.status == 303)
        #expect(saved.location == page.path + "?notice=accountSaved")
        let account = try await server.account(id)
        #expect(account["displayName"] == "Alice & <Bob>")
        #expect(account["email"] == "new@example.test")
        #expect(account["emailVerified"] == true)
        #expect(account["phoneNumber"] == "+15555550100")
        #expect(account["photoUrl"] == "https://x.test/p.png")
        #expect(account["disabled"] == true)

        #expect(
            try await page.edit(["disabled": "", "email": "third@example.test", "emailVerified": ""]).status == 303)
        #expect(try await server.account(id)["emailVerified"] != true)
        #expect(try await server.signIn("third@example.test", password: "other-horse").status == 200)

        let emptied = try await page.edit(["displayName": "", "phoneNumber": "", "photoUrl": "", "email": ""])
        #expect(emptied.status == 303)
        let bare = try await server.account(id)
        for member in ["displayName", "phoneNumber", "photoUrl", "email"] { #expect(bare[member] == nil) }
    }

    @Test func `what changed elsewhere in the meantime stays`() async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id
        let page = AccountPage(id, on: server)
        let opened = try await page.open()
        _ = try await server.update(id, ["displayName": "From the app", "emailVerified": true])

        let saved = try await page.edit(["phoneNumber": "+15555550100"], from: opened)

        #expect(saved.status == 303)
        let account = try await server.account(id)
        #expect(account["displayName"] == "From the app")
        #expect(account["emailVerified"] == true)
        #expect(account["phoneNumber"] == "+15555550100")
    }

    @Test func `a form without changes changes nothing`() async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id
        // A browser leaves line breaks out, and nobody has changed the name by that.
        _ = try await server.update(id, ["displayName": "Alice\nAnderson", "photoUrl": " https://x.test/ "])
        let before = try await server.account(id)
        let page = AccountPage(id, on: server)

        let answer = try await page.edit(["displayName": "AliceAnderson"])

        #expect(answer.location == page.path + "?notice=accountUnchanged")
        #expect(try await server.account(id) == before)
    }

    @Test(
        arguments: [
            ("email", "bob@example.test", "EMAIL_EXISTS"), ("email", "nonsense", "INVALID_EMAIL"),
            ("phoneNumber", "+15555550101", "PHONE_NUMBER_EXISTS"), ("phoneNumber", "12", "INVALID_PHONE_NUMBER"),
            ("password", "short", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"),
            ("displayName", String(repeating: "x", count: 257), "INVALID_PROFILE_ATTRIBUTE"),
        ] as [(String, String, String)])
    func `what is refused is shown once more, with the reason at its field`(
        field: String, value: String, code: String
    ) async throws {
        let server = try await TestServer.open(.local)
        try await server.set(
            "passwordPolicyConfig",
            [
                "passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 8]]],
            ])
        let bob = try await server.user("bob@example.test").id
        _ = try await server.update(bob, ["phoneNumber": "+15555550101"])
        let id = try await server.user().id
        let before = try await server.account(id)
        let page = AccountPage(id, on: server)

        let answer = try await page.edit(["photoUrl": "https://x.test/entered", "disabled": "on", field: value])

        #expect(answer.status == 400)
        #expect(answer.notice?.contains(code) == true)
        #expect(answer.field(field) == value)
        #expect(answer.field("photoUrl") == "https://x.test/entered")
        #expect(answer.text.contains(#"value="on" checked"#))
        #expect(answer.isRefused(field))
        #expect(try await server.account(id) == before)

        // Mended and sent again, the whole form is saved.
        let mended = ["email": "alice@example.test", "phoneNumber": "+15555550100", "password": "long-enough"]
        let again = try await page.edit([field: mended[field] ?? "Alice"], from: answer)
        #expect(again.status == 303)
        #expect(try await server.account(id)["photoUrl"] == "https://x.test/entered")
    }

    // MARK: State

    @Test(arguments: TestProfile.allCases)
    func `accounts are disabled, enabled and deleted`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let id = try await server.user().id
        let page = AccountPage(id, on: server)

        #expect(try await page.send("disable").location == page.path + "?notice=accountDisabled")
        #expect(try await server.signIn("alice@example.test").message?.hasPrefix("USER_DISABLED") == true)
        #expect(try await page.send("enable").location == page.path + "?notice=accountEnabled")
        #expect(try await server.signIn("alice@example.test").status == 200)
        let deleted = try await page.send("delete")
        #expect(deleted.location == "/firebreak/projects/example/accounts?notice=accountDeleted")
        #expect(try await server.account(id) == .null)
    }

    @Test func `ended sessions are those of this very second, too`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()

        let ended = try await AccountPage(user.id, on: server).send("endSessions")

        #expect(ended.location?.hasSuffix("?notice=sessionsEnded") == true)
        #expect(try await server.refresh(user.refreshToken).message == "TOKEN_EXPIRED")
        let next = try SignedInUser(await server.signIn("alice@example.test"))
        #expect(try await server.refresh(next.refreshToken).status == 200)
    }

    // MARK: Ways to sign in

    @Test(arguments: TestProfile.allCases)
    func `providers are unlinked one by one`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let id = try await server.user().id
        for provider in ["google.com", "oidc.corp"] {
            let link: JSON = ["providerId": .string(provider), "rawId": "1"]
            _ = try await server.update(id, ["phoneNumber": "+15555550100", "linkProviderUserInfo": link])
        }
        let page = AccountPage(id, on: server)
        func providers() async throws -> Set<String> {
            Set(
                try await server.account(id)["providerUserInfo"]?.arrayValue?.compactMap {
                    $0["providerId"]?.stringValue
                }
                    ?? [])
        }
        var left: Set = ["google.com", "oidc.corp", "phone", "password"]
        #expect(try await providers() == left)

        for provider in ["google.com", "phone", "password"] {
            let answer = try await page.send("unlink", ["provider": provider])
            #expect(answer.location == page.path + "?notice=providerUnlinked")
            left.remove(provider)
            #expect(try await providers() == left)
        }
    }

    @Test(arguments: [TestProfile.local, .production])
    func `one second factor is removed, and the other stays what it was`(profile: TestProfile) async throws {
        let server = try await TestServer.openPhones(profile.value)
        let user = try await server.enrollPhone(server.verifiedUser())
        let authenticator = try await server.enrollTOTP(user).authenticator
        let factors = try await server.factors(user.id)
        let phone = try #require(factors.first { $0["totpInfo"] == nil }?["mfaEnrollmentId"]?.stringValue)
        let page = AccountPage(user.id, on: server)

        let answer = try await page.send("removeFactor", ["factor": phone])

        #expect(answer.location == page.path + "?notice=factorRemoved")
        #expect(try await server.factors(user.id) == factors.filter { $0["mfaEnrollmentId"] != .string(phone) })
        let pending = try await server.secondFactorChallenge()
        #expect(try await server.finishTOTP(pending, authenticator.code(server, steps: 1)).status == 200)

        _ = try await page.send("removeFactor", ["factor": pending.factor])
        #expect(try await server.factors(user.id).isEmpty)
        #expect(try await server.signIn("alice@example.test").string("idToken") != nil)
    }

    @Test func `a passkey is removed`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()
        var first = SoftwareAuthenticator.local(id: [1])
        var second = SoftwareAuthenticator.local(id: [2])
        try await server.enrollPasskey(&first, try await server.enrollPasskey(&second, user))
        let page = AccountPage(user.id, on: server)

        let answer = try await page.send("removePasskey", ["passkey": first.id])

        #expect(answer.location == page.path + "?notice=passkeyRemoved")
        let left = try await server.account(user.id)["passkeyInfo"]?.arrayValue
        #expect(left?.map { $0["credentialId"] } == [.string(second.id)])
    }
}
