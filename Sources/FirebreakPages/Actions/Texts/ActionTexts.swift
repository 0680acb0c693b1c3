import FirebreakOperations
import FirebreakWire

/// All texts of the action pages in one language. They address people as the mails do that lead here.
struct ActionTexts: Sendable {
    /// One thing that links do.
    struct Action: Sendable {
        var title: String
        /// What the button does.
        var text: ActionText
        var button: String
        var doneTitle: String
        var doneText: ActionText
    }

    struct Password: Sendable {
        var label: String
        var repeatedLabel: String
        var show: String
        /// Before the list of requirements, which are what the password needs.
        var requirements: String
        var minimumLength: ActionText
        var maximumLength: ActionText
        var lowercase: String
        var uppercase: String
        var digit: String
        var nonAlphanumeric: String
        /// For screen readers, after a requirement.
        var met: String
        var unmet: String
        /// Before the list of requirements that a password did not meet.
        var refused: String
        var differ: String
    }

    /// Why a link does nothing, and what to do.
    struct Failure: Sendable {
        var title: String
        var text: String
        var advice: String
    }

    struct Failures: Sendable {
        var incomplete: Failure
        var noContinueURL: Failure
        var unknown: Failure
        var otherType: Failure
        var expired: Failure
        var used: Failure
        var superseded: Failure
        var accountGone: Failure
        var accountDisabled: Failure
        var addressTaken: Failure
        var targetRefused: Failure
        var switchedOff: Failure
        var otherSite: Failure
        var failed: Failure
    }

    var passwordReset: Action
    var verifyEmail: Action
    var verifyAndChangeEmail: Action
    var recoverEmail: Action
    var revertSecondFactorAddition: Action
    var password: Password
    /// A second factor by one-time passwords.
    var authenticatorApp: String
    /// After a recovery: why to choose a new password, and the button that mails a link for that.
    var resetOffer: String
    var resetButton: String
    var mailedTitle: String
    var mailedText: ActionText
    /// The link to the app.
    var goOn: String
    /// Where the page leads nowhere.
    var close: String
    /// Whose page it is.
    var smallPrint: String
    var failures: Failures

    /// - Parameter type: Not that of sign-in links, which lead to the app.
    func action(_ type: ActionCodeType) -> Action {
        switch type {
        case .passwordReset, .emailSignIn: passwordReset
        case .verifyEmail: verifyEmail
        case .verifyAndChangeEmail: verifyAndChangeEmail
        case .recoverEmail: recoverEmail
        case .revertSecondFactorAddition: revertSecondFactorAddition
        }
    }

    func failure(_ kind: ActionPage.Refusal.Kind) -> Failure {
        switch kind {
        case .incomplete: failures.incomplete
        case .noContinueURL: failures.noContinueURL
        case .unknown: failures.unknown
        case .otherType: failures.otherType
        case .expired: failures.expired
        case .used: failures.used
        case .superseded: failures.superseded
        case .accountGone: failures.accountGone
        case .accountDisabled: failures.accountDisabled
        case .addressTaken: failures.addressTaken
        case .targetRefused: failures.targetRefused
        case .switchedOff: failures.switchedOff
        case .otherSite: failures.otherSite
        case .failed: failures.failed
        }
    }

    /// The texts of a language.
    static func texts(in language: Language) -> Self {
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
