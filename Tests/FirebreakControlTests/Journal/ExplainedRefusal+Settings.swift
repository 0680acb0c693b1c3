import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes

// What rules and the rest of the configuration decide.

extension ExplainedRefusal {
    private static let alice = "alice@example.test"
    private static let google: JSON = ["sub": "1", "email": "alice@example.test", "email_verified": true]

    static let rules = [
        ExplainedRefusal("limit", "TOO_MANY_ATTEMPTS_TRY_LATER", says: ["`passwordFailures`", "1 in 60 seconds"]) {
            let server = try await TestServer.open(
                .local, rules: ["limits": #"{"passwordFailures":{"count":1,"seconds":60}}"#])
            _ = try await server.user()
            _ = try await server.signIn(alice, password: "wrong-horse")
            return Refused(by: server) { try await server.signIn(alice) }
        },
        ExplainedRefusal("fault", "USER_DISABLED", says: ["The fault"]) {
            let server = try await TestServer.open(.local)
            _ = try await server.control(
                .post, "/faults", ["on": "accounts.signUp", "error": "USER_DISABLED", "times": "always"])
            return Refused(by: server) { try await server.signUp(alice) }
        },
        ExplainedRefusal("fake ID token of a provider", "INVALID_", says: ["`credentials` is `verified`"]) {
            let server = try await TestServer.open(.local, rules: ["credentials": "verified"])
            return Refused(by: server) { try await server.idp("google.com", google) }
        },
        ExplainedRefusal("fake custom token", "INVALID_CUSTOM_TOKEN", says: ["`credentials` is `verified`"]) {
            let server = try await TestServer.open(.local, rules: ["credentials": "verified"])
            return Refused(by: server) {
                try await server.app("accounts:signInWithCustomToken", ["token": #"{"uid":"alice"}"#])
            }
        },
        ExplainedRefusal("unsigned ID token", "INVALID_ID_TOKEN", says: ["`idTokens` is `signed`"]) {
            let server = try await TestServer.open(.local)
            let user = try await server.user()
            _ = try await server.control(.patch, "/rules", ["idTokens": "signed"])
            return Refused(by: server) { try await server.lookup(user.idToken) }
        },
        ExplainedRefusal("page of another origin", "ORIGIN_NOT_ALLOWED", says: ["`adminOrigins` is `authorized`"]) {
            let server = try await TestServer.open(.local, rules: ["adminOrigins": "authorized"])
            return Refused(by: server) {
                try await server.send(
                    .post, "/identitytoolkit.googleapis.com/v1/projects/example/accounts:query", [:],
                    headers: [.authorization: "Bearer owner", .origin: "https://evil.example.test"])
            }
        },
        ExplainedRefusal(
            "domain of a hosting link", "INVALID_HOSTING_LINK_DOMAIN",
            says: ["links.example.test", "`hostingDomains`", "none"]
        ) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) { try await server.askForLink(alice, ["linkDomain": "links.example.test"]) }
        },
        ExplainedRefusal("the code flow of Apple", "OPERATION_NOT_ALLOWED", says: ["`providers` is `configured`"]) {
            let server = try await TestServer.open(.local, rules: ["providers": "configured"])
            let user = try await server.user()
            return Refused(by: server) {
                try await server.appV2(
                    "accounts:revokeToken",
                    [
                        "providerId": "apple.com", "tokenType": "CODE", "token": "c", "idToken": user.token,
                    ])
            }
        },
    ]

    static let settings = [
        ExplainedRefusal(
            "authorized domain", "UNAUTHORIZED_DOMAIN",
            says: ["shop.example.test", "`authorizedDomains`", "localhost, 127.0.0.1"]
        ) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) { try await server.askForLink(alice, to: "https://shop.example.test/finish") }
        },
        ExplainedRefusal(
            "authorized domain at a provider", "INVALID_CONTINUE_URI",
            says: ["shop.example.test", "`authorizedDomains`", "example.firebaseapp.com"]
        ) {
            let server = try await TestServer.open(.production)
            return Refused(by: server) {
                try await server.app(
                    "accounts:createAuthUri",
                    ["providerId": "google.com", "continueUri": "https://shop.example.test/finish"])
            }
        },
        ExplainedRefusal(
            "password policy", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
            says: [
                "`passwordPolicyConfig.passwordPolicyEnforcementState` of the project is `ENFORCE`",
                "numeric character",
            ]
        ) {
            let server = try await TestServer.open(.local)
            try await server.set("passwordPolicyConfig", digitNeeded)
            return Refused(by: server) { try await server.signUp(alice) }
        },
        ExplainedRefusal("sign-up quota", "TOO_MANY_ATTEMPTS_TRY_LATER", says: ["`quota.signUpQuotaConfig`"]) {
            let server = try await TestServer.open(.local)
            try await server.set(
                "quota.signUpQuotaConfig",
                ["quota": "1", "startTime": "2026-06-01T12:00:00Z", "quotaDuration": "7200s"])
            _ = try await server.user("bob@example.test")
            return Refused(by: server) { try await server.signUp(alice) }
        },
        ExplainedRefusal(
            "blocking function that refuses", "BLOCKING_FUNCTION_ERROR_RESPONSE",
            says: ["beforeCreate", FunctionURL.create]
        ) {
            let server = try await TestServer.open(.local)
            try await server.guardWith(["beforeCreate": FunctionURL.create])
            server.functions.answer(FunctionURL.create, status: 403, ["error": ["message": "no"]])
            return Refused(by: server) { try await server.signUp(alice) }
        },
        ExplainedRefusal(
            "blocking function that answers something else", "BLOCKING_FUNCTION_ERROR_RESPONSE",
            says: ["beforeSignIn", FunctionURL.signIn]
        ) {
            let server = try await TestServer.open(.local)
            _ = try await server.user()
            try await server.guardWith(["beforeSignIn": FunctionURL.signIn])
            server.functions.answer(FunctionURL.signIn, ["userRecord": ["displayName": "x"]])
            return Refused(by: server) { try await server.signIn(alice) }
        },
        ExplainedRefusal("reCAPTCHA", "MISSING_RECAPTCHA_TOKEN", says: ["emailPasswordEnforcementState", "`ENFORCE`"]) {
            let server = try await TestServer.open(.local)
            try await server.set("recaptchaConfig.emailPasswordEnforcementState", "ENFORCE")
            return Refused(by: server) { try await server.signUp(alice) }
        },
        ExplainedRefusal(
            "reCAPTCHA for phones", "MISSING_RECAPTCHA_TOKEN", says: ["phoneEnforcementState", "`ENFORCE`"]
        ) {
            let server = try await TestServer.open(.local)
            try await server.set("recaptchaConfig", ["phoneEnforcementState": "ENFORCE", "useSmsBotScore": true])
            return Refused(by: server) { try await server.askForSMS() }
        },
        ExplainedRefusal("address of another account", "EMAIL_EXISTS", says: ["`signIn.allowDuplicateEmails`"]) {
            let server = try await TestServer.open(.local)
            _ = try await server.user()
            let bob = try await server.user("bob@example.test")
            return Refused(by: server) { try await server.idp("google.com", google, ["idToken": bob.token]) }
        },
        ExplainedRefusal(
            "Dynamic Links", "DYNAMIC_LINK_NOT_ACTIVATED", says: ["`mobileLinksConfig.domain`"]
        ) {
            let server = try await TestServer.open(.local)
            try await server.set("mobileLinksConfig.domain", "FIREBASE_DYNAMIC_LINK_DOMAIN")
            return Refused(by: server) {
                try await server.askForLink(
                    alice, ["canHandleCodeInApp": true, "androidPackageName": "com.example.app"])
            }
        },
    ]
}
