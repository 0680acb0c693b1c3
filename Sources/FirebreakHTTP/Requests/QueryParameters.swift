import FirebreakWire

/// The query of a request.
package struct QueryParameters: Sendable {
    let pairs: [(name: String, value: String)]

    init(_ query: Substring?) { pairs = query.map { FormURLEncoding.parse($0) } ?? [] }

    private init(pairs: [(name: String, value: String)]) { self.pairs = pairs }

    func values(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// The first value of that name that is not empty.
    package subscript(name: String) -> String? { pairs.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// Parameters that every Google API has. Most have no effect here, and none outside of profile `production`.
    private static let standard: Set<String> = [
        "$.xgafv", "access_token", "alt", "callback", "fields", "key", "oauth_token", "prettyPrint", "quotaUser",
        "uploadType", "upload_protocol",
    ]

    /// The method's own parameters as an object of strings, for the same decoder as bodies; a repeated name becomes an
    /// array.
    ///
    /// - Parameter includesKey: Whether `key` is a parameter like any other, as for the control API.
    func document(includesKey: Bool = false) throws(SchemaViolation) -> JSON {
        try checkStandard()
        let own = pairs.filter { !Self.standard.contains($0.name) || (includesKey && $0.name == "key") }
        return JSON(own.map { ($0.name.lodashCamelCased, $0.value) })
    }

    /// The API key, which is all that a legacy path of the reference passes on (wire.md section 4), and what only
    /// production reads.
    var systemOnly: QueryParameters {
        QueryParameters(
            pairs: pairs.filter { pair in
                ["key", "access_token", "oauth_token", "fields"].contains(pair.name)
                    || pair.name == "prettyPrint" && pair.value == "false"
            })
    }

    // MARK: Of every Google API (production.md section 1.2)

    /// The token of an admin.
    var accessToken: String? { self["access_token"] ?? self["oauth_token"] }

    /// The members that the answer is to have.
    var fields: String? { self["fields"] }

    /// Whether the answer is to be neither indented nor broken into lines.
    var wantsCompactAnswer: Bool { self["prettyPrint"] == "false" }

    private func checkStandard() throws(SchemaViolation) {
        for value in values("alt") where !["json", "media", "proto"].contains(value) {
            throw SchemaViolation(problem: .notInEnumeration, value: .string(value), protobufType: "TYPE_STRING")
        }
        for value in values("prettyPrint") where value != "true" && value != "false" {
            throw SchemaViolation(problem: .type("boolean"), value: .string(value), protobufType: "TYPE_BOOL")
        }
    }
}
