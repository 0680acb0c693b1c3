import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What the console's page of one account shows (firebreak.md section 13).
struct AccountPageTests {
    private static let hostile = #"<script>alert(1)</script>"'><img src=x onerror=alert(1)>"#

    @Test(arguments: TestProfile.allCases)
    func `an account is shown with all that belongs to it`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let id = try await server.user().id
        let changes: JSON = [
            "displayName": "Alice", "phoneNumber": "+15555550100", "emailVerified": true,
            "customAttributes": #"{"role":"admin"}"#,
            "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g-1", "email": "alice@gmail.test"],
            "mfa": ["enrollments": [["mfaEnrollmentId": "f-1", "phoneInfo": "+15555550199", "displayName": "Work"]]],
        ]
        #expect(try await server.update(id, changes).status == 200)

        let page = try await AccountPage(id, on: server).open()

        #expect(page.status == 200)
        #expect(page.element("user-id") == id)
        #expect(page.field("email") == "alice@example.test")
        #expect(page.field("phoneNumber") == "+15555550100")
        #expect(page.area("claims") == "{\n  \"role\": \"admin\"\n}")
        for text in [
            "Google", "alice@gmail.test", "g-1", "Work", "+15555550199", "f-1", "verified", "2026-06-01 12:00",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
        #expect(page.text.contains(#"href="/firebreak/projects/example/outbox?to=alice%40example.test""#))
        #expect(page.text.contains(#"href="/firebreak/projects/example/requests?localId=\#(id)""#))
        let raw = try #require(page.element("raw"))
        #expect(try JSON(parsing: raw) == (await server.account(id)))
    }

    @Test func `what happened to accounts of tenants hides nothing of the project's own`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()
        let tenant = try await server.makeTenant()
        _ = try await server.tenantUser(tenant)
        let ask: JSON = ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]
        #expect(try await server.app("accounts:sendOobCode", ask).status == 200)
        for _ in 0..<20 {
            let answer = try await server.app(
                "accounts:sendOobCode", ask.merging(["tenantId": .string(tenant)]))
            #expect(answer.status == 200)
        }

        let page = try await AccountPage(user.id, on: server).open()
        #expect(page.text.contains(">Password reset<"))
        #expect(page.text.contains("accounts.sendOobCode"))
        #expect(!page.text.contains("There is more than that"))
    }

    @Test func `what is not shown of what happened is said`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()
        for number in 2...16 {
            #expect(try await server.signIn("alice@example.test").status == 200)
            let page = try await AccountPage(user.id, on: server).open()
            #expect(page.text.contains("There is more than that") == (number == 16), "\(number)")
        }
    }

    @Test func `names, addresses, claims and URLs are texts, whatever is in them`() async throws {
        let server = try await TestServer.open(.local)
        let text = Self.hostile
        let imported = try await server.importAccounts([
            "localId": .string(text), "displayName": .string(text), "email": "<b>@example.test", "emailVerified": true,
            "photoUrl": "javascript:alert(1)", "phoneNumber": "+15555550100", "createdAt": .string("1"),
            "customAttributes": .string((["</textarea><script>alert(1)</script>": 1] as JSON).text),
            "providerUserInfo": [
                [
                    "providerId": "saml.<b>", "rawId": .string(text), "email": .string(text),
                    "displayName": .string(text),
                ]
            ],
            "mfaInfo": [["mfaEnrollmentId": .string(text), "phoneInfo": "+15555550199", "displayName": .string(text)]],
        ])

        let errors = imported["error"]?.arrayValue ?? []
        #expect(errors.isEmpty, "\(imported.text)")

        let page = try await AccountPage(text, on: server).open()

        #expect(page.status == 200)
        for markup in [
            "<script>alert", "<img src=x", "</textarea><script", "<b>", #"href="javascript"#, #"src="javascript"#,
        ] {
            #expect(!page.text.contains(markup), "\(markup)")
        }
        #expect(page.field("photoUrl") == "javascript:alert(1)")
        #expect(page.element("user-id") == text)
    }

    @Test(arguments: [
        "-9223372036854775808", "-9223372036854776", "-1", "0", "253402300799", "253402300800", "9223372036854775807",
    ])
    func `times are shown, whichever numbers admins store as such`(number: String) async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id
        let times: JSON = [
            "validSince": .string(number), "createdAt": .string(number), "lastLoginAt": .string(number),
        ]
        #expect(try await server.update(id, times).status == 200)

        let page = try await AccountPage(id, on: server).open()

        #expect(page.status == 200)
        let isTime = (Int64(number) ?? 0) >= 0 && (Int64(number) ?? 0) <= 253_402_300_799
        #expect(page.text.contains(isTime ? "<time" : number))
    }

    @Test func `a photo is shown where it is in the URL, and never fetched`() async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id
        for (url, isShown) in [
            ("data:image/png;base64,iVBORw0KGgo=", true), ("DATA:IMAGE/svg+xml,<svg onload='x'/>", true),
            ("https://pictures.example.test/a.png", false), ("data:text/html,<p>", false), ("javascript:x", false),
        ] {
            _ = try await server.update(id, ["photoUrl": .string(url)])
            let page = try await AccountPage(id, on: server).open()
            #expect(page.text.contains(#"<img src="\#(url.escapedHTML)""#) == isShown, "\(url)")
            #expect(
                page.text.matches(of: #/<img\s/#).count == (isShown ? 2 : 1), "beside the product's own icon: \(url)")
        }
    }

    @Test(arguments: TestProfile.allCases)
    func `what does not exist is not found, and looking for it makes nothing`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let id = try await server.user().id

        for page in [AccountPage("nobody", on: server), AccountPage(id, tenant: "no-tenant", on: server)] {
            let answer = try await page.open()
            #expect(answer.status == 404)
            #expect(answer.text.contains(#"href="/firebreak/projects/example/accounts""#))
            // A form of a page that was there a moment ago, too.
            let token = try #require(answer.text.firstMatch(of: /name="form-token" content="(\w+)"/)?.1)
            let sent = try await page.post([("formToken", String(token)), ("action", "delete")])
            #expect(sent.status == 404)
        }
        #expect(try await server.control(.get, "").json[path: "counts.tenants"] == 0)
        #expect(try await server.account(id) != .null)
    }

    @Test(arguments: TestProfile.allCases)
    func `an account of a tenant is found in that, and changed in that`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let tenant = try await server.makeTenant()
        let id = try await server.tenantUser(tenant).id
        let page = AccountPage(id, tenant: tenant, on: server)

        #expect(try await AccountPage(id, on: server).open().status == 404)
        let shown = try await page.open()
        #expect(shown.status == 200)
        #expect(shown.text.contains(#"href="/firebreak/projects/example/accounts?tenant=\#(tenant)""#))

        let disabled = try await page.send("disable")
        #expect(disabled.location == page.path + "&notice=accountDisabled")
        #expect(try await server.account(id, tenant: tenant)["disabled"] == true)
        let deleted = try await page.send("delete")
        #expect(deleted.location == "/firebreak/projects/example/accounts?tenant=\(tenant)&notice=accountDeleted")
        #expect(try await server.account(id, tenant: tenant) == .null)
    }

    @Test func `a tenant whose users are locked out has pages all the same`() async throws {
        let server = try await TestServer.open(.local)
        let tenant = try await server.makeTenant()
        let id = try await server.tenantUser(tenant).id
        _ = try await server.patchTenant(tenant, ["disableAuth": true], mask: "disableAuth")
        let page = AccountPage(id, tenant: tenant, on: server)

        #expect(try await page.open().status == 200)
        let refused = try await page.send("disable")
        #expect(refused.status == 400)
        #expect(refused.notice != nil)
    }

    @Test func `how an imported password is hashed is told`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.importAccounts(
            ["localId": "a", "email": "a@example.test", "passwordHash": "aGFzaA==", "salt": "c2FsdA=="],
            options: ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 1000])

        let page = try await AccountPage("a", on: server).open()

        #expect(page.text.contains("hashed with PBKDF2_SHA256"))
    }

    @Test func `states that a person should know of are badges`() async throws {
        let server = try await TestServer.open(.local)
        func badges(_ id: String) async throws -> [String] {
            let title = try #require(
                try await AccountPage(id, on: server).open().text.firstMatch(
                    of: /<p class="badges"[^>]*>(?s)(.*?)<\/p>/)?.1)
            return title.matches(of: />([^<]+)<\/span>/).map { String($0.1) }
        }
        let anonymous = try await server.anonymousUser().id
        #expect(try await badges(anonymous) == ["anonymous"])
        let custom = try await server.customUser("custom").id
        #expect(try await badges(custom).isEmpty)
        let alice = try await server.user().id
        #expect(try await badges(alice) == ["unverified"])
        _ = try await server.update(alice, ["emailVerified": true, "disableUser": true])
        #expect(try await badges(alice) == ["disabled", "verified"])
    }
}
