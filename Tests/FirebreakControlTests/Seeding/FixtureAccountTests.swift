import FirebreakTestSupport
import FirebreakWire
import Testing

/// Users of fixtures: what is wrong with them, in which order it is looked for, and what is stored of them.
struct FixtureAccountTests {
    /// Values that are wrong, in the order in which they are found.
    private static let faults: [(value: String, complaint: String)] = [
        ("email: nobody", "/users/0/email: nobody is not an e-mail address"),
        ("phoneNumber: \"555\"", "/users/0/phoneNumber: 555 is not a phone number such as +15555550100"),
        ("claims: { a: 1, sub: x }", "/users/0/claims: must not have the reserved name sub"),
        (
            "mfa: [ { phone: \"1\" }, { phone: \"1\" }, { phone: \"1\" }, { phone: \"1\" }, { phone: \"1\" }, { phone: \"1\" } ]",
            "/users/0/mfa: a user has at most 5 second factors"
        ),
        ("passwordHash: \"!\"", "/users/0/passwordHash: must be Base64"),
        (
            "providers: [ { providerId: google.com, rawId: \(String(repeating: "x", count: 300)) } ]",
            "/users/0: providerUserInfo is invalid"
        ),
    ]

    @Test func `a user may have five second factors`() async throws {
        let factors = (1...5).map { "{ phone: \"+1555555010\($0)\" }" }.joined(separator: ", ")
        let server = try TestServer()
        _ = try await server.seed("users: [ { uid: a, email: a@x.test, emailVerified: true, mfa: [ \(factors) ] } ]")
        #expect(try await server.account("a")["mfaInfo"]?.arrayValue?.count == 5)
    }

    @Test(arguments: faults.indices)
    func `all faults of a user are told, those of an import if there are no others`(first: Int) async throws {
        let server = try TestServer()
        let values = Self.faults[first...].map(\.value).joined(separator: ", ")
        let complaints = try await server.complaints(
            "hash: { hashAlgorithm: MD5, rounds: 1 }\nusers: [ { uid: a, \(values) } ]")

        #expect(complaints.count == max(1, Self.faults.count - first - 1))
        #expect(complaints.first?.hasSuffix(Self.faults[first].complaint) == true, "\(complaints)")
    }

    @Test(
        arguments: [
            (
                "claims: { a: \"\(String(repeating: "x", count: 1000))\" }",
                "/users/0/claims: must have at most 1000 characters as JSON"
            ),
            ("passwordHash: aGFzaA==, salt: \"!\"", "/users/0/salt: must be Base64"),
            ("mfa: [ { phone: \"1\" } ]", "/users/0: Phone number format is invalid"),
            (
                "mfa: [ { phone: \"+15555550101\" }, { phone: \"+1 555 555 0101\" } ]",
                "/users/0: INTERNAL_ERROR : MFA Enrollment Phone Numbers must be unique."
            ),
            (
                "providers: [ { providerId: google.com, rawId: g } ], mfa: [ { phone: \"1\" } ]",
                "/users/0: raw id exists in other account in database"
            ),
        ])
    func `what an import finds is told of the user`(values: String, complaint: String) async throws {
        let server = try TestServer()
        _ = try await server.seed("users: [ { uid: b, providers: [ { providerId: google.com, rawId: g } ] } ]")
        let complaints = try await server.complaints(
            "hash: { hashAlgorithm: MD5, rounds: 1 }\nusers: [ { uid: a, email: a@x.test, \(values) } ]")

        #expect(complaints.count == 1)
        #expect(complaints.first?.hasSuffix(complaint) == true, "\(complaints)")
    }

    @Test func `a hash that takes too long is refused`() async throws {
        let complaints = try await TestServer().complaints(
            """
            hash: { hashAlgorithm: BCRYPT }
            users: [ { uid: a, email: a@x.test, passwordHash: JDJhJDMxJGFiY2RlZmdoaWprbG1ub3BxcnN0dXUwU1lxOHR3cGN0aFMxMHV4UTI2cnYwczNPYmo4VWZ1 } ]
            """)

        #expect(complaints.count == 1)
        #expect(
            complaints.first?.hasSuffix("/users/0/passwordHash: is too costly: the cost of bcrypt is limited to 16")
                == true, "\(complaints)")
    }

    @Test func `an address that only an identity provider knows to be one stands in the way`() async throws {
        let server = try TestServer()
        let id = try await server.idpUser("google.com", ["sub": "1", "email": "nobody", "email_verified": true]).id
        try #require(try await server.seededAccount(id)?["email"] == "nobody")

        let complaints = try await server.complaints("users: [ { uid: \(id), displayName: A } ]")
        #expect(complaints == ["shop.yaml:1:10: /users/0: email is invalid"])
        #expect(try await server.seed("users: [ { uid: \(id), email: a@x.test } ]").status == 200)
        #expect(try await server.seededAccount(id)?["email"] == "a@x.test")
    }

    @Test(arguments: TestProfile.allCases)
    func `only the reference has no two accounts of one address`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let complaints = try await server.complaints(
            """
            config: { signIn: { allowDuplicateEmails: true } }
            users: [ { uid: a, email: a@x.test }, { uid: b, email: A@x.test } ]
            """)

        let complaint =
            "shop.yaml:2:39: /users/1: ((Auth Emulator does not support importing duplicate email: a@x.test))"
        #expect(complaints == (profile == .emulator ? [complaint] : []))
    }

    // MARK: What is stored

    @Test(arguments: TestProfile.allCases)
    func `factors and identities are stored as an import stores them`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let answer = try await server.seed(
            """
            users:
              - uid: a
                email: a@x.test
                mfa:
                  - { enrollmentId: one, phone: "+15555550101", displayName: Work, enrolledAt: 2026-01-02T03:04:05Z }
                  - { enrollmentId: two, totp: JBSWY3DPEHPK3PXP }
                providers: [ { providerId: google.com, rawId: g, email: g@x.test, displayName: G } ]
            """)
        try #require(answer.status == 200, "\(answer.text)")

        let account = try #require(try await server.seededAccount("a"))
        #expect(
            account["mfaInfo"]?.text
                == (profile == .emulator
                    ? """
                    [{"mfaEnrollmentId":"one","displayName":"Work","enrolledAt":"2026-01-02T03:04:05.000Z",\
                    "phoneInfo":"+15555550101","unobfuscatedPhoneInfo":"+15555550101"},\
                    {"mfaEnrollmentId":"two","enrolledAt":"2026-06-01T12:00:00.000Z","totpInfo":{}}]
                    """
                    : """
                    [{"phoneInfo":"+15555550101","mfaEnrollmentId":"one","displayName":"Work",\
                    "enrolledAt":"2026-01-02T03:04:05.000Z"},\
                    {"mfaEnrollmentId":"two","enrolledAt":"2026-06-01T12:00:00.000Z","totpInfo":{}}]
                    """))
        #expect(
            account["providerUserInfo"]?.arrayValue?.first?.text
                == (profile == .emulator
                    ? #"{"displayName":"G","email":"g@x.test","providerId":"google.com","rawId":"g"}"#
                    : #"{"providerId":"google.com","displayName":"G","federatedId":"g","email":"g@x.test","rawId":"g"}"#)
        )
    }

    @Test func `an account that differs in the order of members only is not changed`() async throws {
        let server = try TestServer()
        let factor: JSON = [
            "unobfuscatedPhoneInfo": "+15555550101", "phoneInfo": "+15555550101", "displayName": "Work",
            "enrolledAt": "2026-01-02T03:04:05.000Z", "mfaEnrollmentId": "one",
        ]
        let identity: JSON = ["federatedId": "g", "rawId": "g", "providerId": "google.com"]
        _ = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "emailVerified": true, "mfaInfo": [factor],
                "providerUserInfo": [identity],
            ])
        let before = try #require(try await server.seededAccount("a"))

        let answer = try await server.seed(
            """
            users:
              - uid: a
                mfa: [ { enrollmentId: one, phone: "+15555550101" } ]
                providers: [ { providerId: google.com, rawId: g } ]
            """)

        #expect(answer.json["changed"] == 0, "\(answer.text)")
        #expect(try await server.seededAccount("a")?.text == before.text)
        #expect(before["mfaInfo"]?.arrayValue?.map(\.sorted) == [factor.dropping("unobfuscatedPhoneInfo").sorted])
    }
}
