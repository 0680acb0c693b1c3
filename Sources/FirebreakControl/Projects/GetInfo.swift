import FirebreakFixtures
package import FirebreakModel
import FirebreakOperations
import FirebreakWire

/// Describes the server (firebreak.md section 4, `info`).
///
/// It is not a ``ControlOperation``, because it needs information that only the running server has.
package enum GetInfo {
    package typealias Request = NoMembers

    /// - Parameter information: What the running server knows about itself.
    /// - Throws: Only storage errors.
    package static func answer(_ information: ServerInformation, _ call: ControlCall) async throws -> ServerInfo {
        var info = ServerInfo(
            version: information.version, profile: call.services.profile.rawValue, host: information.host,
            port: information.port, url: information.url, defaultProject: call.services.defaultProject.rawValue,
            projects: try call.services.projects.projects().map(\.rawValue), features: information.features,
            operations: FixtureKeys.operations)
        info.mailServer = information.mailServer
        return info
    }
}

/// What a server knows about itself once it listens; ``GetInfo`` reports it.
package struct ServerInformation: Sendable {
    /// The product's version.
    package var version: String
    /// The host it is bound to.
    package var host: String
    /// The port it listens on, also when the system chose it.
    package var port: Int
    /// Where clients reach it, without a slash at the end.
    package var url: String
    /// Where it takes mails of apps, `host:port`; `nil` where it does not.
    var mailServer: String?
    /// Names of optional features of this server, for clients that must know before they call.
    var features: [String]
    /// Whether the fixtures of the server's start have been applied.
    package var isReady: Bool

    package init(
        version: String, host: String, port: Int, url: String, mailServer: String? = nil, features: [String] = [],
        isReady: Bool = true
    ) {
        self.version = version
        self.host = host
        self.port = port
        self.url = url
        self.mailServer = mailServer
        self.features = features
        self.isReady = isReady
    }
}
