import FirebreakCredentials
package import FirebreakStore
package import FirebreakWire

/// Accounts as lookup, query and batchGet answer them.
package struct AccountResource: Sendable {
    /// How much of the password is shown.
    enum Secrets: Sendable {
        /// Hash and salt, as stored.
        case shown
        /// Production's constant, base64 of `REDACTED`, and no salt.
        case redacted
    }

    static let redactedHash = "UkVEQUNURUQ="

    private let secrets: Secrets
    private let tenant: TenantID?
    private let profile: Profile
    /// Whether hashes are shown as production has them: byte strings all, and with a version.
    private let isStrictExport: Bool
    /// ID of the project's own hash settings in the store, when this is an export.
    private let ownHashSettings: Int64?

    package init(_ call: OperationContext) {
        secrets = call.behavior.redactsPasswordHashes ? .redacted : .shown
        tenant = call.tenant
        profile = call.profile
        isStrictExport = false
        ownHashSettings = nil
    }

    /// Accounts with everything, which batchGet shows admins in every profile (production.md section 1).
    init(exporting call: OperationContext, _ tx: Transaction) throws {
        secrets = .shown
        tenant = call.tenant
        profile = call.profile
        isStrictExport = call.profile == .production
        ownHashSettings =
            call.behavior.verifiesPasswordHashes
            ? try tx.hashSettingsID(call.settings.hashConfig.settings.document) : nil
    }

    /// Accounts with everything, as the reference's export files have them (emulator-api.md).
    package init(inFilesOf tenant: TenantID?) {
        secrets = .shown
        self.tenant = tenant
        profile = .emulator
        isStrictExport = false
        ownHashSettings = nil
    }

    package func encoded(_ account: Account) -> RawJSON {
        var writer = JSONWriter(capacity: 512)
        write(account, to: &writer)
        return RawJSON(writer.bytes)
    }

    /// Writes the account, members in production's order (production.md section 1.1).
    ///
    /// - Parameter last: A member to add.
    func write(
        _ account: borrowing some AccountFields & ~Copyable, with last: JSON.Member? = nil, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("localId", account.localID)
        writer.member("email", account.email)
        for member in UserProfile.Member.allCases { writer.member(member.key, account.profileText(member)) }
        writePassword(of: account, to: &writer)
        writer.member("emailVerified", account.emailVerified)
        writer.member("passwordUpdatedAt", account.passwordUpdatedAt?.milliseconds)
        if let providers = shownProviders(of: account) {
            writer.key("providerUserInfo")
            write(providers, of: account, to: &writer)
        }
        writer.member("validSince", account.validSince)
        writer.member("disabled", account.disabled)
        writer.member("lastLoginAt", account.lastLoginAt)
        writer.member("createdAt", account.createdAt)
        writer.member("customAuth", account.customAuth)
        writer.member("phoneNumber", account.phoneNumber)
        writer.member("customAttributes", account.customAttributes)
        writer.member("emailLinkSignin", account.emailLinkSignIn)
        writer.member("initialEmail", account.initialEmail)
        // Production has the tenant before the factors.
        if profile.behavior.formatsFactors { writer.member("tenantId", tenant?.rawValue) }
        writer.member("mfaInfo", account.secondFactors.map { $0.map { $0.shown(in: profile) } })
        writer.member("passkeyInfo", account.passkeys)
        for member in account.federatedProfile?.objectValue ?? [] { writer.member(named: member.key, member.value) }
        if !profile.behavior.formatsFactors { writer.member("tenantId", tenant?.rawValue) }
        writer.member("lastRefreshAt", account.lastRefreshAt?.rfc3339)
        if let last { writer.member(named: last.key, last.value) }
        writer.endObject()
    }

    private func writePassword(of account: borrowing some AccountFields & ~Copyable, to writer: inout JSONWriter) {
        guard let hash = account.passwordHash else {
            // Reference: a take-over leaves the salt behind (idp.md 1.7).
            if secrets == .shown, profile.isReference { writer.member("salt", account.salt) }
            return
        }
        switch secrets {
        case .shown:
            let isReal = account.hashSettings != nil
            if isStrictExport, HashedPassword.isMarked(hash.text) {
                writer.member("passwordHash", Base64.encode(Array(hash.text.utf8), .paddedURLSafe))
            } else {
                writer.member("passwordHash", hash)
            }
            writer.member("salt", account.salt)
            // Clients drop a hash without this version: it was made with other settings than the project's.
            let isOwn = isReal ? account.hashSettings == ownHashSettings : isStrictExport
            if isOwn { writer.member("version", Int64(0)) }
        case .redacted: writer.member("passwordHash", Self.redactedHash)
        }
    }

    /// `passwordHash` of an update's answer.
    func shownHash(of account: Account) -> String? {
        switch secrets {
        case .shown: account.passwordHash
        case .redacted: account.passwordHash.map { _ in Self.redactedHash }
        }
    }

    /// `providerUserInfo` by itself; `nil` where the account does not show it.
    func providers(of account: Account) -> RawJSON? {
        guard let providers = shownProviders(of: account) else { return nil }
        var writer = JSONWriter()
        write(providers, of: account, to: &writer)
        return RawJSON(writer.bytes)
    }

    /// The providers in their order: the reference's is that of linking, production's is phone, federated ones,
    /// password, and of an imported account federated ones, phone, password (production.md section 1.1). `nil` for an
    /// account that never had one; production shows no empty list.
    private func shownProviders(of account: borrowing some AccountFields & ~Copyable) -> [Account.Provider]? {
        guard let providers = account.providers, !profile.isReference else { return account.providers }
        guard !providers.isEmpty || !profile.behavior.omitsDefaults else { return nil }
        guard providers.count > 1 else { return providers }
        return (0..<3).flatMap { rank in providers.filter { $0.rank(imported: account.isImported) == rank } }
    }

    private func write(
        _ providers: [Account.Provider], of account: borrowing some AccountFields & ~Copyable,
        to writer: inout JSONWriter
    ) {
        writer.beginArray()
        for provider in providers {
            writer.separator()
            switch provider {
            case .password:
                writer.beginObject()
                writer.member("providerId", "password")
                writer.member("displayName", account.profileText(.displayName))
                writer.member("photoUrl", account.profileText(.photoURL))
                writer.member("federatedId", account.email)
                writer.member("email", account.email)
                writer.member("rawId", account.email)
                writer.endObject()
            case .phone:
                writer.beginObject()
                writer.member("providerId", "phone")
                writer.member("rawId", account.phoneNumber)
                writer.member("phoneNumber", account.phoneNumber)
                writer.endObject()
            case .federated(let identity):
                writer.value(
                    profile.behavior.ordersIdentitiesAsProduction ? identity.documentInShownOrder : identity.document)
            }
        }
        writer.endArray()
    }
}

extension Account.Provider {
    /// Place of its kind among an account's providers in production.
    fileprivate func rank(imported: Bool) -> Int {
        switch self {
        case .phone: imported ? 1 : 0
        case .federated: imported ? 0 : 1
        case .password: 2
        }
    }
}

extension JSONWriter {
    // Here, because the compiler makes no special forms of generic functions of other modules.
    fileprivate mutating func member(_ key: StaticString, _ value: (some JSONText)?) {
        guard let value else { return }
        self.key(key)
        value.write(to: &self)
    }

    fileprivate mutating func member(_ key: StaticString, _ entries: [some AccountEntry]?) {
        guard let entries else { return }
        self.key(key)
        beginArray()
        for entry in entries {
            separator()
            value(entry.document)
        }
        endArray()
    }
}
