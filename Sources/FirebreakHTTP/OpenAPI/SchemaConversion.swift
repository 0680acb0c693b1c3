import FirebreakWire

/// Converts schemas of discovery documents (JSON Schema draft 3 with Google's additions) into those of OpenAPI 3.0.
struct SchemaConversion: Sendable {
    private let prefix: String

    /// - Parameter prefix: Put before the name of every schema that is referred to.
    init(prefix: String = "") {
        self.prefix = prefix
    }

    /// The schema's name among the components.
    func componentName(_ name: String) -> String { prefix + name }

    /// A reference to the component made of the schema of that name.
    func reference(to name: String) -> JSON {
        ["$ref": .string("#/components/schemas/" + componentName(name))]
    }

    /// The schema in OpenAPI's form; an empty one, or `any`, allows every value.
    func schema(_ source: JSON) -> JSON {
        if let name = source["$ref"]?.stringValue { return reference(to: name, in: source) }
        let type = source["type"]?.stringValue
        var members: [JSON.Member] = []
        if let type, type != "any" { members.append(JSON.Member("type", .string(type))) }
        for member in source.objectValue ?? [] {
            guard let value = converted(member, type: type) else { continue }
            members.append(JSON.Member(member.key, value))
        }
        // OpenAPI has the flag at the object, discovery documents have it at the property.
        let required = (source["properties"]?.objectValue ?? []).filter { $0.value["required"] == true }
        if !required.isEmpty {
            members.append(JSON.Member("required", .array(required.map { .string($0.key) })))
        }
        return source["repeated"] == true ? ["type": "array", "items": .object(members)] : .object(members)
    }

    /// OpenAPI 3.0 ignores members beside `$ref`, hence the detour through `allOf`.
    private func reference(to name: String, in source: JSON) -> JSON {
        let annotations = (source.objectValue ?? []).filter { Self.annotations.contains($0.key) }
        if annotations.isEmpty { return reference(to: name) }
        return .object([JSON.Member("allOf", [reference(to: name)])] + annotations)
    }

    private static let annotations = ["deprecated", "description", "readOnly"]

    /// The value of a keyword, or `nil` where OpenAPI has no such keyword, or has it elsewhere.
    private func converted(_ keyword: JSON.Member, type: String?) -> JSON? {
        switch keyword.key {
        case "deprecated", "description", "enum", "nullable", "pattern", "readOnly", "title": keyword.value
        case "properties": .object((keyword.value.objectValue ?? []).map { JSON.Member($0.key, schema($0.value)) })
        case "anyOf": .array((keyword.value.arrayValue ?? []).map(schema))
        case "items", "additionalProperties": keyword.value.boolValue == nil ? schema(keyword.value) : keyword.value
        case "format": keyword.value == "google-datetime" ? "date-time" : keyword.value
        case "default": Self.value(keyword.value, of: type)
        case "minimum", "maximum": Self.value(keyword.value, of: "number")
        default: nil
        }
    }

    /// Discovery documents write every constant as a string.
    private static func value(_ constant: JSON, of type: String?) -> JSON? {
        guard let text = constant.stringValue else { return constant }
        switch type {
        case "boolean": return text == "true" ? true : text == "false" ? false : nil
        case "integer", "number":
            guard let parsed = try? JSON(parsing: text), parsed.doubleValue != nil else {
                // Not a number: a keyword of the wrong type would make the whole document invalid.
                return nil
            }
            return parsed
        default: return constant
        }
    }
}
