package import FirebreakStore
package import FirebreakWire

/// Accounts as lookup, query and batchGet answer them.
package struct AccountResource: Sendable {
    /// How much of the password is shown.
    package enum Secrets: Sendable {
        /// Hash and salt, as stored.
        case shown
        /// Production's constant, base64 of `REDACTED`, and no salt.
        case redacted
    }

    package static let redactedHash = "UkVEQUNURUQ="

    private let secrets: Secrets
    private let tenant: TenantID?
    private let marksVersion: Bool

    /// - Parameter isExport: batchGet shows admins everything in every profile (production.md section 1).
    package init(_ call: Call, isExport: Bool = false) {
        secrets = call.profile.isReference || isExport ? .shown : .redacted
        tenant = call.tenant
        marksVersion = isExport && call.profile == .production
    }

    /// The account, members in production's order (production.md section 1.1).
    package func encoded(_ account: Account) -> RawJSON {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("localId", account.id.rawValue)
        writer.member("email", account.email)
        writer.member("displayName", account.displayName)
        writer.member("photoUrl", account.photoURL)
        writePassword(of: account, to: &writer)
        writer.member("emailVerified", account.emailVerified)
        writer.member("passwordUpdatedAt", account.passwordUpdatedAt?.milliseconds)
        if let providers = account.providers {
            writer.write(providers: providers, of: account, key: "providerUserInfo")
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
        writer.member("mfaInfo", account.secondFactors.map(JSON.array))
        writer.member("passkeyInfo", account.passkeys.map(JSON.array))
        for member in account.profile?.objectValue ?? [] { writer.member(member.key, member.value) }
        writer.member("tenantId", tenant?.rawValue)
        writer.member("lastRefreshAt", account.lastRefreshAt?.rfc3339)
        writer.endObject()
        return RawJSON(writer.bytes)
    }

    private func writePassword(of account: Account, to writer: inout JSONWriter) {
        guard let hash = account.passwordHash else { return }
        switch secrets {
        case .shown:
            writer.member("passwordHash", hash)
            writer.member("salt", account.salt)
            if marksVersion { writer.member("version", Int64(0)) }
        case .redacted: writer.member("passwordHash", Self.redactedHash)
        }
    }

    /// `passwordHash` of an update's answer.
    package func shownHash(of account: Account) -> String? {
        switch secrets {
        case .shown: account.passwordHash
        case .redacted: account.passwordHash.map { _ in Self.redactedHash }
        }
    }

    /// `providerUserInfo` by itself; `nil` for an account that never had a provider.
    package static func providers(of account: Account) -> RawJSON? {
        guard let providers = account.providers else { return nil }
        var writer = JSONWriter()
        writer.write(providers: providers, of: account, key: nil)
        return RawJSON(writer.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func write(providers: [Account.Provider], of account: Account, key: String?) {
        if let key { self.key(key) }
        beginArray()
        for provider in providers {
            separator()
            switch provider {
            case .password:
                beginObject()
                member("providerId", "password")
                member("displayName", account.displayName)
                member("photoUrl", account.photoURL)
                member("federatedId", account.email)
                member("email", account.email)
                member("rawId", account.email)
                endObject()
            case .phone:
                beginObject()
                member("providerId", "phone")
                member("rawId", account.phoneNumber)
                member("phoneNumber", account.phoneNumber)
                endObject()
            case .federated(let entry): value(entry)
            }
        }
        endArray()
    }
}
