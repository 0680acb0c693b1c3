import FirebreakCredentials
import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// One account as a fixture (firebreak.md section 6), for the console.
package enum AccountFixture {
    /// A document that makes the account again, in any project; in a tenant of the same ID if it is in one.
    ///
    /// - Returns: `nil` if there is no such account.
    package static func document(
        of id: AccountID, in tenant: TenantID?, _ call: ControlCall
    ) async throws -> JSON? {
        let document: JSON? = try await call.project.read(tenant: tenant) { tx in
            guard let account = try tx.account(id: id) else { return nil }
            var hash: FixtureExport.HashOfAll?
            var document = part(of: try FixtureExport.user(account, tx, &hash), in: tenant)
            document["hash"] = hash?.document
            return document
        }
        return document?.escapingExpansions
    }

    /// Adds an authenticator app to an account, with a new secret: what a fixture does that lists it.
    ///
    /// - Throws: `INVALID_FIXTURE` where the account cannot have one, such as a second one.
    package static func addAuthenticatorApp(
        to id: AccountID, in tenant: TenantID?, _ call: ControlCall
    ) async throws {
        let known: JSON? = try await call.project.read(tenant: tenant) { tx in
            guard let account = try tx.account(id: id) else { return nil }
            let factors = try (account.secondFactors ?? []).compactMap { factor in
                try FixtureExport.factor(factor, of: account, tx)
            }
            var known: JSON = ["mfa": .array(factors)]
            known["emailVerified"] = account.emailVerified.map(JSON.bool)
            return known
        }
        guard let known else { throw WireError.userNotFound }
        let random = call.project.random
        let app: JSON = [
            "enrollmentId": .string(random.alphanumeric(28)),
            "totp": .string(Base32.encode(random.secret(TOTP.secretBytes))),
        ]
        var user: JSON = ["uid": .string(id.rawValue)]
        user["emailVerified"] = known["emailVerified"]
        user["mfa"] = .array((known["mfa"]?.arrayValue ?? []) + [app])
        try await SeedProject.merge(part(of: user, in: tenant).escapingExpansions, call)
    }

    private static func part(of user: JSON, in tenant: TenantID?) -> JSON {
        let users: JSON = ["users": [user]]
        return tenant.map { ["tenants": .object([JSON.Member($0.rawValue, users)])] } ?? users
    }
}
