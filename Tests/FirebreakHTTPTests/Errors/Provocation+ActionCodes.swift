import FirebreakTestSupport
import FirebreakWire

@testable import FirebreakOperations

extension Provocation {
    private static let email = "alice@example.test"

    /// Asks for a password reset as an app.
    private static func reset(_ more: JSON, _ server: TestServer) async throws -> TestAnswer {
        _ = try await server.signUp(email)
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": .string(email)]
        return try await server.app("accounts:sendOobCode", body.merging(more))
    }

    static let actionCodes: [Provocation] = [
        Provocation(.dynamicLinkNotActivated, in: .ours) { server in
            try await server.set("mobileLinksConfig.domain", "FIREBASE_DYNAMIC_LINK_DOMAIN")
            return try await reset(
                [
                    "continueUrl": "http://localhost/", "canHandleCodeInApp": true, "iOSBundleId": "com.example.app",
                ], server)
        },
        Provocation(.expiredOobCode, in: .ours) { server in
            _ = try await server.user()
            let code = try await server.oobCode("PASSWORD_RESET", email)
            server.clock.advance(seconds: 30 * 86_400)
            return try await server.inspect(code)
        },
        Provocation(.invalidContinueURL) { server in
            _ = try await server.user()
            let code = try await server.oobCode("VERIFY_EMAIL", email)
            return try await server.action(
                "mode=verifyEmail&apiKey=fake-api-key&oobCode=\(code)&continueUrl=nonsense")
        },
        Provocation(.invalidContinueURL, in: .reference) { server in
            try await reset(["continueUrl": "nonsense"], server)
        },
        Provocation(.missingDomainInContinueURL, in: .ours) { server in
            try await reset(["continueUrl": "nonsense"], server)
        },
        Provocation(.invalidEmailForLink) { server in
            let code = try await server.mailedCode("EMAIL_SIGNIN", email)
            return try await server.finishLink("bob@example.test", code)
        },
        Provocation(.invalidHostingLinkDomain, in: .ours) { server in
            try await reset(["continueUrl": "http://localhost/", "linkDomain": "links.example.test"], server)
        },
        Provocation(.invalidNewEmail, in: .ours) { server in
            let user = try await server.user()
            return try await server.app(
                "accounts:sendOobCode",
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": user.token, "newEmail": "nobody"])
        },
        Provocation(.invalidOobCode) { server in try await server.inspect("nonsense") },
        Provocation(.invalidOobCode) { server in try await server.redeem("nonsense") },
        Provocation(.invalidOobCode) { server in try await server.finishLink(email, "nonsense") },
        Provocation(.unsuitableOobCode("<requestType>")) { server in
            _ = try await server.user()
            return try await server.redeem(try await server.oobCode("PASSWORD_RESET", email))
        },
        Provocation(.emailSignInQuotaExceeded) { server in
            try await server.limit("emailsPerEmail")
            _ = try await server.mailedCode("EMAIL_SIGNIN", email)
            return try await server.app(
                "accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": .string(email), "continueUrl": "http://localhost/finish"])
        },
        Provocation(.resetPasswordExceedLimit) { server in
            try await server.limit("emailsPerEmail")
            _ = try await reset([:], server)
            return try await reset([:], server)
        },
        Provocation(.invalidReqType, in: .ours) { server in
            try await server.app("accounts:sendOobCode", ["requestType": "OOB_REQ_TYPE_UNSPECIFIED"])
        },
        Provocation(.unsuitableReqType("<requestType>")) { server in
            try await reset(["requestType": "RECOVER_EMAIL"], server)
        },
        Provocation(.missingNewEmail) { server in
            let user = try await server.user()
            return try await server.app(
                "accounts:sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": user.token])
        },
        Provocation(.missingOobCode) { server in try await server.app("accounts:resetPassword") },
        Provocation(.missingOobCode) { server in
            try await server.app("accounts:signInWithEmailLink", ["email": .string(email)])
        },
        Provocation(.missingReqType) { server in try await server.app("accounts:sendOobCode") },
        Provocation(.unauthorizedDomain, in: .ours) { server in
            try await reset(["continueUrl": "https://evil.test/"], server)
        },
    ]
}
