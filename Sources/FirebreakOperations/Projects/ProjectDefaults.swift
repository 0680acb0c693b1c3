package import FirebreakStore
package import FirebreakWire
import Synchronization

/// The initial configuration of new projects, from the server's configuration.
package struct ProjectDefaults: Sendable {
    package var profile: Profile
    /// Rules given on the command line, which override those of the profile.
    package var rules: [(name: String, value: String)]

    /// The domains that new projects authorize, in place of those of their profile; `nil` if none are given.
    package var authorizedDomains: [String]?

    package init(
        profile: Profile, rules: [(name: String, value: String)] = [], authorizedDomains: [String]? = nil
    ) {
        self.profile = profile
        self.rules = rules
        self.authorizedDomains = authorizedDomains
    }

    /// - Throws: ``WireError`` naming the invalid rule.
    package func rules(for profile: Profile) throws(WireError) -> Rules {
        var result = Rules(profile: profile)
        for rule in rules { try result.apply(name: rule.name, text: rule.value) }
        return result
    }

    func domains(of id: ProjectID, _ profile: Profile) -> [String] {
        authorizedDomains ?? ConfigDefaults.authorizedDomains(id, profile)
    }

    func config(of id: ProjectID, _ profile: Profile) -> JSON {
        ConfigDefaults.document(profile, authorizing: domains(of: id, profile))
    }

    /// The profile that a project has set itself, else the server's.
    func profile(in tx: Transaction) throws -> Profile {
        try tx.setting(.profile)?.stringValue.flatMap(Profile.init(rawValue:)) ?? profile
    }

    package func documents(of id: ProjectID, from tx: Transaction) throws -> ProjectSettings.Documents {
        let profile = try self.profile(in: tx)
        var rules = try rules(for: profile)
        if let changed = try tx.setting(.rules) { try rules.apply(changed) }
        return ProjectSettings.Documents(
            project: id, profile: profile, rules: rules,
            clock: try ProjectClock(in: tx),
            config: try tx.setting(.config) ?? config(of: id, profile), faults: try tx.faults(),
            givenDomains: authorizedDomains)
    }
}

/// The number by which answers name a project.
package enum ProjectNumber {
    /// Twelve digits derived from the ID; the reference's constant in profile `emulator` (firebreak.md section 2).
    package static func of(_ project: ProjectID, _ profile: Profile) -> String {
        guard profile.behavior.derivesProjectNumber else { return "12345" }
        return String(100_000_000_000 + stableHash(project.rawValue.utf8) % 900_000_000_000)
    }

    /// Whether this may be a result of ``of(_:_:)``; never in profile `emulator`, where the number is a
    /// constant.
    static func isPossible(_ name: String, _ profile: Profile) -> Bool {
        profile.behavior.derivesProjectNumber && name.utf8.count == 12 && name.utf8.allSatisfy(\.isASCIIDigit)
    }
}
