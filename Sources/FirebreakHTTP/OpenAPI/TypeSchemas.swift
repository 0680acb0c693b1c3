import FirebreakModel
import FirebreakWire

/// The schemas of types in the format of discovery documents. Each type tells its own by decoding itself: which members
/// it asks for, of which types, and which of them have to be there.
struct TypeSchemas: Sendable {
    /// The types that have schemas of their own, which others refer to, by name.
    let types: [String: any (Decodable & SendableMetatype).Type]
    private let names: [ObjectIdentifier: String]

    /// The types that methods of the model take and answer, each once.
    private let messages: [AnyEndpoint.Message]

    /// - Parameter endpoints: Methods of the model, whose messages have schemas of their own, too.
    init(_ types: [String: any (Decodable & SendableMetatype).Type], endpoints: [AnyEndpoint] = []) {
        self.types = types
        var names = Dictionary(types.map { (ObjectIdentifier($0.value), $0.key) }) { first, _ in first }
        messages = endpoints.flatMap { [$0.input, $0.output] }.compactMap(\.self).filter { type in
            names.updateValue(Self.name(of: type), forKey: ObjectIdentifier(type)) == nil
        }
        self.names = names
    }

    /// The name of the schema that a type of the model has.
    static func name(of type: AnyEndpoint.Message) -> String { "\(type)" }

    /// The schemas of what methods of the model take and answer.
    func ofEndpoints() throws -> [JSON.Member] {
        try messages.map { type in
            let notes = (type as? any DescribedMembers.Type)?.notes ?? [:]
            let more: JSON = ["properties": .object(notes.map { JSON.Member($0.key, $0.value.document) })]
            return JSON.Member(Self.name(of: type), Self.merged(try recorded(type).schema, with: more))
        }
    }

    /// A schema with what its type tells; one without a type stays as it is.
    ///
    /// - Parameter schema: What the type does not tell: descriptions, choices, formats and limits.
    /// - Throws: What the type throws for values that are all empty, `false` or zero.
    func completed(_ schema: JSON.Member) throws -> JSON {
        guard let type = types[schema.key] else { return schema.value }
        return Self.merged(try recorded(type).schema, with: schema.value)
    }

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

    fileprivate func schema(of type: any Decodable.Type) throws -> JSON {
        if let name = names[ObjectIdentifier(type)] { return ["$ref": .string(name)] }
        if let list = type as? any ListType.Type {
            return ["items": try schema(of: list.element), "type": "array"]
        }
        return try simpleSchema(of: type) ?? recorded(type).schema
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

extension MemberNote {
    /// As discovery documents say it.
    fileprivate var document: JSON {
        var document = JSON.emptyObject
        document["description"] = text.map(JSON.string)
        document["format"] = format.map(JSON.string)
        if isRequired { document["required"] = true }
        return document
    }
}

/// A decoder that makes up what it is asked for and notes it.
private final class SchemaRecorder: Decoder {
    let schemas: TypeSchemas
    var schema: JSON = ["type": "object"]
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ schemas: TypeSchemas) { self.schemas = schemas }

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
        var property = try recorder.schemas.schema(of: type)
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

/// A value that is no object.
private struct ValueRecorder: SingleValueDecodingContainer {
    let recorder: SchemaRecorder
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool {
        recorder.schema["nullable"] = true
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let isNullable = recorder.schema["nullable"]
        recorder.schema = try recorder.schemas.schema(of: type)
        recorder.schema["nullable"] = isNullable
        return try recorder.madeUp(type)
    }
}
