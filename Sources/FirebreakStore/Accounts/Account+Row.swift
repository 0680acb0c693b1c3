import FirebreakWire

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
        case .displayName: displayName = row.freeText(position)
        case .photoUrl: photoURL = row.freeText(position)
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
        case .displayName: FreeText.stored(displayName)
        case .photoUrl: FreeText.stored(photoURL)
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
        if text.count == onlyPassword.utf8.count, String(utf8: text) == onlyPassword { return passwordAlone }
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
