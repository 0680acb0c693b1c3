import FirebreakTestSupport
import FirebreakWire
import Testing

/// What requests say of identities, and in the reference of second factors, comes back as it came, members that mean
/// nothing included. Elsewhere factors have production's members (production.md section 12).
struct VerbatimEntriesTests {
    private func stored(_ server: TestServer, _ list: String) async throws -> [String] {
        try await server.account("a")[list]?.arrayValue?.map(\.text) ?? []
    }

    @Test(arguments: Profile.allCases)
    func `an import's factor keeps its members in their order in the reference`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let answer = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "emailVerified": true,
                "mfaInfo": [
                    [
                        "other": ["b": [.number("1e3"), 2], "a": false], "phoneInfo": "+15555550101",
                        "displayName": 5, "mfaEnrollmentId": "one",
                    ],
                    [
                        "enrolledAt": "2020-01-01T00:00:00.000Z", "mfaEnrollmentId": "two",
                        "unobfuscatedPhoneInfo": "x", "phoneInfo": "+15555550102",
                    ],
                ],
            ])
        try #require(answer.status == 200 && answer["error"]?.arrayValue?.isEmpty != false, "\(answer.text)")

        let factors = try await stored(server, "mfaInfo")
        #expect(
            factors == (profile == .emulator ? Self.verbatim : Self.ordered))
    }

    private static let verbatim = [
        """
        {"other":{"b":[1e3,2],"a":false},"phoneInfo":"+15555550101","displayName":"5","mfaEnrollmentId":"one",\
        "unobfuscatedPhoneInfo":"+15555550101","enrolledAt":"2026-06-01T12:00:00.000Z"}
        """,
        """
        {"enrolledAt":"2020-01-01T00:00:00.000Z","mfaEnrollmentId":"two","unobfuscatedPhoneInfo":"+15555550102",\
        "phoneInfo":"+15555550102"}
        """,
    ]

    private static let ordered = [
        """
        {"phoneInfo":"+15555550101","mfaEnrollmentId":"one","displayName":"5",\
        "enrolledAt":"2026-06-01T12:00:00.000Z"}
        """,
        """
        {"phoneInfo":"+15555550102","mfaEnrollmentId":"two","enrolledAt":"2020-01-01T00:00:00.000Z"}
        """,
    ]

    @Test(arguments: Profile.allCases)
    func `an import's identity keeps its members`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let answer = try await server.importAccounts(
            [
                "localId": "a",
                "providerUserInfo": [
                    [
                        "other": [["b": 1, "a": .number("-0.50")]], "rawId": "g", "providerId": "google.com",
                    ],
                    ["federatedId": 7, "providerId": "github.com", "rawId": "h"],
                ],
            ])
        try #require(answer.status == 200 && answer["error"]?.arrayValue?.isEmpty != false, "\(answer.text)")

        let identities = try await stored(server, "providerUserInfo")
        // Production's order; the reference keeps that of the request, and adds nothing.
        let expected =
            profile == .emulator
            ? [
                #"{"other":[{"b":1,"a":-0.50}],"rawId":"g","providerId":"google.com"}"#,
                #"{"federatedId":"7","providerId":"github.com","rawId":"h"}"#,
            ]
            : [
                #"{"providerId":"google.com","federatedId":"g","rawId":"g","other":[{"b":1,"a":-0.50}]}"#,
                #"{"providerId":"github.com","federatedId":"7","rawId":"h"}"#,
            ]
        #expect(identities == expected)
    }

    @Test(arguments: Profile.allCases)
    func `a linked identity keeps its members`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(["localId": "a"])
        let answer = try await server.admin(
            "accounts:update",
            ["localId": "a", "linkProviderUserInfo": ["x": [:], "rawId": "g", "providerId": "google.com"]])
        try #require(answer.status == 200, "\(answer.text)")

        let identities = try await stored(server, "providerUserInfo")
        let expected =
            profile == .emulator
            ? #"{"x":{},"rawId":"g","providerId":"google.com"}"#
            : #"{"providerId":"google.com","federatedId":"g","rawId":"g","x":{}}"#
        #expect(identities == [expected])
    }

    @Test(arguments: Profile.allCases)
    func `factors of an update have their members in one order`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.importAccounts(["localId": "a", "email": "a@x.test", "emailVerified": true])
        let answer = try await server.admin(
            "accounts:update",
            [
                "localId": "a",
                "mfa": [
                    "enrollments": [
                        [
                            "phoneInfo": "+15555550101", "other": 1, "mfaEnrollmentId": "one",
                            "enrolledAt": "2020-01-01T00:00:00.000Z", "displayName": "Work",
                        ]
                    ]
                ],
            ])
        try #require(answer.status == 200, "\(answer.text)")

        let factors = try await stored(server, "mfaInfo")
        #expect(
            factors == [
                profile == .emulator
                    ? """
                    {"displayName":"Work","enrolledAt":"2020-01-01T00:00:00.000Z","mfaEnrollmentId":"one",\
                    "phoneInfo":"+15555550101","unobfuscatedPhoneInfo":"+15555550101"}
                    """
                    : """
                    {"phoneInfo":"+15555550101","mfaEnrollmentId":"one","displayName":"Work",\
                    "enrolledAt":"2020-01-01T00:00:00.000Z"}
                    """
            ])
    }
}
