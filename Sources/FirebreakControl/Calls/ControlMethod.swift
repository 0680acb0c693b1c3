package import FirebreakModel
import FirebreakOperations
package import FirebreakWire

/// A method of the product's own API (firebreak.md section 4): what the model says of it, and what answers it. Where it is
/// mounted follows from the two.
package struct ControlMethod: Sendable {
    /// How it is served.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Every request may take longer than the other connections of the event loop should wait.
        package static let bulk = Traits(rawValue: 1)
        /// It does without the database of the project that it names.
        package static let withoutDatabase = Traits(rawValue: 2)
        /// It may keep a request waiting until something happens.
        package static let mayWait = Traits(rawValue: 4)
        /// Keys of the body are data and stay as they are.
        package static let keepsKeys = Traits(rawValue: 8)
    }

    /// What a request has.
    package struct Input: Sendable {
        /// Query, body and the path's parameters but the project, as one object.
        package var parameters: JSON
        /// The body of a method that takes a document.
        package var document: [UInt8]
        /// What a stream's client has seen before it connected again.
        package var lastEventID: String?

        package init(parameters: JSON, document: [UInt8] = [], lastEventID: String? = nil) {
            self.parameters = parameters
            self.document = document
            self.lastEventID = lastEventID
        }

        fileprivate func decoded<Request: Decodable>(
            _ type: Request.Type, readsTexts: Bool = false
        ) throws -> Request {
            try WireDecoder(nullIsAbsent: true, readsTexts: readsTexts).decode(type, from: parameters)
        }
    }

    package enum Answer: Sendable {
        case json([UInt8])
        /// - Parameter isTrusted: Whether it is the product's own, and not what strangers wrote.
        case document([UInt8], contentType: String, isTrusted: Bool)
        case events(any EventStream)
    }

    package let entry: EndpointEntry
    package let traits: Traits
    package let answer: @Sendable (Input, ControlCall) async throws -> Answer

    /// A method whose answer is that of an operation. The operation may read its request more leniently than as the type
    /// that clients write.
    init<Request, Operation: ControlOperation>(
        _ endpoint: Endpoint<Request, Operation.Response>, _ operation: Operation.Type, _ traits: Traits = []
    ) {
        self.init(written: endpoint.entry, operation, traits)
    }

    /// The same for an answer that the operation writes as JSON.
    init<Request, Document: APIDocument, Operation: ControlOperation>(
        _ endpoint: Endpoint<Request, Document>, _ operation: Operation.Type, _ traits: Traits = []
    ) where Operation.Response == JSON {
        self.init(written: endpoint.entry, operation, traits)
    }

    private init<Operation: ControlOperation>(
        written entry: EndpointEntry, _ operation: Operation.Type, _ traits: Traits
    ) {
        self.init(entry, traits) { input, call in
            let answer = try await Operation.run(try input.decoded(Operation.Request.self), call)
            return .json(try WireEncoder().encode(answer))
        }
    }

    /// A method that takes a document.
    init<Request, Response>(
        _ endpoint: UploadEndpoint<Request, Response>, _ traits: Traits,
        run: @escaping @Sendable ([UInt8], Request, ControlCall) async throws -> Response
    ) {
        self.init(endpoint.entry, traits) { input, call in
            let request = try input.decoded(Request.self, readsTexts: true)
            return .json(try WireEncoder().encode(try await run(input.document, request, call)))
        }
    }

    /// A method that answers a document.
    init<Sent, Request: Decodable & SendableMetatype>(
        _ endpoint: DocumentEndpoint<Sent>, _ traits: Traits = .bulk, isTrusted: Bool = true,
        run: @escaping @Sendable (Request, ControlCall) async throws -> (bytes: [UInt8], contentType: String)
    ) {
        self.init(endpoint.entry, traits) { input, call in
            let document = try await run(try input.decoded(Request.self), call)
            return .document(document.bytes, contentType: document.contentType, isTrusted: isTrusted)
        }
    }

    /// A method that answers events.
    init<Sent, Request: Decodable & SendableMetatype>(
        _ endpoint: StreamEndpoint<Sent>,
        events: @escaping @Sendable (Request, String?, ControlCall) async throws -> any EventStream
    ) {
        self.init(endpoint.entry, .bulk) { input, call in
            .events(try await events(try input.decoded(Request.self), input.lastEventID, call))
        }
    }

    private init(
        _ entry: EndpointEntry, _ traits: Traits,
        _ answer: @escaping @Sendable (Input, ControlCall) async throws -> Answer
    ) {
        self.entry = entry
        self.traits = traits
        self.answer = answer
    }
}

extension ControlMethod {
    /// All methods, in the order in which the description has them.
    package static let all: [ControlMethod] =
        errors + projects + copies + transfer + clock + outbox + journal + faults
}
