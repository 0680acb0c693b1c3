import FirebreakWire

/// The texts of mails and SMS in the configuration of a fresh project, in its language (production.md section 4.1).
///
/// They are only for readers of the configuration. FirebreakControl words a message without a configured text, in the
/// language of the recipient.
struct DefaultTemplates {
    /// Texts of all messages, in the section `configuration` of a language.
    enum FrameKey: String, CaseIterable { case greeting, plainGreeting, closing, signature, sms }

    /// Texts of a mail, in a section such as `configuration verifyEmailTemplate`.
    enum MailKey: String, CaseIterable {
        case subject, before
        /// A second paragraph before the link.
        case instruction
        /// The paragraph below the link.
        case after
    }

    /// The mails by their names in the configuration.
    enum Mail: String, CaseIterable {
        case resetPasswordTemplate, verifyEmailTemplate, changeEmailTemplate, revertSecondFactorAdditionTemplate
    }

    private let texts: LanguageTexts
    private let frame: LanguageTexts.Section<FrameKey>

    /// - Parameter locale: The project's language; English if there are no texts in it.
    init(_ locale: String) {
        texts = (Language(matching: locale) ?? .english).texts
        frame = texts["configuration"]
    }

    /// `notification` with the default texts where the project has none of its own.
    ///
    /// - Parameter showsMails: Whether with the texts of mails, or without any.
    func shown(in notification: JSON, showsMails: Bool) -> JSON {
        var shown = notification
        var documents = notification["sendEmail"] ?? .emptyObject
        for mail in Mail.allCases {
            guard showsMails else {
                documents[mail.rawValue] = nil
                continue
            }
            var template = document(mail)
            for member in documents[mail.rawValue]?.objectValue ?? [] { template[member.key] = member.value }
            documents[mail.rawValue] = template
        }
        shown["sendEmail"] = documents
        shown.set(["content": .string(frame[.sms].text)], at: "sendSms", "smsTemplate")
        return shown
    }

    private func document(_ mail: Mail) -> JSON {
        let texts: LanguageTexts.Section<MailKey> = texts["configuration \(mail.rawValue)"]
        // A mail about a password does not tell whose account it is.
        let greeting = frame[mail == .resetPasswordTemplate ? .plainGreeting : .greeting]
        let opening = [greeting, texts[.before]] + [texts.ifPresent(.instruction)].compactMap(\.self)
        let ending = [texts.ifPresent(.after)].compactMap(\.self) + [frame[.closing], frame[.signature]]
        let paragraphs = opening.map(\.text) + ["<a href='%LINK%'>%LINK%</a>"] + ending.map(\.text)
        return [
            "senderLocalPart": "noreply", "subject": .string(texts[.subject].text),
            "body": .string(paragraphs.map { "<p>\($0)</p>" }.joined(separator: "\n")), "bodyFormat": "HTML",
            "replyTo": "noreply",
        ]
    }
}
