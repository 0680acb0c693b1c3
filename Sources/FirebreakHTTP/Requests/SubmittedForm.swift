import FirebreakWire
package import NIOCore

/// What a form of a page sent.
package struct SubmittedForm: Sendable {
    /// The fields in their order.
    package let pairs: [(name: String, value: String)]

    package init(_ content: ByteBuffer) { pairs = FormURLEncoding.parse(String(buffer: content)) }

    /// The first value of that name that is not empty.
    package subscript(name: String) -> String? { pairs.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// The first value of that name, also an empty one; `nil` if the form has no such field.
    package func value(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// All values of a name, such as those of several ticked boxes.
    package func values(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// The fields by name, of several with one name the first, to show them again.
    package var fields: [String: String] {
        Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Whether a box is ticked.
    package func has(_ name: String) -> Bool { pairs.contains { $0.name == name } }
}
