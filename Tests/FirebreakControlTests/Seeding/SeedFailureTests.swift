import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What a project does not take: told with its place, and nothing has changed.
struct SeedFailureTests {
    @Test func `a configuration is within its limit`() async throws {
        let server = try TestServer(.local, maximumBody: 4 << 20)
        let text = String(repeating: "x", count: Limit.configuration.maximum)
        let complaints = try await server.complaints(
            "config: { notification: { sendEmail: { callbackUri: \"http://a.test/\(text)\" } } }")
        #expect(complaints.joined().contains(Limit.configuration.sentence))
    }

    @Test func `a project that is full gets no more tenants and providers, also not on mention`() async throws {
        let server = try TestServer(.emulator)
        let project = try server.services.projects.project(ProjectID(rawValue: TestServer.project))
        func fill(_ tenants: Range<Int>, _ providers: Range<Int>) async throws {
            try await project.write(at: Timestamp(milliseconds: 0)) { tx in
                for number in tenants {
                    try tx.save(TenantRecord(id: TenantID(rawValue: "t-\(number)"), document: [:]))
                }
                for number in providers {
                    let record = ProviderConfigRecord(id: "oidc.p\(number)", document: [:])
                    try tx.save(record, in: "oauthIdpConfigs")
                }
            }
        }
        let more = "{ providers: { google.com: { enabled: true } }, tenants: { new-1: {} } }"
        let (tenants, providers) = (Limit.tenants.maximum, Limit.providers.maximum)
        try await fill(0..<tenants - 1, 0..<providers - 1)
        #expect(try await server.seed(more).status == 200)
        #expect(try await server.send(.delete, "/firebreak/v1/projects/\(TestServer.project)").status == 200)

        try await fill(0..<tenants, 0..<providers)
        let complaints = try await server.complaints(more).joined()
        #expect(complaints.contains(Limit.tenants.sentence) && complaints.contains(Limit.providers.sentence))
        let mention: JSON = ["email": "a@x.test", "password": "secret1", "tenantId": "new-2"]
        #expect(try await server.app("accounts:signUp", mention).message?.contains(Limit.tenants.sentence) == true)
    }

    @Test(
        arguments: [
            ("users: [ { uid: b, email: nobody } ]", "1:20: /users/0/email: nobody is not an e-mail address"),
            (
                "users: [ { uid: b, email: TAKEN@example.test } ]",
                "1:20: /users/0/email: the user a has this address already"
            ),
            (
                "users: [ { uid: b, email: b@x.test }, { uid: c, email: B@x.test } ]",
                "1:49: /users/1/email: the user b has this address already"
            ),
            (
                "users: [ { uid: b, phoneNumber: \"555\" } ]",
                "1:20: /users/0/phoneNumber: 555 is not a phone number such as +15555550100"
            ),
            (
                "users: [ { uid: b, phoneNumber: \"+1 555 555 0100\" } ]",
                "1:20: /users/0/phoneNumber: the user a has this number already"
            ),
            ("users: [ { uid: b, claims: { sub: x } } ]", "1:20: /users/0/claims: must not have the reserved name sub"),
            (
                "users: [ { uid: b, providers: [ { providerId: google.com, rawId: g } ] } ]",
                "1:10: /users/0: raw id exists in other account in database"
            ),
            (
                "users: [ { uid: b, mfa: [ { totp: JBSWY3DPEHPK3PXP } ] } ]",
                "1:10: /users/0: Second factor account requires email to be presented."
            ),
            (
                "users: [ { uid: b, email: b@x.test, emailVerified: false, mfa: [ { phone: \"+1555\" } ] } ]",
                "1:10: /users/0: Second factor account requires email to be verified."
            ),
            (
                "users: [ { uid: b, email: b@x.test, mfa: [ { totp: \"8\" } ] } ]",
                "1:46: /users/0/mfa/0/totp: must be a secret in Base32, letters A to Z and digits 2 to 7"
            ),
            (
                "users: [ { uid: b, email: b@x.test, mfa: [ { totp: AA }, { totp: BB } ] } ]",
                "1:37: /users/0/mfa: a user has one-time passwords only once"
            ),
            ("config: { authorizedDomains: [\"http://a.test\"] }", "1:1: /config: INVALID_AUTHORIZED_DOMAIN"),
            (
                "config: { smsRegionConfig: { allowlistOnly: { allowedRegions: [XX] } } }",
                "1:1: /config: INVALID_REGION_CODE"
            ),
            (
                "config: { recaptchaConfig: { recaptchaKeys: [ { key: mine } ] } }",
                "1:1: /config: INVALID_SITE_KEY"
            ),
            ("config: { signIn: { hashConfig: { rounds: 100 } } }", "1:1: /config: INVALID_HASH_ROUNDS"),
            (
                "config: { signIn: { hashConfig: { rounds: many } } }",
                "1:35: /config/signIn/hashConfig/rounds: must be a number"
            ),
            (
                "tenants: { blue: { mfaConfig: { providerConfigs: [ { totpProviderConfig: { adjacentIntervals: 11 } } ] } } }",
                "1:12: /tenants/blue: INVALID_ADJACENT_INTERVAL_RANGE"
            ),
            (
                "tenants: { blue: { smsRegionConfig: { allowlistOnly: { allowedRegions: [XX] } } } }",
                "1:12: /tenants/blue: INVALID_REGION_CODE"
            ),
            (
                "tenants: { blue: { recaptchaConfig: { useSmsBotScore: true } } }",
                "1:12: /tenants/blue: INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION"
            ),
            ("clock: -1", "1:1: /clock: a clock shows 1970-01-01T00:00:00.000Z through 9899-12-31T23:59:59.999Z"),
            ("clock: 9e18", "1:1: /clock: must be a time"),
            ("rules: { expiry: sometimes }", "1:10: /rules/expiry: rule expiry must be one of on, off"),
            ("rules: { expire: on }", "1:10: /rules/expire: there is no rule expire"),
            ("rules: { credentialKeys: { oidc.a: { keys: 1 } } }", "1:10: /rules/credentialKeys: rule credentialKeys"),
            ("providers: { oidc.acme: { clientId: a } }", "1:14: /providers/oidc.acme: MISSING_ISSUER"),
            (
                "providers: { \"oidc.\": { clientId: a, issuer: \"https://a.test\" } }",
                "1:14: /providers/oidc.: INVALID_CONFIG_ID"
            ),
            ("providers: { nobody.com: {} }", "1:14: /providers/nobody.com: INVALID_PROVIDER_ID"),
            ("tenants: { a: {} }", "1:12: /tenants/a: displayName must be a letter and 3 to 19"),
            (
                "config: { multiTenant: { allowTenants: false } }\ntenants: { blue: {} }",
                "2:12: /tenants/blue: tenants are off in this project"
            ),
            (
                "codes: [ { type: PASSWORD_RESET, to: taken@example.test }, { type: PASSWORD_RESET, to: Taken@example.test } ]",
                "1:60: /codes/1: another code has this type and address"
            ),
            (
                """
                codes: [ { type: PASSWORD_RESET, to: taken@example.test, oobCode: c }, { type: VERIFY_EMAIL, to: taken@example.test, oobCode: c } ]
                """,
                "1:118: /codes/1/oobCode: another code has this text"
            ),
            ("tenants: { blue: { displayName: x } }", "1:20: /tenants/blue/displayName: must be a letter"),
            ("codes: [ { type: VERIFY_EMAIL, to: b@x.test } ]", "1:10: /codes/0: USER_NOT_FOUND"),
            (
                "codes: [ { type: PASSWORD_RESET, to: b@x.test } ]",
                "1:10: /codes/0: nothing would be sent: no account has this address"
            ),
            ("codes: [ { type: EMAIL_SIGNIN, to: b@x.test } ]", "1:10: /codes/0: MISSING_CONTINUE_URI"),
            (
                "codes: [ { type: EMAIL_SIGNIN, to: b@x.test, continueUrl: \"http://a.test\" } ]",
                "1:10: /codes/0: UNAUTHORIZED_DOMAIN"
            ),
            ("hash: { rounds: 1.5 }\nusers: [ { uid: b } ]", "1:9: /hash/rounds: must be integer"),
        ])
    func `everything before it is taken back`(document: String, message: String) async throws {
        let server = try TestServer()
        let before = """
            users:
              - uid: a
                email: taken@example.test
                phoneNumber: "+15555550100"
                providers: [ { providerId: google.com, rawId: g } ]
            """
        #expect(try await server.seed(before).status == 200)
        let summary = try await server.control(.get, "").json
        let rules = try await server.control(.get, "/rules").json

        // The good user in front must go with the bad part.
        let complaints = try await server.complaints(document)

        #expect(complaints.count == 1)
        #expect(complaints.first?.hasPrefix("shop.yaml:\(message)") == true, "\(complaints)")
        #expect(try await server.control(.get, "").json == summary)
        #expect(try await server.control(.get, "/rules").json == rules)
    }

    @Test func `good parts of a bad document are taken back`() async throws {
        let server = try TestServer()
        let document = """
            apiKeys: [new-key]
            rules: { expiry: off }
            config: { authorizedDomains: [a.test] }
            tenants: { blue: { users: [ { ref: carol, email: nobody } ] } }
            users: [ { ref: alice, email: alice@example.test } ]
            """

        #expect(try await server.complaints(document).count == 1)

        let summary = try await server.control(.get, "").json
        #expect(summary[path: "counts.accountsWithTenants"] == 0)
        #expect(summary[path: "counts.tenants"] == 0)
        #expect(try await server.control(.get, "/rules").json["expiry"] == "on")
        let config = try await server.send(
            .get, "/identitytoolkit.googleapis.com/v2/projects/example/config",
            headers: [.authorization: "Bearer owner"])
        #expect(config.json["authorizedDomains"]?.arrayValue?.contains("a.test") == false)
        let keys = try await server.control(.get, "/apiKeys").json
        #expect(!keys.text.contains("new-key"))
    }

    @Test func `all problems are answered, each with its place`() async throws {
        let server = try TestServer()
        let answer = try await server.seed("users:\n  - { uid: a, email: x }\n  - { uid: b, phoneNumber: \"1\" }\n")

        #expect(answer.status == 400)
        #expect(answer.json[path: "error.status"] == "INVALID_ARGUMENT")
        #expect(
            answer.json[path: "error.details"] == [
                [
                    "file": "shop.yaml", "line": 2, "column": 15, "path": "/users/0/email",
                    "message": "x is not an e-mail address",
                ],
                [
                    "file": "shop.yaml", "line": 3, "column": 15, "path": "/users/1/phoneNumber",
                    "message": "1 is not a phone number such as +15555550100",
                ],
            ])
    }

    @Test(arguments: [TestProfile.local, .emulator, .production])
    func `the body is the same in every profile, without a list of errors`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let place =
            #"{"file":"shop.yaml","line":1,"column":20,"path":"/users/0/email","message":"x is not an e-mail address"}"#
        let message = "INVALID_FIXTURE : shop.yaml:1:20: /users/0/email: x is not an e-mail address"

        let answer = try await server.seed("users: [ { uid: a, email: x } ]")

        #expect(
            answer.json.text
                == #"{"error":{"code":400,"message":"\#(message)","status":"INVALID_ARGUMENT","details":[\#(place)]}}"#)
    }

    @Test func `fixtures that do not fit what a reset keeps are refused in the same way`() async throws {
        let server = try TestServer()
        let seeded = try await server.seed("tenants: { blue: { users: [ { uid: a } ] } }", query: "strategy=fail")
        #expect(seeded.status == 200)

        let answer = try await server.control(.post, ":reset", ["reseed": true, "keep": ["config"]])

        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix("INVALID_FIXTURE : shop.yaml:1:") == true)
        #expect(answer.message?.hasSuffix(": /tenants/blue: there is such a tenant already") == true)
    }

    @Test(arguments: ["", "[", "\u{0}", "42", "users: [ { uid: a, email: \"${MAIL}\" } ]"])
    func `what is not a document is refused`(document: String) async throws {
        #expect(try await TestServer().seed(document).status == 400)
    }

    @Test func `defaults count where there is no environment`() async throws {
        let server = try TestServer()

        #expect(try await server.seed("users: [ { uid: a, displayName: \"${HOME:-nobody}\" } ]").status == 200)
        #expect(try await server.seededAccount("a")?["displayName"] == "nobody")
    }

    private static let wrongThroughout = """
        config: { authorizedDomains: ["http://a.test"], signIn: { hashConfig: { rounds: 100 } }, mfa: { stat: X } }
        rules: { appName: 5, expiry: perhaps, takeover: off, colour: red }
        faults: [ { on: accounts.signUp, error: NO_SUCH_CODE }, { on: nothing, status: 500 } ]
        providers: { google.com: { clientId: 5, enabled: true }, wrong.example: { enabled: true } }
        users:
          - { ref: a, email: nobody, phoneNumber: "555", claims: { sub: x } }
          - { ref: b, nme: Ann, email: b@example.test }
          - { ref: c, email: c@example.test, mfa: [ { totp: "8" } ] }
          - { ref: d, email: d@example.test }
        tenants: { blue: { displayName: 5, users: [ { ref: t, email: nowhere } ] } }
        """

    private static let places = [
        "/config/authorizedDomains", "/config/mfa/stat", "/config/signIn", "/faults/0/error", "/faults/1/on",
        "/providers/google.com/clientId", "/providers/wrong.example", "/rules/appName", "/rules/colour",
        "/rules/expiry", "/tenants/blue/displayName", "/tenants/blue/users/0/email", "/users/0/claims",
        "/users/0/email", "/users/0/phoneNumber", "/users/1/nme", "/users/2/mfa/0/totp",
    ]

    @Test func `what the document is and what the project does not take is told at once, each with its place`()
        async throws
    {
        let server = try TestServer()
        for query in ["", "dryRun=true"] {
            let answer = try await server.seed(Self.wrongThroughout, query: query)
            #expect(answer.status == 400)
            let details = answer["error"]?["details"]?.arrayValue ?? []
            #expect(details.compactMap { $0["path"]?.stringValue }.sorted() == Self.places)
            let lines = details.compactMap { $0["line"]?.integerValue }
            #expect(lines == lines.sorted() && lines.first == 1)
        }
        #expect(try await server.control(.get, "")["counts"]?["accounts"] == 0)
    }

    @Test func `a code is not blamed for its user, and for settings that are wrong`() async throws {
        let server = try TestServer()
        let user = "users: [ { ref: a, email: nobody }, { ref: b, email: b@example.test } ]\n"
        let codes = "codes: [ { type: PASSWORD_RESET, to: a }, { type: PASSWORD_RESET, to: x@example.test } ]\n"
        var answer = try await server.seed(user + codes)
        var paths = (answer["error"]?["details"]?.arrayValue ?? []).compactMap { $0["path"]?.stringValue }
        #expect(paths == ["/users/0/email", "/codes/1"])
        answer = try await server.seed("rules: { expiry: perhaps }\n" + codes)
        paths = (answer["error"]?["details"]?.arrayValue ?? []).compactMap { $0["path"]?.stringValue }
        #expect(paths == ["/rules/expiry", "/codes/0/to"])
    }
}
