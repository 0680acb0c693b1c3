import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire

// What the clock and newer codes end.

extension ExplainedRefusal {
    private static let alice = "alice@example.test"

    static let codes = [
        ExplainedRefusal(
            "expired action code", "EXPIRED_OOB_CODE",
            says: ["`PASSWORD_RESET` of rule `lifetimes`", "`expiry` is `on`", "2026-06-01T13:00:00.000Z"]
        ) {
            let server = try await TestServer.open(.local)
            _ = try await server.user()
            let code = try await server.mailedCode("PASSWORD_RESET", alice)
            server.clock.advance(seconds: 3601)
            return Refused(by: server) { try await server.inspect(code) }
        },
        ExplainedRefusal("expired SMS code", "SESSION_EXPIRED", says: ["`smsCode`", "`expiry` is `on`"]) {
            let server = try await TestServer.open(.local)
            let code = try await server.phoneCode()
            server.clock.advance(seconds: 601)
            return Refused(by: server) { try await server.finishPhone(code.members) }
        },
        ExplainedRefusal("expired ID token", "INVALID_ID_TOKEN", says: ["`idToken`", "`expiry` is `on`"]) {
            let server = try await TestServer.open(.local)
            let user = try await server.user()
            server.clock.advance(seconds: 4000)
            return Refused(by: server) { try await server.lookup(user.idToken) }
        },
        ExplainedRefusal("sign-in too long ago", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", says: ["`recentLogin`"]) {
            let server = try await TestServer.open(.local)
            let user = try await server.user()
            server.clock.advance(seconds: 301)
            return Refused(by: server) {
                try await server.app("accounts:update", ["idToken": user.token, "password": "better-horse"])
            }
        },
        ExplainedRefusal("expired temporary proof", "INVALID_TEMPORARY_PROOF", says: ["`temporaryProof`"]) {
            let server = try await TestServer.open(.local)
            _ = try await server.phoneUser()
            let user = try await server.user()
            return Refused(by: server) {
                let proof = try await server.temporaryProof(TestServer.number, user)
                server.clock.advance(seconds: 3601)
                return try await server.finishPhone(
                    ["temporaryProof": .string(proof), "phoneNumber": .string(TestServer.number)])
            }
        },
        ExplainedRefusal("expired pending token", "INVALID_PENDING_TOKEN", says: ["`pendingToken`"]) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) {
                let first = try await server.idp(
                    "facebook.com", ["sub": "1", "email": "alice@example.test"], ["returnIdpCredential": true])
                server.clock.advance(seconds: 3601)
                let body: JSON = ["requestUri": "http://localhost", "pendingToken": first["pendingToken"] ?? .null]
                return try await server.app("accounts:signInWithIdp", body)
            }
        },
        ExplainedRefusal(
            "superseded code", "INVALID_OOB_CODE",
            says: ["`supersedeCodes` is `on`", "2026-06-01T12:00:00.000Z"]
        ) {
            let server = try await TestServer.open(.local)
            _ = try await server.user()
            return Refused(by: server) {
                let first = try await server.mailedCode("PASSWORD_RESET", alice)
                _ = try await server.mailedCode("PASSWORD_RESET", alice)
                return try await server.inspect(first)
            }
        },
    ]
}
