import FirebreakWire

/// All texts of the built-in messages in one language.
///
/// The texts use the same placeholders as a project's own ones, such as `%APP_NAME%` and `%EMAIL%` (the recipient);
/// values are inserted as they are, or escaped in HTML. A text with an optional value has two wordings.
struct LanguageTemplates: Sendable {
    /// Texts of one e-mail, in the order in which they are read.
    struct Mail: Sendable {
        var subject: PlaceholderText
        /// Paragraphs between greeting and link.
        var before: [Wording]
        /// Label of the link.
        var button: PlaceholderText
        /// Paragraphs between link and closing.
        var after: [PlaceholderText]
    }

    /// Texts of one message.
    enum Message {
        case mail(Mail)
        case sms(PlaceholderText)
    }

    var greeting: Wording
    /// Says that the address below it can be opened instead of the button; HTML only.
    var linkHint: PlaceholderText
    var closing: PlaceholderText
    var signature: PlaceholderText

    var emailSignIn: Mail
    var passwordReset: Mail
    var verifyEmail: Mail
    var verifyAndChangeEmail: Mail
    var recoverEmail: Mail
    var revertSecondFactorAddition: Mail

    var smsSignIn: PlaceholderText
    var smsMFAEnrollment: PlaceholderText
    var smsMFASignIn: PlaceholderText

    /// The texts of a message type.
    func message(for type: MessageType) -> Message {
        switch type {
        case .emailSignIn: .mail(self.emailSignIn)
        case .passwordReset: .mail(self.passwordReset)
        case .verifyEmail: .mail(self.verifyEmail)
        case .verifyAndChangeEmail: .mail(self.verifyAndChangeEmail)
        case .recoverEmail: .mail(self.recoverEmail)
        case .revertSecondFactorAddition: .mail(self.revertSecondFactorAddition)
        case .smsSignIn: .sms(self.smsSignIn)
        case .smsMFAEnrollment: .sms(self.smsMFAEnrollment)
        case .smsMFASignIn: .sms(self.smsMFASignIn)
        }
    }

    /// The texts of a language.
    static func templates(in language: Language) -> Self {
        switch language {
        case .english: .english
        case .german: .german
        case .french: .french
        case .spanish: .spanish
        case .japanese: .japanese
        case .korean: .korean
        case .portuguese: .portuguese
        case .russian: .russian
        case .chinese: .chinese
        }
    }
}
