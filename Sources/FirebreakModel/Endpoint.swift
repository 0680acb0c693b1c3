/// A method of Firebreak's own API, told once: clients make their calls of it, the server its route, and the description of
/// the API its entry.
package struct Endpoint<Input: APIMessage, Output: APIMessage>: Sendable {
    package let entry: EndpointEntry

    /// - Parameters:
    ///   - name: As in ``EndpointEntry/id``, behind what all methods of the scope begin with.
    ///   - path: What follows the path of the scope, with parameters in braces, which are members of the input.
    ///   - scope: Whether it is about a project or about the server.
    ///   - summary: What it does, in a sentence.
    ///   - time: How long a client waits for the answer.
    package init(
        _ name: String, _ method: RequestMethod, _ path: String, of scope: EndpointScope = .project, _ summary: String,
        within time: Duration = .seconds(30)
    ) {
        entry = EndpointEntry(
            name, method, path, scope, summary, time: time, input: Input.self, responseTypes: ["application/json"],
            output: Output.self)
    }

    private init(_ entry: EndpointEntry) { self.entry = entry }

    /// The same method, described with a part of its input in the query and the rest in the body.
    package func split(query: (some APIMessage).Type, body: (some APIMessage).Type) -> Self {
        var entry = entry
        entry.query = query
        entry.body = body
        return Self(entry)
    }
}

/// A method that answers server-sent events.
package struct StreamEndpoint<Input: APIMessage>: Sendable {
    package let entry: EndpointEntry

    package init(_ name: String, _ path: String, of scope: EndpointScope = .project, _ summary: String) {
        entry = EndpointEntry(
            name, .get, path, scope, summary, time: .seconds(30), input: Input.self,
            responseTypes: ["text/event-stream"])
    }
}

/// A method that answers a document: a text, a page, a file.
package struct DocumentEndpoint<Input: APIMessage>: Sendable {
    package let entry: EndpointEntry

    /// - Parameters:
    ///   - types: The content types that the answer may have.
    ///   - output: What it is as JSON.
    package init(
        _ name: String, _ path: String, of scope: EndpointScope = .project, _ summary: String, answers types: [String],
        as output: EndpointEntry.Message? = nil,
        within time: Duration = .seconds(30)
    ) {
        entry = EndpointEntry(
            name, .get, path, scope, summary, time: time, input: Input.self, responseTypes: types, output: output)
    }
}

/// A method that takes a document as its body, and its input in the query.
package struct UploadEndpoint<Input: APIMessage, Output: APIMessage>: Sendable {
    package let entry: EndpointEntry

    /// - Parameters:
    ///   - types: The content types that the document may have.
    ///   - document: What it is as JSON.
    package init(
        _ name: String, _ path: String, _ summary: String, takes types: [String], as document: (some APIMessage).Type,
        within time: Duration = .seconds(30)
    ) {
        var entry = EndpointEntry(
            name, .post, path, .project, summary, time: time, input: Input.self, responseTypes: ["application/json"],
            output: Output.self)
        entry.query = Input.self
        entry.body = document
        entry.requestTypes = types
        entry.takesDocument = true
        self.entry = entry
    }
}

/// What methods are about.
package enum EndpointScope: Sendable {
    case project, server

    fileprivate var path: String {
        self == .project ? "/firebreak/v1/projects/{\(EndpointEntry.project)}" : "/firebreak/v1"
    }
}

/// The verb of a request.
public enum RequestMethod: String, Sendable {
    /// Reads.
    case get = "GET"
    /// Creates, or makes something happen.
    case post = "POST"
    /// Changes.
    case patch = "PATCH"
    /// Deletes.
    case delete = "DELETE"
}

/// What all kinds of methods have, without their types.
package struct EndpointEntry: Sendable {
    package typealias Message = any APIMessage.Type

    /// The path's parameter for the project.
    package static let project = "targetProjectId"

    /// Its name in the description, such as `firebreak.projects.clock.advance`.
    package let id: String
    package let method: RequestMethod
    /// The whole path, with parameters in braces.
    package let path: String
    package let summary: String
    /// How long a client waits for the answer.
    package let time: Duration
    /// What the query has.
    package fileprivate(set) var query: Message?
    /// What the body is.
    package fileprivate(set) var body: Message?
    /// The content types that the body may have.
    package fileprivate(set) var requestTypes = ["application/json"]
    /// Whether the body is a document, and not a part of the input.
    package fileprivate(set) var takesDocument = false
    /// The content types that the answer may have.
    package let responseTypes: [String]
    /// What the answer is as JSON; `nil` where it never is.
    package let output: Message?

    fileprivate init(
        _ name: String, _ method: RequestMethod, _ path: String, _ scope: EndpointScope, _ summary: String,
        time: Duration, input: Message, responseTypes: [String], output: Message? = nil
    ) {
        id = (scope == .project ? "firebreak.projects." : "firebreak.") + name
        self.method = method
        self.path = scope.path + path
        self.summary = summary
        self.time = time
        self.responseTypes = responseTypes
        self.output = output
        switch method {
        case .get, .delete: query = input
        case .post, .patch: body = input
        }
    }
}

/// What a request or an answer of the API is, which has a schema of its own in the description.
package protocol APIMessage: Codable, Sendable, SendableMetatype {
    /// Its name in the description; by default, that of the type.
    static var schemaName: String { get }
    /// By the names of members, what the description says of them beyond what their types tell: a sentence, or keywords of a
    /// schema in the dialect of Google's discovery documents, in which `required` is one of the member's.
    static var notes: JSONValue { get }
    /// Keywords of the schema itself; empty by default.
    static var schema: JSONValue { get }
    /// The messages whose names its notes refer to.
    static var parts: [EndpointEntry.Message] { get }
}

extension APIMessage {
    package static var schemaName: String { "\(Self.self)" }
    package static var schema: JSONValue { [:] }
    package static var notes: JSONValue { [:] }
    package static var parts: [EndpointEntry.Message] { [] }
}

/// A text of which this version knows all values.
package protocol KnownValues: RawRepresentable<String> {
    static var known: [Self] { get }
}

/// No members: what a method takes that needs nothing, and answers that has nothing to say.
package struct NoMembers: APIMessage {
    package static let schemaName = "GoogleProtobufEmpty"

    package init() {}

    package init(from decoder: any Decoder) throws {}

    private enum CodingKeys: CodingKey {}

    package func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
}

/// The members of two messages as one.
package struct Joined<First: APIMessage, Second: APIMessage>: APIMessage {
    package var first: First
    package var second: Second

    package init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    package init(from decoder: any Decoder) throws {
        first = try First(from: decoder)
        second = try Second(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try first.encode(to: encoder)
        try second.encode(to: encoder)
    }

    package static var notes: JSONValue { First.notes.adding(Second.notes) }
}

extension JSONValue {
    /// The members of both objects.
    func adding(_ other: JSONValue) -> JSONValue { .object((objectValue ?? []) + (other.objectValue ?? [])) }
}

/// Any JSON, with the schema of a message.
package protocol APIDocument: APIMessage {
    var value: JSONValue { get }
    init(_ value: JSONValue)
}

extension APIDocument {
    package init(from decoder: any Decoder) throws { self.init(try JSONValue(from: decoder)) }

    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
