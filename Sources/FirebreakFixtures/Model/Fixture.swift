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

extension Fixture {
    /// The problems that are told with a project: its own, and with the first one those of no project.
    package func problems(of project: ProjectFixture) -> [FixtureProblem] {
        problems.filter { problem in
            let owner = projects.first { !$0.path.steps.isEmpty && problem.path.steps.starts(with: $0.path.steps) }
            return (owner ?? projects.first)?.path == project.path
        }
    }
}
