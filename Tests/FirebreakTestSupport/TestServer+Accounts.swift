import FirebreakOperations
package import FirebreakWire
import HTTPTypes
import Testing

/// Somebody who signed in as an app.
package struct SignedInUser: Sendable {
    package let id: String
    package let idToken: String
    package let refreshToken: String

    package init(_ answer: TestAnswer, id: String? = nil) throws {
        idToken = try #require(answer.string("idToken"))
        refreshToken = try #require(answer.string("refreshToken"))
        let subject = JSONWebToken(idToken)?.payload["user_id"]?.stringValue
        self.id = try #require(id ?? subject)
    }

    /// The ID token as the member of a request.
    package var token: JSON { .string(idToken) }
}

extension TestServer {
    package static let start: Int64 = 1_780_315_200

    /// A server with every sign-in method, tenants and second factors on, and `localhost` an authorized domain.
    ///
    /// - Parameter privacy: E-mail enumeration protection; `nil` for the profile's default.
    package static func open(
        _ profile: Profile, privacy: Bool? = nil, rules: KeyValuePairs<String, String> = [:]
    ) async throws -> TestServer {
        let server = try TestServer(profile, rules: rules)
        if profile == .production {
            try await server.set("signIn.email.passwordRequired", false)
            try await server.set("signIn.anonymous.enabled", true)
            try await server.set("multiTenant.allowTenants", true)
            try await server.set("mfa.state", "ENABLED")
            try await server.set(
                "authorizedDomains", ["localhost", "example.firebaseapp.com", "example.web.app"])
            _ = try await server.control(.patch, "/rules", ["providers": "any"])
        }
        if let privacy { try await server.set("emailPrivacyConfig.enableImprovedEmailPrivacy", .bool(privacy)) }
        return server
    }

    /// A server in whose project authorized domains count in profile `emulator`, too: it names those that it starts with.
    package static func openWithDomains(_ profile: Profile, privacy: Bool? = nil) async throws -> TestServer {
        let server = try await open(profile, privacy: privacy)
        guard profile == .emulator else { return server }
        let domains = ["localhost", "127.0.0.1", "[::1]", "example.firebaseapp.com", "example.web.app"]
        try await server.set("authorizedDomains", .array(domains.map(JSON.string)))
        return server
    }

    /// Changes one setting of the default project.
    package func set(_ path: String, _ value: JSON) async throws {
        var body = value
        for name in path.split(separator: ".").reversed() { body = .object([JSON.Member(String(name), body)]) }
        let answer = try await configure(path, body)
        try #require(answer.status == 200, "\(answer.text)")
    }

    package func user(_ email: String = "alice@example.test", password: String = "correct-horse") async throws
        -> SignedInUser
    {
        try SignedInUser(await signUp(email, password: password))
    }

    package func anonymousUser() async throws -> SignedInUser {
        try SignedInUser(await app("accounts:signUp", ["returnSecureToken": true]))
    }

    package func customUser(_ id: String, claims: JSON? = nil) async throws -> SignedInUser {
        var token: JSON = ["uid": .string(id)]
        token["claims"] = claims
        let body: JSON = ["token": .string(token.text), "returnSecureToken": true]
        return try SignedInUser(await app("accounts:signInWithCustomToken", body))
    }

    package func signIn(_ email: String, password: String = "correct-horse", tenant: String? = nil) async throws
        -> TestAnswer
    {
        var body: JSON = ["email": .string(email), "password": .string(password), "returnSecureToken": true]
        body["tenantId"] = tenant.map(JSON.string)
        return try await app("accounts:signInWithPassword", body)
    }

    /// The account as an admin sees it; `null` when there is none.
    package func account(_ id: String, tenant: String? = nil) async throws -> JSON {
        let answer = try await admin("accounts:lookup", ["localId": [.string(id)]], tenant: tenant)
        return answer["users"]?.arrayValue?.first ?? .null
    }

    package func account(email: String) async throws -> JSON {
        let answer = try await admin("accounts:lookup", ["email": [.string(email)]])
        return answer["users"]?.arrayValue?.first ?? .null
    }

    /// Changes an account as an admin.
    package func update(_ id: String, _ changes: JSON, tenant: String? = nil) async throws -> TestAnswer {
        var body = changes
        body["localId"] = .string(id)
        return try await admin("accounts:update", body, tenant: tenant)
    }

    /// Makes accounts as an admin; each needs its `localId`.
    package func importAccounts(_ accounts: JSON..., options: JSON = [:]) async throws -> TestAnswer {
        var body = options
        body["users"] = .array(accounts)
        return try await admin("accounts:batchCreate", body)
    }

    package func lookup(_ idToken: String) async throws -> TestAnswer {
        try await app("accounts:lookup", ["idToken": .string(idToken)])
    }

    /// GET as an admin, below `/identitytoolkit.googleapis.com`.
    package func adminGet(_ path: String) async throws -> TestAnswer {
        try await send(.get, "/identitytoolkit.googleapis.com" + path, headers: [.authorization: "Bearer owner"])
    }

    /// GET as an app, below `/identitytoolkit.googleapis.com`.
    package func appGet(_ path: String, key: String = "fake-api-key") async throws -> TestAnswer {
        try await send(.get, "/identitytoolkit.googleapis.com\(path)?key=\(key)")
    }
}
