import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md sections 1.1, 8.2 and 8.3: the plain fields of accounts:update, field by field.
struct AccountChangesFieldsTests {
    @Test(arguments: Profile.allCases)
    func `names are stored when they are not null, empty ones included`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["displayName": "A", "photoUrl": "http://p"])
        let answer = try await server.app(
            "accounts:update", ["idToken": user.token, "displayName": "", "photoUrl": ""])

        #expect(answer["displayName"] == "")
        #expect(answer["photoUrl"] == "")
        let stored = try await server.account(user.id)
        #expect(stored["displayName"] == "")
        #expect(stored["photoUrl"] == "")
        #expect(stored["providerUserInfo"]?.arrayValue?[0]["displayName"] == "")
    }

    /// production.md section 9
    @Test(arguments: [Profile.local, .production])
    func `null changes nothing, and a picture may be any text of 2,048 characters`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let changes: JSON = ["displayName": "A", "photoUrl": .string(String(repeating: "p", count: 2048))]
        for body in [changes, ["displayName": nil, "photoUrl": nil]] {
            let answer = try await server.app("accounts:update", body.merging(["idToken": user.token]))
            #expect(answer.outcome == "OK")
        }

        let stored = try await server.account(user.id)
        for change in changes.objectValue ?? [] { #expect(stored[change.key] == change.value) }
    }

    @Test(arguments: Profile.allCases)
    func `an app cannot set what only admins may`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let before = try await server.account(user.id)
        let changes: JSON = [
            "idToken": user.token, "emailVerified": true, "createdAt": "1", "lastLoginAt": "2",
            "phoneNumber": "+15555550100", "localId": "other",
        ]

        #expect(try await server.app("accounts:update", changes).status == 200)
        #expect(try await server.account(user.id) == before)
    }

    @Test(arguments: [Profile.local, .production])
    func `all identity providers go with the attribute, the password stays`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        for id in ["google.com", "oidc.acme"] {
            let link: JSON = ["linkProviderUserInfo": ["providerId": .string(id), "rawId": "raw"]]
            #expect(try await server.update(user.id, link).status == 200)
        }
        #expect(try await server.account(user.id).providerIDs?.count == 3)

        #expect(try await server.update(user.id, ["deleteAttribute": ["PROVIDER", "RAW_USER_INFO"]]).status == 200)

        #expect(try await server.account(user.id).providerIDs == ["password"])
    }

    @Test(arguments: [Profile.local, .production])
    func `a hundred identity providers can be linked by admins`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        func link(_ number: Int) async throws -> TestAnswer {
            let identity: JSON = ["providerId": .string("oidc.p\(number)"), "rawId": "raw"]
            return try await server.update(user.id, ["linkProviderUserInfo": identity])
        }
        for number in 1...100 { #expect(try await link(number).status == 200) }

        #expect(try await link(101).status == 400)
        #expect(try await link(100).status == 200, "one that is there")
    }

    @Test(arguments: [Profile.local, .production])
    func `an upgrade leaves the identity providers as the only way to sign in`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let upgrade: JSON = ["upgradeToFederatedLogin": true, "provider": ["google.com"]]
        #expect(try await server.update(user.id, upgrade).status == 200)
        // There is none yet, so the password stays.
        #expect(try await server.account(user.id).providerIDs == ["password"])
        let link: JSON = ["linkProviderUserInfo": ["providerId": "google.com", "rawId": "raw"]]
        #expect(try await server.update(user.id, link).status == 200)
        #expect(try await server.update(user.id, ["upgradeToFederatedLogin": false]).status == 200)
        #expect(try await server.account(user.id).providerIDs?.count == 2)

        #expect(try await server.update(user.id, upgrade).status == 200)

        let stored = try await server.account(user.id)
        #expect(stored.providerIDs == ["google.com"])
        #expect(stored["passwordHash"] == nil && stored["email"] != nil)
    }

    @Test(arguments: Profile.allCases)
    func `an admin sets everything`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "a"])
        let changes: JSON = [
            "email": "A@X.test", "emailVerified": true, "createdAt": "1", "lastLoginAt": "2",
            "phoneNumber": "+15555550100", "disableUser": true, "customAttributes": "{\"a\": 1}", "displayName": "A",
        ]

        #expect(try await server.update("a", changes).status == 200)
        let stored = try await server.account("a")
        #expect(stored["emailVerified"] == true)
        #expect(stored["createdAt"] == "1")
        #expect(stored["lastLoginAt"] == "2")
        #expect(stored["phoneNumber"] == "+15555550100")
        #expect(stored["disabled"] == true)
        #expect(stored["customAttributes"] == "{\"a\": 1}")
        #expect(stored.providerIDs == ["phone"])
        _ = try await server.update("a", ["disableUser": false, "phoneNumber": ""])
        #expect(try await server.account("a")["disabled"] == false)
        #expect(try await server.account("a")["phoneNumber"] == "+15555550100")
    }

    static let phones: [Row] = [
        Row("+1650555ABCD", emulator: "+1650555ABCD", others: "+16505552223"),
        Row("+1 (650) 555-0100", emulator: "+1 (650) 555-0100", others: "+16505550100"),
        Row("+15555550100", "+15555550100"),
    ]

    @Test(arguments: Profile.allCases, phones)
    func `numbers are brought into one form outside the reference`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "a"])
        _ = try await server.update("a", ["phoneNumber": row.body])

        let stored = try await server.account("a")
        #expect(stored["phoneNumber"]?.stringValue == row.outcome(profile))
        #expect(
            stored["providerUserInfo"]?.sorted == [
                [
                    "phoneNumber": .string(row.outcome(profile)), "providerId": "phone",
                    "rawId": .string(row.outcome(profile)),
                ]
            ])
    }

    /// alice, with everything an account can have.
    private func full(_ profile: Profile) async throws -> TestServer {
        let server = try TestServer(profile)
        let google: JSON = ["providerId": "google.com", "rawId": "g-1", "email": "A@gmail.test"]
        let imported = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "emailVerified": true, "rawPassword": "secret1",
                "displayName": "A", "photoUrl": "http://p", "phoneNumber": "+15555550100",
                "providerUserInfo": [google],
            ])
        try #require(imported["error"]?.arrayValue?.isEmpty != false)
        return server
    }

    @Test(arguments: Profile.allCases)
    func `attributes are deleted after the others were set`(_ profile: Profile) async throws {
        let server = try await full(profile)
        let changes: JSON = [
            "displayName": "B", "photoUrl": "http://q",
            "deleteAttribute": ["USER_ATTRIBUTE_NAME_UNSPECIFIED", "DISPLAY_NAME", 4],
        ]
        let answer = try await server.update("a", changes)

        #expect(answer["displayName"] == nil)
        #expect(answer["photoUrl"] == nil)
        #expect(try await server.account("a")["email"] == "a@x.test")
    }

    @Test(arguments: Profile.allCases)
    func `deleting the password attribute leaves the address`(_ profile: Profile) async throws {
        let server = try await full(profile)
        _ = try await server.update("a", ["deleteAttribute": ["PASSWORD"]])

        let stored = try await server.account("a")
        #expect(stored["passwordHash"] == nil)
        #expect(stored["salt"] == nil)
        #expect(stored["email"] == "a@x.test")
        #expect(stored.providerIDs == ["google.com", "phone"])
    }

    @Test(arguments: Profile.allCases)
    func `deleting the address attribute leaves the hash`(_ profile: Profile) async throws {
        let server = try await full(profile)
        let answer = try await server.update("a", ["deleteAttribute": ["EMAIL"]])

        let stored = try await server.account("a")
        #expect(stored["email"] == nil)
        #expect(stored["emailVerified"] == (profile == .emulator ? nil : true))
        #expect(answer["emailVerified"] == (profile == .emulator ? nil : true))
        #expect(stored["passwordHash"] != nil)
        #expect(stored.providerIDs == ["google.com", "phone"])
        #expect(try await server.signUp("a@x.test").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `unlinking the password removes the address in the reference only`(_ profile: Profile) async throws {
        let server = try await full(profile)
        let answer = try await server.update("a", ["deleteProvider": ["password", "unknown.test"]])

        let address: JSON? = profile == .emulator ? nil : "a@x.test"
        #expect(answer["email"] == address)
        let stored = try await server.account("a")
        #expect(stored["email"] == address)
        #expect(stored["emailVerified"] == (profile == .emulator ? nil : true))
        #expect(stored["passwordHash"] == nil)
        #expect(stored["salt"] == nil)
        #expect(stored.providerIDs == ["google.com", "phone"])
    }

    @Test(arguments: Profile.allCases)
    func `unlinking all leaves no number, and an empty list that production does not show`(
        _ profile: Profile
    ) async throws {
        let server = try await full(profile)
        _ = try await server.update("a", ["deleteProvider": ["google.com", "phone", "password"]])

        let stored = try await server.account("a")
        #expect(stored["phoneNumber"] == nil)
        #expect(stored["providerUserInfo"] == (profile == .production ? nil : []))
        let found = try await server.admin(
            "accounts:lookup", ["federatedUserId": [["providerId": "google.com", "rawId": "g-1"]]])
        #expect(found["users"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `a provider is linked after others were unlinked`(_ profile: Profile) async throws {
        let server = try await full(profile)
        let linked: JSON = [
            "providerId": "google.com", "rawId": "g-2", "federatedId": "g-2", "displayName": "Other", "ownKey": 1,
        ]
        _ = try await server.update("a", ["linkProviderUserInfo": linked])
        var stored = try await server.account("a")
        let isReference = profile == .emulator
        #expect(
            stored.providerIDs
                == (isReference ? ["google.com", "password", "phone"] : ["google.com", "phone", "password"]))
        #expect(stored["providerUserInfo"]?.arrayValue?.first?.sorted == linked.sorted)
        #expect(stored["displayName"] == "A")
        #expect(stored["email"] == "a@x.test")

        _ = try await server.update("a", ["deleteProvider": ["google.com"], "linkProviderUserInfo": linked])
        stored = try await server.account("a")
        #expect(stored.providerIDs?.sorted() == ["google.com", "password", "phone"])
    }

    /// production.md section 1.1.
    @Test(arguments: [Profile.local, .production])
    func `of an account that was not imported the number comes first`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "a", "email": "a@x.test", "password": "secret1"])
        for id in ["google.com", "apple.com"] {
            let link: JSON = ["linkProviderUserInfo": ["providerId": .string(id), "rawId": "raw"]]
            _ = try await server.update("a", link.merging(["phoneNumber": "+15555550100"]))
        }

        #expect(try await server.account("a").providerIDs == ["phone", "google.com", "apple.com", "password"])
    }

    @Test(arguments: Profile.allCases)
    func `the entries of password and number mirror the profile`(_ profile: Profile) async throws {
        let server = try await full(profile)
        _ = try await server.update("a", ["displayName": "New", "deleteAttribute": ["PHOTO_URL"]])

        let entries = try await server.account("a")["providerUserInfo"]?.arrayValue ?? []
        #expect(
            entries.map(\.sorted).contains([
                "displayName": "New", "email": "a@x.test", "federatedId": "a@x.test", "providerId": "password",
                "rawId": "a@x.test",
            ]))
    }

    // MARK: Second factors and passkeys

    @Test(arguments: Profile.allCases)
    func `second factors are replaced as a list`(_ profile: Profile) async throws {
        let server = try await full(profile)
        let first: JSON = ["mfaEnrollmentId": "one", "phoneInfo": "+15555550101", "displayName": "x"]
        let second: JSON = [
            "mfaEnrollmentId": "two", "phoneInfo": "+15555550102", "enrolledAt": "2020-01-01T00:00:00.000Z",
        ]
        func stored(_ mfa: JSON?) async throws -> JSON? {
            var changes: JSON = ["displayName": "A"]
            changes["mfa"] = mfa
            try #require(try await server.update("a", changes).status == 200)
            return try await server.account("a")["mfaInfo"]?.sorted
        }
        let shown: JSON =
            profile == .emulator
            ? [
                first.merging(["unobfuscatedPhoneInfo": "+15555550101"]).sorted,
                second.merging(["unobfuscatedPhoneInfo": "+15555550102"]).sorted,
            ] : [first.merging(["enrolledAt": "2026-06-01T12:00:00.000Z"]).sorted, second.sorted]

        #expect(try await stored(["enrollments": [first, second]]) == shown)
        #expect(try await stored(nil) == shown)
        #expect(try await stored(["enrollments": []]) == nil)
        #expect(try await stored(["enrollments": [first]])?.arrayValue?.count == 1)
        #expect(try await stored([:]) == nil)
    }

    @Test func `in the reference an app sets its own second factors`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        let factor: JSON = ["mfaEnrollmentId": "one", "phoneInfo": "+15555550101"]
        _ = try await server.app("accounts:update", ["idToken": user.token, "mfa": ["enrollments": [factor]]])

        #expect(
            try await server.account(user.id)["mfaInfo"]?.sorted == [
                factor.merging(["unobfuscatedPhoneInfo": "+15555550101"]).sorted
            ])
    }

    @Test func `deleting passkeys makes a list where there was none`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        try #require(try await server.account(user.id)["passkeyInfo"] == nil)
        _ = try await server.app("accounts:update", ["idToken": user.token, "deletePasskey": ["any"]])

        #expect(try await server.account(user.id)["passkeyInfo"] == [])
    }

    /// production.md section 9
    @Test(arguments: Profile.allCases)
    func `texts that nothing is found by may have the character U+0000`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user(password: "correct\0horse")
        let attributes: JSON = ["role": ["\0"], "\0": "a\0b"]
        let changes: JSON = [
            "customAttributes": .string(attributes.text), "displayName": "A\0B", "photoUrl": "p\0q",
        ]
        #expect(try await server.update(user.id, changes).outcome == "OK")

        let account = try await server.account(user.id)
        for change in changes.objectValue ?? [] { #expect(account[change.key] == change.value) }
        let answer = try await server.app(
            "accounts:signInWithPassword",
            ["email": "alice@example.test", "password": "correct\0horse", "returnSecureToken": true])
        #expect(try await server.signIn("alice@example.test", password: "correct").status == 400)
        #expect(try await server.signIn("alice@example.test", password: "correct\0").status == 400)

        let refreshed = try await server.refresh(answer["refreshToken"]?.stringValue)
        for token in [answer["idToken"], refreshed["id_token"]] {
            let token = try #require(token?.stringValue)
            let payload = try claims(token)
            #expect([payload["name"], payload["picture"], payload["\0"]] == ["A\0B", "p\0q", "a\0b"])
            #expect(try await server.lookup(token).outcome == "OK")
        }
    }

    /// production.md section 9
    @Test(arguments: Profile.allCases)
    func `so may the claims of a session`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.customUser("alice", claims: ["role": "a\0b"])
        let refreshed = try await server.refresh(user.refreshToken)
        let token = try #require(refreshed["id_token"]?.stringValue)
        #expect(try claims(token)["role"] == "a\0b")
        #expect(try await server.lookup(token).outcome == "OK")

        let refused: JSON = ["token": .string((["uid": "alice\0x"] as JSON).text)]
        #expect(try await server.app("accounts:signInWithCustomToken", refused).status == 400)
    }
}
