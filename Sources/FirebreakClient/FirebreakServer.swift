public import FirebreakModel
import FirebreakWire

/// A running server as a whole. Its calls throw what those of ``FirebreakProject`` throw.
public struct FirebreakServer: Sendable {
    private let transport: any Transport

    /// The server at the other end of a transport.
    ///
    /// - Parameter transport: How to reach it.
    public init(at transport: any Transport) { self.transport = transport }

    /// The server at an address.
    ///
    /// - Parameters:
    ///   - url: Scheme, host and port.
    ///   - controlToken: The server's control token, if it has one.
    ///   - adminToken: The server's admin token, if it has one; calls from other machines need it.
    public init(url: String, controlToken: String? = nil, adminToken: String? = nil) {
        self.init(at: HTTPTransport(url: url, controlToken: controlToken, adminToken: adminToken))
    }

    /// One of its projects. It need not be created: a project that does not exist yet is empty.
    ///
    /// - Parameter id: Any ID.
    public func project(_ id: String) -> FirebreakProject { FirebreakProject(id, at: transport) }

    /// The server's version, profile and address.
    public func info() async throws(FirebreakFailure) -> ServerInfo {
        try await call(ServerAPI.info, NoMembers())
    }

    /// The existing projects, by ID.
    ///
    /// - Parameter search: Words that all must be in the ID or the number; `nil` for all projects.
    public func projects(search: String? = nil) async throws(FirebreakFailure) -> [ProjectList.Entry] {
        try await call(ProjectsAPI.list, ListProjectsRequest(q: search)).projects
    }

    /// Makes an empty project. Projects need not be made; one that is can have another profile, and an end.
    ///
    /// - Parameters:
    ///   - id: ID of a project that does not exist yet.
    ///   - profile: `local`, `emulator` or `production`; by default, the server's.
    ///   - time: After which it is dropped, by the server's time; `nil` for never. A millisecond at least.
    /// - Throws: `ALREADY_EXISTS` for a project that is not empty, `RESOURCE_EXHAUSTED` where there are too many,
    ///   `INVALID_ARGUMENT` for another profile.
    public func createProject(
        _ id: String, profile: String? = nil, expiresIn time: Duration? = nil
    ) async throws(FirebreakFailure) -> FirebreakProject {
        let request = CreateProjectRequest(id, profile: profile, expiresIn: time?.wireText)
        return project(try await call(ProjectsAPI.create, request).projectID)
    }

    /// The calls that match, of all projects and of none. Their cursor is ``JournalRecord/id``.
    ///
    /// - Parameters:
    ///   - filter: Selects calls.
    ///   - paging: How many, and in which order.
    /// - Throws: `INVALID_ARGUMENT` for a condition or limit that cannot be.
    public func requests(
        _ filter: RequestFilter = RequestFilter(), _ paging: OutboxPaging = OutboxPaging()
    ) async throws(FirebreakFailure) -> JournalPage {
        try await call(RequestsAPI.listAll, Listed(filter, paging))
    }

    /// Every error that the server can answer, by area, then by code.
    public func errors() async throws(FirebreakFailure) -> [ErrorEntry] {
        try await call(ErrorsAPI.list, NoMembers()).errors
    }

    private func call<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input
    ) async throws(FirebreakFailure) -> Output {
        try await transport.answer(ControlRequest(endpoint.entry, input: input))
    }
}
