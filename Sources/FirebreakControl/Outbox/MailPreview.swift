import FirebreakMail
import FirebreakOperations
package import FirebreakWire

/// A message as the project words it, with sample values: for whoever edits its texts.
package struct MailPreview: Sendable {
    /// As people read it; `nil` for an SMS, as all but the text.
    package let from: String?
    package let replyTo: String?
    package let subject: String?
    package let text: String
    package let html: String?

    /// The types of messages, by their names on the wire.
    package static let types = MessageType.allCases.map(\.rawValue)

    /// The member of `notification.sendEmail` with a type's texts; `nil` where the configuration has none.
    package static func templateKey(of type: String) -> String? {
        MessageType(rawValue: type).flatMap(MailConfiguration.templateKey)
    }

    /// - Parameters:
    ///   - type: One of ``types``; `nil` results for another.
    ///   - locale: The language of built-in texts.
    ///   - draft: A template that is not saved, in the place of the configured one.
    package init?(_ type: String, locale: String, draft: JSON?, _ call: ControlCall) {
        guard let type = MessageType(rawValue: type) else { return nil }
        let settings = call.settings
        let link = ActionCodeType(rawValue: type.rawValue).map { code in
            "\(call.origin)\(settings.facts.actionPath)?mode=\(code.mode)&oobCode=sample&lang=\(locale)"
        }
        let values = MessageValues(
            appName: settings.rules.appName ?? settings.project.rawValue, email: "alex@example.test",
            newEmail: type == .verifyAndChangeEmail || type == .recoverEmail ? "alex.new@example.test" : nil,
            displayName: "Alex Example", link: link, code: link == nil ? "123456" : nil,
            secondFactor: type == .revertSecondFactorAddition ? "+15555550100" : nil)
        let configuration = link.map { _ in MailConfiguration(type, settings, draft: draft) }
        let message = call.control.messages.render(
            type, locale: locale, values: values, configured: configuration?.template)
        from = configuration?.displayedSender
        replyTo = configuration?.replyTo
        subject = message.subject
        text = message.text
        html = message.html
    }
}
