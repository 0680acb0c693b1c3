import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// A link that does nothing: how it came to that, and what its page says.
struct ActionLinkEnd: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    /// The beginning of what the page shows developers.
    let detail: String?
    /// The heading in English.
    let heading: String
    /// Makes the link, and returns its query.
    let link: @Sendable (TestServer) async throws -> String

    init(
        _ name: String, _ heading: String, _ detail: String?, status: Int = 400,
        link: @escaping @Sendable (TestServer) async throws -> String
    ) {
        testDescription = name
        self.heading = heading
        self.detail = detail
        self.status = status
        self.link = link
    }

    private static let unusable = "INVALID_OOB_CODE"
    private static let incomplete = "This link is incomplete"
    private static let noAccount = "There is no account for this link"
    private static let notAllowed = "This link leads to an address that is not allowed"

    private static func verification(_ server: TestServer, _ more: JSON = [:]) async throws -> String {
        _ = try await server.user()
        return try await server.linkQuery("VERIFY_EMAIL", TestServer.alice, more)
    }

    private static func alice(_ server: TestServer) async throws -> String {
        try #require(try await server.account(email: TestServer.alice)["localId"]?.stringValue)
    }

    static let all: [ActionLinkEnd] = [
        .init("no key", incomplete, "missing apiKey query parameter") { _ in "mode=verifyEmail&oobCode=x" },
        .init("no code", incomplete, "missing oobCode query parameter") { _ in "mode=verifyEmail&apiKey=k" },
        .init("no mode", incomplete, "Invalid mode") { _ in "apiKey=k&oobCode=x" },
        .init("sign-in without a target", "This link does not lead to the app", "Missing continueUrl") { _ in
            "mode=signIn&apiKey=k&oobCode=x"
        },
        .init("unknown", "This link does not work", unusable) { _ in "mode=verifyEmail&apiKey=k&oobCode=x" },
        .init("unknown tenant", "This link does not work", "INVALID_TENANT_ID") { _ in
            "mode=verifyEmail&apiKey=k&oobCode=x&tenantId=nobody"
        },
        .init("of another type", "This link does not work", unusable) { server in
            try await verification(server).replacing("mode=verifyEmail", with: "mode=resetPassword")
        },
        .init("expired", "This link has expired", "EXPIRED_OOB_CODE") { server in
            let link = try await verification(server)
            server.clock.advance(seconds: 259_200)
            return link
        },
        .init("used", "This link has already been used", unusable) { server in
            let link = try await verification(server)
            try #require(try await server.action(link).status == 200)
            return link
        },
        .init("superseded", "There is a newer email", unusable) { server in
            let link = try await verification(server)
            _ = try await server.linkQuery("VERIFY_EMAIL")
            return link
        },
        .init("account deleted", noAccount, unusable) { server in
            let link = try await verification(server)
            _ = try await server.admin("accounts:delete", ["localId": .string(try await alice(server))])
            return link
        },
        .init("address moved", noAccount, "EMAIL_NOT_FOUND") { server in
            let link = try await verification(server)
            _ = try await server.update(try await alice(server), ["email": "moved@x.test"])
            return link
        },
        .init("account disabled", "This account is disabled", "USER_DISABLED") { server in
            let link = try await verification(server)
            _ = try await server.update(try await alice(server), ["disableUser": true])
            return link
        },
        .init("password of a disabled account", "This account is disabled", "USER_DISABLED") { server in
            _ = try await server.user()
            let link = try await server.linkQuery("PASSWORD_RESET")
            _ = try await server.update(try await alice(server), ["disableUser": true])
            return link
        },
        .init("address taken", "This address is already in use", "EMAIL_EXISTS") { server in
            _ = try await server.user()
            let link = try await server.linkQuery("VERIFY_AND_CHANGE_EMAIL", TestServer.alice, ["newEmail": "b@x.test"])
            _ = try await server.user("b@x.test")
            return link
        },
        .init("unauthorized domain", notAllowed, "UNAUTHORIZED_DOMAIN") { server in
            try await verification(server) + "&continueUrl=https%3A%2F%2Felsewhere.test%2F"
        },
        .init("no URL", notAllowed, "INVALID_CONTINUE_URI") { _ in
            "mode=signIn&apiKey=k&oobCode=x&continueUrl=nowhere"
        },
        .init("script as target", notAllowed, "UNAUTHORIZED_DOMAIN") { server in
            try await verification(server) + "&continueUrl=javascript%3Aalert(1)"
        },
        .init("passwords off", "This is currently turned off", "PASSWORD_LOGIN_DISABLED") { server in
            _ = try await server.user()
            let link = try await server.linkQuery("PASSWORD_RESET")
            try await server.set("signIn.email.enabled", false)
            return link
        },
        .init("fault", "That did not work", "INTERNAL_ERROR", status: 500) { server in
            let answer = try await server.control(
                .post, "/faults", ["on": "pages.action", "error": "INTERNAL_ERROR", "times": "always"])
            try #require(answer.status == 200, "\(answer.text)")
            return "mode=verifyEmail&apiKey=k&oobCode=x"
        },
    ]
}
