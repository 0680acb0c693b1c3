import FirebreakWire

/// An account as the console shows it: its document is that of the admin API.
struct ShownAccount: Sendable {
    let document: JSON
    /// `nil` for an account of the project itself.
    let tenant: String?
    /// How its password is hashed; `nil` for one that is kept in the clear.
    let hashAlgorithm: String?

    init(_ document: JSON, tenant: String?, hashAlgorithm: String?) {
        self.document = document
        self.tenant = tenant
        self.hashAlgorithm = hashAlgorithm
    }

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

    /// Whether nobody could sign in to it again.
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
