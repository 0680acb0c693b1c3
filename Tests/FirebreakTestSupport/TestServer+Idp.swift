package import FirebreakWire
import Testing

extension TestServer {
    /// A form: `providerId=google.com&id_token=…`.
    package static func form(_ parameters: [(String, String)]) -> String {
        parameters.map { "\($0.0)=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
    }

    /// Calls signInWithIdp with these parameters in its `postBody`.
    package func idp(_ parameters: [(String, String)], _ more: JSON = [:]) async throws -> TestAnswer {
        let body: JSON = ["requestUri": "http://localhost", "postBody": .string(Self.form(parameters))]
        return try await app("accounts:signInWithIdp", body.merging(more))
    }

    /// Signs in with a fake ID token of these claims.
    package func idp(
        _ provider: String, _ claims: JSON, _ more: JSON = [:], with parameters: [(String, String)] = []
    ) async throws -> TestAnswer {
        try await idp([("providerId", provider), ("id_token", claims.text)] + parameters, more)
    }

    /// Somebody who signed in with an identity provider.
    package func idpUser(_ provider: String, _ claims: JSON, tenant: String? = nil) async throws -> SignedInUser {
        var more = JSON.emptyObject
        more["tenantId"] = tenant.map(JSON.string)
        let answer = try await idp(provider, claims, more)
        try #require(answer.status == 200, "\(answer.text)")
        return try SignedInUser(answer)
    }

    /// An account with a verified address and a password.
    package func verifiedUser(_ email: String = "alice@example.test") async throws -> SignedInUser {
        let user = try await user(email)
        let answer = try await update(user.id, ["emailVerified": true])
        try #require(answer.status == 200, "\(answer.text)")
        return user
    }
}

extension JSON {
    /// Names of the members that only somebody who signed in gets.
    package static let tokenNames = ["expiresIn", "idToken", "refreshToken"]

    /// The entry of `providerUserInfo` for a provider.
    package func entry(_ provider: String) -> JSON? {
        self["providerUserInfo"]?.arrayValue?.first { $0["providerId"]?.stringValue == provider }
    }
}
