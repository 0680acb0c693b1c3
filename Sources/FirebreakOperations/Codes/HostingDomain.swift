import FirebreakWire

/// The domains that a hosting link can have: those of rule `hostingDomains` (firebreak.md section 4).
enum HostingDomain {
    /// - Throws: `INVALID_HOSTING_LINK_DOMAIN` for a `linkDomain` that is none of them.
    static func check(_ settings: ActionSettings, _ call: Call) throws(WireError) {
        guard call.facts.hasHostingLinks, let domain = settings.linkDomain, !domain.isEmpty else { return }
        let allowed = call.rules.hostingDomains
        guard allowed.contains(where: { InternationalDomain.areSame($0, domain) }) else {
            throw .invalidHostingLinkDomain.because(.hostingDomain(domain.lowercased(), allowed: allowed))
        }
    }
}
