package import FirebreakWire
package import HTTPTypes

/// What a server answered.
package struct TestAnswer: Sendable {
    package var status: Int
    package var headers: HTTPFields
    package var body: [UInt8]

    /// The body as JSON, U+0000 in it included; `null` when it is none.
    package var json: JSON { (try? JSON(parsing: body, keys: .stored)) ?? .null }

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// `error.message` of an error answer.
    package var message: String? { json[path: "error.message"]?.stringValue }

    /// A member of the answer.
    package subscript(name: String) -> JSON? { json[name] }

    /// A text member of the answer.
    package func string(_ path: String) -> String? { json[path: path]?.stringValue }
}
