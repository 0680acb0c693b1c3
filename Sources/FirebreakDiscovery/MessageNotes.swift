import FirebreakWire

/// What a discovery document does not say about a message: the order of its members in responses, which of them are
/// shown although they are empty, and which exclude each other.
struct MessageNotes: Sendable {
    /// Members in the order of responses.
    var order: [String] = []
    /// Members that are shown whenever they were written, `false` included.
    var asWritten: [String] = []
    /// Members that are always shown, with their value until another one is written.
    var always: [String: JSON] = [:]
    /// Groups of members of which a message has at most one, by their names in protobuf.
    var oneofs: [String: [String]] = [:]
}
