import FirebreakPages
import FirebreakWire

/// An account as the console shows it: its document is that of the admin API.
struct ShownAccount: Sendable {
    let document: JSON
    /// `nil` for an account of the project itself.
    let tenant: String?
    /// How its password is hashed; `nil` for one that is kept in the clear.
    let hashAlgorithm: String?
    /// The secrets of its authenticator apps, by the ID of the second factor.
    let secrets: [String: String]

    func text(_ member: String) -> String? { document[member]?.stringValue?.nonEmpty }
    private func list(_ member: String) -> [JSON] { document[member]?.arrayValue ?? [] }

    var id: String { document["localId"]?.stringValue ?? "" }
    var email: String? { text("email") }
    var phoneNumber: String? { text("phoneNumber") }
    var displayName: String? { text("displayName") }
    /// `nil` where nothing is known of the address.
    var isVerified: Bool? { document["emailVerified"]?.boolValue }
    var isDisabled: Bool { document["disabled"] == true }
    var hasPassword: Bool { text("passwordHash") != nil }
    var signsInByLink: Bool { document["emailLinkSignin"] == true }
    var usesCustomTokens: Bool { document["customAuth"] == true }

    /// Entries of the provider list, as documents.
    var providers: [JSON] { list("providerUserInfo") }
    /// Second factors, as documents.
    var secondFactors: [JSON] { list("mfaInfo") }
    var passkeys: [JSON] { list("passkeyInfo") }

    /// What a person would call the account.
    var name: String { displayName ?? email ?? phoneNumber ?? id }

    /// Whether there is no way to sign in to it again.
    var isAnonymous: Bool {
        email == nil && phoneNumber == nil && providers.isEmpty && passkeys.isEmpty && !usesCustomTokens
    }

    /// Custom claims, over several lines where they are JSON.
    var claims: String {
        guard let text = text("customAttributes") else { return "" }
        guard let claims = try? JSON(parsing: text, keys: .claims) else { return text }  // shown as it is
        return claims == .emptyObject ? "" : claims.indentedText
    }
}

extension JSON {
    /// The text over several lines.
    var indentedText: String { String(decoding: Self.indented(bytes), as: UTF8.self) }
}

/// What is known of an account, as a list of facts.
struct AccountFacts {
    private let account: ShownAccount
    private let template: Template

    init(_ account: ShownAccount, _ template: Template) {
        self.account = account
        self.template = template
    }

    /// What its form does not show.
    var entries: [HTML] {
        var facts: [(name: HTML, value: HTML?)] = [
            ("\(Words.userID)", copyable(account.id, id: "user-id")), ("First email address", initialEmail),
            ("\(Words.photo)", photo),
        ]
        if let tenant = account.tenant { facts.append(("Tenant", "<code>\(tenant)</code>")) }
        facts += [
            ("\(Words.created)", milliseconds("createdAt")), ("\(Words.lastSignIn)", milliseconds("lastLoginAt")),
            ("Last refresh", account.text("lastRefreshAt").map(TimeText.html)), ("Password", password),
            ("Tokens valid since", validSince),
        ]
        return facts.compactMap { fact in fact.value.map { Controls.fact(fact.name, $0) } }
    }

    // MARK: Texts

    private func copyable(_ text: String, id: String) -> HTML {
        template.part("copyable").filled(["id": "\(id)", "text": "\(text)", "copy": Controls.copy(text)])
    }

    private var initialEmail: HTML? {
        account.text("initialEmail").flatMap { $0 == account.email ? nil : "\($0)" }
    }

    /// A picture where it is in the URL: nothing is fetched from elsewhere.
    private var photo: HTML? {
        guard let url = account.text("photoUrl"), url.prefix(11).lowercased() == "data:image/" else { return nil }
        let kind = url.prefix { $0 != ";" && $0 != "," }
        return template.part("photo").filled([
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
            Int64(text).flatMap { (0..<Timestamp.endOfTime.seconds).contains($0) ? time($0 * 1000) : nil }
                ?? "\(text)"
        }
    }

    private func time(_ milliseconds: Int64) -> HTML {
        guard (0...Timestamp.endOfTime.milliseconds).contains(milliseconds) else { return "\(String(milliseconds))" }
        return TimeText.html(Timestamp(milliseconds: milliseconds).rfc3339)
    }
}
