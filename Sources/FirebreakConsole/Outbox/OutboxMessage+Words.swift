import FirebreakModel
import FirebreakPages
import FirebreakWire

/// Messages in the words of people.
extension OutboxMessage.Kind {
    /// All that this version knows, in the order in which people look for them.
    static let all: [OutboxMessage.Kind] = [
        .emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition,
        .smsSignIn, .smsMFASignIn, .smsMFAEnrollment,
    ]

    var title: String {
        switch self {
        case .emailSignIn: "Sign-in link"
        case .passwordReset: "Password reset"
        case .verifyEmail: "Verify address"
        case .verifyAndChangeEmail: "Change address"
        case .recoverEmail: "Undo change of address"
        case .revertSecondFactorAddition: "Second factor added"
        case .smsSignIn: "SMS sign-in code"
        case .smsMFASignIn: "SMS second-factor code"
        case .smsMFAEnrollment: "SMS code to add a factor"
        default: rawValue
        }
    }
}

extension OutboxMessage {
    /// What the message says, in one line.
    var headline: String {
        if let subject { return subject.clipped(to: 200) }
        if let code { return "Code \(code)".clipped(to: 200) }
        return type.title
    }

    /// Status and delivery; of the delivery only what is out of the ordinary.
    var badges: [HTML] {
        var badges: [HTML] = []
        if let status { badges.append(Controls.badge(status.rawValue, status.kind)) }
        if delivery != .sent { badges.append(Controls.badge(delivery.rawValue, delivery.kind)) }
        return badges
    }

    /// What is to be said about the status.
    ///
    /// - Parameters:
    ///   - now: The project's time.
    ///   - canExpire: Whether codes of the project expire.
    func statusSentence(now: String, canExpire: Bool) -> HTML? {
        switch status {
        case .pending:
            guard canExpire, let expiresAt else { return "does not expire" }
            return "expires \(TimeText.html(expiresAt)) UTC"
        case .used: return usedAt.map { "on \(TimeText.html($0)) UTC" }
        case .expired:
            // Both are written alike, so their texts are in the order of time.
            guard canExpire, let expiresAt, expiresAt <= now else {
                return "before its time: what it was for is no longer there"
            }
            return "on \(TimeText.html(expiresAt)) UTC"
        case .superseded: return "by a newer message of its kind"
        default: return nil
        }
    }

    /// Why it did not simply go out.
    var deliverySentence: HTML? {
        let reason = (reason ?? "no reason is known").clipped(to: 1000)
        switch delivery {
        case .generated: return "An admin asked for this link and got it as the answer. Nothing was mailed."
        case .suppressed: return "Nothing was sent: \(reason)."
        case .blocked: return "It was not sent: \(reason)."
        case .failed: return "It was lost on the way: \(reason)."
        case .scheduled:
            let arrival =
                deliverAt.map { "It arrives on \(TimeText.html($0)) UTC, by the project’s clock." as HTML } ?? ""
            return "A fault delays it. \(arrival)"
        default: return nil
        }
    }
}

extension OutboxMessage.Status {
    fileprivate var kind: String {
        switch self {
        case .pending: "information"
        case .used: "success"
        default: ""
        }
    }
}

extension OutboxMessage.Delivery {
    static let all: [OutboxMessage.Delivery] = [.sent, .generated, .suppressed, .blocked, .failed, .scheduled]

    fileprivate var kind: String {
        switch self {
        case .suppressed, .scheduled: "warning"
        case .blocked, .failed: "failure"
        default: ""
        }
    }
}

extension MessageDelivery.State {
    var kind: String {
        switch self {
        case .delivered: "success"
        case .failed: "failure"
        default: "information"
        }
    }
}
