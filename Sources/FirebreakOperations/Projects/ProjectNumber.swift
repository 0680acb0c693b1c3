package import FirebreakWire

/// The number by which answers name a project.
package enum ProjectNumber {
    /// Twelve digits derived from the ID; the reference's constant in profile `emulator` (firebreak.md section 2).
    package static func of(_ project: ProjectID, _ profile: Profile) -> String {
        guard profile.facts.derivesProjectNumber else { return "12345" }
        return String(100_000_000_000 + stableHash(project.rawValue.utf8) % 900_000_000_000)
    }

    /// Whether this may be a result of ``of(_:_:)``; never in profile `emulator`, where the number is a
    /// constant.
    package static func isPossible(_ name: String, _ profile: Profile) -> Bool {
        profile.facts.derivesProjectNumber && name.utf8.count == 12 && name.utf8.allSatisfy(\.isASCIIDigit)
    }
}
