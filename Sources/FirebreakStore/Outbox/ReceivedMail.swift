import FirebreakWire
import GRDB

/// A mail that an app sent by itself, as it was read, and as it came (firebreak.md section 5.6).
package struct ReceivedMail: Sendable, Equatable {
    /// The address in `From`, else that of the envelope; empty where there is none.
    package var sender: String
    package var senderName: String?
    package var replyTo: String?
    package var subject: String
    package var text: String
    /// `nil` for a mail of plain text only.
    package var html: String?
    /// Without the angle brackets.
    package var messageID: String?
    /// `Content-Language`.
    package var language: String?
    /// `X-Mailer` or `User-Agent`.
    package var mailer: String?
    /// How many parts are neither the text nor the HTML.
    package var attachments = 0
    /// What could not be read, in words.
    package var problem: String?
    /// Bytes of the whole mail.
    package var size = 0
    /// The whole mail; empty where it was read without.
    package var content: [UInt8] = []

    package init(sender: String, subject: String = "", text: String = "") {
        self.sender = sender
        self.subject = subject
        self.text = text
    }
}

extension ReceivedMail {
    private static var texts: [(String, WritableKeyPath<ReceivedMail, String?>)] {
        [
            ("senderName", \.senderName), ("replyTo", \.replyTo), ("html", \.html), ("messageId", \.messageID),
            ("language", \.language), ("mailer", \.mailer), ("problem", \.problem),
        ]
    }

    fileprivate var document: JSON {
        var document: JSON = [
            "sender": .string(sender), "subject": .string(subject), "text": .string(text),
            "attachments": .int(attachments), "size": .int(size),
        ]
        for (name, text) in Self.texts { document[name] = self[keyPath: text].map(JSON.string) }
        return document
    }

    fileprivate init(_ document: JSON, content: [UInt8]) {
        func text(_ name: String) -> String? { document[name]?.stringValue }
        func number(_ name: String) -> Int { document[name]?.integerValue.map(Int.init) ?? 0 }
        self.init(sender: text("sender") ?? "", subject: text("subject") ?? "", text: text("text") ?? "")
        for (name, path) in Self.texts { self[keyPath: path] = text(name) }
        attachments = number("attachments")
        size = number("size")
        self.content = content
    }
}

extension Transaction {
    func store(_ mail: ReceivedMail, of seq: Int64) throws {
        try run(
            "INSERT OR REPLACE INTO mail (seq, document, content) VALUES (?, ?, ?)",
            [seq, mail.document.text, mail.content])
    }

    /// Makes a mail of an app the message of a code in it that an admin asked for, and that no mail has brought yet.
    ///
    /// - Parameters:
    ///   - codes: What may be one, of any tenant.
    ///   - recipients: Whom the mail went to, lower-case. The message goes to its own recipient if that is one of them, else
    ///     to the first.
    /// - Returns: The message; `nil` if none of them is such a code.
    package func join(_ mail: ReceivedMail, toMessageOf codes: [String], sentTo recipients: [String]) throws -> Message?
    {
        let found = try first(
            """
            SELECT seq, \(Message.columns) FROM message INDEXED BY message_code
            WHERE code IN (SELECT value FROM json_each(?)) AND channel = 'email' AND delivery = 'generated'
            AND hidden = 0 ORDER BY seq DESC LIMIT 1
            """, [JSON.array(codes.map(JSON.string)).text], Message.init(row:))
        guard var message = found else { return nil }
        if !recipients.contains(where: { EmailAddress.areSame($0, message.recipient) }), let first = recipients.first {
            message.recipient = first
        }
        message.initialDelivery = .app
        message.mail = mail
        try run(
            "UPDATE message SET delivery = ?, recipient = ? WHERE seq = ?",
            [message.initialDelivery.rawValue, message.recipient, message.seq])
        try store(mail, of: message.seq)
        if !destinations.isEmpty { try addDeliveries(of: message) }
        effects.changedMessages.append(message)
        effects.joinedMessages.append(message)
        return message
    }

    /// The messages with their mails.
    ///
    /// - Parameter whole: Whether with ``ReceivedMail/content``.
    func withMails(_ messages: [Message], whole: Bool = false) throws -> [Message] {
        try messages.map { message in
            guard message.initialDelivery == .app else { return message }
            var message = message
            message.mail = try first(
                "SELECT document\(whole ? ", content" : "") FROM mail WHERE seq = ?", [message.seq]
            ) { row in ReceivedMail(try row.document(0), content: whole ? row[1] : []) }
            return message
        }
    }
}
