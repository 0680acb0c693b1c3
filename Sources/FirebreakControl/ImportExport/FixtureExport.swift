import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// A project as a fixture (firebreak.md section 6): users, tenants, providers, configuration, rules, API keys, faults
/// with something left to do, and a clock that was moved, as far as a fixture can describe them. Sessions, codes and
/// messages are not part of a fixture.
enum FixtureExport {
    /// - Throws: `CancellationError` when the task was cancelled: the client has left.
    static func document(_ call: ControlCall) async throws -> JSON {
        let apiKeys = call.services.storage.apiKeys.keys(of: call.project.id)
        let settings = call.settings
        let now = call.now
        let part = try await call.project.readAside { tx in
            var hash: HashOfAll?
            var part = JSON.emptyObject
            if !apiKeys.isEmpty { part["apiKeys"] = .array(apiKeys.map(JSON.string)) }
            part["profile"] = .string(settings.profile.rawValue)
            part["config"] = try tx.setting(.config).map(FixtureShapes.config.selection)
            part["rules"] = try tx.setting(.rules).map(Rules.withoutSecrets)
            if settings.clock.frozenAt != nil {
                part["clock"] = ["at": .string(now.rfc3339), "frozen": true]
            } else if settings.clock.offset != 0 {
                part["clock"] = .string(now.rfc3339)
            }
            try addContent(tx, to: &part, &hash)
            let tenants = try tx.tenantRecords(after: nil, limit: -1).map { tenant in
                var document = FixtureShapes.tenant.selection(of: tenant.document)
                try addContent(tx.scoped(to: tenant.id), to: &document, &hash)
                return JSON.Member(tenant.id.rawValue, document)
            }
            if !tenants.isEmpty { part["tenants"] = .object(tenants) }
            part["hash"] = hash?.document
            let faults = try tx.faults().compactMap(\.remainder)
            if !faults.isEmpty { part["faults"] = .array(faults) }
            return part
        }
        try Task.checkCancellation()
        let document: JSON = ["version": 1, "projects": .object([JSON.Member(call.project.id.rawValue, part)])]
        return document.escapingExpansions
    }

    private static func addContent(_ tx: Transaction, to part: inout JSON, _ hash: inout HashOfAll?) throws {
        let providers = try ProviderConfigKinds.all.flatMap { kind in
            try tx.providerConfigs(kind.collection, after: nil, limit: -1).map {
                JSON.Member($0.id, ProviderConfigResource.written($0.document))
            }
        }
        if !providers.isEmpty { part["providers"] = .object(providers) }
        var users: [JSON] = []
        try tx.forEachAccount { users.append(try user($0, tx, &hash)) }
        if !users.isEmpty { part["users"] = .array(users) }
    }

    /// The hash parameters that a project states once; users with other ones state theirs.
    struct HashOfAll {
        var id: Int64
        var document: JSON
    }

    static func user(_ account: Account, _ tx: Transaction, _ hash: inout HashOfAll?) throws -> JSON {
        var user: JSON = ["uid": .string(account.id.rawValue)]
        user["email"] = account.email.map(JSON.string)
        if account.email != nil { user["emailVerified"] = .bool(account.emailVerified ?? false) }
        user["phoneNumber"] = account.phoneNumber.map(JSON.string)
        // A fixture has no empty strings.
        for member in UserProfile.Member.allCases {
            user[member.rawValue] = account.userProfile[member]?.nonEmpty.map(JSON.string)
        }
        if account.disabled == true { user["disabled"] = true }
        if let claims = account.customAttributes?.nonEmpty { user["claims"] = try JSON(parsing: claims, keys: .stored) }
        user["createdAt"] = time(account.createdAt)
        user["lastLoginAt"] = time(account.lastLoginAt)
        try addPassword(of: account, to: &user, tx, &hash)
        let identities = account.identities.map { identity -> JSON in
            let entry = identity.document
            let members = FixtureKeys.identity.sorted().compactMap { key in entry[key].map { JSON.Member(key, $0) } }
            return .object(members.filter { $0.value != "" })
        }
        if !identities.isEmpty { user["providers"] = .array(identities) }
        let factors = try (account.secondFactors ?? []).compactMap { try factor($0, of: account, tx) }
        if !factors.isEmpty { user["mfa"] = .array(factors) }
        return user
    }

    /// Milliseconds since 1970 as an RFC 3339 time; `nil` for a value that is not a time, which admins can store.
    private static func time(_ milliseconds: String?) -> JSON? {
        milliseconds.flatMap(Int64.init).map { .string(Timestamp(milliseconds: $0).rfc3339) }
    }

    private static func addPassword(
        of account: Account, to user: inout JSON, _ tx: Transaction, _ hash: inout HashOfAll?
    ) throws {
        guard let text = account.passwordHash else {
            // Keeps a default password of the document that this part is put into from applying to these users.
            if account.email != nil { user["password"] = .null }
            return
        }
        if let password = HashedPassword.markedPassword(text, salt: account.salt) {
            user["password"] = .string(password)
            return
        }
        user["passwordHash"] = .string(text)
        user["salt"] = account.salt.map(JSON.string)
        guard let id = account.hashSettings, let document = try tx.hashSettings(id) else { return }
        if hash == nil { hash = HashOfAll(id: id, document: document) }
        if hash?.id != id { user["hash"] = document }
    }

    static func factor(_ factor: SecondFactor, of account: Account, _ tx: Transaction) throws -> JSON? {
        guard let id = factor.id else { return nil }
        var document: JSON = ["enrollmentId": .string(id)]
        document["displayName"] = factor[.displayName]
        document["enrolledAt"] = factor[.enrolledAt]
        if let number = factor[.unobfuscatedPhoneInfo] ?? factor[.phoneInfo] {
            document["phone"] = number
        } else if let secret = try tx.totpSecret(of: account.id, enrollmentID: id) {
            document["totp"] = .string(Base32.encode(secret.secret))
        } else {
            return nil
        }
        return document
    }
}
