package import FirebreakStore
package import FirebreakWire

/// How long the texts may be by which accounts are found, in UTF-16 units, whoever says them.
package enum IdentifierLength: Int {
    /// `localId` (production.md section 15).
    case accountID = 128
    /// An e-mail address (production.md sections 9 and 15).
    case email = 255
    /// What an identity provider calls itself or a person. The pages name no limit: it is SAML's for a name ID (SAML core
    /// section 8.3.7), in which the 255 of OpenID Connect's `sub` have room.
    case identity = 256

    /// For profile `emulator`: the reference takes anything, and longer ones would only swell the indexes.
    private static let ofReference = 65_536

    package func allows(_ text: String, _ profile: Profile) -> Bool {
        text.utf16.count <= (profile.facts.enforcesLimits ? rawValue : Self.ofReference)
    }

    /// Whether IDs and address of an identity are of a length that they may have.
    package static func allows(_ entry: FederatedIdentity, _ profile: Profile) -> Bool {
        identity.allows(entry.providerID ?? "", profile) && identity.allows(entry.rawID ?? "", profile)
            && email.allows(entry.email ?? "", profile)
    }
}
