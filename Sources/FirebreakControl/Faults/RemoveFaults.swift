package import FirebreakModel
package import FirebreakOperations
import FirebreakStore

/// Removes all faults of a project (firebreak.md section 11).
package enum RemoveFaults: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> FaultRemoval {
        guard try await call.project.exists else { return FaultRemoval(deleted: 0) }
        return FaultRemoval(deleted: try await call.project.write(at: call.now) { try $0.removeFaults() })
    }
}
