package import FirebreakOperations
package import FirebreakWire

/// The pages of action links (email-actions.md section 7), in one language.
package struct ActionCards {
    static let template = Template(asset: "pages/action")
    private static let script = HTML(trusted: PageAsset.text("pages/action.js"))

    let language: Language
    /// `nil` where it is not known which app's link it is.
    let appName: String?
    let nonce: String
    let texts: ActionTexts

    /// - Parameters:
    ///   - appName: The name of the app in mails.
    ///   - nonce: That of the page's ``PagePolicy``.
    package init(language: Language, appName: String?, nonce: String) {
        self.language = language
        self.appName = appName
        self.nonce = nonce
        texts = ActionTexts(language.texts)
    }

    // MARK: Pages

    /// What a link would do, and the button that does it.
    package func applicable(_ action: ActionPage.Action) -> HTML {
        let text = texts.action(action.type)
        let form = Self.template.part("apply").filled(["label": "\(text[.button].text)"])
        return card(
            text[.title].text, [paragraph(text[.text], action), factor(of: action), form], runsScript: true)
    }

    /// The link has done it.
    ///
    /// - Parameter offersReset: Whether a link for a new password can be mailed after a recovery.
    package func done(_ action: ActionPage.Action, offersReset: Bool) -> HTML {
        let text = texts.action(action.type)
        let offersReset = offersReset && action.type == .recoverEmail
        return card(
            text[.doneTitle].text,
            [
                paragraph(text[.doneText], action), offersReset ? resetOffer : "",
                action.target.map(goOn) ?? (offersReset ? "" : Self.paragraph("\(texts.page[.close].text)")),
            ], icon: "done", runsScript: offersReset)
    }

    /// A link for a new password was mailed.
    package func mailed(to email: String) -> HTML {
        card(
            texts.page[.mailedTitle].text,
            [Self.paragraph(texts.page[.mailedText].html { $0 == .email ? Self.value(email) : "" })], icon: "done")
    }

    /// Why a link does nothing, and what to do.
    ///
    /// - Parameter console: Where developers see more of it.
    package func refused(_ refusal: ActionPage.Refusal, in profile: Profile, console: [ConsoleLink]) -> HTML {
        let text = texts.refusal(refusal.kind)
        return card(
            text[.title].text, [Self.paragraph("\(text[.text].text)"), Self.paragraph("\(text[.advice].text)")],
            icon: "refused",
            detail: "\(detail(refusal, profile))\(console.map(\.html))")
    }

    // MARK: Parts

    private var resetOffer: HTML {
        Self.template.part("resetOffer").filled([
            "text": "\(texts.page[.resetOffer].text)", "label": "\(texts.page[.resetButton].text)",
        ])
    }

    private func goOn(_ target: ActionPage.Target) -> HTML {
        let place = target.url.host.map { $0 + (target.url.port.map { ":\($0)" } ?? "") } ?? target.url.scheme
        return Self.template.part("goOn").filled([
            "url": "\(PercentEncoding.escapeIllegal(target.hostingLink ?? target.text))",
            "label": "\(texts.page[.goOn].text)",
            "place": "\(place)",
        ])
    }

    private func factor(of action: ActionPage.Action) -> HTML {
        guard action.type == .revertSecondFactorAddition, let factor = action.factor else { return "" }
        let name = factor.name.flatMap(\.nonEmpty).map {
            Self.template.part("factorName").filled(["name": "\($0)"])
        }
        return Self.template.part("factor").filled([
            "name": name ?? "", "direction": factor.number == nil ? "" : " dir=\"ltr\"",
            "kind": "\(factor.number ?? texts.page[.authenticatorApp].text)",
        ])
    }

    func detail(_ refusal: ActionPage.Refusal, _ profile: Profile) -> HTML {
        guard let text = refusal.detail(in: profile) else { return "" }
        let time = refusal.time.map { time in
            Self.template.part("time").filled([
                "datetime": "\(time.rfc3339)", "text": "\(TimeText.text(time.rfc3339))",
            ])
        }
        return Self.template.part("detail").filled(["text": "\(text)", "time": time ?? ""])
    }

    /// A text with what is known of the link.
    func paragraph(_ text: PlaceholderText, _ action: ActionPage.Action) -> HTML {
        Self.paragraph(
            text.html { placeholder in
                switch placeholder {
                case .appName: Self.template.part("name").filled(["text": "\(appName ?? "")"])
                case .email: Self.value(action.email ?? action.boundEmail)
                case .newEmail: Self.value(action.newEmail ?? "")
                default: ""
                }
            })
    }

    static func paragraph(_ text: HTML) -> HTML { template.part("paragraph").filled(["text": text]) }

    private static func value(_ text: String) -> HTML { template.part("value").filled(["text": "\(text)"]) }

    func card(
        _ title: String, _ content: [HTML], icon: String? = nil, detail: HTML = "", runsScript: Bool = false
    ) -> HTML {
        let product = appName.map { Self.template.part("product").filled(["name": "\($0)"]) }
        let script = Self.template.part("script")
        return CardPage.html(
            title: "\(title) – \(appName ?? "Firebreak")", language: language, nonce: nonce,
            sheet: "pages/action.css",
            content: Self.template.filled([
                "product": product ?? "", "icon": icon.map { Self.template.part($0).filled() } ?? "",
                "title": "\(title)", "content": "\(content)", "detail": detail,
                "smallPrint": "\(texts.page[.smallPrint].text)",
            ]),
            scripts: runsScript ? script.filled(["nonce": "\(nonce)", "script": Self.script]) : "")
    }
}

extension ActionCards {
    /// Why the page with the new password is shown once more.
    package enum PasswordProblem {
        /// It is not good enough.
        case refused(WireError, missing: [PasswordPolicy.Requirement])
        /// It was entered twice, and not the same.
        case differ
    }

    /// The page on which a person enters a new password.
    ///
    /// - Parameter requirements: What the server holds it to.
    package func password(
        _ action: ActionPage.Action, _ requirements: [PasswordPolicy.Requirement], problem: PasswordProblem?,
        in profile: Profile
    ) -> HTML {
        let text = texts.action(.passwordReset)
        let missing: [PasswordPolicy.Requirement]? =
            if case .refused(_, let missing) = problem { missing } else { nil }
        let shown = requirements.filter { $0.isWorthSaying || missing?.contains($0) == true }
        let items = shown.map { requirement in
            item(requirement, isMet: missing.map { !$0.contains(requirement) })
        }
        let form = Self.template.part("password").filled([
            "problem": problem.map(notice) ?? "", "email": "\(action.boundEmail)",
            "invalid": problem == nil ? "" : #" aria-invalid="true""#, "label": "\(texts.password[.label].text)",
            "repeatedLabel": "\(texts.password[.repeatedLabel].text)", "show": "\(texts.password[.show].text)",
            "requirementsLabel": "\(texts.password[.requirements].text)", "met": "\(texts.password[.met].text)",
            "unmet": "\(texts.password[.unmet].text)", "refused": "\(texts.password[.refused].text)",
            "requirements": "\(items)", "button": "\(text[.button].text)",
        ])
        var detail: HTML = ""
        if case .refused(let error, let missing) = problem {
            detail = self.detail(.password(error, missing: missing), profile)
        }
        return card(text[.title].text, [paragraph(text[.text], action), form], detail: detail, runsScript: true)
    }

    private func notice(_ problem: PasswordProblem) -> HTML {
        let text =
            switch problem {
            case .differ: texts.password[.differ]
            case .refused: texts.password[.refused]
            }
        return Self.template.part("problem").filled(["text": "\(text.text)"])
    }

    /// - Parameter isMet: Whether the password met it that was refused; `nil` where none was.
    private func item(_ requirement: PasswordPolicy.Requirement, isMet: Bool?) -> HTML {
        let state = isMet.map { " (\(texts.password[$0 ? .met : .unmet].text))" } ?? ""
        return Self.template.part("requirement").filled([
            "name": "\(requirement.name)", "value": "\(requirement.value)", "text": words(requirement),
            "class": isMet.map { $0 ? "met" : "unmet" } ?? "", "state": "\(state)",
        ])
    }

    private func words(_ requirement: PasswordPolicy.Requirement) -> HTML {
        func counted(_ key: ActionTexts.PasswordKey, _ count: Int) -> HTML {
            "\(texts.password[key].text.substituting("%COUNT%", with: String(count)))"
        }
        return switch requirement {
        case .minimumLength(let count): counted(.minimumLength, count)
        case .maximumLength(let count): counted(.maximumLength, count)
        case .lowercase: "\(texts.password[.lowercase].text)"
        case .uppercase: "\(texts.password[.uppercase].text)"
        case .digit: "\(texts.password[.digit].text)"
        case .nonAlphanumeric: "\(texts.password[.nonAlphanumeric].text)"
        }
    }
}

extension PlaceholderText {
    /// The text as markup.
    ///
    /// - Parameter value: What stands for a placeholder.
    fileprivate func html(_ value: (Placeholder) -> HTML) -> HTML {
        HTML(trusted: expanded(literal: \.escapedHTML) { value($0).text })
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
