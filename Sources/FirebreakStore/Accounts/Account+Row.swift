import FirebreakWire
import GRDB

extension Account {
    /// All columns in the order in which ``init(row:)`` reads them and ``values(tenant:)`` gives them.
    static let columns = """
        tenant, localId, email, emailVerified, initialEmail, phoneNumber, displayName, photoUrl, passwordHash, salt, \
        passwordUpdatedAt, validSince, endedSession, disabled, customAttributes, customAuth, emailLinkSignin, \
        createdAt, lastLoginAt, lastRefreshAt, providers, secondFactors, passkeys, profile, emailRank, \
        hashSettings
        """

    /// Reads by position: this runs for every request, and looking up names would dominate it.
    init(row: Row) throws {
        self.init(id: AccountID(rawValue: row[1]))
        email = row[2]
        emailVerified = row[3]
        initialEmail = row[4]
        phoneNumber = row[5]
        displayName = row[6]
        photoURL = row[7]
        passwordHash = row[8]
        salt = row[9]
        passwordUpdatedAt = (row[10] as Int64?).map(Timestamp.init(milliseconds:))
        validSince = row[11]
        endedSession = row[12]
        disabled = row[13]
        customAttributes = row[14]
        customAuth = row[15]
        emailLinkSignIn = row[16]
        createdAt = row[17]
        lastLoginAt = row[18]
        lastRefreshAt = (row[19] as Int64?).map(Timestamp.init(milliseconds:))
        providers = try Self.providers(text: row[20])
        secondFactors = try Self.list(text: row[21])
        passkeys = try Self.list(text: row[22])
        federatedProfile = try (row[23] as String?).map { try JSON(parsing: $0) }
        emailRank = row[24]
        hashSettings = row[25]
    }

    func values(tenant: String) -> [(any DatabaseValueConvertible)?] {
        [
            tenant, id.rawValue, email, emailVerified, initialEmail, phoneNumber, displayName, photoURL, passwordHash,
            salt, passwordUpdatedAt?.milliseconds, validSince, endedSession, disabled, customAttributes, customAuth,
            emailLinkSignIn, createdAt, lastLoginAt, lastRefreshAt?.milliseconds, providersText,
            Self.text(of: secondFactors), Self.text(of: passkeys), federatedProfile?.text,
            emailRank, hashSettings,
        ]
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
        return try JSON(parsing: text).arrayValue?.map { element in
            switch element {
            case "password": .password
            case "phone": .phone
            default: .federated(FederatedIdentity(document: element))
            }
        }
    }

    private static func list<Entry: AccountEntry>(text: String?) throws -> [Entry]? {
        try text.flatMap { try JSON(parsing: $0).arrayValue?.map(Entry.init(document:)) }
    }

    private static func text(of list: [some AccountEntry]?) -> String? {
        list.map { JSON.array($0.map(\.document)).text }
    }
}
