import Firebreak

/// What the projects of a trait begin with.
struct ProjectContent: Sendable, Hashable {
    /// Absolute path of a fixture.
    var fixture: String?
    /// The project of the document; `nil` for its only one.
    var project: String?
    /// `nil` for what the fixture says, else `local`.
    var profile: EmulatorConfiguration.Profile?
    /// The Functions emulator of their server, as ``EmulatorConfiguration/functions`` has it.
    var functions: String?

    /// What their server is started with.
    var server: SharedServer.Settings {
        SharedServer.Settings(functions: functions, project: functions == nil ? nil : project)
    }
}
