import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

// What configurations switch on and off, and what enumeration protection hides.

extension ExplainedRefusal {
    private static let alice = "alice@example.test"
    private static let google: JSON = ["sub": "1", "email": "alice@example.test", "email_verified": true]

    static let methods = [
        ExplainedRefusal(
            "password at the sign-up", "OPERATION_NOT_ALLOWED", says: ["`signIn.email.enabled`", "project"]
        ) {
            let server = try await TestServer.open(.local)
            try await server.set("signIn.email.enabled", false)
            return Refused(by: server) { try await server.signUp(alice) }
        },
        ExplainedRefusal("password at the sign-in", "PASSWORD_LOGIN_DISABLED", says: ["`signIn.email.enabled`"]) {
            let server = try await TestServer.open(.local)
            _ = try await server.user()
            try await server.set("signIn.email.enabled", false)
            return Refused(by: server) { try await server.signIn(alice) }
        },
        ExplainedRefusal("e-mail link", "OPERATION_NOT_ALLOWED", says: ["`signIn.email`", "`passwordRequired`"]) {
            let server = try await TestServer.open(.local)
            try await server.set("signIn.email.passwordRequired", true)
            return Refused(by: server) { try await server.askForLink(alice) }
        },
        ExplainedRefusal(
            "guests in a fresh project of production", "ADMIN_ONLY_OPERATION", says: ["`signIn.anonymous.enabled`"]
        ) {
            let server = try TestServer(.production)
            return Refused(by: server) { try await server.app("accounts:signUp", ["returnSecureToken": true]) }
        },
        ExplainedRefusal("phone", "OPERATION_NOT_ALLOWED", says: ["`signIn.phoneNumber.enabled`", "is not true"]) {
            let server = try await TestServer.open(.local)
            try await server.set("signIn.phoneNumber.enabled", false)
            return Refused(by: server) { try await server.askForSMS() }
        },
        ExplainedRefusal("sign-up", "ADMIN_ONLY_OPERATION", says: ["`client.permissions.disabledUserSignup`"]) {
            let server = try await TestServer.open(.local)
            try await server.set("client.permissions.disabledUserSignup", true)
            return Refused(by: server) { try await server.signUp(alice) }
        },
        ExplainedRefusal("deletion", "ADMIN_ONLY_OPERATION", says: ["`client.permissions.disabledUserDeletion`"]) {
            let server = try await TestServer.open(.local)
            let user = try await server.user()
            try await server.set("client.permissions.disabledUserDeletion", true)
            return Refused(by: server) { try await server.app("accounts:delete", ["idToken": user.token]) }
        },
        ExplainedRefusal("SMS region", "OPERATION_NOT_ALLOWED", says: ["`smsRegionConfig` of the project"]) {
            let server = try await TestServer.open(.local)
            try await server.set("smsRegionConfig", ["allowlistOnly": ["allowedRegions": ["DE"]]])
            return Refused(by: server) { try await server.askForSMS() }
        },
        ExplainedRefusal("second factor by SMS", "OPERATION_NOT_ALLOWED", says: ["`mfa` of the project", "SMS"]) {
            let server = try await TestServer.open(.local)
            let user = try await server.verifiedUser()
            try await server.set("mfa", ["state": "DISABLED"])
            return Refused(by: server) { try await server.startPhone(user) }
        },
        ExplainedRefusal("one-time passwords", "OPERATION_NOT_ALLOWED", says: ["`mfa`", "one-time passwords"]) {
            let server = try await TestServer.open(.local)
            let user = try await server.verifiedUser()
            try await server.set("mfa", ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]])
            return Refused(by: server) {
                try await server.appV2(
                    "accounts/mfaEnrollment:start", ["idToken": user.token, "totpEnrollmentInfo": [:]])
            }
        },
        ExplainedRefusal(
            "a provider that is not configured", "OPERATION_NOT_ALLOWED",
            says: ["`providers` is `configured`", "no configuration", "google.com"]
        ) {
            let server = try await TestServer.open(.local, rules: ["providers": "configured"])
            return Refused(by: server) { try await server.idp("google.com", google) }
        },
        ExplainedRefusal(
            "a provider that is off", "OPERATION_NOT_ALLOWED", says: ["google.com", "switched off"]
        ) {
            let server = try await TestServer.open(.local)
            let provider: JSON = ["clientId": "web", "clientSecret": "s", "enabled": false]
            let made = try await server.send(
                .post,
                "/identitytoolkit.googleapis.com/v2/projects/example/defaultSupportedIdpConfigs?idpId=google.com",
                provider, headers: [.authorization: "Bearer owner"])
            #expect(made.status == 200, "\(made.text)")
            return Refused(by: server) { try await server.idp("google.com", google) }
        },
    ]

    static let protection = [
        ExplainedRefusal(
            "unknown address", "INVALID_LOGIN_CREDENTIALS", then: "EMAIL_NOT_FOUND",
            says: ["`emailPrivacyConfig.enableImprovedEmailPrivacy` of the project is true", "no account has"]
        ) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) { try await server.signIn("nobody@example.test") }
        },
        ExplainedRefusal(
            "wrong password", "INVALID_LOGIN_CREDENTIALS", then: "INVALID_PASSWORD", says: ["another password"]
        ) {
            let server = try await TestServer.open(.production)
            _ = try await server.user()
            return Refused(by: server) { try await server.signIn(alice, password: "wrong-horse") }
        },
        ExplainedRefusal("withheld reset", "OK", then: "EMAIL_NOT_FOUND", says: ["nothing was mailed"]) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) {
                try await server.app(
                    "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.test"])
            }
        },
        ExplainedRefusal("withheld change", "OK", then: "EMAIL_EXISTS", says: ["the new address already"]) {
            let server = try await TestServer.open(.local)
            let user = try await server.user()
            _ = try await server.user("bob@example.test")
            return Refused(by: server) {
                try await server.app(
                    "accounts:sendOobCode",
                    [
                        "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": user.token,
                        "newEmail": "bob@example.test",
                    ])
            }
        },
        ExplainedRefusal("direct change", "OPERATION_NOT_ALLOWED", says: ["by a link that is mailed"]) {
            let server = try await TestServer.open(.local)
            let user = try await server.user()
            return Refused(by: server) {
                try await server.app("accounts:update", ["idToken": user.token, "email": "new@example.test"])
            }
        },
        ExplainedRefusal(
            "address that a tenant does not know", "INVALID_LOGIN_CREDENTIALS", then: "EMAIL_NOT_FOUND",
            says: ["of the tenant is true"]
        ) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant()
            return Refused(by: server) { try await server.signIn("nobody@example.test", tenant: tenant) }
        },
        ExplainedRefusal(
            "the same where tenants follow their project", "INVALID_LOGIN_CREDENTIALS", then: "EMAIL_NOT_FOUND",
            says: ["of the project is true"]
        ) {
            let server = try await TestServer.open(.emulator, privacy: true)
            let tenant = try await server.makeTenant()
            return Refused(by: server) { try await server.signIn("nobody@example.test", tenant: tenant) }
        },
    ]
}

extension TestServer {
    func askForLink(_ email: String, to url: String = "http://localhost/finish", _ more: JSON = [:]) async throws
        -> TestAnswer
    {
        let body: JSON = ["requestType": "EMAIL_SIGNIN", "email": .string(email), "continueUrl": .string(url)]
        return try await app("accounts:sendOobCode", body.merging(more))
    }

    func askForSMS() async throws -> TestAnswer {
        try await app("accounts:sendVerificationCode", ["phoneNumber": .string(Self.number)])
    }
}
