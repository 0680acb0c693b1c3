package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Removes the registration of an API key (firebreak.md section 2).
package enum DeleteAPIKey: ControlOperation {
    /// The key, from the path, the query or the body.
    package struct Request: Decodable, Sendable {
        /// A key that is registered for the project.
        package var key: String?

        package init(key: String?) { self.key = key }
    }

    /// - Throws: `INVALID_ARGUMENT` without a key, `NOT_FOUND` for one that is not registered for the project, such as
    ///   the derived one.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> Empty {
        guard let key = try ControlParameter.text("key", request.key) else {
            throw WireError.invalidArgument("key must say which API key to delete")
        }
        guard try await call.services.storage.apiKeys.remove(key, of: call.project.id) else {
            throw WireError.notFound("No such API key is registered for project \(call.project.id).")
        }
        return Empty()
    }
}
