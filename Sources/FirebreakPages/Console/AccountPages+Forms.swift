import FirebreakOperations
import FirebreakWire

extension AccountPages {
    private func text(
        _ name: String, _ label: HTML, _ value: String, id: String? = nil, hint: HTML? = nil, attributes: HTML = ""
    ) -> HTML {
        let state = state(id ?? name, hint: hint)
        return Controls.field(
            name, label, id: id, value: value, hint: state.hint,
            attributes: #" spellcheck="false"\#(attributes)\#(state.attributes)"#)
    }

    // MARK: What the account has

    var profile: HTML {
        let fields = forms.fields
        let entered: [HTML] = [
            text("displayName", "Name", fields.displayName),
            text("email", "E-mail address", fields.email, attributes: #" inputmode="email""#),
            text(
                "phoneNumber", "Phone number", fields.phoneNumber, hint: "With the country, as +49 30 901820",
                attributes: #" inputmode="tel""#),
            text("photoUrl", "Photo URL", fields.photoURL, attributes: #" inputmode="url""#),
            text("password", "New password", forms.password, hint: "Ends all sessions; empty keeps the one there is"),
        ]
        let choices: [HTML] = [
            Controls.choice("emailVerified", "Address is verified", isOn: fields.isVerified),
            Controls.choice("disabled", "Disabled", isOn: fields.isDisabled),
        ]
        let form = Self.template.part("edit").filled([
            "url": "\(path.text)", "hidden": hidden(.edit, Controls.hidden("original", forms.original.stored)),
            "fields": "\(entered)", "choices": "\(choices)",
        ])
        return panel("profile", "Profile", form)
    }

    var claims: HTML {
        let limit = CustomClaims.maximumLength
        let state = state("claims", hint: "In ID tokens from the next one on; at most \(limit) characters")
        let area = Controls.area(
            "claims", "JSON object", value: forms.claims, rows: rows(forms.claims), hint: state.hint,
            attributes: #"\#(checked(limit: limit))\#(state.attributes)"#)
        let form = Self.template.part("claims").filled([
            "url": "\(path.text)", "hidden": hidden(.claims), "area": area,
        ])
        return panel("claims-panel", "Custom claims", form)
    }

    private func rows(_ text: String) -> Int { min(max(text.separated(by: "\n").count + 1, 4), 24) }

    /// What the script goes by that checks claims.
    private func checked(limit: Int? = nil) -> HTML {
        let names = CustomClaims.reservedNames.joined(separator: " ")
        let limit = limit.map { #" data-limit="\#($0)""# as HTML } ?? ""
        return #" data-claims="\#(names)"\#(limit)"#
    }

    // MARK: Mails

    var mail: HTML {
        guard let email = account.email else {
            let none = Self.template.part("none").filled(["text": "The account has no e-mail address."])
            return panel("mail", "Mail this person", none)
        }
        let change = mailForm(
            .verifyAndChangeEmail, "Change address",
            text("newEmail", "New address", forms.newEmail, attributes: #" inputmode="email" required"#))
        let link = mailForm(
            .emailSignIn, "Sign-in link",
            text("continueUrl", "Continue URL", forms.continueURL, attributes: #" inputmode="url" required"#))
        let mails = Self.template.part("mails").filled([
            "email": "\(email)", "url": "\(path.text)", "hidden": hidden(.mail), "forms": "\([change, link])",
        ])
        return panel("mail", "Mail this person", mails)
    }

    private func mailForm(_ type: OobReqType, _ label: HTML, _ field: HTML) -> HTML {
        Self.template.part("mail").filled([
            "url": "\(path.text)", "hidden": hidden(.mail), "field": field, "type": "\(type.rawValue)", "label": label,
        ])
    }

    // MARK: Tokens

    var token: HTML {
        let claims = state("tokenClaims", hint: "A JSON object; these override those of the account")
        let fields: [HTML] = [
            Controls.area(
                "tokenClaims", "More claims", value: forms.tokenClaims, rows: 4, hint: claims.hint,
                attributes: "\(checked())\(claims.attributes)"),
            text(
                "tokenProvider", "Provider", forms.tokenProvider, hint: "Empty for the account’s first way to sign in",
                attributes: #" list="mint-providers""#),
            text(
                "tokenLifetime", "Lifetime in seconds", forms.tokenLifetime,
                hint: "Empty for the project’s; negative for a token that has expired",
                attributes: #" inputmode="numeric""#),
        ]
        let known = account.providers.compactMap { $0["providerId"]?.stringValue } + ["anonymous", "custom"]
        let providers: [HTML] = known.map { Self.template.part("provider").filled(["id": "\($0)"]) }
        let form = Self.template.part("mint").filled([
            "url": "\(path.text)", "hidden": hidden(.mint), "open": forms.hasTokenOptions ? " open" : "",
            "fields": "\(fields)", "providers": "\(providers)",
        ])
        return panel("token", "Mint a token", form)
    }
}
