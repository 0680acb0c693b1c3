public import FirebreakModel
import FirebreakWire

extension FirebreakProject {
    /// Makes a project that is a copy of this one in everything; API keys that were registered stay with this one.
    ///
    /// - Parameter id: Of a project that nobody has written to.
    /// - Returns: The copy.
    /// - Throws: `ALREADY_EXISTS` for a project that has something.
    @discardableResult
    public func fork(to id: String) async throws(FirebreakFailure) -> FirebreakProject {
        let request = request(.post, ":fork", json: ["to": .string(id)], timeout: Self.largeWork)
        let copy = try await transport.answer(request, as: ForkedProject.self)
        return FirebreakProject(copy.projectID, at: transport)
    }

    /// Keeps a copy of the whole project to go back to, in the place of an earlier one of that name.
    ///
    /// - Parameter name: 1 through 128 bytes; `default` unless given.
    @discardableResult
    public func snapshot(_ name: String? = nil) async throws(FirebreakFailure) -> SnapshotEntry {
        try await transport.answer(request(.post, ":snapshot", json: Self.named(name), timeout: Self.largeWork))
    }

    /// Puts the project back to what it was at a snapshot, the clock included; `seq` of the outbox goes on counting.
    ///
    /// - Throws: `NOT_FOUND` for a name that no snapshot has.
    public func restore(_ name: String? = nil) async throws(FirebreakFailure) {
        _ = try await transport.success(request(.post, ":restore", json: Self.named(name), timeout: Self.largeWork))
    }

    /// The project's snapshots, by name.
    public func snapshots() async throws(FirebreakFailure) -> [SnapshotEntry] {
        try await transport.answer(request(.get, "/snapshots"), as: SnapshotList.self).snapshots
    }

    /// Deletes a snapshot.
    ///
    /// - Throws: `NOT_FOUND` for a name that no snapshot has.
    public func deleteSnapshot(_ name: String) async throws(FirebreakFailure) {
        _ = try await transport.success(request(.delete, "/snapshots/\(PercentEncoding.encode(name))"))
    }

    private static func named(_ name: String?) -> JSON {
        var body = JSON.emptyObject
        body["name"] = name.map(JSON.string)
        return body
    }

    /// What a call may take that moves a whole project.
    static let largeWork = Duration.seconds(120)
}
