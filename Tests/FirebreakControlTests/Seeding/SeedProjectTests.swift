import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

struct SeedProjectTests {
    @Test(arguments: TestProfile.allCases)
    func `users can sign in as the document says`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let document = """
            defaults: { password: correct-horse }
            users:
              - { ref: alice, email: Alice@example.test, emailVerified: true, displayName: Alice, claims: { role: admin } }
              - { ref: bob, uid: bob-0001, email: bob@example.test, disabled: true, createdAt: 2026-01-02T03:04:05Z }
            """

        let answer = try await server.seed(document)
        #expect(answer.status == 200)
        #expect(answer.json["created"] == 2)
        #expect(answer.json[path: "refs.alice.email"] == "alice@example.test")
        #expect(answer.json[path: "refs.bob"] == ["uid": "bob-0001", "email": "bob@example.test"])

        let alice = try await server.signIn("alice@example.test", "correct-horse")
        let token = try #require(alice.json["idToken"]?.stringValue.flatMap(JSONWebToken.init))
        #expect(alice.json["localId"] == answer.json[path: "refs.alice.uid"])
        #expect(token.payload["role"] == "admin")
        #expect(token.payload["email_verified"] == true)
        #expect(
            try await server.signIn("bob@example.test", "correct-horse").json[path: "error.message"] == "USER_DISABLED")
        #expect(try await server.seededAccount("bob-0001")?["createdAt"] == "1767323045000")
    }

    @Test func `configuration, rules, keys and providers are set, the rest stays`() async throws {
        let server = try TestServer()
        let document = """
            apiKeys: [key-of-the-shop]
            config:
              authorizedDomains: [shop.example.test]
              signIn:
                phoneNumber: { testPhoneNumbers: { "+1 555 555-0100": "123456" } }
                hashConfig: { rounds: 4 }
              passwordPolicyConfig: { passwordPolicyEnforcementState: ENFORCE, passwordPolicyVersions: [ {} ] }
              smsRegionConfig: { allowlistOnly: { allowedRegions: [DE] } }
            rules: { expiry: off, lifetimes: { EMAIL_SIGNIN: 60 } }
            providers:
              google.com: { clientId: web }
              oidc.acme: { issuer: "https://idp.example.test", clientId: web, enabled: false }
            """

        #expect(try await server.seed(document, project: "demo-shop").status == 200)

        func get(_ path: String) async throws -> JSON {
            try await server.send(
                .get, "/identitytoolkit.googleapis.com/v2/projects/demo-shop/\(path)",
                headers: [.authorization: "Bearer owner"]
            ).json
        }
        let config = try await get("config")
        #expect(config["authorizedDomains"] == ["shop.example.test"])
        #expect(config[path: "signIn.email.enabled"] == true)
        #expect(config["signIn"]?["phoneNumber"]?["testPhoneNumbers"] == ["+15555550100": "123456"])
        #expect(config[path: "signIn.hashConfig.rounds"] == 4)
        #expect(config[path: "signIn.hashConfig.algorithm"] == "SCRYPT")
        #expect(config[path: "passwordPolicyConfig.lastUpdateTime"] == .string(server.clock.now.rfc3339))
        #expect(config["smsRegionConfig"] == ["allowlistOnly": ["allowedRegions": ["DE"]]])
        #expect(try await get("defaultSupportedIdpConfigs/google.com")["enabled"] == true)
        #expect(try await get("oauthIdpConfigs/oidc.acme")["enabled"] == false)
        let rules = try await server.control(.get, "/rules", project: "demo-shop").json
        #expect(rules["expiry"] == "off")
        #expect(rules["lifetimes"]?["EMAIL_SIGNIN"] == 60)
        #expect(rules["takeover"] == "on")
        #expect(try await server.signUp("a@example.test", key: "key-of-the-shop").status == 200)
        #expect(try await server.control(.get, "", project: "demo-shop").json[path: "counts.accounts"] == 1)
    }

    @Test func `a dry run tells what would happen and changes nothing`() async throws {
        let server = try TestServer()
        let before = try await server.control(.get, "").json
        let document: JSON = ["users": [["ref": "alice", "email": "alice@example.test"]]]
        let trial = try await server.send(.post, "/firebreak/v1/projects/example:seed?dryRun=true", document)
        #expect(trial.json == ["project": "example", "created": 1, "changed": 0, "refs": [:]])
        #expect(try await server.control(.get, "").json["counts"] == before["counts"])
        #expect(try await server.services.projects.project(ProjectID(rawValue: "example")).exists == false)
        let bad: JSON = ["users": [["ref": "alice", "email": "nobody"]]]
        #expect(
            try await server.send(.post, "/firebreak/v1/projects/example:seed?dryRun=true", bad).status == 400)
    }

    @Test(arguments: ["a.yaml", "a.json"])
    func `a byte order mark is skipped`(_ file: String) async throws {
        let server = try TestServer()
        let document = "\u{FEFF}{\"version\": 1, \"users\": [{\"uid\": \"a\"}]}"
        let answer = try await server.send(
            .post, "/firebreak/v1/projects/example:seed?file=\(file)", body: Array(document.utf8))
        #expect(answer.json["created"] == 1, "\(answer.text)")
    }

    @Test func `tenants have users of their own`() async throws {
        let server = try TestServer()
        let document = """
            defaults: { password: correct-horse }
            users: [ { ref: alice, email: carol@example.test } ]
            tenants:
              blue: { allowPasswordSignup: true, users: [ { ref: carol, email: carol@example.test } ] }
            """

        let refs = try #require(try await server.seed(document).json["refs"])

        #expect(refs[path: "carol.tenant"] == "blue")
        #expect(refs[path: "carol.uid"] != refs[path: "alice.uid"])
        let inTenant = try await server.signIn("carol@example.test", "correct-horse", tenant: "blue")
        #expect(inTenant.json["localId"] == refs[path: "carol.uid"])
        let outside = try await server.signIn("carol@example.test", "correct-horse")
        #expect(outside.json["localId"] == refs[path: "alice.uid"])
    }

    @Test func `second factors are asked for`() async throws {
        let server = try TestServer()
        let document = """
            users:
              - ref: alice
                email: alice@example.test
                password: correct-horse
                mfa: [ { totp: JBSWY3DPEHPK3PXP, displayName: App }, { phone: "+15555550100", enrollmentId: phone-1 } ]
            """
        _ = try await server.seed(document)

        let first = try await server.signIn("alice@example.test", "correct-horse").json

        let factors = try #require(first["mfaInfo"]?.arrayValue)
        #expect(first["idToken"] == nil)
        #expect(factors.map { $0["totpInfo"] != nil } == [true, false])
        #expect(factors.last?["mfaEnrollmentId"] == "phone-1")
        let secret = try #require(Base32.decode("JBSWY3DPEHPK3PXP"))
        let finish: JSON = [
            "mfaPendingCredential": first["mfaPendingCredential"] ?? .null,
            "mfaEnrollmentId": factors[0]["mfaEnrollmentId"] ?? .null,
            "totpVerificationInfo": [
                "verificationCode": .string(TOTP.code(secret: secret, step: TOTP.step(at: server.clock.now.seconds)))
            ],
        ]
        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize?key=fake-api-key", finish)
        #expect(answer.json["idToken"] != nil)
    }

    @Test func `codes are in the outbox and work`() async throws {
        let server = try TestServer()
        let document = """
            users:
              - { ref: alice, email: alice@example.test, password: correct-horse }
            codes:
              - { type: VERIFY_EMAIL, to: alice, oobCode: code-1 }
              - { type: EMAIL_SIGNIN, to: new@example.test, continueUrl: "http://localhost/finish", locale: de }
            """
        #expect(try await server.seed(document).status == 200)

        let messages = try await server.control(.get, "/outbox").json["messages"]?.arrayValue ?? []
        #expect(messages.map { $0["type"] } == ["VERIFY_EMAIL", "EMAIL_SIGNIN"])
        #expect(messages.map { $0["delivery"] } == ["sent", "sent"])
        #expect(messages.last?["locale"] == "de")
        #expect(messages.last?["oobCode"]?.stringValue?.utf8.count == 54)
        #expect(messages.first?[path: "link.action"]?.stringValue?.contains("oobCode=code-1") == true)
        let verified = try await server.app("accounts:update", ["oobCode": "code-1"])
        #expect(verified.json["emailVerified"] == true)
    }

    @Test func `the clock is set before anything has a time`() async throws {
        let server = try TestServer()
        let document = """
            clock: { at: 2030-01-01T00:00:00Z, frozen: true }
            users: [ { uid: alice, email: alice@example.test } ]
            codes: [ { type: VERIFY_EMAIL, to: alice@example.test, oobCode: code-1 } ]
            """
        #expect(try await server.seed(document).status == 200)

        #expect(try await server.seededAccount("alice")?["createdAt"] == "1893456000000")
        #expect(try await server.latestMessage(to: "alice@example.test")["createdAt"] == "2030-01-01T00:00:00.000Z")
        #expect(try await server.control(.get, "").json[path: "clock.frozen"] == true)
    }

    @Test func `a profile is for projects with nothing in them`() async throws {
        let server = try TestServer()

        let first = """
            profile: production
            users: [ { uid: a, email: a@example.test } ]
            codes: [ { type: VERIFY_EMAIL, to: a@example.test } ]
            """
        #expect(try await server.seed(first).status == 200)
        #expect(try await server.control(.get, "").json["profile"] == "production")
        #expect(
            try await server.complaints("profile: emulator\nusers: []") == [
                "shop.yaml:1:1: /profile: the project has the profile production and is not empty; use strategy replace"
            ])
        #expect(try await server.seed("profile: emulator\nusers: []", query: "strategy=replace").status == 200)
        #expect(try await server.control(.get, "").json["profile"] == "emulator")
    }

    @Test func `of a whole document the project's part counts`() async throws {
        let server = try TestServer()
        let document = "version: 1\nprojects: { example: { users: [ { uid: a } ] }, other: { users: [ { uid: b } ] } }"

        #expect(try await server.seed(document).json["created"] == 1)
        #expect(try await server.control(.get, "", project: "other").json[path: "counts.accounts"] == 0)
        #expect(try await server.seed(document, project: "third").status == 400)
    }

    @Test func `keys of a document are taken as they are written`() async throws {
        let server = try TestServer()
        let document =
            #"{"version":1,"projects":{"example":{"users":[{"uid":"a","claims":{"user_role":"x","Some-Key":1}}]}}}"#

        #expect(try await server.seed(document).status == 200)
        #expect(
            try await server.seededAccount("a")?["customAttributes"] == #"{"user_role":"x","Some-Key":1}"#)
    }

    @Test func `tokens are answered for users who can have them`() async throws {
        let server = try TestServer()
        let document = """
            users: [ { ref: alice, email: a@example.test }, { ref: bob, disabled: true }, { uid: nobody } ]
            tenants: { blue: { users: [ { ref: carol, phoneNumber: "+15555550100" } ] } }
            """

        let refs = try #require(try await server.seed(document, query: "tokens=true").json["refs"])

        let lookup = try await server.app("accounts:lookup", ["idToken": refs[path: "alice.idToken"] ?? .null])
        #expect(lookup.json["users"]?.arrayValue?.first?["localId"] == refs[path: "alice.uid"])
        #expect(try await server.refresh(refs[path: "carol.refreshToken"]?.stringValue).status == 200)
        #expect(refs[path: "bob.idToken"] == nil)
        #expect(refs.objectValue?.map(\.key) == ["alice", "bob", "carol"])
    }
}
