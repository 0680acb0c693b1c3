import FirebreakWire

/// The domains that a hosting link can have: those of rule `hostingDomains` (firebreak.md section 4).
enum HostingDomain {
    /// - Throws: `INVALID_HOSTING_LINK_DOMAIN` for a `linkDomain` that is none of them, and
    ///   `DYNAMIC_LINK_NOT_ACTIVATED` for a link into an app in a project that still asks for Dynamic Links.
    static func check(_ settings: ActionSettings, _ call: Call) throws(WireError) {
        guard call.facts.hasHostingLinks else { return }
        if let domain = settings.linkDomain, !domain.isEmpty {
            guard call.rules.hostingDomains.contains(domain.lowercased()) else { throw .invalidHostingLinkDomain }
        }
        let usesDynamicLinks =
            call.settings.project.config[path: "mobileLinksConfig.domain"]?.stringValue
            == "FIREBASE_DYNAMIC_LINK_DOMAIN"
        guard !usesDynamicLinks || (settings.iOSBundleID == nil && settings.androidPackageName == nil) else {
            throw .dynamicLinkNotActivated
        }
    }
}
