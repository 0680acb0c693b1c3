import FirebreakWire

/// The default texts of mails and SMS in one language. The English ones are production's (production.md section 4.1).
struct DefaultTemplateTexts: Sendable {
    struct Mail: Sendable {
        let subject: String
        /// Whether the greeting has the name of the recipient.
        var isPersonal = true
        /// Paragraphs between greeting and link.
        let before: [String]
        /// The paragraph below the link.
        var after: String?
    }

    let greeting: String
    /// The greeting of somebody whose name is not to be told.
    let plainGreeting: String
    /// The last two paragraphs.
    let closing: [String]
    let resetPassword: Mail
    let verifyEmail: Mail
    let changeEmail: Mail
    let revertSecondFactorAddition: Mail
    let sms: String

    /// The mails by their names in the configuration.
    var mails: [(name: String, text: Mail)] {
        [
            ("resetPasswordTemplate", resetPassword), ("verifyEmailTemplate", verifyEmail),
            ("changeEmailTemplate", changeEmail), ("revertSecondFactorAdditionTemplate", revertSecondFactorAddition),
        ]
    }

    func paragraphs(of mail: Mail) -> [String] {
        [mail.isPersonal ? greeting : plainGreeting] + mail.before + ["<a href='%LINK%'>%LINK%</a>"]
            + [mail.after].compactMap(\.self) + closing
    }

    static func texts(in language: Language) -> DefaultTemplateTexts {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        case .spanish: spanish
        case .japanese: japanese
        case .korean: korean
        case .portuguese: portuguese
        case .russian: russian
        case .chinese: chinese
        }
    }

    private static let english = DefaultTemplateTexts(
        greeting: "Hello %DISPLAY_NAME%,", plainGreeting: "Hello,", closing: ["Thanks,", "Your %APP_NAME% team"],
        resetPassword: Mail(
            subject: "Reset your password for %APP_NAME%", isPersonal: false,
            before: ["Follow this link to reset your %APP_NAME% password for your %EMAIL% account."],
            after: "If you didn’t ask to reset your password, you can ignore this email."),
        verifyEmail: Mail(
            subject: "Verify your email for %APP_NAME%", before: ["Follow this link to verify your email address."],
            after: "If you didn’t ask to verify this address, you can ignore this email."),
        changeEmail: Mail(
            subject: "Your sign-in email was changed for %APP_NAME%",
            before: [
                "Your sign-in email for %APP_NAME% was changed to %NEW_EMAIL%.",
                "If you didn’t ask to change your email, follow this link to reset your sign-in email.",
            ]),
        revertSecondFactorAddition: Mail(
            subject: "You've added 2 step verification to your %APP_NAME% account.",
            before: [
                "Your account in %APP_NAME% has been updated with %SECOND_FACTOR% for 2-step verification.",
                "If you didn't add this 2-step verification, click the link below to remove it.",
            ]),
        sms: "%LOGIN_CODE% is your verification code for %APP_NAME%.")
}
