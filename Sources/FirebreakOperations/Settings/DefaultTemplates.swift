import FirebreakWire

/// The texts of mails and SMS in the configuration of a fresh project (production.md section 4.1).
///
/// They are only for readers of the configuration. FirebreakMail words a message without a configured text, in the
/// language of the recipient.
enum DefaultTemplates {
    /// `notification` with the default texts where the project has none of its own.
    static func shown(in notification: JSON) -> JSON {
        var shown = notification
        var mail = notification["sendEmail"] ?? .emptyObject
        for (name, template) in mails {
            var complete = template
            for member in mail[name]?.objectValue ?? [] { complete[member.key] = member.value }
            mail[name] = complete
        }
        shown["sendEmail"] = mail
        if shown["sendSms"] == nil { shown["sendSms"] = ["smsTemplate": ["content": .string(sms)]] }
        return shown
    }

    /// `notification` without the texts of mails, as in production's response to a change.
    static func hidden(in notification: JSON) -> JSON {
        guard var mail = notification["sendEmail"] else { return notification }
        for (name, _) in mails { mail[name] = nil }
        var hidden = notification
        hidden["sendEmail"] = mail
        return hidden
    }

    private static let link = "<a href='%LINK%'>%LINK%</a>"
    private static let sms = "%LOGIN_CODE% is your verification code for %APP_NAME%."

    private static let mails: [(name: String, template: JSON)] = [
        (
            "resetPasswordTemplate",
            mail(
                "Reset your password for %APP_NAME%",
                [
                    "Hello,", "Follow this link to reset your %APP_NAME% password for your %EMAIL% account.", link,
                    "If you didn’t ask to reset your password, you can ignore this email.",
                ])
        ),
        (
            "verifyEmailTemplate",
            mail(
                "Verify your email for %APP_NAME%",
                [
                    "Hello %DISPLAY_NAME%,", "Follow this link to verify your email address.", link,
                    "If you didn’t ask to verify this address, you can ignore this email.",
                ])
        ),
        (
            "changeEmailTemplate",
            mail(
                "Your sign-in email was changed for %APP_NAME%",
                [
                    "Hello %DISPLAY_NAME%,", "Your sign-in email for %APP_NAME% was changed to %NEW_EMAIL%.",
                    "If you didn’t ask to change your email, follow this link to reset your sign-in email.", link,
                ])
        ),
        (
            "revertSecondFactorAdditionTemplate",
            mail(
                "You've added 2 step verification to your %APP_NAME% account.",
                [
                    "Hello %DISPLAY_NAME%,",
                    "Your account in %APP_NAME% has been updated with %SECOND_FACTOR% for 2-step verification.",
                    "If you didn't add this 2-step verification, click the link below to remove it.", link,
                ])
        ),
    ]

    private static func mail(_ subject: String, _ paragraphs: [String]) -> JSON {
        let body = (paragraphs + ["Thanks,", "Your %APP_NAME% team"]).map { "<p>\($0)</p>\n" }.joined()
        return [
            "senderLocalPart": "noreply", "subject": .string(subject), "body": .string(body), "bodyFormat": "HTML",
            "replyTo": "noreply",
        ]
    }
}
