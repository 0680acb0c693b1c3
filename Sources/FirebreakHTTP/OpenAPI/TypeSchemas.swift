import FirebreakModel
import FirebreakWire

/// The schemas of what methods of the model take and answer, in the format of discovery documents. Each type tells its own
/// by decoding itself, which members it asks for, of which types, and which of them have to be there, and by its notes.
struct TypeSchemas: Sendable {
    /// Those of all methods of the model.
    static let control = TypeSchemas(Route.control.compactMap(\.endpoint))

    private let endpoints: [EndpointEntry]

    init(_ endpoints: [EndpointEntry]) { self.endpoints = endpoints }

    /// The schemas that others refer to, each once: those of bodies and answers, and of the messages in them.
    func ofMessages() throws -> [JSON.Member] {
        var schemas: [JSON.Member] = []
        var known: Set<String> = [NoMembers.schemaName]
        var inPath: [String: [String]] = [:]
        for endpoint in endpoints {
            if let body = endpoint.body {
                inPath[body.schemaName, default: []] += DescribedPath(endpoint.path).parameters
            }
        }
        var messages = endpoints.flatMap { [$0.body, $0.output] }.compactMap(\.self)
        while let message = messages.popLast() {
            guard known.insert(message.schemaName).inserted else { continue }
            let recorder = try recorded(message)
            var schema = try whole(message, told: recorder.schema)
            for name in inPath[message.schemaName] ?? [] { schema["properties"]?[name] = nil }
            schemas.append(JSON.Member(message.schemaName, schema))
            messages += recorder.messages + message.parts
        }
        return schemas.sorted { $0.key < $1.key }
    }

    /// The schema of a message, with its notes.
    func whole(_ message: EndpointEntry.Message) throws -> JSON {
        try whole(message, told: recorded(message).schema)
    }

    /// - Parameter told: What its type tells.
    private func whole(_ message: EndpointEntry.Message, told: JSON) throws -> JSON {
        let properties = try (message.notes.objectValue ?? []).map { note in
            let description = note.value.stringValue.map { JSON.object([JSON.Member("description", .string($0))]) }
            return JSON.Member(note.name, try description ?? Self.json(note.value))
        }
        var more = try Self.json(message.schema)
        if !properties.isEmpty { more["properties"] = .object(properties) }
        return Self.merged(message is any APIDocument.Type ? .emptyObject : told, with: more)
    }

    private static func json(_ value: JSONValue) throws -> JSON { try JSON(parsing: WireEncoder().encode(value)) }

    /// A schema that says itself of which type it is is taken as it is.
    private static func merged(_ told: JSON, with more: JSON) -> JSON {
        guard told.objectValue != nil, let members = more.objectValue, more["type"]?.stringValue == nil,
            more["anyOf"]?.arrayValue == nil, more["$ref"]?.stringValue == nil
        else { return more }
        var result = told
        for member in members {
            result[member.key] = result[member.key].map { merged($0, with: member.value) } ?? member.value
        }
        return result
    }

    fileprivate func schema(of type: any Decodable.Type, in recorder: SchemaRecorder) throws -> JSON {
        if let message = type as? EndpointEntry.Message {
            recorder.note(message)
            return ["$ref": .string(message.schemaName)]
        }
        if let list = type as? any ListType.Type {
            return ["items": try schema(of: list.element, in: recorder), "type": "array"]
        }
        if let choice = type as? any KnownValues.Type { return ["enum": Self.values(choice), "type": "string"] }
        if let simple = simpleSchema(of: type) { return simple }
        let inner = try recorded(type)
        inner.messages.forEach(recorder.note)
        return inner.schema
    }

    private static func values<Choice: KnownValues>(_ choice: Choice.Type) -> JSON {
        .array(choice.known.map { .string($0.rawValue) })
    }

    private func simpleSchema(of type: any Decodable.Type) -> JSON? {
        switch type {
        case is String.Type: ["type": "string"]
        case is Bool.Type: ["type": "boolean"]
        case is Int.Type: ["format": "int32", "type": "integer"]
        case is Int64.Type: ["format": "int64", "type": "integer"]
        case is Double.Type: ["type": "number"]
        case is JSONValue.Type: ["type": "any"]
        default: nil
        }
    }

    private func recorded(_ type: any Decodable.Type) throws -> SchemaRecorder {
        let recorder = SchemaRecorder(self)
        _ = try type.init(from: recorder)
        return recorder
    }
}

/// A decoder that makes up what it is asked for and notes it.
private final class SchemaRecorder: Decoder {
    let schemas: TypeSchemas
    var schema: JSON = ["type": "object"]
    /// The messages that it refers to.
    private(set) var messages: [EndpointEntry.Message] = []
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ schemas: TypeSchemas) { self.schemas = schemas }

    func note(_ message: EndpointEntry.Message) { messages.append(message) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        if schema["properties"] == nil { schema["properties"] = .emptyObject }
        return KeyedDecodingContainer(MemberRecorder(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "only arrays are lists"))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ValueRecorder(recorder: self) }

    /// A value that is empty, `false` or zero, or has such members.
    func madeUp<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let simple: [Any] = [false, "", 0, Int64(0), 0.0, JSONValue.null]
        if let value = simple.lazy.compactMap({ $0 as? Value }).first { return value }
        if let list = type as? any ListType.Type, let value = list.empty as? Value { return value }
        if let choice = type as? any KnownValues.Type, let value = choice.known.first as? Value { return value }
        return try type.init(from: SchemaRecorder(schemas))
    }
}

private protocol ListType {
    static var element: any Decodable.Type { get }
    static var empty: Self { get }
}

extension Array: ListType where Element: Decodable {
    fileprivate static var element: any Decodable.Type { Element.self }
    fileprivate static var empty: Self { [] }
}

/// The members of an object. Whatever is asked for is there, so that optional members are decoded too; what tells them
/// from the others is that the type asks first whether they are there.
private final class MemberRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: SchemaRecorder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []
    private var optional: Set<String> = []

    init(recorder: SchemaRecorder) { self.recorder = recorder }

    func contains(_ key: Key) -> Bool {
        optional.insert(key.stringValue)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        var property = try recorder.schemas.schema(of: type, in: recorder)
        if !optional.contains(key.stringValue) { property["required"] = true }
        recorder.schema["properties"]?[key.stringValue] = property
        return try recorder.madeUp(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { recorder.container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try recorder.unkeyedContainer()
    }

    func superDecoder() -> any Decoder { recorder }
    func superDecoder(forKey key: Key) -> any Decoder { recorder }
}

/// A value that is not an object.
private struct ValueRecorder: SingleValueDecodingContainer {
    let recorder: SchemaRecorder
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool {
        recorder.schema["nullable"] = true
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let isNullable = recorder.schema["nullable"]
        recorder.schema = try recorder.schemas.schema(of: type, in: recorder)
        recorder.schema["nullable"] = isNullable
        if isNullable != nil, let values = recorder.schema["enum"]?.arrayValue {
            recorder.schema["enum"] = .array(values + [.null])
        }
        return try recorder.madeUp(type)
    }
}
