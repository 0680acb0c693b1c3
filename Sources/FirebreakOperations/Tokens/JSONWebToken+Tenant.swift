package import FirebreakWire

extension JSONWebToken {
    /// The tenant that the token belongs to; `nil` for the project itself. Tokens of the older kind have the claim at
    /// the top level, where others may have a custom claim with that name.
    package func tenant(_ profile: Profile) -> String? {
        let claim = isLegacy(profile) ? payload["tenant"] : payload["firebase"]?["tenant"]
        return claim?.stringValue?.nonEmpty
    }

    /// Whether the token is of the older kind, which only production has (production.md section 6.1).
    func isLegacy(_ profile: Profile) -> Bool {
        profile.facts.issuesLegacyTokens && payload["iss"]?.stringValue == LegacyToken.issuer
    }
}
