package import FirebreakStore
import FirebreakWire

/// An action code that is wanted: for whom, and what its mail is to lead to.
package struct ActionCodeRequest: Sendable {
    /// How the account is named that a mail is about, where it is about one.
    package enum Subject: Sendable {
        /// By the address: no user has to be signed in.
        case address
        /// By an ID token, which may be missing.
        case idToken(String?)
    }

    package var type: OobReqType
    package var email: String?
    var newEmail: String?
    package var subject: Subject
    var settings: ActionSettings
    /// Whether addresses are taken that accounts can no longer get: those of a fixture.
    package var takesOldAddresses = false

    package init(
        _ type: OobReqType, email: String?, newEmail: String?, subject: Subject, settings: ActionSettings
    ) {
        self.type = type
        self.email = email
        self.newEmail = newEmail
        self.subject = subject
        self.settings = settings
    }

    /// Whom the code is for, after all checks.
    package func target(_ tx: Transaction, _ call: OperationContext) throws -> OobTarget {
        let target = try OobTarget(self, tx, call)
        guard target.suppression == nil else { return target }
        try checkContinueURL(target, call)
        try HostingDomain.check(settings, call)
        try DynamicLinks.check(settings, call)
        return target
    }

    /// The authorized-domain check, which comes after the question whether there is anything to send.
    private func checkContinueURL(_ target: OobTarget, _ call: OperationContext) throws(WireError) {
        guard let text = settings.continueURL, !text.isEmpty || call.behavior.emptyCountsAsGiven else {
            // An admin's link for a tenant needs none (production.md section 2).
            let isExempt = call.profile.isReference || (call.isAdmin && call.tenant != nil)
            guard !settings.handlesCodeInApp || isExempt else { throw .missingContinueURI }
            return
        }
        if call.behavior.enforcesLimits { try Limit.continueURL.check(text) }
        guard let url = settings.parsedContinueURL, call.profile.isReference || url.host?.isEmpty == false else {
            throw .missingDomainInContinueURL
        }
        // A hosting domain is the project's own: what counts is where its link leads.
        let inner = call.behavior.hasHostingLinks ? HostingLink.target(of: text, call)?.link : nil
        let target = inner.flatMap { AbsoluteURL($0) } ?? url
        guard AuthorizedDomain.allows(target, call.settings.project, apps: settings.apps) else {
            let reason = AuthorizedDomain.reason(target, call.settings.project, apps: settings.apps)
            AuthorizedDomain.logRefusal(of: target, because: reason, call)
            throw .unauthorizedDomain.because(reason)
        }
    }
}

/// The domains that a hosting link can have: those of rule `hostingDomains` (firebreak.md section 4).
enum HostingDomain {
    /// - Throws: `INVALID_HOSTING_LINK_DOMAIN` for a `linkDomain` that is none of them.
    static func check(_ settings: ActionSettings, _ call: OperationContext) throws(WireError) {
        guard call.behavior.hasHostingLinks, let domain = settings.linkDomain, !domain.isEmpty else { return }
        let allowed = call.rules.hostingDomains
        guard allowed.contains(where: { InternationalDomain.areSame($0, domain) }) else {
            throw .invalidHostingLinkDomain.because(.hostingDomain(domain.lowercased(), allowed: allowed))
        }
    }
}

/// Firebase Dynamic Links, which Google has shut down, in projects whose `mobileLinksConfig.domain` still asks for them.
enum DynamicLinks {
    private static let setting = "FIREBASE_DYNAMIC_LINK_DOMAIN"

    /// - Throws: `DYNAMIC_LINK_NOT_ACTIVATED` for a link into an app.
    static func check(_ settings: ActionSettings, _ call: OperationContext) throws(WireError) {
        guard call.behavior.hasHostingLinks,
            call.settings.project.config[path: "mobileLinksConfig.domain"]?.stringValue == setting
        else { return }
        guard settings.iOSBundleID == nil, settings.androidPackageName == nil else {
            throw .dynamicLinkNotActivated.because(.setting(.dynamicLinks))
        }
    }
}
