import FirebreakOperations
package import FirebreakWire
package import HTTPTypes
import Testing

extension TestServer {
    /// Asks for a link as an admin.
    package func oobLink(
        _ type: String, _ email: String, _ more: JSON = [:], tenant: String? = nil
    ) async throws -> TestAnswer {
        var body: JSON = ["requestType": .string(type), "email": .string(email), "returnOobLink": true]
        if type == "EMAIL_SIGNIN", tenant == nil { body["continueUrl"] = "http://localhost/finish" }
        return try await admin("accounts:sendOobCode", body.merging(more), tenant: tenant)
    }

    /// A new code.
    package func oobCode(_ type: String, _ email: String, _ more: JSON = [:], tenant: String? = nil) async throws
        -> String
    {
        let answer = try await oobLink(type, email, more, tenant: tenant)
        return try #require(answer.string("oobCode"), "\(answer.text)")
    }

    /// Sends a code as an app does, and reads it from the outbox.
    package func mailedCode(_ type: String, _ email: String, _ more: JSON = [:]) async throws -> String {
        var body: JSON = ["requestType": .string(type), "email": .string(email)]
        if type == "EMAIL_SIGNIN" { body["continueUrl"] = "http://localhost/finish" }
        let answer = try await app("accounts:sendOobCode", body.merging(more))
        try #require(answer.status == 200, "\(answer.text)")
        return try #require(await outbox("type=\(type)&order=desc").first?["oobCode"]?.stringValue)
    }

    /// Messages, oldest first.
    package func outbox(_ filter: String = "", project: String = TestServer.project) async throws -> [JSON] {
        try await control(.get, "/outbox?\(filter)", project: project)["messages"]?.arrayValue ?? []
    }

    /// What `/emulator/v1/…/oobCodes` lists.
    package func oobCodes(tenant: String? = nil) async throws -> [JSON] {
        let path = "/emulator/v1/projects/example\(tenant.map { "/tenants/\($0)" } ?? "")/oobCodes"
        return try await send(.get, path)["oobCodes"]?.arrayValue ?? []
    }

    /// Applies a code through accounts:update.
    package func redeem(_ code: String, _ more: JSON = [:]) async throws -> TestAnswer {
        try await app("accounts:update", more.merging(["oobCode": .string(code)]))
    }

    /// Inspects a code, which does not consume it.
    package func inspect(_ code: String) async throws -> TestAnswer {
        try await app("accounts:resetPassword", ["oobCode": .string(code)])
    }

    package func reset(_ code: String, to password: String) async throws -> TestAnswer {
        try await app("accounts:resetPassword", ["oobCode": .string(code), "newPassword": .string(password)])
    }

    package func finishLink(_ email: String, _ code: String, _ more: JSON = [:]) async throws -> TestAnswer {
        try await app(
            "accounts:signInWithEmailLink", more.merging(["email": .string(email), "oobCode": .string(code)]))
    }

    /// The whole flow of a sign-in link.
    @discardableResult
    package func signInByLink(_ email: String) async throws -> SignedInUser {
        try SignedInUser(await finishLink(email, mailedCode("EMAIL_SIGNIN", email)))
    }

    /// Opens the action page.
    package func action(_ query: String, path: String? = nil, method: HTTPRequest.Method = .get) async throws
        -> TestAnswer
    {
        let page = path ?? (profile == .emulator ? "/emulator/action" : "/__/auth/action")
        return try await send(method, "\(page)?\(query)")
    }

    /// Opens a link of this server.
    package func open(_ link: String) async throws -> TestAnswer {
        try #require(link.hasPrefix(Self.origin + "/"), "\(link)")
        return try await send(.get, String(link.dropFirst(Self.origin.count)))
    }
}
