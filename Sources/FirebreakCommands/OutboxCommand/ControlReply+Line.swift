import FirebreakClient
import FirebreakWire

extension ControlReply {
    /// The answer with a line feed at the end. What a terminal would act upon is escaped, as JSON can say all of it so.
    var line: String {
        let text = JSON.visible(Array(text.utf8))
        return text.ends(with: "\n") ? text : text + "\n"
    }
}
