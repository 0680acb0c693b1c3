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
    package var userProfile = UserProfile()
    package var passwordHash: String?
    package var salt: String?
    /// ID of the settings that ``passwordHash`` was made with; `nil` if it is not a real hash. See
    /// ``Transaction/hashSettings(_:)``.
    package var hashSettings: Int64?
    package var passwordUpdatedAt: Timestamp?
    /// Seconds since 1970 as text, because admins may store any text; older tokens are revoked.
    package var validSince: String?
    /// All sessions up to this ID have ended, in whichever second they began: those of an earlier account with this ID, and
    /// all that there were when an admin signed the user out.
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

extension Account: StoredRecord {
    /// All but the tenant's, which transactions add.
    enum Column: Int, CaseIterable {
        case localId, email, emailVerified, initialEmail, phoneNumber, displayName, photoUrl, passwordHash,
            salt, passwordUpdatedAt, validSince, endedSession, disabled, customAttributes, customAuth,
            emailLinkSignin, createdAt, lastLoginAt, lastRefreshAt, providers, secondFactors, passkeys, profile,
            emailRank, hashSettings, imported
    }

    static let columns = listColumns()

    mutating func read(_ column: Column, _ row: ResultRow, _ position: Int) throws {
        switch column {
        case .localId: id = AccountID(rawValue: row[position])
        case .email: email = row[position]
        case .emailVerified: emailVerified = row[position]
        case .initialEmail: initialEmail = row[position]
        case .phoneNumber: phoneNumber = row[position]
        case .displayName: userProfile.displayName = row.freeText(position)
        case .photoUrl: userProfile.photoURL = row.freeText(position)
        case .passwordHash: passwordHash = row.freeText(position)
        case .salt: salt = row[position]
        case .passwordUpdatedAt: passwordUpdatedAt = row.time(position)
        case .validSince: validSince = row[position]
        case .endedSession: endedSession = row[position]
        case .disabled: disabled = row[position]
        case .customAttributes: customAttributes = row[position]
        case .customAuth: customAuth = row[position]
        case .emailLinkSignin: emailLinkSignIn = row[position]
        case .createdAt: createdAt = row[position]
        case .lastLoginAt: lastLoginAt = row[position]
        case .lastRefreshAt: lastRefreshAt = row.time(position)
        case .providers: providers = try Self.providers(in: row, position)
        case .secondFactors: secondFactors = try Self.list(in: row, position)
        case .passkeys: passkeys = try Self.list(in: row, position)
        case .profile: federatedProfile = try row.json(position)
        case .emailRank: emailRank = row[position]
        case .hashSettings: hashSettings = row[position]
        case .imported: isImported = row[position]
        }
    }

    func value(of column: Column) -> (any ColumnValue)? {
        switch column {
        case .localId: id.rawValue
        case .email: email
        case .emailVerified: emailVerified
        case .initialEmail: initialEmail
        case .phoneNumber: phoneNumber
        case .displayName: FreeText.stored(userProfile.displayName)
        case .photoUrl: FreeText.stored(userProfile.photoURL)
        case .passwordHash: FreeText.stored(passwordHash)
        case .salt: salt
        case .passwordUpdatedAt: passwordUpdatedAt?.milliseconds
        case .validSince: validSince
        case .endedSession: endedSession
        case .disabled: disabled
        case .customAttributes: customAttributes
        case .customAuth: customAuth
        case .emailLinkSignin: emailLinkSignIn
        case .createdAt: createdAt
        case .lastLoginAt: lastLoginAt
        case .lastRefreshAt: lastRefreshAt?.milliseconds
        case .providers: providersText
        case .secondFactors: Self.text(of: secondFactors)
        case .passkeys: Self.text(of: passkeys)
        case .profile: federatedProfile?.text
        case .emailRank: emailRank
        case .hashSettings: hashSettings
        case .imported: isImported
        }
    }

    init(row: ResultRow) throws {
        self.init(id: AccountID(rawValue: ""))
        try read(row)
    }

    private static let onlyPassword = #"["password"]"#
    private static let passwordAlone: [Provider] = [.password]

    private var providersText: String? {
        guard let providers else { return nil }
        if providers == Self.passwordAlone { return Self.onlyPassword }
        return JSON.array(
            providers.map { provider in
                if case .federated(let identity) = provider { identity.document } else { .string(provider.providerID) }
            }
        ).text
    }

    static func providers(in row: ResultRow, _ position: Int) throws -> [Provider]? {
        guard let text = row.utf8(position) else { return nil }
        if text.elementsEqual(onlyPassword.utf8) { return passwordAlone }
        return try row.json(position)?.arrayValue?.map { element in
            switch element {
            case "password": .password
            case "phone": .phone
            default: .federated(FederatedIdentity(document: element))
            }
        }
    }

    static func list<Entry: AccountEntry>(in row: ResultRow, _ position: Int) throws -> [Entry]? {
        try row.json(position)?.arrayValue?.map(Entry.init(document:))
    }

    private static func text(of list: [some AccountEntry]?) -> String? {
        list.map { JSON.array($0.map(\.document)).text }
    }
}

extension UserProfile.Member {
    var column: Account.Column {
        switch self {
        case .displayName: .displayName
        case .photoURL: .photoUrl
        }
    }
}
