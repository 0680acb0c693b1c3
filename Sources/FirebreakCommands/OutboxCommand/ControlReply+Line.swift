import FirebreakClient

extension ControlReply {
    /// The answer as it is, with a line feed at the end.
    var line: String { text.hasSuffix("\n") ? text : text + "\n" }
}
