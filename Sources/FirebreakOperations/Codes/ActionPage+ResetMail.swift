import FirebreakStore
import FirebreakWire

extension ActionPage {
    /// Mails a link for a new password to an address that a recovery brought back: whoever changed the address may
    /// know the password. The link's code has been used for that recovery.
    ///
    /// - Returns: The address.
    package func mailReset() async throws -> String {
        let message = try await call.read { tx in try tx.endedMessage(code: code) }
        guard let message, message.type == ActionCodeType.recoverEmail.rawValue, message.usedAt != nil else {
            throw Refusal.code(.unknown, of: .recoverEmail, isLate: false)
        }
        var request = SendOobCode.Request()
        request.requestType = .passwordReset
        request.email = message.boundEmail
        _ = try await SendOobCode.run(request, call)
        return message.boundEmail
    }

    /// Whether passwords can be reset at all.
    package var offersReset: Bool { call.settings.allowsPasswordSignUp }

    /// What a new password is held to.
    package var passwordRequirements: [PasswordPolicy.Requirement] { Password.requirements(call) }

    /// Whether a browser that merely opens the link applies it: what the reference does, unless somebody has to enter
    /// a password first.
    package var appliesWhenOpened: Bool {
        // A link without a mode does nothing anyway.
        guard call.facts.appliesOpenedLinks, let mode = try? mode() else { return false }
        return mode != .passwordReset || query.value("newPassword") != nil
    }
}
