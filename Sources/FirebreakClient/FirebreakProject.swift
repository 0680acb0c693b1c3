public import FirebreakModel
package import FirebreakWire

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
        try await transport.answer(request(.get, ""))
    }

    /// Deletes the project with everything in it. Its registered API keys stay registered.
    ///
    /// - Throws: `NOT_FOUND` for a project that does not exist yet.
    public func drop() async throws(FirebreakFailure) {
        _ = try await transport.success(request(.delete, ""))
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
        var body: JSON = ["keep": .array(parts.map { .string($0.rawValue) })]
        if reseeding { body["reseed"] = true }
        let reply = try await transport.success(request(.post, ":reset", json: body))
        return reseeding ? try reply.decoded(SeedSummary.self) : nil
    }

    /// Makes tokens as if a user had signed in, without asking for a password or a second factor.
    ///
    /// - Parameters:
    ///   - user: ID, e-mail address or ref in a fixture.
    ///   - tenant: Where to look for the user; by default the project, then the refs of all tenants.
    ///   - provider: How the user signed in, such as `password`; by default the first sign-in method of the account.
    ///   - claims: Override those of the account.
    ///   - lifetime: Lifetime of the ID token in seconds; negative for one that has expired.
    /// - Throws: `NOT_FOUND` for a user or tenant that does not exist, `USER_DISABLED`, `FORBIDDEN_CLAIM`.
    public func mintToken(
        for user: String, tenant: String? = nil, provider: String? = nil, claims: JSONValue? = nil,
        lifetime: Int? = nil
    ) async throws(FirebreakFailure) -> MintedTokens {
        try await transport.answer(
            minting(for: user, tenant: tenant, provider: provider, claims: claims.map(JSON.init), lifetime: lifetime))
    }

    /// The call behind ``mintToken(for:tenant:provider:claims:lifetime:)``.
    package func minting(
        for user: String, tenant: String?, provider: String?, claims: JSON?, lifetime: Int?
    ) -> ControlRequest {
        var body: JSON = ["user": .string(user)]
        body["tenant"] = tenant.map(JSON.string)
        body["provider"] = provider.map(JSON.string)
        body["lifetime"] = lifetime.map(JSON.int)
        body["claims"] = claims
        return request(.post, ":mintToken", json: body, timeout: Self.largeWork)
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
    package func call<Output>(_ endpoint: Endpoint<NoInput, Output>) async throws(FirebreakFailure) -> Output {
        try await call(endpoint, NoInput())
    }

    /// The call of a method of the API.
    ///
    /// - Throws: Only for an input that is not an object.
    package func request<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input
    ) throws(FirebreakFailure) -> ControlRequest {
        let body: [UInt8]
        do { body = endpoint.method == .get ? [] : try WireEncoder().encode(input) } catch {
            throw FirebreakFailure(.invalidArgument, "\(endpoint.id) cannot take this: \(error)")
        }
        return request(ControlRequest.Method(rawValue: endpoint.method.rawValue) ?? .get, endpoint.path, body: body)
    }

    /// A call about this project.
    ///
    /// - Parameter path: What follows the project in the path, such as `/outbox` or `:reset`.
    func request(
        _ method: ControlRequest.Method, _ path: String, query: [ControlRequest.Field] = [], body: [UInt8] = [],
        timeout: Duration = ControlRequest.standardTimeout
    ) -> ControlRequest {
        ControlRequest(
            method, "/firebreak/v1/projects/\(PercentEncoding.encode(id))\(path)", query: query,
            headers: body.isEmpty ? [] : [.init("content-type", "application/json")], body: body, timeout: timeout)
    }

    /// A call with a body.
    func request(
        _ method: ControlRequest.Method, _ path: String, json: JSON,
        timeout: Duration = ControlRequest.standardTimeout
    ) -> ControlRequest {
        request(method, path, body: json.bytes, timeout: timeout)
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
        try await project.transport.answer(adding(definition))
    }

    /// All faults, oldest first, those included that have nothing left to do.
    public func list() async throws(FirebreakFailure) -> [Fault] {
        try await project.transport.answer(listing, as: FaultList.self).faults
    }

    /// Removes one fault.
    ///
    /// - Parameter id: That of the fault.
    /// - Throws: `NOT_FOUND`.
    public func remove(_ id: String) async throws(FirebreakFailure) {
        _ = try await project.transport.success(removing(id))
    }

    /// Removes all faults.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func removeAll() async throws(FirebreakFailure) -> Int {
        try await project.transport.answer(removingAll, as: Deletion.self).deleted
    }
}

// MARK: - The calls

extension FirebreakProject.Faults {
    package var listing: ControlRequest { project.request(.get, "/faults") }
    var removingAll: ControlRequest { project.request(.delete, "/faults") }

    package func adding(_ definition: FaultDefinition) -> ControlRequest {
        // A definition consists of values that can be encoded.
        let body = (try? WireEncoder().encode(definition)) ?? []
        return project.request(.post, "/faults", body: body)
    }

    func removing(_ id: String) -> ControlRequest {
        project.request(.delete, "/faults/\(PercentEncoding.encode(id))")
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
        var body: JSON = ["to": .string(id)]
        body["expiresIn"] = (time?.wireText).map(JSON.string)
        let request = request(.post, ":fork", json: body, timeout: Self.largeWork)
        let copy = try await transport.answer(request, as: ForkedProject.self)
        return FirebreakProject(copy.projectID, at: transport)
    }

    /// Saves a copy of the whole project to go back to, replacing an earlier one of that name.
    ///
    /// - Parameter name: 1 through 128 bytes; by default `default`.
    /// - Throws: `INVALID_ARGUMENT` for a name of another length.
    @discardableResult
    public func snapshot(_ name: String? = nil) async throws(FirebreakFailure) -> SnapshotEntry {
        try await transport.answer(request(.post, ":snapshot", json: Self.named(name), timeout: Self.largeWork))
    }

    /// Restores the project from a snapshot, the clock included; `seq` of the outbox continues to count.
    ///
    /// - Parameter name: That of the snapshot; by default `default`.
    /// - Throws: `NOT_FOUND` for a snapshot that does not exist.
    public func restore(_ name: String? = nil) async throws(FirebreakFailure) {
        _ = try await transport.success(request(.post, ":restore", json: Self.named(name), timeout: Self.largeWork))
    }

    /// The project's snapshots, by name.
    public func snapshots() async throws(FirebreakFailure) -> [SnapshotEntry] {
        try await transport.answer(request(.get, "/snapshots"), as: SnapshotList.self).snapshots
    }

    /// Deletes a snapshot.
    ///
    /// - Parameter name: That of the snapshot.
    /// - Throws: `NOT_FOUND` for a snapshot that does not exist.
    public func deleteSnapshot(_ name: String) async throws(FirebreakFailure) {
        _ = try await transport.success(request(.delete, "/snapshots/\(PercentEncoding.encode(name))"))
    }

    private static func named(_ name: String?) -> JSON {
        var body = JSON.emptyObject
        body["name"] = name.map(JSON.string)
        return body
    }

    /// The time limit of calls that copy a whole project.
    static let largeWork = Duration.seconds(120)
}
