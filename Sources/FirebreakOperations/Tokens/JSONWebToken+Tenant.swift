import FirebreakStore
package import FirebreakWire

extension JSONWebToken {
    /// The tenant whose token this is; `nil` for one of the project itself. Tokens of the older form have the claim at
    /// the top level, where in others a custom claim of that name may stand.
    package func tenant(_ profile: Profile) -> String? {
        let isLegacy = profile.facts.issuesLegacyTokens && payload["iss"]?.stringValue == LegacyToken.issuer
        let claim = isLegacy ? payload["tenant"] : payload["firebase"]?["tenant"]
        return claim?.stringValue?.nonEmpty
    }
}
