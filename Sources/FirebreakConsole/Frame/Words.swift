import FirebreakModel

/// What the console calls things, in lists, forms and facts alike.
///
/// What stops to exist is deleted (accounts, messages, projects, snapshots, keys); what belongs to something else is
/// removed from it (a domain, a second factor); filters are cleared; settings are reset.
enum Words {
    static let email = "Email address"
    static let phoneNumber = "Phone number"
    static let displayName = "Display name"
    static let photo = "Photo URL"
    static let userID = "User ID"
    static let created = "Created"
    static let lastSignIn = "Last sign-in"
    static let emailLink = "Email link"
}

/// Messages in the words of people.
extension OutboxMessage.Status {
    static let all: [OutboxMessage.Status] = [.pending, .used, .expired, .superseded]

    var title: String {
        switch self {
        case .pending: "Unused"
        case .used: "Used"
        case .expired: "Expired"
        case .superseded: "Replaced"
        default: rawValue
        }
    }
}

extension OutboxMessage.Delivery {
    static let all: [OutboxMessage.Delivery] = [.sent, .app, .generated, .suppressed, .blocked, .failed, .scheduled]

    var title: String {
        switch self {
        case .sent: "Sent"
        case .generated: "Link only"
        case .suppressed: "Withheld"
        case .blocked: "Blocked"
        case .failed: "Lost"
        case .scheduled: "Delayed"
        case .app: "Sent by the app"
        default: rawValue
        }
    }
}

extension OutboxMessage.Kind {
    var title: String {
        switch MessageType(rawValue: rawValue) {
        case .emailSignIn: "Sign-in link"
        case .passwordReset: "Password reset"
        case .verifyEmail: "Verify address"
        case .verifyAndChangeEmail: "Verify new address"
        case .recoverEmail: "Address changed"
        case .revertSecondFactorAddition: "Second factor added"
        case .smsSignIn: "SMS sign-in code"
        case .smsMFASignIn: "SMS second-factor code"
        case .smsMFAEnrollment: "SMS code to add a factor"
        case nil: self == .app ? "Mail of the app" : rawValue
        }
    }
}
