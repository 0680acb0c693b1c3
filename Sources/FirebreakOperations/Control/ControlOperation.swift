import FirebreakStore
package import FirebreakWire

/// One endpoint of the product's own API (product.md section 4).
///
/// The request is one JSON object made of the query parameters and the body; the project in the path is given apart.
package protocol ControlOperation: SendableMetatype {
    associatedtype Request: Decodable & Sendable
    associatedtype Response: Encodable & Sendable

    /// - Throws: ``WireError`` for everything that the client is told.
    static func run(_ request: Request, _ call: ControlCall) async throws -> Response
}

/// A request to the control API.
package struct ControlCall: Sendable {
    package let services: Services
    /// The project in the path; the default project where the path names none.
    package let project: Project
    package let settings: ProjectSettings
    /// Scheme, host and port under which the client reached this server.
    package let origin: String
    /// The project's time.
    package let now: Timestamp

    /// Random values of the project.
    package var random: RandomSource { project.random }
    /// The moment that decides which codes have expired.
    package var expiryMoment: Timestamp { settings.expiryMoment(at: now) }

    package init(services: Services, project: Project, origin: String) async throws {
        self.services = services
        self.project = project
        self.origin = origin
        settings = try await project.settings()
        now = settings.clock.time(at: services.now())
    }
}
