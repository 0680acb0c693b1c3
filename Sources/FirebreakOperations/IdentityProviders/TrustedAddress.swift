import FirebreakWire

/// Whose word on an address counts: whether an identity leads into the account that has its address, or the account's
/// owner must confirm that it is theirs (production.md section 9.1).
enum TrustedAddress {
    /// Providers that say nothing reliable about addresses: none counts as verified by them.
    private static let neverTrusted: Set = ["facebook.com", "github.com", "linkedin.com", "twitter.com"]

    /// Providers that are an authority for their own domains alone.
    private static let ownDomains: [String: OwnDomains] = [
        "microsoft.com": OwnDomains(names: ["microsoft.com", "msn.com"], brands: ["hotmail", "live", "outlook"]),
        "yahoo.com": OwnDomains(names: ["aol.com", "rocketmail.com", "ymail.com"], brands: ["yahoo"]),
    ]

    /// Whether the provider's claim that an address is verified counts at all. The reference believes every provider.
    static func canBeVerified(by providerID: String, _ profile: Profile) -> Bool {
        !profile.behavior.weighsProviders || !neverTrusted.contains(providerID)
    }

    /// The reference believes every provider.
    static func convinces(_ identity: IdpProfile, _ profile: Profile) -> Bool {
        guard identity.emailVerified, let email = identity.email else { return false }
        guard profile.behavior.weighsProviders else { return true }
        guard let own = ownDomains[identity.providerID] else { return true }
        return own.contain(domainOf: EmailAddress.folded(email))
    }
}

private struct OwnDomains {
    let names: Set<String>
    /// Names that the provider has in many countries: `yahoo.com`, `yahoo.de`, `yahoo.co.jp`.
    let brands: Set<String>

    func contain(domainOf email: String) -> Bool {
        guard let domain = email.parted(atLast: "@")?.after else { return false }
        if names.contains(String(domain)) { return true }
        let labels = domain.separated(by: ".", omittingEmptySubsequences: false)
        guard let brand = labels.first, let country = labels.last, !country.isEmpty, brands.contains(String(brand))
        else {
            return false
        }
        // Another person may own `yahoo.example.com`.
        return labels.count == 2 || labels.count == 3 && ["co", "com"].contains(labels[1])
    }
}
