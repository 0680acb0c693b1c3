package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Removes one fault (firebreak.md section 11). Calls that it holds stay held.
package enum RemoveFault: ControlOperation {
    /// The ID, from the path.
    package struct Request: Decodable, Sendable {
        /// `fault_` and 16 characters.
        package var id: String

        package init(id: String) { self.id = id }
    }

    /// - Throws: `NOT_FOUND`.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> Empty {
        let id = request.id
        guard try await call.project.exists,
            try await call.project.write(at: call.now, { try $0.removeFault(id: id) })
        else { throw WireError.notFound("Project \(call.project.id) has no fault \(id.onOneLine).") }
        return Empty()
    }
}
