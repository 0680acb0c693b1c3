import FirebreakOperations
package import FirebreakWire
import HTTPTypes
import Testing

extension TestServer {
    private static let tenantsPath = "/identitytoolkit.googleapis.com/v2/projects/example/tenants"

    /// A tenant with every sign-in method on.
    package func makeTenant(_ changes: JSON = [:]) async throws -> String {
        let body: JSON = [
            "displayName": "blue-sky", "allowPasswordSignup": true, "enableEmailLinkSignin": true,
            "enableAnonymousUser": true,
        ]
        let answer = try await createTenant(body.merging(changes))
        let name = try #require(answer.string("name"), "\(answer.text)")
        return String(name.split(separator: "/").last ?? "")
    }

    package func createTenant(_ body: JSON) async throws -> TestAnswer {
        try await send(.post, Self.tenantsPath, body, headers: [.authorization: "Bearer owner"])
    }

    package func patchTenant(_ id: String, _ body: JSON, mask: String? = nil) async throws -> TestAnswer {
        let query = mask.map { "?updateMask=\($0)" } ?? ""
        return try await send(
            .patch, "\(Self.tenantsPath)/\(id)\(query)", body, headers: [.authorization: "Bearer owner"])
    }

    package func getTenant(_ id: String) async throws -> TestAnswer {
        try await adminGet("/v2/projects/example/tenants/\(id)")
    }

    package func deleteTenant(_ id: String) async throws -> TestAnswer {
        try await send(.delete, "\(Self.tenantsPath)/\(id)", headers: [.authorization: "Bearer owner"])
    }

    /// Signs up in a tenant.
    package func tenantUser(_ tenant: String, _ email: String = "alice@example.test") async throws -> SignedInUser {
        let body: JSON = ["email": .string(email), "password": "correct-horse", "tenantId": .string(tenant)]
        return try SignedInUser(await app("accounts:signUp", body))
    }
}
