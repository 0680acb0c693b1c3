/// One method of the API: its request, its response, and what it does.
///
/// An operation knows nothing of HTTP; the route table maps paths to it. Properties of requests are declared in
/// alphabetical order of their wire names, because the first invalid one in that order is reported.
package protocol APIOperation: SendableMetatype {
    associatedtype Request: Decodable & Sendable
    associatedtype Response: Encodable & Sendable

    /// Whether a request may take longer than the other connections of an event loop should wait: more than a few
    /// milliseconds, as for work on many accounts at once.
    static func isBulk(_ request: Request) -> Bool

    /// - Throws: ``WireError`` for every error meant for the client.
    static func run(_ request: Request, _ call: Call) async throws -> Response
}

extension APIOperation {
    package static func isBulk(_ request: Request) -> Bool { false }
}
