import FirebreakOperations
package import FirebreakStore
package import FirebreakWire

/// A mail as Mailpit's API shows it (firebreak.md section 5.5): its names, its capitals, and everything that a mailbox
/// has and the outbox has not as empty.
package struct MailpitMail: Sendable {
    /// Characters of the beginning of a text.
    private static let snippetLength = 250

    package let message: Message
    private let mail: InternetMessage
    /// Bytes of the whole mail.
    private let size: Int
    private let attachments: Int
    /// The whole mail; for one of an app empty in a list.
    package let source: [UInt8]

    /// - Returns: `nil` for a message that is not a mail, or was not delivered.
    init?(_ message: Message, _ resource: MessageResource) {
        guard [.sent, .app].contains(message.delivery(at: resource.moment)), let mail = resource.mail(message) else {
            return nil
        }
        self.message = message
        self.mail = mail
        source = mail.serialized()
        size = message.mail?.size ?? source.count
        attachments = message.mail?.attachments ?? 0
    }

    var subject: String { mail.subject }
    var text: String { mail.text }
    var messageID: String { mail.messageID }
    /// What the search words `from:`, `to:` and `reply-to:` look at.
    var sender: String { "\(mail.fromName ?? "") \(mail.from)" }
    var recipient: String { mail.to }
    var replyTo: String { mail.replyTo ?? "" }

    /// As lists show it.
    var summary: JSON {
        var summary = beginning
        summary["Read"] = false
        summary["Created"] = .string(message.createdAt.rfc3339)
        summary["Attachments"] = .int(attachments)
        summary["Snippet"] = .string(snippet)
        return summary
    }

    /// The whole mail. Opening it marks it as read in Mailpit; here it only says so.
    package var document: JSON {
        var document = beginning
        document["Read"] = true
        document["ReturnPath"] = .string(mail.from)
        document["Date"] = .string(message.createdAt.rfc3339)
        document["Text"] = .string(mail.text)
        document["HTML"] = .string(mail.html ?? "")
        document["Inline"] = []
        document["Attachments"] = []
        document["ListUnsubscribe"] = ["Header": "", "HeaderPost": "", "Links": [], "Errors": ""]
        return document
    }

    private var beginning: JSON {
        [
            "ID": .string(message.id), "MessageID": .string(mail.messageID),
            "From": Self.address(mail.from, mail.fromName), "To": [Self.address(mail.to)], "Cc": [], "Bcc": [],
            "ReplyTo": .array(mail.replyTo.map { [Self.address($0)] } ?? []), "Subject": .string(mail.subject),
            "Size": .int(size), "Tags": [], "Username": "",
        ]
    }

    private static func address(_ address: String, _ name: String? = nil) -> JSON {
        ["Name": .string(name ?? ""), "Address": .string(address)]
    }

    private var snippet: String {
        String(mail.text.separated(where: \.properties.isWhitespace).joined(separator: " ").prefix(Self.snippetLength))
    }

    /// The fields of the header by name, written as Go writes names, and the one that a mailbox adds.
    package var headers: JSON {
        let fields = MailHeader(of: source).fields.map { (Self.canonical($0.name), $0.value) }
        return .object((fields + [("Delivered-To", mail.to)]).map { JSON.Member($0.0, [.string($0.1)]) })
    }

    private static func canonical(_ name: String) -> String {
        name.separated(by: "-").map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
            .joined(separator: "-")
    }
}
