package import FirebreakModel
package import FirebreakOperations
import FirebreakWire

/// Tells which server this is (firebreak.md section 4, `info`).
///
/// It is no ``ControlOperation``, because it needs to know what only the running server knows.
package enum GetInfo {
    /// Needs nothing.
    package typealias Request = NoParameters

    /// - Parameter information: What the server that answers knows about itself.
    /// - Throws: Only what the storage throws.
    package static func answer(_ information: ServerInformation, _ call: ControlCall) async throws -> ServerInfo {
        ServerInfo(
            version: information.version, profile: call.services.profile.rawValue, host: information.host,
            port: information.port, url: information.url, defaultProject: call.services.defaultProject.rawValue,
            projects: try call.services.projects.projects().map(\.rawValue), features: information.features)
    }
}
