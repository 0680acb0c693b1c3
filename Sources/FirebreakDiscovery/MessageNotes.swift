package import FirebreakWire

/// What a discovery document does not say about a message: the order of its members in responses, which of them are
/// shown although they are empty, and which exclude each other.
package struct MessageNotes: Sendable {
    /// Members in the order of responses.
    package var order: [String] = []
    /// Members that are shown whenever they were written, `false` included.
    package var asWritten: [String] = []
    /// Members that are always shown, with their value until another one is written.
    package var always: [String: JSON] = [:]
    /// Members that are never shown.
    package var never: [String] = []
    /// Groups of members of which a message has at most one, by their names in protobuf.
    package var oneofs: [String: [String]] = [:]
}
