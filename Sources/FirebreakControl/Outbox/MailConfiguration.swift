import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// What a project's settings say about mails of one type (tenants-config.md part B, production.md section 4.1).
struct MailConfiguration: Sendable {
    /// Address of the sender; `noreply@<project>.firebaseapp.com` unless configured.
    let sender: String
    let senderName: String?
    let replyTo: String?
    /// The project's own template; `nil` for the built-in texts.
    let template: ConfiguredTemplate?

    /// - Parameters:
    ///   - type: Selects the template. The configuration has none for sign-in links and for confirmations of a new
    ///     address.
    ///   - draft: A template that is not saved, in the place of the configured one.
    init(_ type: MessageType, _ settings: MessageSettings, draft: JSON? = nil) {
        let template = type.traits.templateKey.flatMap { draft ?? settings.template($0) }
        func text(_ name: String) -> String? { template?[name]?.stringValue?.nonEmpty }

        sender = settings.sender ?? "\(text("senderLocalPart") ?? "noreply")@\(settings.domain)"
        senderName = text("senderDisplayName")
        // Production's default is the local part alone (production.md section 4.1).
        replyTo = text("replyTo").map { $0.containsBytes(of: "@") ? $0 : "\($0)@\(settings.domain)" }
        self.template = template.map { _ in
            ConfiguredTemplate(
                subject: text("subject"), body: text("body"), isHTML: text("bodyFormat") == "HTML")
        }
    }

    /// The sender as people read it: `Name <address>`, or the address alone.
    var displayedSender: String { senderName.map { "\($0) <\(sender)>" } ?? sender }
}

/// A mail as a mail server gets it.
package struct OutgoingMail: Sendable, Equatable {
    /// As SMTP writes addresses; `nil` for one that it has no form for.
    package var sender: String?
    /// As SMTP writes addresses; `nil` for one that it has no form for.
    package var recipient: String?
    /// The whole mail, as ``MessagePart/eml`` shows it.
    package var content: [UInt8]
}
