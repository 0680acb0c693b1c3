/// A text that can be written as a string of JSON.
package protocol JSONText {
    /// Writes it with what has to be escaped.
    func write(to writer: inout JSONWriter)

    var text: String { get }
}

extension String: JSONText {
    package var text: String { self }

    package func write(to writer: inout JSONWriter) { writer.string(self) }
}
