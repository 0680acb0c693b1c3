import FirebreakOperations
package import FirebreakWire
package import HTTPTypes
import Testing

/// A code sent by SMS, and what to show it with.
package struct SentCode: Sendable {
    package let sessionInfo: String
    package let code: String

    /// As the members of a request.
    package var members: JSON { ["sessionInfo": .string(sessionInfo), "code": .string(code)] }
    /// With a code that is none.
    package var wrong: JSON { ["sessionInfo": .string(sessionInfo), "code": .string(code + "1")] }
}

extension TestServer {
    package static let number = "+15555550100"
    package static let otherNumber = "+15555550101"

    /// What is said of a session whose code was used.
    package static func usedSession(_ profile: Profile) -> String {
        profile == .emulator ? "INVALID_SESSION_INFO" : "SESSION_EXPIRED"
    }

    /// As ``open(_:privacy:rules:)``, with sign-in by phone and both kinds of second factors on, and SMS to anywhere.
    package static func openPhones(
        _ profile: Profile, privacy: Bool? = nil, rules: KeyValuePairs<String, String> = [:]
    ) async throws -> TestServer {
        let server = try await open(profile, privacy: privacy, rules: rules)
        try await server.allowPhones()
        return server
    }

    /// Switches on sign-in by phone, both kinds of second factors, and SMS to anywhere.
    package func allowPhones() async throws {
        guard profile != .emulator else { return }
        try await set("signIn.phoneNumber.enabled", true)
        try await set("smsRegionConfig", ["allowByDefault": [:]])
        try await set(
            "mfa",
            [
                "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
                "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]],
            ])
    }

    /// Calls a v2 method as an app: `appV2("accounts/mfaEnrollment:start", […])`.
    package func appV2(_ method: String, _ body: JSON = [:], headers: HTTPFields = [:]) async throws -> TestAnswer {
        try await send(.post, "/identitytoolkit.googleapis.com/v2/\(method)?key=fake-api-key", body, headers: headers)
    }

    /// What `/emulator/v1/…/verificationCodes` lists.
    package func verificationCodes(tenant: String? = nil) async throws -> [JSON] {
        let path = "/emulator/v1/projects/example\(tenant.map { "/tenants/\($0)" } ?? "")/verificationCodes"
        return try await send(.get, path)["verificationCodes"]?.arrayValue ?? []
    }

    /// The code that goes with this session.
    package func sentCode(_ sessionInfo: String?, tenant: String? = nil) async throws -> SentCode {
        let session = try #require(sessionInfo)
        let entry = try await verificationCodes(tenant: tenant).first { $0["sessionInfo"] == .string(session) }
        return SentCode(sessionInfo: session, code: try #require(entry?["code"]?.stringValue))
    }

    /// Sends a code for signing in by phone.
    package func phoneCode(_ number: String = TestServer.number) async throws -> SentCode {
        let answer = try await app("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
        try #require(answer.status == 200, "\(answer.text)")
        return try await sentCode(answer.string("sessionInfo"))
    }

    package func finishPhone(_ body: JSON) async throws -> TestAnswer {
        try await app("accounts:signInWithPhoneNumber", body)
    }

    /// The whole flow of signing in by phone.
    package func phoneUser(_ number: String = TestServer.number) async throws -> SignedInUser {
        try SignedInUser(await finishPhone(phoneCode(number).members))
    }

    /// The proof that somebody gets who tries to link a number of somebody else.
    package func temporaryProof(_ number: String = TestServer.number, _ user: SignedInUser) async throws -> String {
        let body = try await phoneCode(number).members.merging(["idToken": user.token])
        let answer = try await finishPhone(body)
        return try #require(answer.string("temporaryProof"), "\(answer.text)")
    }

    /// An account of this ID with a number as its second factor, and a password.
    package func importSecondFactorUser(_ id: String = "a", _ changes: JSON = [:]) async throws {
        let account: JSON = [
            "localId": .string(id), "email": .string("\(id)@x.test"), "emailVerified": true,
            "rawPassword": "correct-horse",
            "mfaInfo": [
                [
                    "mfaEnrollmentId": "f1", "displayName": "mine", "phoneInfo": .string(Self.number),
                    "enrolledAt": "2026-01-01T00:00:00.000Z",
                ]
            ],
        ]
        let answer = try await importAccounts(account.merging(changes))
        try #require(answer["error"]?.arrayValue?.isEmpty != false, "\(answer.text)")
    }
}
