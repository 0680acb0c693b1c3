import FirebreakOperations

/// One endpoint of the product's own API (firebreak.md section 4).
///
/// The request is one JSON object that combines the query parameters and the body; the project in the path is passed
/// separately.
package protocol ControlOperation: SendableMetatype {
    associatedtype Request: Decodable & Sendable
    associatedtype Response: Encodable & Sendable

    /// - Throws: ``WireError`` for every error that is reported to the client.
    static func run(_ request: Request, _ call: ControlCall) async throws -> Response
}
