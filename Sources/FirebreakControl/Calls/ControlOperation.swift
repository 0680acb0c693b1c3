import FirebreakOperations

/// One endpoint of the product's own API (firebreak.md section 4).
///
/// The request is one JSON object made of the query parameters and the body; the project in the path is given apart.
package protocol ControlOperation: SendableMetatype {
    associatedtype Request: Decodable & Sendable
    associatedtype Response: Encodable & Sendable

    /// - Throws: ``WireError`` for everything that the client is told.
    static func run(_ request: Request, _ call: ControlCall) async throws -> Response
}
