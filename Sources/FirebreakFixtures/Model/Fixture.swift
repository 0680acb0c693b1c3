package import FirebreakWire

/// A fixture document (firebreak.md section 6): what projects are to contain.
package struct Fixture: Sendable {
    package let source: FixtureSource
    /// What the document says; `nil` leaves it to whoever applies it.
    package var strategy: FixtureStrategy?
    /// In the document's order.
    package var projects: [ProjectFixture]
}

/// What happens to what a project contains already.
package enum FixtureStrategy: String, Sendable, CaseIterable {
    /// It stays, and what the document names becomes as it says; doing so twice changes nothing.
    case merge
    /// It goes first.
    case replace
    /// It may not have anything in common with the document.
    case fail
}

/// One project's part of a document.
package struct ProjectFixture: Sendable {
    package var id: ProjectID
    package var path: FixturePath
    package var apiKeys: [String] = []
    /// A profile's name; `nil` for the server's.
    package var profile: String?
    /// Members of the `Config` resource.
    package var config: JSON?
    package var rules: JSON?
    package var clock: ClockFixture?
    /// How password hashes of the users, tenants' included, were made: the members of an import request.
    package var hash: JSON?
    /// The project's own users, codes and providers.
    package var content = ScopeFixture()
    package var tenants: [TenantFixture] = []
}

/// What a project's clock is to show when the document is applied.
package struct ClockFixture: Sendable, Equatable {
    package var at: Timestamp
    /// Whether it stands still; else it runs on from there.
    package var isFrozen: Bool
}

/// What projects and tenants both can contain.
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
    /// The resource; on unless it says otherwise.
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
