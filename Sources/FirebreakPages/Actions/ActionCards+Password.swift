package import FirebreakOperations
package import FirebreakWire

extension ActionCards {
    /// Why the page with the new password is shown once more.
    package enum PasswordProblem {
        /// It is not good enough.
        case refused(WireError, missing: [PasswordPolicy.Requirement])
        /// It was entered twice, and not the same.
        case differ
    }

    /// The page on which somebody enters a new password.
    ///
    /// - Parameter requirements: What the server holds it to.
    package func password(
        _ action: ActionPage.Action, _ requirements: [PasswordPolicy.Requirement], problem: PasswordProblem?,
        in profile: Profile
    ) -> HTML {
        let text = texts.passwordReset
        let items = requirements.filter(\.isWorthSaying).map { requirement in
            Self.template.part("requirement").filled([
                "name": "\(requirement.name)", "value": "\(requirement.value)", "text": words(requirement),
            ])
        }
        let form = Self.template.part("password").filled([
            "problem": problem.map(notice) ?? "", "email": "\(action.boundEmail)",
            "invalid": problem == nil ? "" : #" aria-invalid="true""#, "label": "\(texts.password.label)",
            "repeatedLabel": "\(texts.password.repeatedLabel)", "show": "\(texts.password.show)",
            "requirementsLabel": "\(texts.password.requirements)", "met": "\(texts.password.met)",
            "unmet": "\(texts.password.unmet)", "requirements": "\(items)", "button": "\(text.button)",
        ])
        var detail: HTML = ""
        if case .refused(let error, let missing) = problem {
            detail = self.detail(.password(error, missing: missing), profile)
        }
        return card(text.title, [paragraph(text.text, action), form], detail: detail, runsScript: true)
    }

    private func notice(_ problem: PasswordProblem) -> HTML {
        var missing: [HTML] = []
        let text: String
        switch problem {
        case .differ: text = texts.password.differ
        case .refused(_, let requirements):
            text = texts.password.refused
            missing = requirements.map { Self.template.part("item").filled(["text": words($0)]) }
        }
        let list = Self.template.part("list")
        return Self.template.part("problem").filled([
            "text": "\(text)", "list": missing.isEmpty ? "" : list.filled(["items": "\(missing)"]),
        ])
    }

    private func words(_ requirement: PasswordPolicy.Requirement) -> HTML {
        switch requirement {
        case .minimumLength(let count): texts.password.minimumLength.html { _ in "\(count)" }
        case .maximumLength(let count): texts.password.maximumLength.html { _ in "\(count)" }
        case .lowercase: "\(texts.password.lowercase)"
        case .uppercase: "\(texts.password.uppercase)"
        case .digit: "\(texts.password.digit)"
        case .nonAlphanumeric: "\(texts.password.nonAlphanumeric)"
        }
    }
}

extension PasswordPolicy.Requirement {
    /// As the page's script knows it.
    fileprivate var name: String {
        switch self {
        case .minimumLength: "minimumLength"
        case .maximumLength: "maximumLength"
        case .lowercase: "lowercase"
        case .uppercase: "uppercase"
        case .digit: "digit"
        case .nonAlphanumeric: "nonAlphanumeric"
        }
    }

    /// What the page's script needs besides.
    fileprivate var value: String {
        switch self {
        case .minimumLength(let count), .maximumLength(let count): String(count)
        case .nonAlphanumeric: PasswordPolicy.nonAlphanumerics.joined()
        case .lowercase, .uppercase, .digit: ""
        }
    }

    /// Whether anybody might fail it who does not try to.
    fileprivate var isWorthSaying: Bool {
        if case .maximumLength(let length) = self { length < 1000 } else { true }
    }
}
