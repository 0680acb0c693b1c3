public import FirebreakModel
import FirebreakWire

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
        try await project.transport.answer(removingAll, as: FaultRemoval.self).deleted
    }
}

// MARK: - The calls

extension FirebreakProject.Faults {
    package var listing: ControlRequest { project.request(.get, "/faults") }
    package var removingAll: ControlRequest { project.request(.delete, "/faults") }

    package func adding(_ definition: FaultDefinition) -> ControlRequest {
        // A definition consists of values that can be encoded.
        let body = (try? WireEncoder().encode(definition)) ?? []
        return project.request(.post, "/faults", body: body)
    }

    package func removing(_ id: String) -> ControlRequest {
        project.request(.delete, "/faults/\(PercentEncoding.encode(id))")
    }
}
