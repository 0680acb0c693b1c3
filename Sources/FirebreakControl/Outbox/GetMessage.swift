package import FirebreakModel
import FirebreakOperations
package import FirebreakStore
import FirebreakWire

/// One message by its ID (firebreak.md section 5).
package enum GetMessage: ControlOperation {
    /// The ID, from the path.
    package struct Request: Decodable, Sendable {
        /// `msg_` and 20 characters.
        package var id: String

        package init(id: String) { self.id = id }
    }

    /// - Throws: As ``message(_:_:)``.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> OutboxMessage {
        MessageResource(call).record(try await message(request, call))
    }

    /// The stored message, for projections of it.
    ///
    /// - Throws: `NOT_FOUND`.
    package static func message(_ request: Request, _ call: ControlCall) async throws -> Message {
        let id = request.id
        guard let message = try await call.project.read({ tx in try tx.message(id: id) }) else {
            throw WireError.notFound("The outbox of project \(call.project.id) has no message \(id.onOneLine).")
        }
        return message
    }
}
