import FirebreakOperations
import FirebreakWire

/// The texts of the action pages in one language. They address people as the mails do that lead here.
struct ActionTexts: Sendable {
    /// Texts of several pages, in the section `page`.
    enum PageKey: String, CaseIterable {
        /// A second factor by one-time passwords.
        case authenticatorApp
        /// After a recovery: why to choose a new password, and the button that mails a link for that.
        case resetOffer, resetButton
        case mailedTitle, mailedText
        /// The link to the app.
        case goOn
        /// Where the page leads nowhere.
        case close
        /// Whose page it is.
        case smallPrint
    }

    /// Texts of one thing that links do, in a section such as `page VERIFY_EMAIL`.
    enum ActionKey: String, CaseIterable {
        case title, text
        /// What the button does.
        case button
        case doneTitle, doneText
    }

    /// Texts of the fields for a new password, in the section `page password`.
    enum PasswordKey: String, CaseIterable {
        case label, repeatedLabel, show
        /// Before the list of requirements, which are what the password needs.
        case requirements
        case minimumLength, maximumLength, lowercase, uppercase, digit, nonAlphanumeric
        /// For screen readers, after a requirement.
        case met, unmet
        /// Of a password that does not meet all of them.
        case refused
        case differ
    }

    /// Why a link does nothing, and what to do: in a section such as `refusal expired`.
    enum RefusalKey: String, CaseIterable { case title, text, advice }

    private let texts: LanguageTexts
    let page: LanguageTexts.Section<PageKey>
    let password: LanguageTexts.Section<PasswordKey>

    init(_ texts: LanguageTexts) {
        self.texts = texts
        page = texts["page"]
        password = texts["page password"]
    }

    /// - Parameter type: Not that of sign-in links, which lead to the app.
    func action(_ type: ActionCodeType) -> LanguageTexts.Section<ActionKey> { texts["page \(type.rawValue)"] }

    func refusal(_ kind: ActionPage.Refusal.Kind) -> LanguageTexts.Section<RefusalKey> {
        texts["refusal \(kind.rawValue)"]
    }
}
