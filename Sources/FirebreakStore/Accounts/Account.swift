package import FirebreakWire

/// A stored account (accounts.md section 1). `nil` means that the field is absent on the wire.
package struct Account: Sendable, Equatable {
    package var id: AccountID
    package var email: String?
    /// Position among accounts with the same address, which imports can make: the lowest one signs in.
    package var emailRank: Int64 = 0
    package var emailVerified: Bool?
    /// The first address, written once when it is changed; where a recovery code goes.
    package var initialEmail: String?
    package var phoneNumber: String?
    package var displayName: String?
    package var photoURL: String?
    package var passwordHash: String?
    package var salt: String?
    /// ID of the settings that ``passwordHash`` was made with; `nil` if it is not a real hash. See
    /// ``Transaction/hashSettings(_:)``.
    package var hashSettings: Int64?
    package var passwordUpdatedAt: Timestamp?
    /// Seconds since 1970 as text, because admins may store any text; older tokens are revoked.
    package var validSince: String?
    /// All sessions up to this ID have ended, whenever they began, including those of an earlier account with this ID.
    package var endedSession: Int64 = 0
    package var disabled: Bool?
    /// JSON text of the custom claims.
    package var customAttributes: String?
    package var customAuth: Bool?
    package var emailLinkSignIn: Bool?
    /// Milliseconds since 1970 as text, because admins may store any text.
    package var createdAt: String?
    /// Milliseconds since 1970 as text.
    package var lastLoginAt: String?
    package var lastRefreshAt: Timestamp?
    /// `nil` for an account that never had a provider, empty for one that lost its last.
    package var providers: [Provider]?
    /// Enrolled second factors in their order.
    package var secondFactors: [SecondFactor]?
    package var passkeys: [Passkey]?
    /// Whether the account was made by an import, which decides the order in which its providers are shown.
    package var isImported = false
    /// `screenName`, `language`, `dateOfBirth`: set by federated sign-in only.
    package var federatedProfile: JSON?

    package init(id: AccountID) { self.id = id }

    /// An entry of the provider list. Password and phone entries mirror the account, so only their place is stored.
    package enum Provider: Sendable, Equatable {
        case password
        case phone
        case federated(FederatedIdentity)

        package var providerID: String {
            switch self {
            case .password: "password"
            case .phone: "phone"
            case .federated(let identity): identity.providerID ?? ""
            }
        }
    }

    /// Whether the account has a password or signs in by e-mail link, which is what a `password` provider entry says.
    package var hasPasswordProvider: Bool { email != nil && (passwordHash != nil || emailLinkSignIn == true) }
}

extension Account {
    /// Brings the provider list up to date, as every write does (accounts.md section 1.1).
    ///
    /// - Parameters:
    ///   - deleting: Provider IDs whose entries go first. `password` and `phone` come back while their data remains.
    ///   - linking: Identities to add, each replacing the one of the same provider in place.
    package mutating func updateProviders(deleting: Set<String> = [], linking: [FederatedIdentity] = []) {
        var list = providers ?? []
        list.removeAll { deleting.contains($0.providerID) }
        for identity in linking { Self.upsert(.federated(identity), in: &list) }
        if hasPasswordProvider { Self.upsert(.password, in: &list) } else { list.removeAll { $0 == .password } }
        if phoneNumber != nil { Self.upsert(.phone, in: &list) } else { list.removeAll { $0 == .phone } }
        providers = list.isEmpty && providers == nil ? nil : list
    }

    private static func upsert(_ entry: Provider, in list: inout [Provider]) {
        if let index = list.firstIndex(where: { $0.providerID == entry.providerID }) {
            list[index] = entry
        } else {
            list.append(entry)
        }
    }
}
