import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// `:export` and `:import` (firebreak.md sections 4 and 6, emulator-api.md, production.md section 16.3).
struct ImportExportTests {
    private func export(_ server: TestServer, _ query: String = "") async throws -> TestAnswer {
        try await server.control(.get, ":export" + query)
    }

    private func importing(_ server: TestServer, _ files: JSON) async throws -> TestAnswer {
        try await server.control(.post, ":import", ["files": files])
    }

    /// A server with one account of every kind, a tenant with an account, and settings.
    private func filledServer(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        _ = try await server.update(
            user.id,
            [
                "displayName": "Ann, \"the first\"", "photoUrl": "https://x.test/p.png", "phoneNumber": "+16505550101",
                "customAttributes": "{\"role\":\"admin\"}", "emailVerified": true,
            ])
        _ = try await server.idp([
            ("providerId", "google.com"),
            ("id_token", #"{"sub":"7","email":"g@example.test","email_verified":true,"name":"G"}"#),
        ])
        _ = try await server.customUser("custom")
        _ = try await server.signInByLink("link@example.test")
        _ = try await server.importAccounts(
            [
                "localId": "hashed", "email": "hashed@example.test",
                "passwordHash": "rA5rUQkZL6bHZrO2mDVZsPCqtw4GDtLE4EEwFhCXIws=", "salt": "NaCl",
            ], options: ["hashAlgorithm": "HMAC_SHA256", "signerKey": "a2V5"])
        let tenant = try await server.makeTenant()
        _ = try await server.tenantUser(tenant, "bob@example.test")
        try await server.set("authorizedDomains", ["localhost", "shop.example.test"])
        if profile != .emulator { try await server.configureProvider("oidc.acme") }
        _ = try await server.control(.patch, "/rules", ["appName": "Shop"])
        return server
    }

    /// Everything about accounts, as admins see it.
    private func accounts(_ server: TestServer) async throws -> [JSON] {
        var found =
            try await server.adminGet("/v1/projects/example/accounts:batchGet?maxResults=1000").json["users"]?
            .arrayValue ?? []
        let tenants = try await server.adminGet("/v2/projects/example/tenants").json["tenants"]?.arrayValue ?? []
        for tenant in tenants {
            let id = tenant["name"]?.stringValue?.split(separator: "/").last.map(String.init) ?? ""
            let path = "/v1/projects/example/tenants/\(id)/accounts:batchGet?maxResults=1000"
            found += try await server.adminGet(path).json["users"]?.arrayValue ?? []
        }
        return found
    }

    @Test(arguments: Profile.allCases)
    func `what was exported can be imported without a loss`(_ profile: Profile) async throws {
        let server = try await filledServer(profile)
        let files = try #require(try await export(server).json["files"])
        let copy = try TestServer(profile)
        let answer = try await importing(copy, files)

        #expect(answer["accounts"] == 6, "\(answer.text)")
        #expect(try await accounts(copy) == accounts(server))
        #expect(try await export(copy).json.text == export(server).json.text)
        #expect(
            try await copy.adminGet("/v2/projects/example/config").json
                == server.adminGet("/v2/projects/example/config").json)
        #expect(try await copy.control(.get, "/rules").json == server.control(.get, "/rules").json)
        #expect(try await copy.signIn("alice@example.test").outcome == "OK")
    }

    @Test func `one-time passwords, passkeys and the clock travel, too`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.securedUser()
        var authenticator = SoftwareAuthenticator.local()
        _ = try await server.enrollPasskey(&authenticator, user)
        _ = try await server.control(.post, "/clock:advance", ["by": "61m"])
        let files = try #require(try await export(server).json["files"])
        let copy = try TestServer(.local)
        try #require(try await importing(copy, files).status == 200)

        #expect(try await export(copy).json.text == export(server).json.text)
        let account = try #require(files["accounts.json"]?["users"]?.arrayValue?.first)
        #expect(account[path: "firebreak.passkeys"]?.arrayValue?.count == 1)
        #expect(try await copy.control(.get, "/clock").json["offset"] == 3_660_000)
    }

    /// By the user, which ends the sessions of the seconds before.
    private func changePassword(of user: SignedInUser, _ server: TestServer) async throws {
        _ = try await server.control(.post, "/clock:advance", ["by": "5s"])
        let answer = try await server.app(
            "accounts:update", ["idToken": user.token, "password": "another-one"])
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// The second server has sessions with the same numbers, and imports what it has imported once more.
    @Test(arguments: Profile.allCases)
    func `who was signed in stays so over an export and an import`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let alice = try await server.user()
        let others = [
            try await server.customUser("custom"), try await server.tenantUser(server.makeTenant(), "bob@example.test"),
        ]
        let ended = try await server.user("carol@example.test")
        try await changePassword(of: ended, server)
        let files = try #require(try await export(server).json["files"])
        let copy = try await TestServer.open(profile)
        let own = try await copy.user("own@example.test")

        for _ in 0..<2 {
            try #require(try await importing(copy, files).status == 200)
            for user in [alice] + others {
                let answer = try await copy.refresh(user.refreshToken)
                #expect(answer.string("user_id") == user.id, "\(answer.text)")
                let before = try claims(await server.refresh(user.refreshToken).string("id_token"))
                let after = try claims(answer.string("id_token"))
                #expect(after["firebase"] == before["firebase"] && after["auth_time"] == before["auth_time"])
            }
            #expect(try await copy.refresh(own.refreshToken).status == 200)
        }
        if profile != .emulator { #expect(try await copy.refresh(ended.refreshToken).status == 400) }
        // They end as those do that began here.
        try await changePassword(of: alice, copy)
        #expect(try await copy.refresh(alice.refreshToken).status == (profile == .emulator ? 200 : 400))
        #expect(try await copy.refresh(others[0].refreshToken).status == 200)
    }

    @Test func `an account has its latest hundred sessions in an export`() async throws {
        let server = try await TestServer.open(.local)
        let first = try await server.user()
        for _ in 0..<100 { _ = try await server.signIn("alice@example.test") }
        let users = try #require(try await export(server).json["files"]?["accounts.json"]?["users"]?.arrayValue)
        let sessions = users.first?[path: "firebreak.sessions"]?.arrayValue ?? []

        #expect(sessions.compactMap { $0["id"]?.integerValue } == Array(2...101))
        #expect(try await server.refresh(first.refreshToken).status == 200)
    }

    @Test func `the files are those of the reference`() async throws {
        let server = try await filledServer(.emulator)
        let files = try #require(try await export(server).json["files"])
        let tenant = try #require(files.names.first { $0.hasPrefix("accounts-") })

        #expect(Set(files.names) == ["accounts.json", tenant, "config.json", "firebreak.json"])
        #expect(
            files["config.json"]
                == [
                    "signIn": ["allowDuplicateEmails": false],
                    "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
                ])
        let accounts = try #require(files["accounts.json"])
        #expect(accounts["kind"] == "identitytoolkit#DownloadAccountResponse")
        let batch = try await server.adminGet("/v1/projects/example/accounts:batchGet?maxResults=-1").json
        // `firebreak` is what the reference has no member for.
        let users = accounts["users"]?.arrayValue?.map { user in
            JSON.object((user.objectValue ?? []).filter { $0.key != "firebreak" })
        }
        #expect(users == batch["users"]?.arrayValue)
    }

    @Test(arguments: Profile.allCases)
    func `an export of the reference signs its users in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let account: JSON = [
            "localId": "a", "createdAt": "1600000000000", "lastLoginAt": "1600000100000", "displayName": "Ann",
            "passwordHash": "fakeHash:salt=fakeSaltx:password=correct-horse", "salt": "fakeSaltx",
            "passwordUpdatedAt": 1_600_000_000_000, "validSince": "1600000000", "email": "Ann@Example.test",
            "emailVerified": true, "disabled": false, "phoneNumber": "+16505550101",
            "providerUserInfo": [
                [
                    "providerId": "password", "email": "ann@example.test", "federatedId": "ann@example.test",
                    "rawId": "ann@example.test",
                ],
                ["providerId": "phone", "phoneNumber": "+16505550101", "rawId": "+16505550101"],
                ["providerId": "google.com", "rawId": "7", "federatedId": "7", "email": "ann@example.test"],
            ],
        ]
        let other: JSON = [
            "localId": "b", "email": "bob@example.test", "tenantId": "blue-1", "emailVerified": false,
            "passwordHash": "fakeHash:salt=s:password=correct-horse", "salt": "s",
        ]
        let answer = try await importing(
            server,
            [
                "accounts.json": ["kind": "identitytoolkit#DownloadAccountResponse", "users": [account]],
                "accounts-blue-1.json": ["users": [other]],
                "config.json": [
                    "signIn": ["allowDuplicateEmails": true],
                    "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
                ],
            ])

        #expect(answer["accounts"] == 2, "\(answer.text)")
        #expect(try await server.signIn("ann@example.test").string("localId") == "a")
        #expect(try await server.signIn("bob@example.test", tenant: "blue-1").string("localId") == "b")
        #expect(
            try await server.idp([("providerId", "google.com"), ("id_token", #"{"sub":"7"}"#)]).string("localId") == "a"
        )
        let stored = try await server.account("a")
        #expect(stored["createdAt"] == "1600000000000" && stored["validSince"] == "1600000000")
        let config = try await server.adminGet("/v2/projects/example/config").json
        #expect(config[path: "signIn.allowDuplicateEmails"] == true)
        // With the protection off, as the file says, an unknown address is told apart.
        #expect(try await server.signIn("nobody@example.test").outcome == "EMAIL_NOT_FOUND")
    }

    @Test func `an import takes the place of what has the same ID and leaves the rest`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()
        let other = try await server.user("bob@example.test")
        let record: JSON = ["localId": .string(user.id), "email": "new@example.test"]
        try #require(try await importing(server, ["accounts.json": ["users": [record]]]).status == 200)

        #expect(try await server.account(user.id)["email"] == "new@example.test")
        #expect(try await server.signIn("alice@example.test").status == 400)
        #expect(try await server.account(other.id)["email"] == "bob@example.test")
        // The sessions of the account before are over.
        #expect(try await server.refresh(user.refreshToken).status == 400)
    }

    private static func session(_ document: JSON) -> JSON {
        ["accounts.json": ["users": [["localId": "a", "firebreak": ["sessions": [document]]]]]]
    }

    static let refused: [(JSON, String)] = [
        ([:], "files"), (["accounts.json": []], "accounts.json: "),
        (["accounts.json": ["users": 1]], "accounts.json: "),
        (["accounts.json": ["users": [[:]]]], "accounts.json: users[0]: localId"),
        (
            ["accounts.json": ["users": [["localId": "a"], ["localId": "b", "email": []]]]],
            "accounts.json: users[1]: email"
        ),
        (["accounts.json": ["users": [["localId": "a", "email": "no address"]]]], "users[0]: email"),
        (["accounts.json": ["users": [["localId": "a", "phoneNumber": "5"]]]], "users[0]: phoneNumber"),
        (["accounts.json": ["users": [["localId": "a", "disabled": "yes"]]]], "users[0]: disabled"),
        (["accounts.json": ["users": [["localId": "a", "customAttributes": "[]"]]]], "users[0]: customAttributes"),
        (
            ["accounts.json": ["users": [["localId": "a", "providerUserInfo": [["providerId": "x"]]]]]],
            "users[0]: providerUserInfo"
        ),
        (["accounts.json": ["users": [["localId": "a", "passwordHash": "%"]]]], "users[0]: passwordHash"),
        (["accounts.json": ["users": [["localId": "a", "createdAt": "x"]]]], "users[0]: createdAt"),
        (["accounts.json": ["users": [["localId": "a", "mfaInfo": [[:]]]]]], "users[0]: mfaInfo"),
        (
            [
                "accounts.json": [
                    "users": [["localId": "a", "mfaInfo": [["mfaEnrollmentId": "f", "enrolledAt": "x"]]]]
                ]
            ],
            "users[0]: mfaInfo.enrolledAt"
        ),
        (
            [
                "accounts.json": [
                    "users": [
                        ["localId": "a", "providerUserInfo": [["providerId": "a", "rawId": "b", "email": []]]]
                    ]
                ]
            ], "users[0]: email"
        ),
        (session([:]), "users[0]: firebreak.sessions needs id, provider and authTime"),
        (session(["id": 1, "provider": "password"]), "users[0]: firebreak.sessions needs id, provider and authTime"),
        (
            session(["id": 1, "provider": "password", "authTime": 1, "secret": "c2hvcnQ"]),
            "users[0]: firebreak.sessions.secret is not Base64 of 16 bytes"
        ),
        (
            session([
                "id": 1, "provider": "password", "authTime": 1, "secret": "AAAAAAAAAAAAAAAAAAAAAA", "extraClaims": 5,
            ]), "users[0]: extraClaims must be an object"
        ),
        (["config.json": ["signIn": 5]], "config.json: /signIn must be"),
        (["users.csv": "a,b"], "users.csv: line 1"),
        (["users.csv": "\n\n\"c"], "users.csv: line 3: a quoted field does not end"),
        (["config.json": ["signIn": 1]], "config.json"),
        (["firebreak.json": ["version": 9]], "firebreak.json: version"),
        (["firebreak.json": ["version": 1, "rules": ["expiry": "sometimes"]]], "firebreak.json"),
        (["firebreak.json": ["version": 1, "clock": ["frozenAt": -1]]], "firebreak.json: a clock shows"),
        (["firebreak.json": ["version": 1, "clock": ["offset": .int(Int64.max)]]], "firebreak.json: a clock shows"),
        (
            ["firebreak.json": ["version": 1, "config": ["signIn": ["hashConfig": ["rounds": 1]]]]],
            "firebreak.json: INVALID_HASH_ALGORITHM"
        ),
        (["firebreak.json": ["version": 1, "providers": ["oauthIdpConfigs": ["acme": [:]]]]], "firebreak.json"),
        (
            ["firebreak.json": ["version": 1, "providers": ["oauthIdpConfigs": ["oidc.acme": 5]]]],
            "firebreak.json: providers.oauthIdpConfigs.oidc.acme must be an object"
        ),
        (["firebreak.json": ["version": 1, "iamPolicy": []]], "iamPolicy must be an object"),
        (["firebreak.json": ["version": 1, "tenants": ["": ["tenant": [:]]]]], "tenants: an ID must not be empty"),
        (["firebreak.json": ["version": 1, "apiKeys": [5]]], "apiKeys must be texts"),
        (["firebreak.json": ["version": 1, "apiKeys": ["a", ""]]], "key must have 1 through 256 bytes"),
    ]

    @Test(arguments: [Limit.configuration, .rules, .tenant, .provider, .policy, .apiKeys, .tenants])
    func `an import is within the limits of what it fills`(_ limit: Limit) async throws {
        let server = try TestServer(.local, maximumBody: 4 << 20)
        let text = JSON.string(String(repeating: "x", count: limit.maximum))
        let many = (0...limit.maximum).lazy.map { "name-\($0)" }
        var content: JSON =
            switch limit {
            case .configuration: ["config": ["a": text]]
            case .rules: ["rules": ["appName": text]]
            case .tenant: ["tenants": ["blue-1": ["tenant": ["displayName": text]]]]
            case .provider: ["providers": ["oauthIdpConfigs": ["oidc.acme": ["issuer": text]]]]
            case .policy: ["iamPolicy": ["etag": text]]
            case .apiKeys: ["apiKeys": .array(many.map(JSON.string))]
            default: ["tenants": .object(many.map { JSON.Member($0, ["tenant": [:]]) })]
            }
        content["version"] = 1
        let answer = try await importing(server, ["firebreak.json": content])

        #expect(answer.status == 400)
        #expect(answer.message?.contains(limit.sentence) == true, "\(answer.message?.prefix(300) ?? "")")
        #expect(try await server.adminGet("/v2/projects/example/tenants")["tenants"]?.arrayValue?.isEmpty != false)
    }

    @Test(arguments: refused)
    func `a file with a mistake is named, and nothing is stored`(_ files: JSON, _ place: String) async throws {
        let server = try TestServer(.local)
        let good: JSON = ["users": [["localId": "good"]]]
        var files = files
        if files != [:] { files["other.json"] = good }
        let answer = try await importing(server, files)

        #expect(answer.status == 400)
        #expect(answer.message?.contains(place) == true, "\(answer.text)")
        #expect(try await accounts(server).isEmpty)
    }

    // MARK: auth:export

    @Test func `auth-export is the file that the CLI writes`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.importAccounts(
            [
                "localId": "uid-1", "email": "a@example.com", "emailVerified": true, "displayName": "A",
                "passwordHash": "-_8=", "salt": "__4=", "createdAt": "1600000000000", "lastLoginAt": "1600000100000",
                "customAttributes": "{\"role\":\"admin\"}",
                "providerUserInfo": [
                    ["providerId": "google.com", "rawId": "123", "email": "a@gmail.com"],
                    ["providerId": "oidc.acme", "rawId": "9"],
                ],
            ], ["localId": "uid-2", "email": "b@example.com", "disabled": true, "createdAt": "1600000000000"],
            options: [:])

        let text = try await export(server, "?format=auth-export").text
        #expect(
            text == #"""
                {"users": [
                {
                  "localId": "uid-1",
                  "email": "a@example.com",
                  "emailVerified": true,
                  "passwordHash": "+/8=",
                  "salt": "//4=",
                  "displayName": "A",
                  "lastSignedInAt": "1600000100000",
                  "createdAt": "1600000000000",
                  "disabled": false,
                  "customAttributes": "{\"role\":\"admin\"}",
                  "providerUserInfo": [
                    {
                      "providerId": "google.com",
                      "rawId": "123",
                      "email": "a@gmail.com"
                    }
                  ]
                },
                {
                  "localId": "uid-2",
                  "email": "b@example.com",
                  "emailVerified": false,
                  "createdAt": "1600000000000",
                  "disabled": true,
                  "providerUserInfo": []
                }]}
                """#)
        let csv = try await export(server, "?format=auth-export-csv")
        #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
        let rows = csv.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(rows.map(\.count) == [53, 53])
        #expect(rows[0][0] == "uid-1" && rows[0][7] == "123" && rows[0][8] == "a@gmail.com")
        #expect(rows[0][23] == "1600000000000" && rows[0][24] == "1600000100000" && rows[0][26] == "false")
        #expect(rows[0][27] == #""{""role"":""admin""}""#)
        #expect(rows[1][26] == "true" && rows[1][52].isEmpty)
    }

    @Test(arguments: ["auth-export", "auth-export-csv"])
    func `files of auth export come back`(_ format: String) async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()
        _ = try await server.update(
            user.id,
            [
                "displayName": "Line 1\nLine \"2\", end", "phoneNumber": "+16505550101",
                "customAttributes": "{\"a\":[1,2]}", "photoUrl": "https://x.test/,",
            ])
        let file = try await export(server, "?format=\(format)")
        let copy = try TestServer(.local)
        let files: JSON =
            format == "auth-export" ? ["users.json": file.json] : ["users.csv": .string(file.text)]
        try #require(try await importing(copy, files)["accounts"] == 1)
        if format == "auth-export-csv" {
            // Without the end of its last line, of which the last field is empty.
            #expect(file.text.hasSuffix(",\n"))
            let cut = try await importing(try TestServer(.local), ["users.csv": .string(String(file.text.dropLast()))])
            #expect(cut["accounts"] == 1)
        }

        #expect(try await export(copy, "?format=\(format)").text == file.text)
        #expect(try await copy.signIn("alice@example.test").string("localId") == user.id)
    }

    /// A name that would begin a row of its own, with an account that nobody made.
    @Test(arguments: ["\"", "\u{600}\"", "\"\u{301}", "\u{110BD}\"\u{20D0}", "\",\"\u{301}", "\r\n"])
    func `no name invents a row of a table`(_ mark: String) async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()
        let name = "a\(mark),x\nevil,evil@example.test,true,\(mark)b"
        #expect(try await server.update(user.id, ["displayName": .string(name)]).status == 200)
        let file = try await export(server, "?format=auth-export-csv")
        let copy = try TestServer(.local)

        #expect(try await importing(copy, ["users.csv": .string(file.text)])["accounts"] == 1)
        #expect(try await copy.account(user.id)["displayName"] == .string(name))
    }

    @Test func `production's hashes count by the project's own parameters`() async throws {
        // vectors.md section 1: the parameters and the hash of Firebase's own SCRYPT.
        let vector = try #require(PasswordHashVector.all.first { $0.options["hashAlgorithm"] == "SCRYPT" })
        let server = try await TestServer.open(.local)
        var config: JSON = ["algorithm": "SCRYPT"]
        for name in ["signerKey", "saltSeparator", "rounds", "memoryCost"] { config[name] = vector.options[name] }
        try await server.set("signIn.hashConfig", config)
        let record: JSON = [
            "localId": "a", "email": "a@example.test", "passwordHash": .string(vector.hash),
            "salt": .string(vector.salt ?? ""),
        ]
        try #require(try await importing(server, ["users.json": ["users": [record]]]).status == 200)

        #expect(try await server.signIn("a@example.test", password: vector.password).outcome == "OK")
        #expect(try await server.signIn("a@example.test", password: "other-password").status == 400)
    }

    @Test func `hashes that files cannot describe are left out`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.importAccounts(
            ["localId": "a", "passwordHash": "AAAA", "salt": "AAAA"],
            options: ["hashAlgorithm": "SHA256", "rounds": 1])

        let user = try await export(server, "?format=auth-export").json["users"]?.arrayValue?.first
        #expect(user?["localId"] == "a")
        #expect(user?["passwordHash"] == nil)
        #expect(user?["salt"] == nil)
    }

    @Test func `a tenant's accounts have their own file`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let tenant = try await server.makeTenant()
        let bob = try await server.tenantUser(tenant, "bob@example.test")

        let users = try await export(server, "?format=auth-export&tenant=\(tenant)").json["users"]?.arrayValue
        #expect(users?.map { $0["localId"]?.stringValue } == [bob.id])
        #expect(try await export(server, "?format=auth-export&tenant=nobody").message == "INVALID_TENANT_ID")
        #expect(try await export(server, "?tenant=\(tenant)").status == 400)
        #expect(try await export(server, "?format=xml").message?.contains("auth-export") == true)
    }

    // MARK: Fixtures

    @Test(arguments: [Profile.local, .production])
    func `an export as a fixture can be seeded`(_ profile: Profile) async throws {
        let server = try await filledServer(profile)
        let fixture = try await export(server, "?format=fixture")
        let copy = try TestServer(profile)
        let seeded = try await copy.send(.post, "/firebreak/v1/projects/example:seed", fixture.json)
        try #require(seeded.status == 200, "\(seeded.text)\n\(fixture.text)")

        #expect(try await export(copy, "?format=fixture").json == fixture.json)
        #expect(try await copy.signIn("alice@example.test").outcome == "OK")
        let hashed = try await copy.account("hashed")
        #expect(hashed["email"] == "hashed@example.test")
    }

    @Test func `settings with parts that nobody sets can be seeded`() async throws {
        let server = try await TestServer.open(.local)
        let policy: JSON = [
            "passwordPolicyEnforcementState": "ENFORCE",
            "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 8]]],
        ]
        try await server.set("passwordPolicyConfig", policy)
        try await server.set("signIn.hashConfig", ["rounds": 4])
        let tenant: JSON = [
            "displayName": "blue-team", "passwordPolicyConfig": policy, "hashConfig": ["rounds": 5],
            "testPhoneNumbers": ["+15555550100": "123456"],
        ]
        let made = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/projects/example/tenants", tenant,
            headers: [.authorization: "Bearer owner"])
        try #require(made.status == 200, "\(made.text)")
        let fixture = try await export(server, "?format=fixture")
        let copy = try TestServer(.local)
        let seeded = try await copy.send(.post, "/firebreak/v1/projects/example:seed", fixture.json)
        try #require(seeded.status == 200, "\(seeded.text)\n\(fixture.text)")

        let config = try await copy.adminGet("/v2/projects/example/config").json
        #expect(config[path: "signIn.hashConfig.rounds"] == 4)
        #expect(config["passwordPolicyConfig"]?["passwordPolicyVersions"]?.arrayValue?.first?["schemaVersion"] == 1)
        #expect(try await export(copy, "?format=fixture").json == fixture.json)
    }

    @Test func `texts of users that a document would expand or refuse come back`() async throws {
        let server = try await TestServer.open(.local)
        let user = try await server.user()
        _ = try await server.update(user.id, ["displayName": "costs ${PRICE}"])
        _ = try await server.importAccounts(
            [
                "localId": "empty", "displayName": "",
                "providerUserInfo": [["providerId": "google.com", "rawId": "9", "displayName": ""]],
            ])
        let fixture = try await export(server, "?format=fixture")
        let copy = try TestServer(.local)
        let seeded = try await copy.send(.post, "/firebreak/v1/projects/example:seed", fixture.json)
        try #require(seeded.status == 200, "\(seeded.text)\n\(fixture.text)")

        #expect(try await copy.account(user.id)["displayName"] == "costs ${PRICE}")
        #expect(try await copy.account("empty")["providerUserInfo"]?.arrayValue?.first?["rawId"] == "9")
    }

    /// A user's own, else the tenant's, else the project's.
    @Test func `each password of a fixture is of its kind of hash`() async throws {
        let server = try TestServer(.local)
        let user: JSON = ["passwordHash": "AAAA", "salt": "AAAA"]
        func named(_ id: String, _ hash: JSON?) -> JSON {
            var user = user
            user["uid"] = .string(id)
            user["hash"] = hash
            return user
        }
        func sha256(_ rounds: Int) -> JSON { ["hashAlgorithm": "SHA256", "rounds": .int(rounds)] }
        let part: JSON = [
            "hash": sha256(1),
            "users": [named("a", nil), named("b", sha256(2)), named("c", ["hashAlgorithm": "BCRYPT"])],
            "tenants": ["blue": ["hash": sha256(3), "users": [named("d", nil), named("e", sha256(4))]]],
        ]
        try #require(try await server.send(.post, "/firebreak/v1/projects/example:seed", part).status == 200)

        let fixture = try await export(server, "?format=fixture").json
        let project = try #require(fixture["projects"]?["example"])
        func hashes(_ scope: JSON?) -> [JSON?] { (scope?["users"]?.arrayValue ?? []).map { $0["hash"]?["rounds"] } }
        #expect(project["hash"]?["rounds"] == 1)
        #expect(hashes(project) == [nil, 2, nil])
        #expect(project["users"]?.arrayValue?.last?["hash"]?["hashAlgorithm"] == "BCRYPT")
        #expect(hashes(project["tenants"]?["blue"]) == [3, 4])

        let copy = try TestServer(.local)
        try #require(try await copy.send(.post, "/firebreak/v1/projects/example:seed", fixture).status == 200)
        #expect(try await export(copy, "?format=fixture").json == fixture)
    }

    // MARK: Hashes of auth:export

    /// A hash with unused bits that are not zero, the other alphabet, padding where there is none to be, and so on.
    private static let wrongHashes = [
        "rA5rUQkZL6bHZrO2mDVZsPCqtw4GDtLE4EEwFhCXIwt=", "rA5rUQkZL6bHZrO2mDVZsPCqtw4GDtLE4EEwFhCXIws==", "QQ=", "QR==",
        "a-_b", "QUJ=", "QUJ", "!!!!", "QU JD",
    ]

    /// production.md section 16.3
    @Test(arguments: wrongHashes)
    func `a hash or a salt that auth:export does not write is an error of its row`(text: String) async throws {
        for member in ["passwordHash", "salt"] {
            let server = try TestServer()
            var row: JSON = ["localId": "b", "passwordHash": "QUJD", "salt": "QUJD"]
            row[member] = .string(text)
            let answer = try await importing(server, ["users.json": ["users": [["localId": "a"], row]]])
            #expect(answer.status == 400)
            #expect(answer.message?.contains("users.json: users[1]: \(member)") == true, "\(answer.text)")
            let fields = ["b", "", "", row["passwordHash"]?.stringValue ?? "", row["salt"]?.stringValue ?? ""]
            let line = (fields + Array(repeating: "", count: 24)).joined(separator: ",")
            let first = "a" + String(repeating: ",", count: 28)
            let table = try await importing(server, ["users.csv": .string("\(first)\n\(line)\n")])
            #expect(table.message?.contains("users.csv: users[1]: \(member)") == true, "\(table.text)")
            #expect(try await server.control(.get, "")["counts"]?["accounts"] == 0)
        }
    }

    @Test(arguments: ["QUJD", "QUI=", "QUI", "QQ==", "QQ", "+/+/"])
    func `what auth:export writes is read, padded or not, and written as it is`(text: String) async throws {
        let server = try TestServer()
        let row: JSON = ["localId": "a", "passwordHash": .string(text), "salt": .string(text)]
        #expect(try await importing(server, ["users.json": ["users": [row]]]).status == 200)
        let written = try await export(server, "?format=auth-export")["users"]?.arrayValue?.first
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        #expect(written?["passwordHash"] == .string(padded))
        #expect(written?["salt"] == .string(padded))
    }

    @Test func `passwords in the marked form come back as they went, whatever their salt is`() async throws {
        let server = try TestServer()
        let row: JSON = [
            "localId": "a", "email": "a@example.test", "passwordHash": "fakeHash:salt=abd:password=correct-horse",
            "salt": "abd",
        ]
        #expect(try await importing(server, ["users.json": ["users": [row]]]).status == 200)
        let exported = try await export(server, "?format=auth-export")
        #expect(exported["users"]?.arrayValue?.first?["salt"] == "abd")
        let copy = try TestServer()
        #expect(try await importing(copy, ["users.json": exported.json]).status == 200)
        let signIn: JSON = ["email": "a@example.test", "password": "correct-horse"]
        #expect(try await copy.app("accounts:signInWithPassword", signIn).status == 200)
    }

    /// What an earlier version took of a number that no double holds.
    @Test func `claims with a number that is none are exported, imported and in tokens as null`() async throws {
        let server = try TestServer()
        let claims = #"{"level":1e400,"role":"admin"}"#
        let row: JSON = [
            "localId": "a", "email": "a@example.test", "passwordHash": "fakeHash:salt=s:password=correct-horse",
            "salt": "s", "customAttributes": .string(claims),
        ]
        #expect(try await importing(server, ["auth_export/accounts.json": ["users": [row]]]).status == 200)
        let signIn = try await server.app(
            "accounts:signInWithPassword",
            ["email": "a@example.test", "password": "correct-horse", "returnSecureToken": true])
        let token = try #require(signIn["idToken"]?.stringValue.flatMap { JSONWebToken($0) })
        #expect(token.payload["level"] == .null)
        #expect(token.payload["role"] == "admin")
        for format in ["emulator", "auth-export", "fixture"] {
            #expect(try await export(server, "?format=\(format)").status == 200)
        }
        #expect(try await server.control(.post, ":fork", ["to": "copy"]).status == 200)
    }

    // MARK: Hostile texts

    /// What readers of JSON, YAML, CSV or fixtures may take for something else.
    private static let hostile = [
        "\0", "a\0b", "\u{85}", "\u{FEFF}", "\u{FEFF}a", "a\u{FEFF}b", "\u{2028}\u{2029}", "\u{7F}", "\u{1A}0",
        "\u{FFFE}",
        "\u{FFFF}", "${HOME}", "$${X}", "a: b", "- a", "#x", "\t", "\r\n", "\n a", "\u{1}", "\u{1B}[2J", "\u{1F600}",
        "\u{202E}", " a ", "'", "\"", "\\", "a,b", "true", "1e3", "~", "<<", "=1+1", "\u{80}\u{9F}",
    ]

    private enum Form: String, CaseIterable {
        case emulator, fixtureJSON, fixtureYAML, authExport = "auth-export", authExportCSV = "auth-export-csv"
    }

    /// Sends an export to the reader of its form, in another server.
    private func read(_ form: Form, _ exported: TestAnswer, into server: TestServer) async throws -> TestAnswer {
        func seeded(_ type: String) async throws -> TestAnswer {
            try await server.send(
                .post, "/firebreak/v1/projects/example:seed", headers: [.contentType: type], body: exported.body)
        }
        return switch form {
        case .emulator: try await importing(server, try #require(exported["files"]))
        case .fixtureJSON: try await seeded("application/json")
        case .fixtureYAML: try await seeded("application/yaml")
        case .authExport: try await importing(server, ["users.json": exported.json])
        case .authExportCSV: try await importing(server, ["users.csv": .string(exported.text)])
        }
    }

    @Test(arguments: Form.allCases)
    private func `an export is read back, whatever is in its names and claims`(_ form: Form) async throws {
        let server = try await TestServer.open(.local)
        for (index, text) in Self.hostile.enumerated() {
            let claims: JSON = ["k": .string(text), "of": .object([JSON.Member(text, 1)])]
            let answer = try await server.importAccounts([
                "localId": .string("u\(index)"), "displayName": .string(text), "photoUrl": .string("http://x/" + text),
                "customAttributes": .string(claims.text),
            ])
            #expect(answer.outcome == "OK", "\(text)")
        }
        let original = try await accounts(server)
        #expect(original.count == Self.hostile.count)

        let format = form == .fixtureJSON || form == .fixtureYAML ? "fixture" : form.rawValue
        let copy = try await TestServer.open(.local)
        let answer = try await read(form, try await export(server, "?format=\(format)"), into: copy)
        #expect(answer.status == 200, "\(answer.text)")
        let members = ["localId", "displayName", "photoUrl", "customAttributes"]
        func told(_ accounts: [JSON]) -> [[String?]] {
            accounts.map { account in members.map { account[$0]?.stringValue } }
        }
        #expect(try await told(accounts(copy)) == told(original))
    }

    @Test func `what accounts are found by has no U+0000 in any form`() async throws {
        let server = try await TestServer.open(.local)
        for csv in ["a\0b,", "a,x\0@x.test"] {
            let line = csv + String(repeating: ",", count: 27 - csv.filter { $0 == "," }.count)
            let answer = try await importing(server, ["users.csv": .string(line)])
            #expect(answer.outcome.contains("must not have the character U+0000"), "\(answer.text)")
        }
        for document in [#"{"users":[{"uid":"a\u0000b"}]}"#, "users: [{ email: \"a\\0@x.test\" }]"] {
            let answer = try await server.send(
                .post, "/firebreak/v1/projects/example:seed", headers: [.contentType: "application/yaml"],
                body: Array(document.utf8))
            #expect(answer.text.contains("a text must not have the character U+0000"), "\(answer.text)")
        }
    }
}
