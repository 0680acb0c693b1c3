import FirebreakWire

/// Holds open documents, which no Swift type declares, against the schemas of the discovery documents.
///
/// The leniency is that of ``WireDecoder``: numbers for texts and positions for enumeration values are accepted, and
/// turned into what they stand for.
struct SchemaCheck: Sendable {
    /// Parsed on first use: only configuration needs it.
    private static let schemas: [String: JSON] = {
        // The texts are the program's own, and tests parse them.
        let members = (try? DiscoverySchemas.v2.parsedSchemas()) ?? []
        return Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }()

    /// Whether a `null` counts as an absent member.
    let nullIsAbsent: Bool

    /// The document with every member in its declared type; members that are not declared stay as they are.
    ///
    /// - Throws: ``SchemaViolation`` for the first misfit in the schema's order, which is alphabetical.
    func normalized(_ document: JSON, schema name: String) throws(SchemaViolation) -> JSON {
        try value(document, Self.schemas[name] ?? .emptyObject, at: [])
    }

    private func value(
        _ value: JSON, _ schema: JSON, at path: [SchemaViolation.Step]
    ) throws(SchemaViolation) -> JSON {
        if let reference = schema["$ref"]?.stringValue {
            return try self.value(value, Self.schemas[reference] ?? .emptyObject, at: path)
        }
        func violation(_ problem: SchemaViolation.Problem, _ type: String) -> SchemaViolation {
            SchemaViolation(
                path: path, problem: problem, value: value.stringValue ?? value.text, protobufType: type)
        }
        switch schema["type"]?.stringValue {
        case "object": return try object(value, schema, at: path, violation(.type("object"), "TYPE_MESSAGE"))
        case "array":
            guard case .array(let elements) = value else { throw violation(.type("array"), "TYPE_MESSAGE") }
            var result: [JSON] = []
            for (index, element) in elements.enumerated() {
                result.append(try self.value(element, schema["items"] ?? .emptyObject, at: path + [.index(index)]))
            }
            return .array(result)
        case "boolean":
            guard value.boolValue != nil else { throw violation(.type("boolean"), "TYPE_BOOL") }
        case "integer":
            guard case .number = value, let number = value.integerValue else {
                throw violation(.type("integer"), "TYPE_INT32")
            }
            guard Int32(exactly: number) != nil else { throw violation(.notInt32, "TYPE_INT32") }
        case "number":
            guard value.doubleValue != nil else { throw violation(.type("number"), "TYPE_DOUBLE") }
        case "string":
            if let names = schema["enum"]?.arrayValue { return try enumerated(value, names, violation(.notInEnumeration, "TYPE_ENUM")) }
            switch value {
            case .string: break
            case .number(let text): return .string(text)
            default: throw violation(.type("string"), "TYPE_STRING")
            }
        default: break
        }
        return value
    }

    private func object(
        _ value: JSON, _ schema: JSON, at path: [SchemaViolation.Step], _ violation: SchemaViolation
    ) throws(SchemaViolation) -> JSON {
        guard case .object = value else { throw violation }
        var result = value
        if let element = schema["additionalProperties"] {
            for member in value.objectValue ?? [] {
                result[member.key] = try self.value(member.value, element, at: path + [.key(member.key)])
            }
            return result
        }
        for property in schema["properties"]?.objectValue ?? [] {
            guard let member = value[property.key], !(member.isNull && nullIsAbsent) else { continue }
            result[property.key] = try self.value(member, property.value, at: path + [.key(property.key)])
        }
        return result
    }

    private func enumerated(
        _ value: JSON, _ names: [JSON], _ violation: SchemaViolation
    ) throws(SchemaViolation) -> JSON {
        if case .string = value, names.contains(value) { return value }
        let position = value.integerValue ?? value.stringValue.flatMap(Int64.init)
        guard let position, let index = Int(exactly: position), names.indices.contains(index) else { throw violation }
        return names[index]
    }
}
