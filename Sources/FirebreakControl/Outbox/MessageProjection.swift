import FirebreakMail
import FirebreakOperations
package import FirebreakStore
package import FirebreakWire

/// One part of a message by itself, so that a shell script does not have to parse JSON (firebreak.md section 5).
///
/// The raw value is how the path names the part: `…/link`, `…/code`, and `.txt`, `.html`, `.eml` behind the message.
package enum MessageProjection: String, Sendable, CaseIterable {
    /// The link as the mail contains it; e-mail only.
    case link
    /// The code in the link of an e-mail, or the one that an SMS spells out.
    case code
    /// The plain text.
    case text = "txt"
    /// The HTML text; e-mail only.
    case html
    /// The whole e-mail in the form that mail programs open (RFC 5322).
    case eml

    /// The part of this message.
    ///
    /// - Throws: `NOT_FOUND` when the message has no such part: an SMS has no link, and a suppressed message has no
    ///   parts.
    package func rendered(_ message: Message, _ call: ControlCall) throws(WireError) -> RenderedProjection {
        guard let body = body(message, MessageResource(call)) else {
            let moment = call.expiryMoment
            let why =
                message.wasDelivered(at: moment) ? "" : ", because it was \(message.delivery(at: moment).rawValue)"
            throw .notFound("Message \(message.id) has no \(rawValue)\(why).")
        }
        return RenderedProjection(contentType: contentType, body: body)
    }

    private func body(_ message: Message, _ resource: MessageResource) -> [UInt8]? {
        guard let content = resource.content(message) else { return nil }
        let text =
            switch self {
            case .link: message.channel == .email ? message.mailedLink : nil
            case .code: message.code
            case .text: content.text
            case .html: content.html
            case .eml: nil as String?
            }
        return self == .eml ? resource.mail(message)?.serialized() : text.map { Array($0.utf8) }
    }

    private var contentType: String {
        switch self {
        case .link, .code, .text: "text/plain; charset=utf-8"
        case .html: "text/html; charset=utf-8"
        case .eml: "message/rfc822"
        }
    }
}

/// A part of a message as the body of a response.
package struct RenderedProjection: Sendable, Equatable {
    /// Media type with its parameters.
    package var contentType: String
    /// The part as it is; no line break is added at the end.
    package var body: [UInt8]
}
