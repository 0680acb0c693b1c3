import FirebreakWire

/// The way from a page that refuses something to what the console has of it, for developers.
package struct ConsoleLink: Sendable {
    /// What is there, in words.
    package enum Target: String, Sendable {
        case message = "the message"
        case refusal = "this refusal"
    }

    private let target: Target
    private let path: String

    /// - Parameter path: On this server.
    package init(to target: Target, at path: String) {
        self.target = target
        self.path = path
    }

    var html: HTML { CardPage.template.part("console").filled(["target": "\(target.rawValue)", "url": "\(path)"]) }
}
