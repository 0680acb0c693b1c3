import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakOperations

extension Provocation {
    private static let number: JSON = .string(TestServer.number)

    private static func sendCode(_ server: TestServer, _ body: JSON = ["phoneNumber": number]) async throws
        -> TestAnswer
    {
        try await server.app("accounts:sendVerificationCode", body)
    }

    static let phone: [Provocation] = [
        Provocation(.invalidCode) { server in try await server.finishPhone(try await server.phoneCode().wrong) },
        Provocation(.invalidPhoneNumber) { server in try await sendCode(server, ["phoneNumber": "nonsense"]) },
        Provocation(.invalidPhoneNumber) { server in try await server.admin("accounts", ["phoneNumber": "nonsense"]) },
        Provocation(.phoneNumberTooShort, in: .ours) { server in
            try await sendCode(server, ["phoneNumber": "+1650555"])
        },
        Provocation(.phoneNumberTooLong, in: .ours) { server in
            try await server.admin("accounts", ["phoneNumber": "+165055501001"])
        },
        Provocation(.invalidSessionInfo) { server in
            try await server.finishPhone(["sessionInfo": "nonsense", "code": "123456"])
        },
        Provocation(.invalidTemporaryProof) { server in
            try await server.finishPhone(["temporaryProof": "nonsense", "phoneNumber": number])
        },
        Provocation(.missingCode) { server in try await server.finishPhone(["sessionInfo": "nonsense"]) },
        Provocation(.missingIOSAppToken) { server in try await server.app("accounts:verifyIosClient") },
        Provocation(.missingPhoneNumber, in: .ours) { server in try await sendCode(server, ["phoneNumber": ""]) },
        Provocation(.missingPhoneNumber) { server in try await server.finishPhone(["temporaryProof": "nonsense"]) },
        Provocation(.missingRecaptchaToken, in: .ours) { server in
            try await server.set("recaptchaConfig", ["phoneEnforcementState": "ENFORCE"])
            return try await sendCode(server)
        },
        Provocation(.missingRecaptchaToken, in: .ours) { server in
            try await server.set("recaptchaConfig", ["emailPasswordEnforcementState": "ENFORCE"])
            return try await server.signUp("alice@example.test")
        },
        Provocation(.missingSessionInfo) { server in try await server.finishPhone([:]) },
        Provocation(.androidProofUnsupported) { server in
            try await server.appV2(
                "accounts/mfaSignIn:finalize",
                ["mfaPendingCredential": "x", "phoneVerificationInfo": ["androidVerificationProof": "x"]])
        },
        Provocation(.smsRegionNotEnabled, in: .ours) { server in
            try await server.set("smsRegionConfig", ["allowlistOnly": ["allowedRegions": ["DE"]]])
            return try await sendCode(server)
        },
        Provocation(.quotaExceeded, in: .ours) { server in
            let code = try await server.phoneCode()
            for _ in 0..<10 { _ = try await server.finishPhone(code.wrong) }
            return try await server.finishPhone(code.wrong)
        },
        Provocation(.sessionExpired, in: .ours) { server in
            let code = try await server.phoneCode()
            server.clock.advance(seconds: 86_400)
            return try await server.finishPhone(code.members)
        },
        Provocation(.phoneOfSecondFactorUser) { server in
            try await server.importSecondFactorUser("a", ["phoneNumber": .string(TestServer.otherNumber)])
            return try await sendCode(server, ["phoneNumber": .string(TestServer.otherNumber)])
        },
        Provocation(.numberForSecondFactorUser, in: [.production]) { server in
            let enrolled = try await server.enrollTOTP(try await server.verifiedUser())
            let code = try await server.phoneCode().members
            return try await server.finishPhone(code.merging(["idToken": enrolled.user.token]))
        },
        Provocation(.unsupportedTenantOperation) { server in
            let tenant = try await server.makeTenant()
            return try await sendCode(server, ["phoneNumber": number, "tenantId": .string(tenant)])
        },
        Provocation(.unsupportedTenantOperation) { server in
            let tenant = try await server.makeTenant()
            return try await server.finishPhone(["tenantId": .string(tenant)])
        },
    ]

    // MARK: Passkeys

    static let passkeys: [Provocation] = [
        Provocation(.passkeyInUse) { server in
            var authenticator = SoftwareAuthenticator.local()
            let user = try await server.enrollPasskey(&authenticator, try await server.user())
            let challenge = try await server.enrollmentChallenge(user)
            return try await server.finishPasskey(user, authenticator.created(challenge))
        },
        Provocation(.invalidAuthenticatorResponse("<explanation>"), in: .ours) { server in
            var authenticator = SoftwareAuthenticator.local()
            return try await server.finishPasskey(try await server.user(), authenticator.created([1, 2, 3]))
        },
        Provocation(.invalidAuthenticatorResponse("<explanation>"), in: .ours) { server in
            var authenticator = SoftwareAuthenticator.local()
            _ = try await server.enrollPasskey(&authenticator, try await server.user())
            return try await server.signInByPasskey(authenticator.got([1, 2, 3]))
        },
        Provocation(.invalidCredentialID) { server in
            try await server.signInByPasskey(["type": "public-key", "response": [:]])
        },
        Provocation(.missingAuthenticatorResponse) { server in
            try await server.appV2("accounts/passkeySignIn:finalize")
        },
        Provocation(.missingAuthenticatorResponse) { server in
            let user = try await server.user()
            return try await server.appV2("accounts/passkeyEnrollment:finalize", ["idToken": user.token])
        },
        Provocation(.passkeyChallengeTimedOut, in: .ours) { server in
            var authenticator = SoftwareAuthenticator.local()
            _ = try await server.enrollPasskey(&authenticator, try await server.user())
            let challenge = try await server.signInChallenge()
            server.clock.advance(seconds: 300)
            return try await server.signInByPasskey(authenticator.got(challenge))
        },
        Provocation(.passkeyChallengeTimedOut, in: .ours) { server in
            var authenticator = SoftwareAuthenticator.local()
            let user = try await server.user()
            let challenge = try await server.enrollmentChallenge(user)
            server.clock.advance(seconds: 300)
            return try await server.finishPasskey(user, authenticator.created(challenge))
        },
        Provocation(.passkeyLimitExceeded, in: .ours) { server in
            let user = try await server.user()
            for id: UInt8 in 1...10 {
                var authenticator = SoftwareAuthenticator.local(id: [id])
                try await server.enrollPasskey(&authenticator, user)
            }
            return try await server.appV2("accounts/passkeyEnrollment:start", ["idToken": user.token])
        },
        Provocation(.passkeysNotEnabled, in: .ours) { server in
            _ = try await server.control(.patch, "/rules", ["passkeys": "off"])
            return try await server.appV2("accounts/passkeySignIn:start")
        },
        Provocation(.passkeyNotFound) { server in
            try await server.signInByPasskey(["id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": [:]])
        },
    ]
}
