import FirebreakDiscovery
import FirebreakFixtures
package import FirebreakWire

/// A setting of a project that is not what a fixture says.
package struct SettingDifference: Sendable, Equatable {
    /// Of the resource, in a project's part of a fixture.
    package let path: [String]
    /// The setting, within that.
    package let member: [String]
    /// A `-` for nothing.
    package let production: String
    package let here: String
    /// What it changes for tests, in a sentence.
    package let effect: String

    /// What makes a fixture agree.
    package let change: Change

    package enum Change: Sendable, Equatable {
        /// The setting has this value.
        case set(JSON)
        /// There is no such provider or tenant in production.
        case remove
        /// There is none in the fixture.
        case add
    }

    /// Of long values, for people: the part in which they differ.
    package var excerpts: (production: String, here: String) {
        let shared = zip(production, here).prefix { $0 == $1 }.count
        return (Self.excerpt(production, differingAfter: shared), Self.excerpt(here, differingAfter: shared))
    }

    private static let maximumLength = 40
    /// What is shown before the difference, such as the name of the member.
    private static let context = 22

    private static func excerpt(_ text: String, differingAfter shared: Int) -> String {
        guard text.count > maximumLength else { return text }
        let start = max(0, min(shared - context, text.count - maximumLength))
        let end = min(text.count, start + maximumLength)
        return (start > 0 ? "…" : "") + text.dropFirst(start).prefix(maximumLength) + (end < text.count ? "…" : "")
    }

    /// Where it is, as a fixture's path.
    package var setting: String { (path + member).joined(separator: ".") }
}

extension SettingDifference {
    /// What differs between production and a project that was made of a fixture.
    package static func all(production: ServiceSettings, here: ServiceSettings) -> [SettingDifference] {
        var differences = compare(
            production.project.document, here.project.document, FixtureShapes.config, at: ["config"])
        differences += providers(production.project, here.project, at: [])
        let known = Dictionary(production.tenants.map { ($0.id, $0.scope) }, uniquingKeysWith: { $1 })
        let ours = Dictionary(here.tenants.map { ($0.id, $0.scope) }, uniquingKeysWith: { $1 })
        for name in (production.tenants + here.tenants).map(\.id).uniqued {
            let path = ["tenants", name]
            switch (known[name], ours[name]) {
            case (let theirs?, let ours?):
                differences += compare(theirs.document, ours.document, FixtureShapes.tenant, at: path)
                differences += providers(theirs, ours, at: path)
            case (_?, nil): differences.append(missing(path, "tests cannot sign in to this tenant, and users can"))
            case (nil, _):
                // Nothing is known of what could not be read.
                guard !production.lacksTenants else { continue }
                differences.append(extra(path, "tests use a tenant that there is not"))
            }
        }
        return differences
    }

    private static func missing(_ path: [String], _ effect: String) -> SettingDifference {
        SettingDifference(path: path, member: [], production: "there", here: "-", effect: effect, change: .add)
    }

    private static func extra(_ path: [String], _ effect: String) -> SettingDifference {
        SettingDifference(path: path, member: [], production: "-", here: "there", effect: effect, change: .remove)
    }

    private static func providers(
        _ production: ServiceSettings.Scope, _ here: ServiceSettings.Scope, at path: [String]
    ) -> [SettingDifference] {
        (production.providers + here.providers).map(\.key).uniqued.flatMap { id -> [SettingDifference] in
            let path = path + ["providers", id]
            let theirs = production.providers.first { $0.key == id }?.value
            if theirs == nil, production.lacks.contains(AdminResource.provider(id)) { return [] }
            switch (theirs, here.providers.first { $0.key == id }?.value) {
            case (let theirs?, let ours?): return compare(theirs, ours, FixtureShapes.provider(id), at: path)
            case (_?, nil): return [missing(path, "production takes this provider; here, rule providers decides")]
            case (nil, _): return [extra(path, "production refuses this provider; here it passes")]
            }
        }
    }

    private static func compare(
        _ production: JSON, _ here: JSON, _ shape: MessageShape, at path: [String]
    ) -> [SettingDifference] {
        let theirs = shape.settings(of: production)
        let ofHere = shape.settings(of: here)
        let ours = Dictionary(ofHere.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        let known = Dictionary(theirs.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        let others = ofHere.filter { known[$0.path] == nil }
        return (theirs + others).compactMap { setting in
            let (their, our) = (known[setting.path], ours[setting.path])
            guard Omission(setting) == nil else { return nil }
            if let their, let our, their.isSame(as: our) { return nil }
            // One of both is nothing, and so may the other be in other words.
            if their == nil || our == nil, setting.value == setting.shape.off, !setting.shape.isObject { return nil }
            return SettingDifference(
                path: path, member: setting.path, production: words(their, setting), here: words(our, setting),
                effect: SettingEffect.sentence(setting.path, production: their?.value, here: our?.value),
                change: .set(their?.value ?? setting.shape.off))
        }
    }

    private static func words(_ setting: Setting?, _ other: Setting) -> String {
        guard let value = setting?.value else {
            if case .boolean = other.shape { return "false" }
            return "-"
        }
        if let set = value.asSet { return set.sorted().joined(separator: " ").visible }
        return (value.stringValue ?? value.text).visible
    }
}

extension [String] {
    /// Each once, in the order in which they come first.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

/// What settings change for tests.
enum SettingEffect {
    /// Members that switch something, and what that lets pass.
    private static let switches: [(path: String, what: String)] = [
        ("signIn.email.enabled", "sign-in with e-mail and password"),
        ("allowPasswordSignup", "sign-in with e-mail and password"),
        ("enableEmailLinkSignin", "sign-in by e-mail link"),
        ("signIn.anonymous.enabled", "anonymous sign-in"),
        ("enableAnonymousUser", "anonymous sign-in"),
        ("signIn.phoneNumber.enabled", "sign-in with a phone number"),
        ("signIn.allowDuplicateEmails", "several accounts with one address"),
        ("multiTenant.allowTenants", "tenants"),
        ("enabled", "sign-in with this provider"),
    ]

    /// Members, with all that is in them, and what it means that they differ. The first that fits counts.
    private static let sentences: [(path: String, sentence: String)] = [
        ("signIn.email.passwordRequired", "sign-in by e-mail link is off where a password is required"),
        ("disableAuth", "nobody can sign in to this tenant where it is on"),
        ("client.permissions.disabledUserSignup", "only admins can make accounts where it is on"),
        ("client.permissions.disabledUserDeletion", "only admins can delete accounts where it is on"),
        ("emailPrivacyConfig", "unknown addresses get other answers, so that nobody learns who has an account"),
        ("mfaConfig", "second factors are asked for, or refused, on one side alone"),
        ("mfa", "second factors are asked for, or refused, on one side alone"),
        ("passwordPolicyConfig", "passwords pass on one side that the other one refuses"),
        ("smsRegionConfig", "messages go to countries on one side alone"),
        ("quota", "sign-ups are refused after another number of them"),
        ("recaptchaConfig", "calls without a reCAPTCHA token are refused on one side alone"),
        ("blockingFunctions", "blocking functions get other tokens"),
        ("notification.defaultLocale", "mails have another language where the app names none"),
        ("notification.sendEmail.method", "mails come from another sender"),
        ("notification.sendEmail.smtp", "mails come from another sender"),
        ("notification", "mails have another text or sender"),
        ("mobileLinksConfig", "links for apps have another domain"),
        ("displayName", "people read another name"),
        ("clientId", "credentials for another client pass or are refused"),
        ("issuer", "tokens of another issuer pass or are refused"),
        ("idpConfig", "answers of another identity provider pass or are refused"),
        ("spConfig", "answers for another service pass or are refused"),
        ("responseType", "the provider answers in another way"),
        ("inheritance", "the tenant takes other settings from its project"),
        ("autodeleteAnonymousUsers", "anonymous accounts end on one side alone"),
    ]

    static func sentence(_ path: [String], production: JSON?, here: JSON?) -> String {
        let name = path.joined(separator: ".")
        if name == "authorizedDomains" { return domains(production, here) }
        if let what = switches.first(where: { $0.path == name })?.what {
            return production == true
                ? "production allows \(what); here it is refused" : "production refuses \(what); here it passes"
        }
        let found = sentences.first { $0.path == name || name.startsWithBytes(of: $0.path + ".") }
        return found?.sentence ?? "what depends on it is tested with another value"
    }

    private static func domains(_ production: JSON?, _ here: JSON?) -> String {
        let theirs = production?.asSet ?? []
        let ours = here?.asSet ?? []
        func list(_ domains: Set<String>) -> String { domains.sorted().joined(separator: ", ").visible }
        let refused = ours.subtracting(theirs)
        let missing = theirs.subtracting(ours)
        let parts = [
            refused.isEmpty ? nil : "production refuses \(list(refused)); here it passes",
            missing.isEmpty ? nil : "production allows \(list(missing)); here it is refused",
        ]
        return parts.compactMap(\.self).joined(separator: ". ")
    }
}
