import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// What became of a project.
package struct FixtureResult: Sendable {
    package struct User: Sendable {
        package var ref: String?
        package var tenant: TenantID?
        package var id: AccountID
        package var email: String?
    }

    package var project: ProjectID
    /// In the order of the documents.
    package var users: [User] = []
    /// How many accounts were made.
    package var created = 0
    /// How many accounts were changed.
    package var changed = 0

    init(project: ProjectID) { self.project = project }

    mutating func add(_ other: FixtureResult) {
        users += other.users
        created += other.created
        changed += other.changed
    }
}
