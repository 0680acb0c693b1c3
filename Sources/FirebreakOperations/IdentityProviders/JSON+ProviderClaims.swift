import FirebreakWire

/// Claims of an OpenID Connect provider's ID token, as the service shows them (production.md section 10).
extension JSON {
    /// In the order in which they are shown.
    private static let registered = ["aud", "azp", "exp", "iat", "iss", "nbf", "nonce", "sub"]
    /// Claims with a meaning of their own, which are no attributes.
    private static let understood = Set(registered + ["email", "email_verified", "name", "picture"])

    /// The registered claims by name, then the others as the token has them.
    var claimsInShownOrder: JSON {
        let members = objectValue ?? []
        let first = Self.registered.compactMap { name in self[name].map { JSON.Member(name, $0) } }
        return .object(first + members.filter { !Self.registered.contains($0.key) })
    }

    /// The claims that `sign_in_attributes` of a session has; `nil` where none is left.
    var signInAttributes: JSON? {
        let members = (objectValue ?? []).filter { !Self.understood.contains($0.key) }
        return members.isEmpty ? nil : .object(members)
    }
}
