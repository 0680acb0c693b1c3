public import FirebreakModel

/// A running server as a whole.
public struct FirebreakServer: Sendable {
    private let transport: any Transport

    /// The server at the other end of a transport.
    public init(at transport: any Transport) { self.transport = transport }

    /// The server at an address.
    ///
    /// - Parameters:
    ///   - url: Scheme, host and port.
    ///   - controlToken: What the server asks callers of the control API for, where it does.
    public init(url: String, controlToken: String? = nil) {
        self.init(at: HTTPTransport(url: url, controlToken: controlToken))
    }

    /// One of its projects. There is no need to make it: a project that nobody has written to is empty.
    public func project(_ id: String) -> FirebreakProject { FirebreakProject(id, at: transport) }

    /// Which server it is.
    public func info() async throws(FirebreakFailure) -> ServerInfo {
        try await transport.answer(ControlRequest(.get, "/firebreak/v1/info"))
    }

    /// The projects that were written to, by ID.
    public func projects() async throws(FirebreakFailure) -> [ProjectList.Entry] {
        try await transport.answer(ControlRequest(.get, "/firebreak/v1/projects"), as: ProjectList.self).projects
    }
}
