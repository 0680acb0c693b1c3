import FirebreakPages
import FirebreakWire

/// The console's pages outside of projects.
enum GeneralPages {
    private static let sessionTemplate = Template(asset: "console/session")
    private static let failureTemplate = Template(asset: "console/failure")

    /// Asks for the control token.
    ///
    /// - Parameters:
    ///   - next: Where to go with it.
    ///   - isWrong: Whether another one was given before.
    static func session(next: String, isWrong: Bool) -> HTML {
        sessionTemplate.filled([
            "next": "\(next)", "failure": isWrong ? sessionTemplate.part("failure").filled() : "",
        ])
    }

    /// A page that asks for itself once more: a browser that comes from another site leaves strict cookies out.
    static func again(_ url: String) -> HTML { sessionTemplate.part("again").filled(["url": "\(url)"]) }

    /// What went wrong, in place of a view.
    static func failure(title: String, message: String, back: String) -> HTML {
        failureTemplate.filled(["title": "\(title)", "message": "\(message)", "url": "\(back)"])
    }
}
