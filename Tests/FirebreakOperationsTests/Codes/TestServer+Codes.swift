import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

extension TestServer {
    /// Asks for a link as an admin.
    func oobLink(
        _ type: String, _ email: String, _ more: JSON = [:], tenant: String? = nil
    ) async throws -> TestAnswer {
        var body: JSON = ["requestType": .string(type), "email": .string(email), "returnOobLink": true]
        if type == "EMAIL_SIGNIN", tenant == nil { body["continueUrl"] = "http://localhost/finish" }
        return try await admin("accounts:sendOobCode", body.merging(more), tenant: tenant)
    }

    /// A new code.
    func oobCode(_ type: String, _ email: String, _ more: JSON = [:], tenant: String? = nil) async throws -> String {
        let answer = try await oobLink(type, email, more, tenant: tenant)
        return try #require(answer.string("oobCode"), "\(answer.text)")
    }

    /// Sends a code as an app does, and reads it from the outbox.
    func mailedCode(_ type: String, _ email: String, _ more: JSON = [:]) async throws -> String {
        var body: JSON = ["requestType": .string(type), "email": .string(email)]
        if type == "EMAIL_SIGNIN" { body["continueUrl"] = "http://localhost/finish" }
        let answer = try await app("accounts:sendOobCode", body.merging(more))
        try #require(answer.status == 200, "\(answer.text)")
        return try #require(await outbox("type=\(type)&order=desc").first?["oobCode"]?.stringValue)
    }

    /// Messages, oldest first.
    func outbox(_ filter: String = "", project: String = TestServer.project) async throws -> [JSON] {
        try await control(.get, "/outbox?\(filter)", project: project)["messages"]?.arrayValue ?? []
    }

    /// What `/emulator/v1/…/oobCodes` lists.
    func oobCodes(tenant: String? = nil) async throws -> [JSON] {
        let path = "/emulator/v1/projects/example\(tenant.map { "/tenants/\($0)" } ?? "")/oobCodes"
        return try await send(.get, path)["oobCodes"]?.arrayValue ?? []
    }

    /// Applies a code through accounts:update.
    func redeem(_ code: String, _ more: JSON = [:]) async throws -> TestAnswer {
        try await app("accounts:update", more.merging(["oobCode": .string(code)]))
    }

    /// Inspects a code, which does not consume it.
    func inspect(_ code: String) async throws -> TestAnswer {
        try await app("accounts:resetPassword", ["oobCode": .string(code)])
    }

    func reset(_ code: String, to password: String) async throws -> TestAnswer {
        try await app("accounts:resetPassword", ["oobCode": .string(code), "newPassword": .string(password)])
    }

    func finishLink(_ email: String, _ code: String, _ more: JSON = [:]) async throws -> TestAnswer {
        try await app(
            "accounts:signInWithEmailLink", more.merging(["email": .string(email), "oobCode": .string(code)]))
    }

    /// The whole flow of a sign-in link.
    @discardableResult
    func signInByLink(_ email: String) async throws -> SignedInUser {
        try SignedInUser(await finishLink(email, mailedCode("EMAIL_SIGNIN", email)))
    }

    /// Opens the action page.
    func action(_ query: String, path: String? = nil, method: HTTPRequest.Method = .get) async throws -> TestAnswer {
        let page = path ?? (profile == .emulator ? "/emulator/action" : "/__/auth/action")
        return try await send(method, "\(page)?\(query)")
    }

    /// Opens a link of this server.
    func open(_ link: String) async throws -> TestAnswer {
        try #require(link.hasPrefix(Self.origin + "/"), "\(link)")
        return try await send(.get, String(link.dropFirst(Self.origin.count)))
    }
}
