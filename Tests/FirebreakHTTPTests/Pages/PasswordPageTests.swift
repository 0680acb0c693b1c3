import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The page on which somebody enters a new password, and the offer of one after a recovery (email-actions.md section 7).
struct PasswordPageTests {
    private static let policy: JSON = [
        "passwordPolicyEnforcementState": "ENFORCE",
        "passwordPolicyVersions": [
            [
                "customStrengthOptions": [
                    "minPasswordLength": 8, "maxPasswordLength": 20, "containsLowercaseCharacter": true,
                    "containsUppercaseCharacter": true, "containsNumericCharacter": true,
                    "containsNonAlphanumericCharacter": true,
                ]
            ]
        ],
    ]

    /// What the page lists, by the names that its script knows.
    private func requirements(_ page: TestAnswer) -> [String] {
        page.text.matches(of: #/data-requirement="(\w+)" data-value="([^"]*)"/#).map { "\($0.output.1) \($0.output.2)" }
    }

    /// What a refused password lacks.
    private func missing(_ page: TestAnswer) -> [String] {
        page.text.matches(of: #/<li class="unmet"[^>]*>(.*?)<span/#).map { String($0.output.1) }
    }

    @Test(arguments: [Profile.local, .production])
    func `the page says what the policy asks for, and the server checks it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let link = try await server.linkQuery("PASSWORD_RESET")
        #expect(requirements(try await server.browse(link)) == ["minimumLength 6"])
        try await server.set("passwordPolicyConfig", Self.policy)

        let page = try await server.browse(link)
        #expect(
            requirements(page) == [
                "minimumLength 8", "maximumLength 20", "lowercase ", "uppercase ", "digit ",
                "nonAlphanumeric ^$*.[]{}()?&quot;!@#%&amp;/\\,&gt;&lt;&#39;:;|_~`-",
            ])
        #expect(page.text.contains("value=\"alice@example.test\" autocomplete=\"username\""))

        let refused = try await server.browse(link, form: [("newPassword", "abcDEF")])
        #expect(refused.status == 400)
        #expect(
            missing(refused) == [
                "at least 8 characters", "a digit (0–9)", "a special character, such as ! ? # $",
            ])
        #expect(refused.text.contains("<code>PASSWORD_DOES_NOT_MEET_REQUIREMENTS</code>"))
        #expect(refused.text.contains("aria-invalid=\"true\"") && !refused.text.contains("abcDEF"))

        let done = try await server.browse(link, form: [("newPassword", "abcDEF1!")])
        #expect(done.heading == "Your password has been changed")
        #expect(try await server.signIn(TestServer.alice, password: "abcDEF1!").status == 200)
    }

    @Test func `a tenant's policy counts in the tenant`() async throws {
        let server = try await TestServer.open(.local)
        let tenant = try await server.makeTenant(["passwordPolicyConfig": Self.policy])
        _ = try await server.admin("accounts", ["email": "t@x.test", "password": "abcDEF1!"], tenant: tenant)
        let answer = try await server.oobLink("PASSWORD_RESET", "t@x.test", tenant: tenant)
        let link = try TestServer.query(try #require(answer.string("oobLink")))

        #expect(requirements(try await server.browse(link)).count == 6)
        #expect(try await server.browse(link, form: [("newPassword", "abcdef")]).status == 400)
    }

    @Test(arguments: Profile.allCases, ["", "short"])
    func `a password that is too short is refused in every profile`(_ profile: Profile, _ word: String) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let link = try await server.linkQuery("PASSWORD_RESET")

        let page = try await server.browse(link, form: [("newPassword", word)])

        #expect(page.status == 400 && missing(page) == ["at least 6 characters"])
        #expect(page.text.contains("<code>WEAK_PASSWORD</code>"))
        #expect(try await server.signIn(TestServer.alice).status == 200)
        #expect(try await server.browse(link, form: []).status == 400)
        #expect(
            try await server.inspect(FormURLEncoding.parse(link).first { $0.name == "oobCode" }?.value ?? "").status
                == 200)
    }

    @Test func `two passwords must be the same`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let link = try await server.linkQuery("PASSWORD_RESET")

        let page = try await server.browse(
            link, form: [("newPassword", "another-horse"), ("newPassword", "other-horse")])

        #expect(page.status == 400 && page.shownText.contains("The two passwords differ."))
        #expect(try await server.signIn(TestServer.alice).status == 200)
        let done = try await server.browse(
            link, form: [("newPassword", "another-horse"), ("newPassword", "another-horse")])
        #expect(done.status == 200)
        #expect(try await server.signIn(TestServer.alice, password: "another-horse").status == 200)
    }

    // MARK: After a recovery

    @Test(arguments: Profile.allCases)
    func `a recovery offers a link for a new password`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let link = try await server.recoveryQuery()
        // Not before the recovery.
        #expect(try await server.browse(link, form: [("mailReset", "yes")]).status == 400)
        let address = try #require(try await server.outbox("type=RECOVER_EMAIL&order=desc").first?["to"]?.stringValue)

        let done = try await server.browse(link, form: [])
        #expect(done.status == 200 && done.text.contains("name=\"mailReset\""), "\(done.shownText)")
        #expect(try await server.outbox("type=PASSWORD_RESET").isEmpty)
        let mailed = try await server.browse(link, form: [("mailReset", "yes")])

        #expect(mailed.heading == "The email is on its way" && mailed.text.contains(address))
        #expect(try await server.outbox("type=PASSWORD_RESET").map { $0["to"] } == [.string(address)])
    }

    @Test func `no other link mails anything`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let link = try await server.linkQuery("VERIFY_EMAIL")
        _ = try await server.browse(link, form: [])

        #expect(try await server.browse(link, form: [("mailReset", "yes")]).status == 400)
        #expect(try await server.outbox("type=PASSWORD_RESET").isEmpty)
    }

    @Test func `where passwords are off, none is offered`() async throws {
        let server = try await TestServer.open(.local)
        let link = try await server.recoveryQuery()
        try await server.set("signIn.email.enabled", false)

        let done = try await server.browse(link, form: [])

        #expect(done.status == 200 && !done.text.contains("mailReset"))
    }
}
