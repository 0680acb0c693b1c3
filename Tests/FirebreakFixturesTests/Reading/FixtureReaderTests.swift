import FirebreakFixtures
import FirebreakWire
import Testing

struct FixtureReaderTests {
    /// Something of everything that a fixture can say.
    private static let shop = """
        version: 1
        defaults: { password: correct-horse, locale: en }
        projects:
          demo-shop:
            apiKeys: [key-demo-shop]
            profile: local
            config:
              authorizedDomains: [localhost, shop.example.test]
              emailPrivacyConfig: { enableImprovedEmailPrivacy: true }
              signIn: { phoneNumber: { enabled: true, testPhoneNumbers: { "+15555550100": "123456" } } }
            providers: { oidc.acme: { issuer: https://idp.example.test, clientId: web } }
            tenants:
              blue: { allowPasswordSignup: true, users: [ { ref: carol, email: carol@example.test } ] }
            users:
              - { ref: alice, email: alice@example.test, emailVerified: true, claims: { role: admin } }
              - { ref: bob, uid: bob-0001, email: bob@example.test, disabled: true, mfa: [ { totp: JBSWY3DPEHPK3PXP } ] }
              - { factory: member, count: 500, email: "member{n}@example.test" }
            codes: [ { type: EMAIL_SIGNIN, to: alice, oobCode: fixed-code-1, continueUrl: "https://shop.example.test/finish" } ]
            clock: 2026-06-01T12:00:00Z
        """

    @Test func `the whole of a document is read`() throws {
        let project = try #require(try fixture(Self.shop).projects.first)

        #expect(project.id == ProjectID(rawValue: "demo-shop"))
        #expect(project.apiKeys == ["key-demo-shop"])
        #expect(project.profile == "local")
        #expect(project.config?[path: "authorizedDomains"] == ["localhost", "shop.example.test"])
        #expect(project.config?["signIn"]?["phoneNumber"]?["testPhoneNumbers"]?["+15555550100"] == "123456")
        #expect(project.clock?.at == Timestamp(milliseconds: 1_780_315_200_000))
        #expect(project.clock?.isFrozen == false)
        #expect(project.content.providers.map(\.id) == ["oidc.acme"])
        #expect(project.content.providers.first?.document["enabled"] == true)
        #expect(project.tenants.map(\.id.rawValue) == ["blue"])
        #expect(project.tenants.first?.document == ["allowPasswordSignup": true])
        #expect(project.tenants.first?.content.users.map(\.password) == ["correct-horse"])

        let users = project.content.users
        #expect(users.count == 502)
        #expect(users[0].claims == ["role": "admin"])
        #expect(users[1].uid == "bob-0001")
        #expect(users[1].secondFactors?.map(\.kind) == [.totp("JBSWY3DPEHPK3PXP")])
        #expect(users[1].emailVerified == true)
        #expect(users[501].ref == "member500")
        #expect(users[501].email == "member500@example.test")

        let code = try #require(project.content.codes.first)
        #expect(code.email == "alice@example.test")
        #expect(code.oobCode == "fixed-code-1")
        #expect(code.handlesCodeInApp)
        #expect(code.locale == "en")
    }

    /// Written down, because suites keep these IDs: they may never change.
    @Test func `derived IDs are the same everywhere and for ever`() throws {
        let text =
            "users: [{ ref: alice }, { email: Bob@example.test }]\ntenants: { blue: { users: [{ ref: carol }] } }"
        let project = try #require(try fixture(text).projects.first)

        #expect(project.content.users.map(\.uid) == ["sSMZor8LXxUsbA23kh6Q7pXtNpJe", "x9bVFjiVsCFQK2rrC0s5dWyoLUED"])
        #expect(project.tenants.first?.content.users.map(\.uid) == ["S5kET7URZM3FcmqYkRTukNq0jIXO"])
    }

    @Test func `YAML and JSON say the same`() throws {
        let yaml = try fixture("users:\n  - ref: a\n    email: a@example.test\n    disabled: true")
        let json = try fixture(
            #"{"users":[{"ref":"a","email":"a@example.test","disabled":true}]}"#, file: "shop.json")

        #expect(yaml.projects.first?.content.users.map(\.uid) == json.projects.first?.content.users.map(\.uid))
        #expect(json.projects.first?.content.users.first?.disabled == true)
        #expect(json.projects.first?.id == ProjectID(rawValue: "demo-default"))
    }

    @Test func `plain words of YAML are texts`() throws {
        let users = try #require(
            try fixture("users: [{ ref: yes, displayName: 2026-06-01 }, { ref: on, displayName: 0x1F }]").projects.first
        ).content.users

        #expect(users.map(\.ref) == ["yes", "on"])
        #expect(users.map(\.userProfile.displayName) == ["2026-06-01", "0x1F"])
    }

    @Test func `mappings are merged by <<`() throws {
        let text = """
            users:
              - &base { ref: a, displayName: A, disabled: true }
              - { <<: *base, ref: b }
            """
        let users = try #require(try fixture(text).projects.first).content.users

        #expect(users.map(\.ref) == ["a", "b"])
        #expect(users.map(\.userProfile.displayName) == ["A", "A"])
    }

    @Test func `null takes a default away`() throws {
        let text = """
            defaults: { password: correct-horse, claims: { a: 1 } }
            users: [{ email: a@example.test, password: null, claims: null }, { ref: noAddress }]
            """
        let users = try #require(try fixture(text).projects.first).content.users

        #expect(users.map(\.password) == [nil, nil])
        #expect(users.map(\.claims) == [nil, ["a": 1]])
    }

    @Test func `a factory numbers every text`() throws {
        let text = """
            users:
              - factory: m
                count: 2
                email: m{n}@example.test
                claims: { n: "{n}", other: "{x}" }
                providers: [{ providerId: google.com, rawId: "g-{n}" }]
            """
        let users = try #require(try fixture(text).projects.first).content.users

        #expect(users.map(\.email) == ["m1@example.test", "m2@example.test"])
        #expect(users.map(\.claims) == [["n": "1", "other": "{x}"], ["n": "2", "other": "{x}"]])
        #expect(users.map { $0.identities.first?["rawId"] } == ["g-1", "g-2"])
        #expect(Set(users.map(\.uid)).count == 2)
    }
}
