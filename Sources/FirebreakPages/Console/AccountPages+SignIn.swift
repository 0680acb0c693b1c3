import FirebreakOperations
import FirebreakWire

extension AccountPages {
    // MARK: Ways to sign in

    var signIn: HTML {
        let entries = account.providers.map(provider)
        return panel("providers", "Signs in with", entries.isEmpty ? none(otherWay) : list(entries))
    }

    private var otherWay: HTML {
        if account.usesCustomTokens { return "Custom tokens, which need no provider." }
        if !account.passkeys.isEmpty { return "Passkeys alone." }
        return account.email == nil
            ? "Nothing: once signed out, nobody gets back in."
            : "Nothing yet. A password reset or a sign-in link lets the person in."
    }

    private func provider(_ document: JSON) -> HTML {
        let id = document["providerId"]?.stringValue ?? ""
        let name = id == "password" ? ownWay : ProviderName.ofWay(id)
        let texts = ["email", "phoneNumber", "displayName"].compactMap { document[$0]?.stringValue?.nonEmpty }
        // Of one's own means, these are the address and the number once more.
        let isOwn = id == "password" || id == "phone"
        let rawID = isOwn ? nil : document["rawId"]?.stringValue?.nonEmpty
        return entry(
            name, details: isOwn ? Array(texts.prefix(1)) : texts, code: rawID,
            button: removal(
                "Unlink", name, .unlink, [("provider", id)], confirm: "Unlink \(name) from \(account.name)?"))
    }

    /// What provider `password` stands for.
    private var ownWay: String {
        switch (account.hasPassword, account.signsInByLink) {
        case (true, true): "Password and e-mail link"
        case (false, true): "E-mail link"
        case (_, false): "Password"
        }
    }

    // MARK: Second factors and passkeys

    var factors: HTML {
        let entries = account.secondFactors.map(factor) + account.passkeys.map(passkey)
        return panel("factors", "Second factors and passkeys", entries.isEmpty ? none("None.") : list(entries))
    }

    private func factor(_ document: JSON) -> HTML {
        let kind = document["totpInfo"] == nil ? "SMS" : "One-time passwords"
        let name = document["displayName"]?.stringValue?.nonEmpty
        let enrolled = document["enrolledAt"]?.stringValue.map { "enrolled \(ShownTime.text($0))" }
        let details = [name == nil ? nil : kind, document["phoneInfo"]?.stringValue, enrolled].compactMap { $0 }
        return removable(
            name ?? kind, "second factor", details, .removeFactor, "factor",
            id: document["mfaEnrollmentId"]?.stringValue)
    }

    private func passkey(_ document: JSON) -> HTML {
        let name = document["name"]?.stringValue?.nonEmpty
        return removable(
            name ?? "Passkey", "passkey", name == nil ? [] : ["Passkey"], .removePasskey, "passkey",
            id: document["credentialId"]?.stringValue)
    }

    private func removable(
        _ name: String, _ kind: String, _ details: [String], _ action: AccountAction, _ field: String, id: String?
    ) -> HTML {
        let button = id.map { id in
            removal(
                "Remove", name, action, [(field, id)], confirm: "Remove the \(kind) \(name) of \(account.name)?")
        }
        return entry(name, details: details, code: id, button: button)
    }

    // MARK: Lists

    private func none(_ text: HTML) -> HTML { Self.template.part("none").filled(["text": text]) }

    private func list(_ entries: [HTML]) -> HTML { Self.template.part("entries").filled(["entries": "\(entries)"]) }

    private func entry(_ name: String, details: [String], code: String?, button: HTML?) -> HTML {
        var lines: [HTML] = []
        if !details.isEmpty {
            lines.append(Self.template.part("detail").filled(["text": "\(details.joined(separator: " · "))"]))
        }
        if let code { lines.append(Self.template.part("code").filled(["text": "\(code)"])) }
        return Self.template.part("entry").filled([
            "name": "\(name)", "details": "\(lines)", "button": button ?? "",
        ])
    }

    private func removal(
        _ verb: HTML, _ subject: String, _ action: AccountAction, _ fields: [(name: String, value: String)],
        confirm: String
    ) -> HTML {
        let label = Self.template.part("button-subject").filled(["verb": verb, "subject": "\(subject)"])
        return button(label, action, kind: "small", fields, confirm: confirm)
    }
}
