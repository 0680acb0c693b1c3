package import FirebreakWire

/// A fixture document (firebreak.md section 6): the intended contents of projects.
package struct Fixture: Sendable {
    package let source: FixtureSource
    /// The strategy in the document; `nil` leaves it to the caller.
    package var strategy: FixtureStrategy?
    /// In the document's order, as far as they can be read.
    package var projects: [ProjectFixture]
    /// What is wrong with the document by itself. One that has problems is tried all the same, so that everything that is
    /// wrong with it is told at once, and never applied.
    package var problems: [FixtureProblem] = []
}

/// One project's part of a document.
package struct ProjectFixture: Sendable {
    package var id: ProjectID
    package var path: FixturePath
    package var apiKeys: [String] = []
    /// A profile's name; `nil` for the server's default.
    package var profile: String?
    /// Members of the `Config` resource.
    package var config: JSON?
    package var rules: JSON?
    package var clock: ClockFixture?
    /// The project's own users, codes and providers.
    package var content = ScopeFixture()
    package var tenants: [TenantFixture] = []
    package var faults: [FaultFixture] = []
}

/// What both projects and tenants can contain.
package struct ScopeFixture: Sendable {
    package var providers: [ProviderFixture] = []
    package var users: [UserFixture] = []
    package var codes: [CodeFixture] = []
}

extension Fixture {
    /// The problems that are told with a project: its own, and with the first one those of no project.
    package func problems(of project: ProjectFixture) -> [FixtureProblem] {
        problems.filter { problem in
            let owner = projects.first { !$0.path.steps.isEmpty && problem.path.steps.starts(with: $0.path.steps) }
            return (owner ?? projects.first)?.path == project.path
        }
    }
}

/// A user. `nil` members leave an existing account unchanged.
package struct UserFixture: Sendable {
    package var path: FixturePath
    /// The name of the user in the document, the response to seeding and `:mintToken`.
    package var ref: String?
    /// Given, or derived from project, tenant and ref (else address, else number).
    package var uid: String
    package var email: String?
    package var emailVerified: Bool?
    package var password: String?
    /// With ``salt``, in the form of exports.
    package var passwordHash: String?
    /// How that was made: the user's own `hash`, else the tenant's, else the project's.
    package var hash: PasswordHashFixture?
    package var salt: String?
    package var userProfile = UserProfile()
    package var phoneNumber: String?
    package var disabled: Bool?
    /// An object; `nil` leaves those of an existing account.
    package var claims: JSON?
    /// Identities at providers, each in its form on the wire.
    package var identities: [JSON] = []
    /// `nil` leaves those of an existing account.
    package var secondFactors: [SecondFactorFixture]?
    package var createdAt: Timestamp?
    package var lastLoginAt: Timestamp?
}

/// How password hashes were made.
package struct PasswordHashFixture: Sendable {
    package var path: FixturePath
    /// The members of an import request.
    package var document: JSON
}

/// An enrolled second factor.
package struct SecondFactorFixture: Sendable {
    package enum Kind: Sendable, Equatable {
        case phone(String)
        /// The secret in base 32.
        case totp(String)
    }

    package var path: FixturePath
    package var kind: Kind
    /// Given, or derived from the account's ID and the factor's place in the list.
    package var enrollmentID: String
    package var displayName: String?
    package var enrolledAt: Timestamp?
}

/// A tenant.
package struct TenantFixture: Sendable {
    package var id: TenantID
    package var path: FixturePath
    /// Members of the tenant resource.
    package var document: JSON
    package var content = ScopeFixture()
}

/// The configuration of an identity provider.
package struct ProviderFixture: Sendable {
    /// `google.com`, `oidc.acme`, `saml.acme`.
    package var id: String
    package var path: FixturePath
    /// The resource; enabled unless it says otherwise.
    package var document: JSON
}

/// An action code that has been sent.
package struct CodeFixture: Sendable {
    package var path: FixturePath
    package var type: String
    /// An address, which may be that of one of the document's users.
    package var email: String
    package var newEmail: String?
    /// Given, or derived from type and address.
    package var oobCode: String
    package var continueURL: String?
    package var locale: String?
    package var handlesCodeInApp: Bool
}

/// A failure that happens on demand (firebreak.md section 11), as a fixture or a call of the control API defines it.
package struct FaultFixture: Sendable, Equatable {
    package var path: FixturePath
    /// The members that were given, checked, in the order of the documentation. Whether the code of an error exists is
    /// left to the caller.
    package var definition: JSON

    /// The error that it answers: a code or a whole message.
    package var error: String? { definition["error"]?.stringValue }

    /// How many calls or messages it takes; `nil` for all.
    package var times: Int64? { definition["times"] == "always" ? nil : definition["times"]?.integerValue ?? 1 }

    /// How many it lets through before.
    package var skip: Int64 { definition["skip"]?.integerValue ?? 0 }

    /// Reads a definition.
    ///
    /// - Parameter path: Where the problems are.
    /// - Returns: `nil` if there are problems.
    package static func read(_ value: JSON, _ path: FixturePath) -> (FaultFixture?, [FixtureProblem]) {
        var reader = FaultReader(value, path)
        let definition = reader.read()
        guard reader.problems.isEmpty else { return (nil, reader.problems) }
        return (FaultFixture(path: path, definition: definition), [])
    }
}

/// The time of a project's clock when the document is applied.
package struct ClockFixture: Sendable, Equatable {
    package var at: Timestamp
    /// Whether it is frozen; otherwise it runs on from there.
    package var isFrozen: Bool
}

/// What happens to the existing contents of a project.
package enum FixtureStrategy: String, Sendable, CaseIterable {
    /// They are kept, and what the document names is created or updated; applying it twice changes nothing.
    case merge
    /// They are removed first.
    case replace
    /// They must not overlap with the document.
    case fail
}
