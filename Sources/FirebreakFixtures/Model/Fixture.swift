package import FirebreakWire

/// A fixture document (firebreak.md section 6): the intended contents of projects.
package struct Fixture: Sendable {
    package let source: FixtureSource
    /// The strategy in the document; `nil` leaves it to the caller.
    package var strategy: FixtureStrategy?
    /// In the document's order.
    package var projects: [ProjectFixture]
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
    package var faults: [FaultFixture] = []
}

/// What both projects and tenants can contain.
package struct ScopeFixture: Sendable {
    package var providers: [ProviderFixture] = []
    package var users: [UserFixture] = []
    package var codes: [CodeFixture] = []
}
