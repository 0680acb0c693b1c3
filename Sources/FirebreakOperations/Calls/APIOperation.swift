import FirebreakWire

/// One method of the API: its request, its response, and what it does.
///
/// An operation knows nothing of HTTP; the route table maps paths to it. Properties of requests are declared in
/// alphabetical order of their wire names, because the first invalid one in that order is reported.
package protocol APIOperation: SendableMetatype {
    associatedtype Request: Decodable & Sendable
    associatedtype Response: Encodable & Sendable

    /// Whether a request may take longer than the other connections of an event loop should wait: more than a few
    /// milliseconds, such as work on many accounts at once.
    static func isBulk(_ request: Request) -> Bool

    /// - Throws: ``WireError`` for every error meant for the client.
    static func run(_ request: Request, _ call: OperationContext) async throws -> Response

    /// The response as JSON.
    ///
    /// - Parameter behavior: Of the project's profile, on which its form depends.
    static func encode(_ response: Response, _ behavior: ProfileBehavior) throws -> [UInt8]
}

extension APIOperation {
    package static func isBulk(_ request: Request) -> Bool { false }

    package static func encode(_ response: Response, _ behavior: ProfileBehavior) throws -> [UInt8] {
        try WireEncoder(omitsDefaults: behavior.omitsDefaults).encode(response)
    }
}

/// The answer `{}`.
package struct Empty: Encodable, Sendable {
    package init() {}
    private enum CodingKeys: CodingKey {}
    package func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
}

/// A request whose body says nothing beyond project and tenant.
package struct NoParameters: Decodable, Sendable {
    package init() {}

    package init(from decoder: any Decoder) throws {}
}
