import FirebreakStore
package import FirebreakWire

/// How the user signed in: the part of tokens that does not come from the account.
package struct SignIn: Sendable {
    /// `firebase.sign_in_provider` (tokens.md section 1).
    package var provider: String
    /// Claims of a custom token or a blocking function; they override custom attributes, but not reserved claims.
    package var extraClaims: JSON?
    /// `{identifier, provider}` of the second factor.
    package var secondFactor: JSON?
    /// `sign_in_attributes`: what the identity provider said of the user at this sign-in, kept with the session.
    package var attributes: JSON?

    package init(
        provider: String, extraClaims: JSON? = nil, secondFactor: JSON? = nil, attributes: JSON? = nil
    ) {
        self.provider = provider
        self.extraClaims = extraClaims
        self.secondFactor = secondFactor
        self.attributes = attributes
    }

    /// Adds a blocking function's claims, which override existing ones.
    package mutating func add(claims: JSON?) {
        guard let members = claims?.objectValue, !members.isEmpty else { return }
        var merged = extraClaims ?? .emptyObject
        for member in members { merged[member.key] = member.value }
        extraClaims = merged
    }
}
