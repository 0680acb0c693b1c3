import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes

// Where the caller has to call otherwise: no request to the server changes it.

extension ExplainedRefusal {
    private static let alice = "alice@example.test"
    private static let query = "/identitytoolkit.googleapis.com/v1/projects/example/accounts:query"

    static let advised = [
        ExplainedRefusal("no API key", "The request is missing a valid API key", says: ["API key", "`key`"]) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) {
                try await server.send(.post, "/identitytoolkit.googleapis.com/v1/accounts:signUp", [:])
            } instead: {
                try await server.app("accounts:signUp")
            }
        },
        ExplainedRefusal("an app that wants a link", "INSUFFICIENT_PERMISSION", says: ["`Authorization: Bearer owner`"])
        {
            let server = try await TestServer.open(.local)
            return Refused(by: server) {
                try await server.askForLink(alice, ["returnOobLink": true])
            } instead: {
                try await server.oobLink("EMAIL_SIGNIN", alice)
            }
        },
        ExplainedRefusal(
            "an app that names a project", "INSUFFICIENT_PERMISSION", says: ["`Authorization: Bearer owner`"]
        ) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) {
                try await server.send(.post, query + "?key=fake-api-key", [:])
            } instead: {
                try await server.admin("accounts:query")
            }
        },
        ExplainedRefusal(
            "a token that is not an admin's", "Request had invalid authentication",
            says: ["`Authorization`", "`Authorization: Bearer owner`"]
        ) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) {
                try await server.send(.post, query, [:], headers: [.authorization: "Bearer somebody"])
            } instead: {
                try await server.admin("accounts:query")
            }
        },
        ExplainedRefusal("an admin of another machine", "Request had invalid", says: ["`--admin-token`"]) {
            let server = try TestServer(.local, adminToken: "token-of-this-server")
            @Sendable func call(_ token: String) async throws -> TestAnswer {
                try await server.send(
                    .post, query, headers: [.authorization: "Bearer \(token)", .contentType: "application/json"],
                    body: Array("{}".utf8), from: "203.0.113.9")
            }
            return Refused(by: server) {
                try await call("owner")
            } instead: {
                try await call("token-of-this-server")
            }
        },
        ExplainedRefusal("tests of another machine", "ADMIN_TOKEN_REQUIRED", says: ["`--admin-token`"]) {
            let server = try TestServer(.local, adminToken: "token-of-this-server")
            let path = "/emulator/v1/projects/example/oobCodes"
            return Refused(by: server) {
                try await server.send(.get, path, from: "203.0.113.9")
            } instead: {
                try await server.send(
                    .get, path, headers: [.authorization: "Bearer token-of-this-server"], from: "203.0.113.9")
            }
        },
        ExplainedRefusal("a member", "Invalid JSON payload", says: ["`email`"]) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) {
                try await server.app("accounts:signUp", ["email": ["a"], "password": "correct-horse"])
            } instead: {
                try await server.signUp(alice)
            }
        },
        ExplainedRefusal("a name that is none", "Invalid JSON payload", says: ["`config.signIn.allowDuplicates`"]) {
            let server = try TestServer(.production)
            return Refused(by: server) {
                try await server.configure("signIn", ["signIn": ["allowDuplicates": true]])
            } instead: {
                try await server.configure("signIn.allowDuplicateEmails", ["signIn": ["allowDuplicateEmails": true]])
            }
        },
        ExplainedRefusal("a body that is not JSON", "Invalid JSON payload", says: ["The body"]) {
            let server = try await TestServer.open(.local)
            let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key"
            return Refused(by: server) {
                try await server.send(
                    .post, path, headers: [.contentType: "application/json"], body: Array("{\"email\"".utf8))
            } instead: {
                try await server.send(.post, path, [:])
            }
        },
        ExplainedRefusal(
            "a token of another project", "INVALID_ID_TOKEN", says: ["was made for project other", "project example"]
        ) {
            let server = try await TestServer.open(.local)
            let key = TestServer.key(of: "other")
            let user = try SignedInUser(await server.signUp(alice, key: key))
            return Refused(by: server) {
                try await server.lookup(user.idToken)
            } instead: {
                try await server.app("accounts:lookup", ["idToken": user.token], key: key)
            }
        },
        ExplainedRefusal("a used code", "INVALID_OOB_CODE", says: ["2026-06-01T12:00:00.000Z", "works once"]) {
            let server = try await TestServer.open(.local)
            _ = try await server.user()
            let code = try await server.mailedCode("PASSWORD_RESET", alice)
            _ = try await server.reset(code, to: "better-horse")
            return Refused(by: server) {
                try await server.inspect(code)
            } instead: {
                try await server.inspect(server.mailedCode("PASSWORD_RESET", alice))
            }
        },
        ExplainedRefusal("a used code of an SMS", "SESSION_EXPIRED", says: ["2026-06-01T12:00:00.000Z", "works once"]) {
            let server = try await TestServer.open(.local)
            let code = try await server.phoneCode()
            _ = try await server.finishPhone(code.members)
            return Refused(by: server) {
                try await server.finishPhone(code.members)
            } instead: {
                try await server.finishPhone(server.phoneCode().members)
            }
        },
        ExplainedRefusal(
            "the scheme of an app", "UNAUTHORIZED_DOMAIN", says: ["com.example.app", "that their request"]
        ) {
            let server = try await TestServer.open(.local)
            let url = "com.example.app://localhost/finish"
            return Refused(by: server) {
                try await server.askForLink(alice, to: url, ["canHandleCodeInApp": true])
            } instead: {
                try await server.askForLink(
                    alice, to: url, ["canHandleCodeInApp": true, "androidPackageName": "com.example.app"])
            }
        },
        ExplainedRefusal(
            "another project than the only one", "Multiple projectIds", says: ["`--single-project error`"]
        ) {
            let server = try TestServer(.local, singleProject: .error)
            return Refused(by: server) {
                try await server.signUp(alice, key: TestServer.key(of: "other"))
            } instead: {
                try await server.signUp(alice)
            }
        },
        ExplainedRefusal("a phone in a tenant", "UNSUPPORTED_TENANT_OPERATION", says: ["Tenants have no sign-in"]) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant()
            return Refused(by: server) {
                try await server.app(
                    "accounts:sendVerificationCode",
                    ["phoneNumber": .string(TestServer.number), "tenantId": .string(tenant)])
            } instead: {
                try await server.askForSMS()
            }
        },
    ]
}
