import FirebreakClient

extension ControlReply {
    /// The answer as it is, ended by a line feed.
    var line: String { text.hasSuffix("\n") ? text : text + "\n" }
}
