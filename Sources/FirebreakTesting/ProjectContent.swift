import Firebreak

/// What the projects of a trait begin with.
struct ProjectContent: Sendable, Hashable {
    /// Absolute path of a fixture.
    var fixture: String?
    /// The project of the document; `nil` for its only one.
    var project: String?
    /// `nil` for what the fixture says, else `local`.
    var profile: EmulatorConfiguration.Profile?
}
