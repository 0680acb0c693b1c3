import FirebreakWire

extension Account {
    /// All columns but the tenant's, which transactions add.
    static let columns = RecordColumns<Account>([
        .init("localId", { $0.id = AccountID(rawValue: $1[$2]) }, { $0.id.rawValue }),
        .init("email", { $0.email = $1[$2] }, { $0.email }),
        .init("emailVerified", { $0.emailVerified = $1[$2] }, { $0.emailVerified }),
        .init("initialEmail", { $0.initialEmail = $1[$2] }, { $0.initialEmail }),
        .init("phoneNumber", { $0.phoneNumber = $1[$2] }, { $0.phoneNumber }),
        .init("displayName", { $0.displayName = $1.freeText($2) }, { FreeText.stored($0.displayName) }),
        .init("photoUrl", { $0.photoURL = $1.freeText($2) }, { FreeText.stored($0.photoURL) }),
        .init("passwordHash", { $0.passwordHash = $1.freeText($2) }, { FreeText.stored($0.passwordHash) }),
        .init("salt", { $0.salt = $1[$2] }, { $0.salt }),
        .init("passwordUpdatedAt", { $0.passwordUpdatedAt = $1.time($2) }, { $0.passwordUpdatedAt?.milliseconds }),
        .init("validSince", { $0.validSince = $1[$2] }, { $0.validSince }),
        .init("endedSession", { $0.endedSession = $1[$2] }, { $0.endedSession }),
        .init("disabled", { $0.disabled = $1[$2] }, { $0.disabled }),
        .init("customAttributes", { $0.customAttributes = $1[$2] }, { $0.customAttributes }),
        .init("customAuth", { $0.customAuth = $1[$2] }, { $0.customAuth }),
        .init("emailLinkSignin", { $0.emailLinkSignIn = $1[$2] }, { $0.emailLinkSignIn }),
        .init("createdAt", { $0.createdAt = $1[$2] }, { $0.createdAt }),
        .init("lastLoginAt", { $0.lastLoginAt = $1[$2] }, { $0.lastLoginAt }),
        .init("lastRefreshAt", { $0.lastRefreshAt = $1.time($2) }, { $0.lastRefreshAt?.milliseconds }),
        .init("providers", { $0.providers = try providers(text: $1[$2]) }, { $0.providersText }),
        .init("secondFactors", { $0.secondFactors = try list(text: $1[$2]) }, { text(of: $0.secondFactors) }),
        .init("passkeys", { $0.passkeys = try list(text: $1[$2]) }, { text(of: $0.passkeys) }),
        .init("profile", { $0.federatedProfile = try $1.json($2) }, { $0.federatedProfile?.text }),
        .init("emailRank", { $0.emailRank = $1[$2] }, { $0.emailRank }),
        .init("hashSettings", { $0.hashSettings = $1[$2] }, { $0.hashSettings }),
        .init("imported", { $0.isImported = $1[$2] }, { $0.isImported }),
    ])

    init(row: ResultRow) throws {
        self.init(id: AccountID(rawValue: ""))
        try Self.columns.read(row, into: &self)
    }

    private static let onlyPassword = #"["password"]"#

    private var providersText: String? {
        guard let providers else { return nil }
        if providers == [.password] { return Self.onlyPassword }
        return JSON.array(
            providers.map { provider in
                if case .federated(let identity) = provider { identity.document } else { .string(provider.providerID) }
            }
        ).text
    }

    private static func providers(text: String?) throws -> [Provider]? {
        guard let text else { return nil }
        if text == onlyPassword { return [.password] }
        return try JSON(parsing: text, keys: .stored).arrayValue?.map { element in
            switch element {
            case "password": .password
            case "phone": .phone
            default: .federated(FederatedIdentity(document: element))
            }
        }
    }

    private static func list<Entry: AccountEntry>(text: String?) throws -> [Entry]? {
        try text.flatMap { try JSON(parsing: $0, keys: .stored).arrayValue?.map(Entry.init(document:)) }
    }

    private static func text(of list: [some AccountEntry]?) -> String? {
        list.map { JSON.array($0.map(\.document)).text }
    }
}
