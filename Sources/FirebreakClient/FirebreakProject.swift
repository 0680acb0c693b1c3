public import FirebreakModel
import FirebreakWire

/// One project of a server, wherever the server runs.
///
/// A value of this type is only a name and a transport: it can be created and copied freely.
///
/// Every call throws a ``FirebreakFailure``: besides what it names itself, ``FirebreakFailure/Code/unreachable`` without
/// an answer, ``FirebreakFailure/Code/cancelled``, and ``FirebreakFailure/Code/unexpectedAnswer`` or
/// ``FirebreakFailure/Code/refused`` where something else than a Firebreak server of this version answers.
public struct FirebreakProject: Sendable {
    /// The project's ID.
    public let id: String
    package let transport: any Transport

    /// - Parameters:
    ///   - id: Any ID: a project that does not exist yet is empty.
    ///   - transport: The transport to its server.
    public init(_ id: String, at transport: any Transport) {
        self.id = id
        self.transport = transport
    }

    /// Scheme, host and port of the project's server, without a slash at the end.
    public var url: String {
        let url = transport.url
        return url.without(ending: "/")
    }

    /// The value of `FIREBASE_AUTH_EMULATOR_HOST` for clients of the project.
    public var hostAndPort: String { url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url }

    /// An API key that always selects the project: the derived one, which has the form that Apple's and Android's SDKs
    /// insist on, for IDs of 1 through 30 characters `a-z`, `0-9` and `-`; `project:ID` for others.
    public var apiKey: String { DerivedAPIKey.ownKey(of: ProjectID(rawValue: id)) }

    /// The project's settings at a glance, and how much is in it.
    public func summary() async throws(FirebreakFailure) -> ProjectSummary {
        try await call(ProjectsAPI.get)
    }

    /// Deletes the project with everything in it. Its registered API keys stay registered.
    ///
    /// - Throws: `NOT_FOUND` for a project that does not exist yet.
    public func drop() async throws(FirebreakFailure) {
        _ = try await call(ProjectsAPI.delete)
    }

    /// A part of a project that a reset can keep.
    public struct Part: RawRepresentable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Configuration, tenants, rules and clock.
        public static let config = Self(rawValue: "config")
        /// The faults, with what they have left to do.
        public static let faults = Self(rawValue: "faults")
        /// The messages; the codes in them become invalid in any case.
        public static let outbox = Self(rawValue: "outbox")
    }

    /// Empties the project; `seq` of the outbox continues to count.
    ///
    /// - Parameters:
    ///   - parts: What to keep.
    ///   - reseeding: Whether to apply the fixtures of the server's start again, else the last one seeded.
    /// - Returns: What reseeding did.
    /// - Throws: `INVALID_ARGUMENT` if there are no fixtures, `INVALID_FIXTURE` when they conflict with what is kept;
    ///   nothing has changed then.
    @discardableResult
    public func reset(
        keeping parts: [Part] = [], reseeding: Bool = false
    ) async throws(FirebreakFailure) -> SeedSummary? {
        let request = ResetProjectRequest(keep: parts.map(\.rawValue), reseed: reseeding ? true : nil)
        return try await call(ProjectsAPI.reset, request).seeded
    }

    /// Makes tokens as if a user had signed in, without asking for a password or a second factor.
    ///
    /// - Parameters:
    ///   - user: ID, e-mail address or ref in a fixture.
    ///   - tenant: Where to look for the user; by default the project, then the refs of all tenants.
    ///   - provider: How the user signed in, such as `password`; by default the first sign-in method of the account.
    ///   - claims: Override those of the account.
    ///   - lifetime: Lifetime of the ID token in seconds; negative for one that has expired.
    ///   - flaw: What is wrong with the ID token, for tests of what an API refuses. There is no refresh token then. Those
    ///     about signatures need rule `idTokens` to be `signed`.
    /// - Throws: `NOT_FOUND` for a user or tenant that does not exist, `USER_DISABLED`, `FORBIDDEN_CLAIM`.
    public func mintToken(
        for user: String, tenant: String? = nil, provider: String? = nil, claims: JSONValue? = nil,
        lifetime: Int? = nil, flaw: TokenFlaw? = nil
    ) async throws(FirebreakFailure) -> MintedTokens {
        try await call(
            TokensAPI.mint,
            MintTokenRequest(user, tenant: tenant, provider: provider, claims: claims, lifetime: lifetime, flaw: flaw))
    }
}

extension FirebreakProject {
    /// Calls a method of the API.
    package func call<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input
    ) async throws(FirebreakFailure) -> Output {
        try await transport.answer(request(endpoint, input))
    }

    /// Calls a method that needs no input.
    package func call<Output>(_ endpoint: Endpoint<NoMembers, Output>) async throws(FirebreakFailure) -> Output {
        try await call(endpoint, NoMembers())
    }

    /// The call of a method of the API.
    package func request<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input
    ) throws(FirebreakFailure) -> ControlRequest {
        try ControlRequest(endpoint.entry, input: input, project: id)
    }

    /// What a method answers that answers a document.
    func document<Input>(
        _ endpoint: DocumentEndpoint<Input>, _ input: Input
    ) async throws(FirebreakFailure) -> [UInt8] {
        try await transport.success(ControlRequest(endpoint.entry, input: input, project: id)).body
    }

    /// The events of a method that answers them.
    package func events<Input>(
        _ endpoint: StreamEndpoint<Input>, _ input: Input
    ) -> AsyncThrowingStream<ServerEvent, any Error> {
        do throws(FirebreakFailure) {
            return transport.events(try ControlRequest(endpoint.entry, input: input, project: id))
        } catch {
            return AsyncThrowingStream { throw error }
        }
    }

    /// A call of one of Google's methods about this project, as an admin.
    ///
    /// - Parameters:
    ///   - version: That of the API, such as `v1`.
    ///   - path: What follows the project in the path, such as `/accounts:lookup`.
    func adminRequest(
        _ method: ControlRequest.Method, _ version: String, _ path: String, query: [ControlRequest.Field] = [],
        json: JSON? = nil
    ) -> ControlRequest {
        ControlRequest(
            method,
            "/identitytoolkit.googleapis.com/\(version)/projects/\(PercentEncoding.encode(id))\(path)",
            query: query, headers: json == nil ? [] : [.init("content-type", "application/json")],
            body: json?.bytes ?? [], caller: .admin)
    }
}

extension FirebreakProject {
    /// The project's failures on demand.
    public var faults: Faults { Faults(project: self) }

    /// The faults of a project.
    public struct Faults: Sendable {
        fileprivate let project: FirebreakProject
    }
}

extension FirebreakProject.Faults {
    /// Makes a failure happen, once unless the definition says otherwise.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the operation, error code or member that does not exist.
    @discardableResult
    public func add(_ definition: FaultDefinition) async throws(FirebreakFailure) -> Fault {
        try await project.call(FaultsAPI.add, definition)
    }

    /// All faults, oldest first, those included that have nothing left to do.
    public func list() async throws(FirebreakFailure) -> [Fault] {
        try await project.call(FaultsAPI.list).faults
    }

    /// Removes one fault.
    ///
    /// - Parameter id: That of the fault.
    /// - Throws: `NOT_FOUND`.
    public func remove(_ id: String) async throws(FirebreakFailure) {
        _ = try await project.call(FaultsAPI.remove, FaultID(id))
    }

    /// Removes all faults.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func removeAll() async throws(FirebreakFailure) -> Int {
        try await project.call(FaultsAPI.clear).deleted
    }
}

extension FirebreakProject {
    /// Makes a project that is a full copy of this one; registered API keys stay with this one.
    ///
    /// - Parameters:
    ///   - id: ID of a project that does not exist yet.
    ///   - time: After which the copy is dropped, by the server's time; `nil` for never. A millisecond at least.
    /// - Returns: The copy.
    /// - Throws: `ALREADY_EXISTS` for a project that is not empty, `RESOURCE_EXHAUSTED` where there are too many.
    @discardableResult
    public func fork(
        to id: String, expiresIn time: Duration? = nil
    ) async throws(FirebreakFailure) -> FirebreakProject {
        let copy = try await call(CopiesAPI.fork, ForkProjectRequest(to: id, expiresIn: time?.wireText))
        return FirebreakProject(copy.projectID, at: transport)
    }

    /// Saves a copy of the whole project to go back to, replacing an earlier one of that name.
    ///
    /// - Parameter name: 1 through 128 bytes; by default `default`.
    /// - Throws: `INVALID_ARGUMENT` for a name of another length.
    @discardableResult
    public func snapshot(_ name: String? = nil) async throws(FirebreakFailure) -> SnapshotEntry {
        try await call(CopiesAPI.snapshot, SnapshotSelection(name))
    }

    /// Restores the project from a snapshot, the clock included; `seq` of the outbox continues to count.
    ///
    /// - Parameter name: That of the snapshot; by default `default`.
    /// - Throws: `NOT_FOUND` for a snapshot that does not exist.
    public func restore(_ name: String? = nil) async throws(FirebreakFailure) {
        _ = try await call(CopiesAPI.restore, SnapshotSelection(name))
    }

    /// The project's snapshots, by name.
    public func snapshots() async throws(FirebreakFailure) -> [SnapshotEntry] {
        try await call(CopiesAPI.snapshots).snapshots
    }

    /// Deletes a snapshot.
    ///
    /// - Parameter name: That of the snapshot.
    /// - Throws: `NOT_FOUND` for a snapshot that does not exist.
    public func deleteSnapshot(_ name: String) async throws(FirebreakFailure) {
        _ = try await call(CopiesAPI.deleteSnapshot, SnapshotSelection(name))
    }
}
