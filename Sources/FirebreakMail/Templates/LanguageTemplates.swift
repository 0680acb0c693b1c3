import FirebreakWire

/// Everything the built-in messages say in one language.
///
/// `Text` is `String` in the source form, where each text is a Mustache template, and `MustacheTemplate` once compiled.
/// The texts may name `appName`, `email` (the recipient), `code`, and, as sections since they can be absent,
/// `newEmail`, `displayName`, `secondFactor`; `newAddress` is the new address, or else the recipient.
struct LanguageTemplates<Text: Sendable>: Sendable {
    /// Texts of one e-mail, in the order in which they are read.
    struct Mail: Sendable {
        var subject: Text
        /// Paragraphs between greeting and link.
        var before: [Text]
        /// Label of the link.
        var button: Text
        /// Paragraphs between link and closing.
        var after: [Text]

        func map<Result>(_ transform: (Text) throws -> Result) rethrows -> LanguageTemplates<Result>.Mail {
            try .init(
                subject: transform(self.subject),
                before: self.before.map(transform),
                button: transform(self.button),
                after: self.after.map(transform)
            )
        }
    }

    /// Texts of one message.
    enum Message {
        case mail(Mail)
        case sms(Text)
    }

    /// Greeting of somebody whose name is unknown.
    var greeting: Text
    /// Greeting with `displayName`.
    var namedGreeting: Text
    /// Says that the address below it can be opened instead of the button; HTML only.
    var linkHint: Text
    var closing: Text
    var signature: Text

    var emailSignIn: Mail
    var passwordReset: Mail
    var verifyEmail: Mail
    var verifyAndChangeEmail: Mail
    var recoverEmail: Mail
    var revertSecondFactorAddition: Mail

    var smsSignIn: Text
    var smsMFAEnrollment: Text
    var smsMFASignIn: Text

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

    /// The same texts in another form, such as compiled.
    func map<Result>(_ transform: (Text) throws -> Result) rethrows -> LanguageTemplates<Result> {
        try .init(
            greeting: transform(self.greeting),
            namedGreeting: transform(self.namedGreeting),
            linkHint: transform(self.linkHint),
            closing: transform(self.closing),
            signature: transform(self.signature),
            emailSignIn: self.emailSignIn.map(transform),
            passwordReset: self.passwordReset.map(transform),
            verifyEmail: self.verifyEmail.map(transform),
            verifyAndChangeEmail: self.verifyAndChangeEmail.map(transform),
            recoverEmail: self.recoverEmail.map(transform),
            revertSecondFactorAddition: self.revertSecondFactorAddition.map(transform),
            smsSignIn: transform(self.smsSignIn),
            smsMFAEnrollment: transform(self.smsMFAEnrollment),
            smsMFASignIn: transform(self.smsMFASignIn)
        )
    }
}

extension LanguageTemplates<String> {
    /// The texts of a language in their source form.
    static func source(for language: Language) -> Self {
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
