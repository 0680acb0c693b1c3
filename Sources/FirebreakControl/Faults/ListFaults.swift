package import FirebreakModel
package import FirebreakOperations
import FirebreakStore

/// Lists the faults of a project, oldest first, those included that have nothing left to do (firebreak.md section 11).
package enum ListFaults: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> FaultList {
        FaultList(faults: try await call.project.read { try $0.faults() }.map(Fault.init))
    }
}
