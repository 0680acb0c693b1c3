import FirebreakWire
package import HTTPTypes

/// The console as the server knows it: routes below a path of their own, whose errors are pages (firebreak.md section
/// 13).
package struct MountedConsole: Sendable {
    package static let root = "/firebreak/"

    /// Asked for when the console is first opened, so that a server starts without it.
    let routes: @Sendable () -> RouteTable
    /// Answers with an error of one of its routes, or of a path below it that none has.
    let failure: @Sendable (Failure) -> RouteResponse

    package enum Problem {
        case error(any Error)
        case unknownPath
    }

    package struct Failure {
        package let problem: Problem
        package let rendering: ErrorRendering
        package let guardian: ControlGuard
        package let head: HTTPRequest
    }

    package init(
        routes: @escaping @Sendable () -> RouteTable, failure: @escaping @Sendable (Failure) -> RouteResponse
    ) {
        self.routes = routes
        self.failure = failure
    }

    /// The page of a message in a project's outbox.
    static func path(ofMessage id: String, in project: ProjectID) -> String {
        let project = PercentEncoding.encodeComponent(project.rawValue)
        return "\(root)projects/\(project)/outbox/\(PercentEncoding.encodeComponent(id))"
    }

    /// What leads to the page of a call.
    ///
    /// - Parameter reference: That of the call's record.
    static func path(ofCall reference: String) -> String { "\(root)requests/of/\(reference)" }

    /// Whether a path is below the console, not in the control API.
    static func owns(_ path: String) -> Bool {
        path.startsWithBytes(of: root) ? !path.startsWithBytes(of: "/firebreak/v1/") : path == "/firebreak"
    }
}

extension Route {
    /// A page of the console, or what takes one of its forms.
    package init(
        console method: HTTPRequest.Method, _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (RequestContext) async throws -> RouteResponse
    ) {
        self.init(
            method: method, host: nil, path: path, operationID: operationID, credential: .control, kind: .console,
            respond: respond)
    }
}
