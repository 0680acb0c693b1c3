import FirebreakTestSupport
import FirebreakWire
import Testing

/// A link that does something.
struct AppliedLink: Sendable, CustomTestStringConvertible {
    let mode: String
    /// What the page's form sends.
    var form: [(String, String)] = []
    /// What the server has once the link was applied, and has not before.
    let effect: String
    /// Makes the link, and returns its query.
    let link: @Sendable (TestServer) async throws -> String

    var testDescription: String { mode }

    /// Those that the reference has.
    static let ofReference: [AppliedLink] = [
        .init(mode: "resetPassword", form: [("newPassword", "another-horse")], effect: "password") { server in
            _ = try await server.user()
            return try await server.linkQuery("PASSWORD_RESET")
        },
        .init(mode: "verifyEmail", effect: "verified") { server in
            _ = try await server.user()
            return try await server.linkQuery("VERIFY_EMAIL")
        },
        .init(mode: "verifyAndChangeEmail", effect: "new@x.test") { server in
            _ = try await server.user()
            return try await server.linkQuery("VERIFY_AND_CHANGE_EMAIL", TestServer.alice, ["newEmail": "new@x.test"])
        },
    ]

    static let all =
        ofReference + [
            .init(mode: "recoverEmail", effect: TestServer.alice) { try await $0.recoveryQuery() },
            .init(mode: "revertSecondFactorAddition", effect: "no factor") { try await $0.reversionQuery() },
        ]

    /// Whether the link was applied.
    func isApplied(_ server: TestServer) async throws -> Bool {
        let old = try await server.account(email: TestServer.alice)
        return switch effect {
        case "password": try await server.signIn(TestServer.alice, password: "another-horse").status == 200
        case "verified": old["emailVerified"] == true
        case "no factor": old["mfaInfo"]?.arrayValue?.isEmpty ?? true
        default: try await server.account(email: effect) != .null
        }
    }
}
