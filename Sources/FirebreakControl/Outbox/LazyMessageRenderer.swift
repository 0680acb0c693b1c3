package import FirebreakMail
import FirebreakOperations
import Synchronization

/// A renderer that compiles its templates when the first message is read: a start after which nobody reads mail should
/// not pay for them.
package final class LazyMessageRenderer: Sendable {
    private let renderer = Mutex<MessageRenderer?>(nil)

    package init() {}

    /// As ``MessageRenderer/render(_:locale:values:configured:)``.
    package func render(
        _ type: MessageType, locale: String, values: MessageValues, configured: ConfiguredTemplate? = nil
    ) -> RenderedMessage {
        let ready = renderer.withLock { renderer in
            // Tests rule out that a built-in template does not compile; if one did, the bare link would be the mail.
            if renderer == nil { renderer = try? MessageRenderer() }
            return renderer
        }
        return ready?.render(type, locale: locale, values: values, configured: configured)
            ?? RenderedMessage(subject: nil, text: values.link ?? values.code ?? "", html: nil)
    }
}
