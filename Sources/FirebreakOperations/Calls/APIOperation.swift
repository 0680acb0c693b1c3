/// One method of the API: what it takes, what it answers, what it does.
///
/// An operation knows nothing of HTTP; the route table mounts it on its paths. Properties of requests are declared in
/// alphabetical order of their wire names, because the first misfit in that order is the one that is reported.
package protocol APIOperation: SendableMetatype {
    associatedtype Request: Decodable & Sendable
    associatedtype Response: Encodable & Sendable

    /// Whether a request may take longer than the other connections of an event loop should wait: a few milliseconds,
    /// as for work on many accounts at once.
    static func isBulk(_ request: Request) -> Bool

    /// - Throws: ``WireError`` for everything that the client is told.
    static func run(_ request: Request, _ call: Call) async throws -> Response
}

extension APIOperation {
    package static func isBulk(_ request: Request) -> Bool { false }
}
