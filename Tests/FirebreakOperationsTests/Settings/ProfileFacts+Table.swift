import FirebreakWire

@testable import FirebreakOperations

/// The table of profiles in WhatItPromises.md, generated from the behavior, so that both change together.
extension ProfileBehavior {
    /// A line of the table.
    struct Row: Sendable {
        let title: String
        /// The cells for ``columns``.
        let cells: [String]

        fileprivate init(_ title: String, _ text: (ProfileBehavior) -> String) {
            let texts = ProfileBehavior.columns.map { text($0.profile.behavior) }
            self.title = title
            // A long text is not repeated.
            cells = texts.enumerated().map { index, text in
                index > 0 && text.count > 40 && text == texts.first ? "as `local`" : text
            }
        }
    }

    static let columns: [(profile: Profile, title: String)] = [
        (.local, "`local` (default): production's behaviour, usable on one machine"),
        (.emulator, "`emulator`: the official emulator, oddities included"),
        (.production, "`production`"),
    ]

    static let table = start + requests + answers

    private static let start = [
        Row("authorized domains") { behavior in
            let domains = ConfigDefaults.authorizedDomains(ProjectID(rawValue: "<p>"), behavior.profile)
            let names = domains.map { "`\($0)`" }.joined(separator: ", ")
            let star = behavior.allowsAnyDomain ? "may be added" : "is refused"
            let when =
                behavior.enforcesDefaultDomains ? "" : "; enforced once a change, a fixture or an option names any"
            return "\(names); `*` \(star)\(when)"
        },
        Row("e-mail enumeration protection") { $0.startsProtected ? "on" : "off" },
        Row("sign-in methods, tenants") {
            $0.open(
                "all on",
                otherwise:
                    "e-mail with password; e-mail links, phone, anonymous users and tenants are off until configured")
        },
        Row("second factors") { behavior in
            guard behavior.settingsDecide else {
                return "SMS; one-time passwords\(behavior.knowsOneTimePasswords ? "" : " once configured")"
            }
            return behavior.startsWithEverythingOn ? "SMS and one-time passwords" : "off until configured"
        },
        Row("regions to which SMS go") { $0.open("all", otherwise: "none until configured") },
        Row("enumeration protection of a new tenant") {
            switch $0.tenantProtection {
            case .copied: "what the project has"
            case .followed: "always follows the project"
            case .off: "off"
            }
        },
        Row("tenant that does not exist") { $0.createsTenantsOnMention ? "made on mention" : "`INVALID_TENANT_ID`" },
        Row("project number") { $0.derivesProjectNumber ? "derived from the ID" : "`12345`" },
        Row("rule `providers`") { Rules(profile: $0.profile).providers.rawValue },
        Row("rule `idpPages`") { Rules(profile: $0.profile).idpPages.rawValue },
        Row("rule `adminOrigins`") { Rules(profile: $0.profile).adminOrigins.rawValue },
        Row("rule `expiry`") { Rules(profile: $0.profile).expiry.rawValue },
        Row("rule `supersedeCodes`") { Rules(profile: $0.profile).supersedeCodes.rawValue },
        Row("rule `takeover`") { Rules(profile: $0.profile).takeover.rawValue },
    ]

    private static let requests = [
        Row("passkeys") { $0.verifiesPasskeys ? "verified (WebAuthn)" : "taken as they come" },
        Row("password hashes of imports") { $0.verifiesPasswordHashes ? "verified" : "stored, never verified" },
        Row("refresh tokens") {
            $0.storesSessions
                ? "opaque, one stored session each; end with revocation, deletion, disabling" : "base64 JSON, stateless"
        },
        Row("deadline of a blocking function") { "\($0.functionDeadline / 1000) s" },
        Row("`null` in a request") { $0.nullIsAbsent ? "absent" : "mostly an error, as in the official emulator" },
        Row("unknown members of a request") {
            $0.refusesUnknownMembers ? "ignored, but refused in configurations of version 2" : "ignored"
        },
    ]

    private static let answers = [
        Row("sign-in by password or custom token without `returnSecureToken`") {
            $0.issuesLegacyTokens ? "a legacy token" : "a usual ID token"
        },
        Row("`passwordHash` in look-ups") { $0.redactsPasswordHashes ? "redacted" : "shown" },
        Row("action links lead to") { "`\($0.actionPath)` here" },
        Row("answers") {
            let form = $0.formatsAsProduction ? "indented" : "compact"
            let errors = $0.wordsErrorsAsProduction ? "production's" : "the official emulator's"
            let others = $0.modelsConfiguration ? "shown but in configurations" : "shown"
            return "\(form) JSON; errors as \(errors); empty fields \($0.omitsDefaults ? "mostly left out" : others)"
        },
    ]

    /// A text for a profile in which the configuration decides.
    private func open(_ text: String, otherwise: String) -> String {
        guard settingsDecide else { return "\(text), whatever the configuration says" }
        return startsWithEverythingOn ? text : otherwise
    }
}
