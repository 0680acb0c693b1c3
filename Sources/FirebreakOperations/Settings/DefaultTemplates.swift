import FirebreakWire

/// The texts of mails and SMS in the configuration of a fresh project, in its language (production.md section 4.1).
///
/// They are only for readers of the configuration. FirebreakControl words a message without a configured text, in the
/// language of the recipient.
struct DefaultTemplates {
    private let texts: DefaultTemplateTexts

    /// - Parameter locale: The project's language; English if there are no texts in it.
    init(_ locale: String) { texts = .texts(in: Language(matching: locale) ?? .english) }

    /// `notification` with the default texts where the project has none of its own.
    ///
    /// - Parameter showsMails: Whether with the texts of mails, or without any.
    func shown(in notification: JSON, showsMails: Bool) -> JSON {
        var shown = notification
        var mail = notification["sendEmail"] ?? .emptyObject
        for (name, text) in texts.mails {
            guard showsMails else {
                mail[name] = nil
                continue
            }
            var template = document(text)
            for member in mail[name]?.objectValue ?? [] { template[member.key] = member.value }
            mail[name] = template
        }
        shown["sendEmail"] = mail
        shown.set(["content": .string(texts.sms)], at: "sendSms", "smsTemplate")
        return shown
    }

    private func document(_ mail: DefaultTemplateTexts.Mail) -> JSON {
        let body = texts.paragraphs(of: mail).map { "<p>\($0)</p>" }.joined(separator: "\n")
        return [
            "senderLocalPart": "noreply", "subject": .string(mail.subject), "body": .string(body), "bodyFormat": "HTML",
            "replyTo": "noreply",
        ]
    }
}
