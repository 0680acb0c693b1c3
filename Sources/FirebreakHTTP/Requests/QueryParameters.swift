import FirebreakWire

/// The query of a request, parsed when somebody asks.
package struct QueryParameters: Sendable {
    package let pairs: [(name: String, value: String)]

    package init(_ query: Substring?) { pairs = query.map { FormURLEncoding.parse($0) } ?? [] }

    package func values(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// The first value of that name that is not empty.
    package subscript(name: String) -> String? { pairs.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// Parameters that every Google API has and that have no effect here.
    private static let standard: Set<String> = [
        "$.xgafv", "access_token", "alt", "callback", "fields", "key", "oauth_token", "prettyPrint", "quotaUser",
        "uploadType", "upload_protocol",
    ]

    /// The method's own parameters as an object, for the same decoder as bodies: whole numbers and booleans become
    /// such, a repeated name becomes an array.
    func document() throws(SchemaViolation) -> JSON {
        try checkStandard()
        var document = JSON.emptyObject
        for (name, value) in pairs where !Self.standard.contains(name) {
            let name = name.lodashCamelCased
            let json = Self.json(value)
            if let present = document[name] {
                document[name] = .array((present.arrayValue ?? [present]) + [json])
            } else {
                document[name] = json
            }
        }
        return document
    }

    private func checkStandard() throws(SchemaViolation) {
        for value in values("alt") where !["json", "media", "proto"].contains(value) {
            throw SchemaViolation(problem: .notInEnumeration, value: value, protobufType: "TYPE_STRING")
        }
        for value in values("prettyPrint") where value != "true" && value != "false" {
            throw SchemaViolation(problem: .type("boolean"), value: value, protobufType: "TYPE_BOOL")
        }
    }

    private static func json(_ value: String) -> JSON {
        if value == "true" || value == "false" { return .bool(value == "true") }
        let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return .string(value) }
        return .number(value)
    }
}
