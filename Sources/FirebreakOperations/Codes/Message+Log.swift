package import FirebreakStore
import FirebreakWire
package import Logging

extension Message {
    /// The line that the reference logs instead of sending (email-actions.md section 4, phone-mfa.md).
    package func log(to logger: Logger) {
        if initialDelivery == .app {
            logger.info("An app mailed \(recipient.visible): \((mail?.subject ?? "").visible)")
        }
        guard initialDelivery == .sent else { return }
        if let type = SMSCodeType(rawValue: type), let code {
            logger.info("\(type.line(number: recipient, code: code))")
        }
        guard let link = actionLink else { return }
        let to = boundEmail
        let text =
            switch ActionCodeType(rawValue: type) {
            case .emailSignIn: "To sign in as \(to), follow this link: \(link)"
            case .passwordReset:
                "To reset the password for \(to), follow this link: \(link)&newPassword=NEW_PASSWORD_HERE"
            case .verifyEmail: "To verify the email address \(to), follow this link: \(link)"
            case .verifyAndChangeEmail:
                "To verify and change the email address from \(to) to \(newEmail ?? ""), follow this link: \(link)"
            case .recoverEmail: "To reset your email address to \(to), follow this link: \(link)"
            case .revertSecondFactorAddition, nil: "To undo the change of \(to), follow this link: \(link)"
            }
        logger.info("\(text)")
    }
}
