public import FirebreakModel
import FirebreakWire

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
