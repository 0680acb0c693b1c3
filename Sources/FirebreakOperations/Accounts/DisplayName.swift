package import FirebreakWire

/// The rule for names that people are shown by.
package enum DisplayName {
    /// - Throws: For more than 256 UTF-16 units, outside profile `emulator` (production.md section 9).
    package static func check(_ name: String, _ profile: Profile) throws(WireError) {
        guard !profile.facts.enforcesLimits || Limit.displayName.allows(name) else { throw .displayNameTooLong }
    }
}

/// The rule for the addresses of people's pictures.
package enum PhotoURL {
    /// - Throws: For more than 2,048 UTF-16 units, outside profile `emulator` (production.md section 9).
    package static func check(_ url: String, _ profile: Profile) throws(WireError) {
        guard !profile.facts.enforcesLimits || Limit.photoURL.allows(url) else { throw .photoURLTooLong }
    }
}
