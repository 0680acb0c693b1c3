import FirebreakWire

/// The messages of a discovery document by name, with all references resolved.
///
/// A document is parsed once, on first use.
package struct DiscoveryMessages: Sendable {
    package static let v1 = DiscoveryMessages(.v1)
    package static let v2 = DiscoveryMessages(.v2)

    private let shapes: [String: MessageShape]

    private init(_ source: DiscoverySchemas) {
        // The text is built in, and tests parse it.
        var reading = Reading(schemas: (try? source.parsedSchemas()) ?? [])
        shapes = reading.messages()
    }

    /// The message of that name; one that the document does not have can be anything.
    package subscript(name: String) -> MessageShape { shapes[name] ?? .anything }
}

/// Converts schemas to shapes and resolves references to messages.
private struct Reading {
    private let schemas: [String: JSON]
    private var shapes: [String: MessageShape] = [:]
    /// Messages whose members are being converted.
    private var open: Set<String> = []

    init(schemas: [JSON.Member]) {
        self.schemas = Dictionary(schemas.map { ($0.key, $0.value) }) { first, _ in first }
    }

    mutating func messages() -> [String: MessageShape] {
        for name in schemas.keys { shapes[name] = message(name) }
        return shapes
    }

    private mutating func message(_ name: String) -> MessageShape {
        if let shape = shapes[name] { return shape }
        // No message of the documents contains itself (the tests would tell); there it could be anything.
        guard let schema = schemas[name], open.insert(name).inserted else { return .anything }
        defer { open.remove(name) }
        var shape = shape(schema)
        if let notes = MessageNotes.byMessage[name] { shape.apply(notes) }
        shapes[name] = shape
        return shape
    }

    private mutating func shape(_ schema: JSON) -> MessageShape {
        if let reference = schema["$ref"]?.stringValue { return message(reference) }
        switch schema["type"]?.stringValue {
        case "object":
            if let element = schema["additionalProperties"] { return .map(shape(element)) }
            var members: [String: MessageShape.Member] = [:]
            for property in schema["properties"]?.objectValue ?? [] {
                members[property.key] = MessageShape.Member(
                    shape: shape(property.value), isReadOnly: property.value["readOnly"] == true)
            }
            return .object(members)
        case "array": return .array(shape(schema["items"] ?? .emptyObject))
        case "boolean": return .boolean
        case "integer": return .integer
        case "number": return .number
        case "string":
            if let names = schema["enum"]?.arrayValue { return .enumeration(names.compactMap(\.stringValue)) }
            return schema["format"] == "int64" ? .integerText : .string
        default: return .anything
        }
    }
}
