package import FirebreakWire

/// A fixture document (firebreak.md section 6): the intended contents of projects.
package struct Fixture: Sendable {
    package let source: FixtureSource
    /// The strategy in the document; `nil` leaves it to the caller.
    package var strategy: FixtureStrategy?
    /// In the document's order.
    package var projects: [ProjectFixture]
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
    /// How the password hashes of the users, including tenants' users, were made: the members of an import request.
    package var hash: JSON?
    /// The project's own users, codes and providers.
    package var content = ScopeFixture()
    package var tenants: [TenantFixture] = []
}

/// The time of a project's clock when the document is applied.
package struct ClockFixture: Sendable, Equatable {
    package var at: Timestamp
    /// Whether it is frozen; otherwise it runs on from there.
    package var isFrozen: Bool
}

/// What both projects and tenants can contain.
package struct ScopeFixture: Sendable {
    package var providers: [ProviderFixture] = []
    package var users: [UserFixture] = []
    package var codes: [CodeFixture] = []
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
