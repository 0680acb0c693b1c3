package import FirebreakStore
package import FirebreakWire

/// How long the texts may be by which accounts are found, in UTF-16 units, wherever they come from.
package enum IdentifierLength {
    /// `localId`.
    case accountID
    /// An e-mail address.
    case email
    /// What an identity provider calls itself or a person.
    case identity

    private var limit: Limit {
        switch self {
        case .accountID: .accountID
        case .email: .email
        case .identity: .identity
        }
    }

    /// For profile `emulator`: the reference takes anything, and longer ones would only swell the indexes.
    private static let ofReference = 65_536

    package func allows(_ text: String, _ profile: Profile) -> Bool {
        text.utf16.count <= (profile.behavior.enforcesLimits ? limit.maximum : Self.ofReference)
    }

    /// Whether IDs and address of an identity are of a length that they may have.
    package static func allows(_ entry: FederatedIdentity, _ profile: Profile) -> Bool {
        identity.allows(entry.providerID ?? "", profile) && identity.allows(entry.rawID ?? "", profile)
            && email.allows(entry.email ?? "", profile)
    }
}
