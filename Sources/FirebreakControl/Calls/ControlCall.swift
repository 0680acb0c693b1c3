import FirebreakModel
package import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// A request to the control API.
package struct ControlCall: Sendable {
    package let control: ControlServices
    /// The project in the path; the default project where the path names none.
    package let project: Project
    package let settings: ProjectSettings
    /// Scheme, host and port under which the client reached this server.
    package let origin: String
    /// The project's time.
    package let now: Timestamp

    package var services: Services { control.services }
    /// Random values of the project.
    var random: RandomSource { project.random }
    /// The times that decide which messages have arrived, and which codes have expired.
    var expiryMoment: OutboxMoment { settings.expiryMoment(at: now) }

    /// - Parameter needsProject: Whether it is about what is in the project's database. Any other call is answered
    ///   although that cannot be used, by the settings that a new project has.
    /// - Throws: ``StorageFailure`` for a project that is needed and unavailable.
    package init(
        control: ControlServices, project: Project, origin: String, needsProject: Bool = true
    ) async throws {
        self.control = control
        self.project = project
        self.origin = origin
        do { settings = try await project.settings() } catch {
            guard !needsProject else { throw error }
            settings = try await project.startingSettings()
        }
        now = settings.clock.time(at: control.services.now())
    }
}

/// One endpoint of the product's own API (firebreak.md section 4).
///
/// The request is one JSON object that combines the query parameters and the body; the project in the path is passed
/// separately.
package protocol ControlOperation: SendableMetatype {
    associatedtype Request: Decodable & Sendable
    associatedtype Response: Encodable & Sendable

    /// - Throws: ``WireError`` for every error that is reported to the client.
    static func run(_ request: Request, _ call: ControlCall) async throws -> Response
}
