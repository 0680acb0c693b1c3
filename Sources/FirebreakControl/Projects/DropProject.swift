package import FirebreakOperations
import FirebreakWire

/// Deletes a project with everything in it, `seq` included. API keys registered for it stay registered, so that they
/// select the project when it is used again (firebreak.md section 4).
package enum DropProject: ControlOperation {
    /// - Throws: `NOT_FOUND` for a project that does not exist yet.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> Empty {
        guard try await call.control.drop(call.project.id) else {
            throw WireError.notFound("Project \(call.project.id) does not exist.")
        }
        return Empty()
    }
}
