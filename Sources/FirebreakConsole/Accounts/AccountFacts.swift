import FirebreakModel
import FirebreakPages
import FirebreakWire

/// What is known of an account, as a list of facts.
struct AccountFacts {
    private static let template = AccountPages.template

    private let account: AccountDocument
    private let request: ConsoleRequest

    init(_ account: AccountDocument, _ request: ConsoleRequest) {
        self.account = account
        self.request = request
    }

    var entries: [HTML] {
        var facts: [(name: HTML, value: HTML?)] = [("User ID", copyable(account.id, id: "user-id"))]
        for field in AccountField.ofAccount {
            facts.append((field.fact, value(of: field)))
            if field.name == "email" { facts.append(("First address", initialEmail)) }
        }
        if let tenant = account.tenant { facts.append(("Tenant", "<code>\(tenant)</code>")) }
        facts += [
            ("Created", milliseconds("createdAt")), ("Last sign-in", milliseconds("lastLoginAt")),
            ("Last refresh", account.text("lastRefreshAt").map(TimeText.html)), ("Password", password),
            ("Tokens valid since", validSince),
        ]
        return facts.compactMap { fact in fact.value.map { Controls.fact(fact.name, $0) } }
    }

    // MARK: Texts

    private func value(of field: AccountField) -> HTML? {
        guard let text = account.text(field.name) else { return nil }
        switch field.name {
        case "email": return address(text)
        case "photoUrl": return photo(text)
        default: return "\(text)"
        }
    }

    private func copyable(_ text: String, id: String) -> HTML {
        Self.template.part("copyable").filled(["id": "\(id)", "text": "\(text)", "copy": Controls.copy(text)])
    }

    private func address(_ email: String) -> HTML {
        let isVerified = account.isVerified == true
        return "\(email) \(Controls.badge(isVerified ? "verified" : "unverified", isVerified ? "success" : "warning"))"
    }

    private var initialEmail: HTML? {
        account.text("initialEmail").flatMap { $0 == account.email ? nil : "\($0)" }
    }

    /// A picture where it is in the URL: nothing is fetched from elsewhere.
    private func photo(_ url: String) -> HTML {
        guard url.prefix(11).lowercased() == "data:image/" else { return "\(url)" }
        let kind = url.prefix { $0 != ";" && $0 != "," }
        return Self.template.part("photo").filled([
            "url": "\(url)", "text": "\(String(kind)), \(url.utf8.count) characters",
        ])
    }

    private var password: HTML? {
        guard account.hasPassword else { return nil }
        let date = account.document["passwordUpdatedAt"]?.integerValue.map(time) ?? "at an unknown time"
        let hash = account.hashAlgorithm.map { ", hashed with \($0)" } ?? ""
        return "set \(date)\(hash)"
    }

    // MARK: Times

    /// A time that is stored as a text, which may be any.
    private func milliseconds(_ member: String) -> HTML? {
        account.text(member).map { text in Int64(text).map(time) ?? "\(text)" }
    }

    private var validSince: HTML? {
        account.text("validSince").map { text in
            Int64(text).flatMap { $0 < Timestamp.endOfTime.seconds ? time($0 * 1000) : nil } ?? "\(text)"
        }
    }

    private func time(_ milliseconds: Int64) -> HTML {
        guard (0...Timestamp.endOfTime.milliseconds).contains(milliseconds) else { return "\(String(milliseconds))" }
        return TimeText.html(Timestamp(milliseconds: milliseconds).rfc3339)
    }
}

/// Tokens that were made a moment ago, decoded.
enum MintedTokenPanel {
    private static let template = AccountPages.template

    static func html(_ tokens: MintedTokens) -> HTML {
        let token = JSONWebToken(tokens.idToken)
        let payload = token?.payload ?? .emptyObject
        let refresh = tokens.refreshToken.map { refresh in
            template.part("refresh").filled(["token": "\(refresh)", "copy": Controls.copy(refresh)])
        }
        return template.part("minted").filled([
            "expiry": expiry(payload), "idToken": "\(tokens.idToken)", "copyIDToken": Controls.copy(tokens.idToken),
            "refresh": refresh ?? "", "claims": "\((payload.objectValue ?? []).map(row))",
            "header": "\((token?.header ?? .emptyObject).indentedText)", "payload": "\(payload.indentedText)",
        ])
    }

    private static func expiry(_ payload: JSON) -> HTML {
        guard let issued = payload["iat"]?.integerValue, let end = payload["exp"]?.integerValue else { return "" }
        return end < issued
            ? "It expired at \(time(end))."
            : "It expires at \(time(end)), \(Int(end - issued)) seconds after it was made."
    }

    private static func time(_ seconds: Int64) -> HTML { TimeText.html(Timestamp(seconds: seconds).rfc3339) }

    private static func row(_ member: JSON.Member) -> HTML {
        let isTime = ["iat", "exp", "auth_time", "nbf"].contains(member.key)
        let time = isTime ? member.value.integerValue.map(Self.time) : nil
        return template.part("claim").filled([
            "name": "\(member.key)", "value": "\(member.value.stringValue ?? member.value.text)",
            "time": time.map { #" <span class="quiet small">\#($0)</span>"# } ?? "",
        ])
    }
}
