import FirebreakFixtures
package import FirebreakModel
package import FirebreakOperations
import FirebreakWire

/// Describes the server (firebreak.md section 4, `info`).
///
/// It is not a ``ControlOperation``, because it needs information that only the running server has.
package enum GetInfo {
    package typealias Request = NoParameters

    /// - Parameter information: What the running server knows about itself.
    /// - Throws: Only storage errors.
    package static func answer(_ information: ServerInformation, _ call: ControlCall) async throws -> ServerInfo {
        ServerInfo(
            version: information.version, profile: call.services.profile.rawValue, host: information.host,
            port: information.port, url: information.url, defaultProject: call.services.defaultProject.rawValue,
            projects: try call.services.projects.projects().map(\.rawValue), features: information.features,
            operations: FixtureKeys.operations)
    }
}
