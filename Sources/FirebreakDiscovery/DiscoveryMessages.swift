import FirebreakWire

/// The messages of a discovery document by name, with all references resolved.
///
/// A document is parsed once, on first use.
package struct DiscoveryMessages: Sendable {
    package static let v1 = DiscoveryMessages(.v1)
    package static let v2 = DiscoveryMessages(.v2)
    package static let v3 = DiscoveryMessages(.v3)

    private let shapes: [String: MessageShape]
    private let queries: [String: MessageShape]
    /// The names of the messages that methods take and answer, by the methods' IDs.
    package let requests: [String: String]
    private let responses: [String: String]

    private init(_ source: DiscoverySchemas) {
        // The text is built in, and tests parse it.
        let content = try? source.parsed()
        let methods = content?.methods ?? []
        var reading = Reading(schemas: content?.schemas ?? [], methods: methods)
        shapes = reading.messages()
        queries = reading.queries()
        func names(_ member: String) -> [String: String] {
            let named = methods.compactMap { method -> (String, String)? in
                guard let id = method["id"]?.stringValue, let name = method[member]?.stringValue else { return nil }
                return (id, name)
            }
            return Dictionary(named) { $1 }
        }
        requests = names("request")
        responses = names("response")
    }

    /// The message of that name; one that the document does not have can be anything.
    package subscript(name: String) -> MessageShape { shapes[name] ?? .anything }

    /// The parameters in the query of the method with this ID; `nil` for a method that the document does not have.
    package func query(of method: String) -> MessageShape? { queries[method] }

    /// What the method with this ID takes; `nil` for one that the document does not have, and for one without a body.
    package func request(of method: String) -> MessageShape? { requests[method].map { self[$0] } }

    /// What the method with this ID answers; `nil` for one that the document does not have.
    package func response(of method: String) -> MessageShape? { responses[method].map { self[$0] } }
}

/// Converts schemas to shapes and resolves references to messages.
private struct Reading {
    private let schemas: [String: JSON]
    private let methods: [JSON]
    private let names: EnumerationNames
    private var shapes: [String: MessageShape] = [:]
    /// Messages whose members are being converted.
    private var open: Set<String> = []

    init(schemas: [JSON.Member], methods: [JSON]) {
        self.schemas = Dictionary(schemas.map { ($0.key, $0.value) }) { first, _ in first }
        self.methods = methods
        names = EnumerationNames(schemas: schemas, methods: methods)
    }

    mutating func messages() -> [String: MessageShape] {
        for name in schemas.keys { shapes[name] = message(name) }
        return shapes
    }

    /// The queries by method.
    mutating func queries() -> [String: MessageShape] {
        var queries: [String: MessageShape] = [:]
        for method in methods {
            guard let id = method["id"]?.stringValue else { continue }
            let name = String(Substring(id.utf8.split(separator: UInt8(ascii: ".")).last ?? id.utf8[...]))
            let message = "\(Self.messagePrefix(of: method))\(name.prefix(1).uppercased())\(name.dropFirst())Request"
            queries[id] = .object(members(method["parameters"], of: message))
        }
        return queries
    }

    /// What the messages of a method's service begin with: that decides the package of its enumerations.
    private static func messagePrefix(of method: JSON) -> String {
        let isV2 = method["path"]?.stringValue?.startsWithBytes(of: "/v2/") == true
        return "GoogleCloudIdentitytoolkit" + (isV2 ? "V2" : "V1")
    }

    private mutating func message(_ name: String) -> MessageShape {
        if let shape = shapes[name] { return shape }
        // No message of the documents contains itself (the tests would tell); there it could be anything.
        guard let schema = schemas[name], open.insert(name).inserted else { return .anything }
        defer { open.remove(name) }
        var shape = shape(schema, of: name, member: "")
        if let notes = MessageNotes.byMessage[name] { shape.apply(notes) }
        shapes[name] = shape
        return shape
    }

    private mutating func members(_ properties: JSON?, of message: String) -> [String: MessageShape.Member] {
        var members: [String: MessageShape.Member] = [:]
        for property in properties?.objectValue ?? [] {
            members[property.key] = MessageShape.Member(
                shape: shape(property.value, of: message, member: property.key),
                isReadOnly: property.value["readOnly"] == true)
        }
        return members
    }

    /// - Parameters:
    ///   - message: The message that the schema is in.
    ///   - member: The member of the message.
    private mutating func shape(_ schema: JSON, of message: String, member: String) -> MessageShape {
        if let reference = schema["$ref"]?.stringValue { return self.message(reference) }
        switch schema["type"]?.stringValue {
        case "object":
            if let element = schema["additionalProperties"] { return .map(shape(element, of: message, member: member)) }
            return .object(members(schema["properties"], of: message))
        case "array": return .array(shape(schema["items"] ?? .emptyObject, of: message, member: member))
        case "boolean": return .boolean
        case "integer": return .integer
        case "number": return .number
        case "string":
            if let values = EnumerationNames.values(schema) {
                let name = names.name(of: values, message: message, member: member)
                return .enumeration(MessageShape.Enumeration(values: values, name: name))
            }
            return schema["format"] == "int64" ? .integerText : .string
        default: return .anything
        }
    }
}
