package import FirebreakWire

/// Limits of the texts of a profile.
package enum ProfileText {
    /// - Throws: For more than 256 UTF-16 units, outside profile `emulator` (production.md section 9).
    package static func check(displayName: String, _ profile: Profile) throws(WireError) {
        guard !profile.facts.enforcesLimits || displayName.utf16.count <= 256 else { throw .displayNameTooLong }
    }
}
