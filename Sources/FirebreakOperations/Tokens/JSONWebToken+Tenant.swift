import FirebreakStore
package import FirebreakWire

extension JSONWebToken {
    /// The tenant that the token belongs to; `nil` for the project itself. Tokens of the older kind have the claim at
    /// the top level, where others may have a custom claim with that name.
    package func tenant(_ profile: Profile) -> String? {
        let isLegacy = profile.facts.issuesLegacyTokens && payload["iss"]?.stringValue == LegacyToken.issuer
        let claim = isLegacy ? payload["tenant"] : payload["firebase"]?["tenant"]
        return claim?.stringValue?.nonEmpty
    }
}
