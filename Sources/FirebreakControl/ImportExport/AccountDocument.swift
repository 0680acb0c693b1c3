import FirebreakCredentials
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// An account with everything that belongs to it, as export files have it.
///
/// The members are those of the reference's exports (emulator-api.md). What the API never returns goes into one more
/// member, ``ownMember``, which other programs ignore, so that nothing is lost in a round trip.
struct AccountDocument {
    var account: Account
    var secrets: [TOTPSecret]
    var passkeys: [PasskeyCredential]
    /// With the IDs that their refresh tokens name.
    var sessions: [Session]

    /// How many sessions of an account a file has, the latest ones: more than a person has devices.
    private static let sessionLimit = 100

    static let ownMember = "firebreak"

    // MARK: Writing

    /// The file with the accounts of the transaction's scope by ascending ID.
    ///
    /// - Parameter tenant: The scope's.
    static func file(_ tx: Transaction, of tenant: TenantID?) throws -> RawJSON {
        var users = AccountListWriter(
            AccountResource(inFilesOf: tenant), kind: "identitytoolkit#DownloadAccountResponse")
        let sessions = try tx.openSessions(limit: sessionLimit)
        try tx.forEachAccount { account in
            users.append(account, with: try ownMember(of: account, sessions[account.id] ?? [], tx))
        }
        return users.answer(omitsEmpty: false)
    }

    /// `nil` if look-ups return everything.
    private static func ownMember(
        of account: Account, _ sessions: [Session], _ tx: Transaction
    ) throws -> JSON.Member? {
        var own = JSON.emptyObject
        own["hash"] = try account.hashSettings.flatMap { try tx.hashSettings($0) }
        var secrets = JSON.emptyObject
        for factor in account.secondFactors ?? [] {
            guard let id = factor.id,
                let secret = try tx.totpSecret(of: account.id, enrollmentID: id)
            else { continue }
            secrets[id] = .string(Base32.encode(secret.secret))
        }
        if secrets != .emptyObject { own["totp"] = secrets }
        let passkeys = try (account.passkeys ?? []).compactMap { passkey -> JSON? in
            guard let id = passkey.credentialID, let found = try tx.passkey(id: id) else { return nil }
            var document: JSON = ["credentialId": .string(id), "signCount": .int(found.credential.signCount)]
            document["publicKey"] = found.credential.publicKey.map { .string(Base64.encode($0, .urlSafe)) }
            return document
        }
        if !passkeys.isEmpty { own["passkeys"] = .array(passkeys) }
        if !sessions.isEmpty { own["sessions"] = .array(sessions.map(document)) }
        return own == .emptyObject ? nil : JSON.Member(ownMember, own)
    }

    private static func document(_ session: Session) -> JSON {
        var document: JSON = [
            "id": .int(session.id), "secret": .string(Base64.encode(session.secret, .urlSafe)),
            "provider": .string(session.provider), "authTime": .int(session.authTime),
        ]
        document["extraClaims"] = session.extraClaims
        document["secondFactor"] = session.secondFactor
        document["attributes"] = session.attributes
        return document
    }

    // MARK: Reading

    /// - Parameters:
    ///   - hashConfig: The parameters of hashes that do not come with their own.
    ///   - settingsIDs: Shared by all records of an import.
    /// - Throws: `INVALID_ARGUMENT` naming the member of the record that cannot be used.
    init(
        _ record: JSON, _ hashConfig: HashConfig, _ profile: Profile, _ settingsIDs: inout HashSettingsIDs,
        _ tx: Transaction
    ) throws {
        let reader = RecordReader(record)
        guard let id = try reader.text("localId")?.nonEmpty else {
            throw WireError.invalidArgument(member: "localId", "is missing")
        }
        guard IdentifierLength.accountID.allows(id, profile) else {
            throw WireError.invalidArgument(member: "localId", "is too long")
        }
        account = Account(id: AccountID(rawValue: id))
        try Self.readProfile(reader, profile, &account)
        try Self.readTimes(reader, profile, &account)
        let password = try Self.password(reader, hashConfig, profile)
        if let password { password.set(on: &account, settingsID: try settingsIDs.id(of: password, tx)) }
        account.secondFactors = try Self.secondFactors(reader)
        account.passkeys = try reader.objects("passkeyInfo")?.map(Passkey.init(document:))
        account.providers = try Self.providers(reader, profile)
        // Older files name only what an identity provider knows; password and phone follow from the account.
        account.updateProviders()
        let own = RecordReader(record[Self.ownMember] ?? .emptyObject)
        secrets = try Self.secrets(own, account.id)
        passkeys = try Self.passkeys(own, account.id)
        // Refresh tokens of the reference need none.
        sessions = profile.behavior.storesSessions ? try Self.sessions(own, account.id) : []
    }

    private static func readProfile(_ reader: RecordReader, _ profile: Profile, _ account: inout Account) throws {
        if let email = try reader.text("email")?.nonEmpty {
            guard let address = EmailAddress.normalized(email, profile) else {
                throw WireError.invalidArgument(member: "email", "is not an e-mail address: \(email)")
            }
            account.email = address
        }
        if let number = try reader.text("phoneNumber")?.nonEmpty {
            // As it was exported, whatever is said of new numbers.
            guard let number = PhoneNumber.forms(of: number, profile).last else {
                throw WireError.invalidArgument(member: "phoneNumber", "is not a phone number: \(number)")
            }
            account.phoneNumber = number
        }
        account.emailVerified = try reader.flag("emailVerified")
        account.initialEmail = try reader.text("initialEmail")
        for member in UserProfile.Member.allCases { account.userProfile[member] = try reader.text(member.rawValue) }
        account.disabled = try reader.flag("disabled")
        account.customAuth = try reader.flag("customAuth")
        account.emailLinkSignIn = try reader.flag("emailLinkSignin")
        if let claims = try reader.text("customAttributes")?.nonEmpty {
            do throws(CustomClaims.Problem) { try CustomClaims.check(text: claims, huge: .null) } catch {
                throw WireError.invalidArgument(member: "customAttributes", "cannot be custom claims")
            }
            account.customAttributes = claims
        }
        var more = JSON.emptyObject
        for name in ["screenName", "language", "dateOfBirth"] { more[name] = try reader.text(name).map(JSON.string) }
        account.federatedProfile = more == .emptyObject ? nil : more
    }

    private static func readTimes(_ reader: RecordReader, _ profile: Profile, _ account: inout Account) throws {
        // The reference's admins may have stored anything.
        func time(_ name: String) throws -> String? {
            profile.behavior.requiresIntegers ? try reader.number(name).map(String.init) : try reader.text(name)
        }
        account.createdAt = try time("createdAt")
        // Files of `auth:export` use another name for it.
        account.lastLoginAt = try time("lastLoginAt") ?? time("lastSignedInAt")
        account.validSince = try time("validSince")
        if let time = try reader.text("lastRefreshAt") {
            guard let moment = Timestamp(rfc3339: time) else {
                throw WireError.invalidArgument(member: "lastRefreshAt", "is not a time in RFC 3339: \(time)")
            }
            account.lastRefreshAt = moment
        }
        account.passwordUpdatedAt = try reader.number("passwordUpdatedAt").map(Timestamp.init(milliseconds:))
    }

    private static func password(
        _ reader: RecordReader, _ hashConfig: HashConfig, _ profile: Profile
    ) throws -> HashedPassword? {
        guard let hash = try reader.text("passwordHash")?.nonEmpty else { return nil }
        let salt = try reader.text("salt")
        let given = reader.record[path: "\(ownMember).hash"]
        if given == nil, !profile.behavior.verifiesPasswordHashes { return HashedPassword(verbatim: hash, salt: salt) }
        let settings = try given.map(PasswordHashSettings.init(json:)) ?? hashConfig.settings
        return try imported(hash, salt, settings)
    }

    private static func imported(
        _ hash: String, _ salt: String?, _ settings: PasswordHashSettings
    ) throws(WireError) -> HashedPassword {
        do throws(HashedPassword.Problem) { return try HashedPassword(imported: hash, salt: salt, settings) } catch {
            switch error {
            case .hashIsNotBase64: throw .invalidArgument(member: "passwordHash", "is neither Base64 nor fakeHash:…")
            case .saltIsNotBase64: throw .invalidArgument(member: "salt", "is not Base64")
            case .tooCostly: throw .invalidArgument(member: "passwordHash", "is too costly: bcrypt may cost up to 16")
            }
        }
    }

    private static func secondFactors(_ reader: RecordReader) throws(WireError) -> [SecondFactor]? {
        guard let factors = try reader.objects("mfaInfo") else { return nil }
        for factor in factors {
            let factor = RecordReader(factor)
            guard try factor.text("mfaEnrollmentId")?.nonEmpty != nil else {
                throw .invalidArgument(member: "mfaInfo", "needs mfaEnrollmentId")
            }
            for name in ["displayName", "phoneInfo", "unobfuscatedPhoneInfo"] { _ = try factor.text(name) }
            if let time = try factor.text("enrolledAt"), Timestamp(rfc3339: time) == nil {
                throw .invalidArgument(member: "mfaInfo.enrolledAt", "is not a time in RFC 3339: \(time)")
            }
        }
        return factors.map(SecondFactor.init(document:))
    }

    private static func providers(_ reader: RecordReader, _ profile: Profile) throws -> [Account.Provider]? {
        guard let entries = try reader.objects("providerUserInfo") else { return nil }
        return try entries.map { entry in
            let identity = FederatedIdentity(document: entry)
            switch identity.providerID {
            case "password": return .password
            case "phone": return .phone
            default:
                guard identity.providerID?.nonEmpty != nil, identity.rawID?.nonEmpty != nil else {
                    throw WireError.invalidArgument(member: "providerUserInfo", "needs providerId and rawId")
                }
                guard IdentifierLength.allows(identity, profile) else {
                    throw WireError.invalidArgument("providerUserInfo has an ID or an email that is too long")
                }
                let reader = RecordReader(entry)
                for name in ["displayName", "email", "photoUrl"] { _ = try reader.text(name) }
                return .federated(identity)
            }
        }
    }

    private static func secrets(_ own: RecordReader, _ id: AccountID) throws -> [TOTPSecret] {
        try (own.record["totp"]?.objectValue ?? []).map { member in
            guard let secret = member.value.stringValue.flatMap({ Base32.decode($0) }) else {
                throw WireError.invalidArgument("\(ownMember).totp.\(member.key) is not base 32")
            }
            return TOTPSecret(accountID: id, enrollmentID: member.key, secret: secret, lastStep: nil)
        }
    }

    private static func passkeys(_ own: RecordReader, _ id: AccountID) throws -> [PasskeyCredential] {
        try (own.objects("passkeys") ?? []).map { passkey in
            let reader = RecordReader(passkey)
            guard let credentialID = try reader.text("credentialId")?.nonEmpty else {
                throw WireError.invalidArgument("\(ownMember).passkeys needs credentialId")
            }
            let key = try reader.text("publicKey").map { text in
                guard let key = Base64.decode(text) else {
                    throw WireError.invalidArgument("\(ownMember).passkeys.publicKey is not Base64")
                }
                return key
            }
            return PasskeyCredential(
                id: credentialID, accountID: id, publicKey: key, signCount: try reader.number("signCount") ?? 0)
        }
    }

    private static func sessions(_ own: RecordReader, _ id: AccountID) throws(WireError) -> [Session] {
        var sessions: [Session] = []
        for document in try own.objects("sessions") ?? [] {
            let reader = RecordReader(document)
            guard let number = try reader.number("id"), let authTime = try reader.number("authTime"),
                let provider = try reader.text("provider")?.nonEmpty
            else { throw .invalidArgument("\(ownMember).sessions needs id, provider and authTime") }
            guard let secret = try reader.text("secret").flatMap({ Base64.decode($0) }),
                secret.count == OpaqueRefreshToken.secretBytes
            else { throw .invalidArgument("\(ownMember).sessions.secret is not Base64 of 16 bytes") }
            sessions.append(
                Session(
                    id: number, secret: secret, tenant: nil, accountID: id, provider: provider, authTime: authTime,
                    extraClaims: try reader.object("extraClaims"), secondFactor: try reader.object("secondFactor"),
                    attributes: try reader.object("attributes")))
        }
        return sessions
    }

    // MARK: Storing

    /// Stores the account, replacing the one with its ID.
    ///
    /// - Parameter lastSession: ID of the latest session; sessions of an earlier account with this ID end, and those that
    ///   the document has begin.
    func store(lastSession: Int64, _ tx: Transaction) throws {
        var account = account
        if let existing = try tx.account(id: account.id) {
            account.emailRank = EmailAddress.areSame(existing.email, account.email) ? existing.emailRank : try rank(tx)
            try tx.deleteAccount(account.id)
        } else {
            account.emailRank = try rank(tx)
        }
        account.endedSession = lastSession
        try tx.insert(account)
        for secret in secrets { try tx.save(secret) }
        for passkey in passkeys { try tx.save(passkey) }
        for session in sessions { try tx.restore(session) }
    }

    private func rank(_ tx: Transaction) throws -> Int64 { try account.email.map { try tx.nextEmailRank($0) } ?? 0 }
}

/// Reads members of a record in a file. `null` counts as absent; numbers are accepted as strings.
private struct RecordReader {
    let record: JSON

    init(_ record: JSON) { self.record = record }

    func text(_ name: String) throws(WireError) -> String? {
        switch record[name] {
        case nil, .null: nil
        case .string(let text), .number(let text): text
        default: throw .invalidArgument(member: name, "must be a text")
        }
    }

    func flag(_ name: String) throws(WireError) -> Bool? {
        switch record[name] {
        case nil, .null: nil
        case .bool(let flag): flag
        default: throw .invalidArgument(member: name, "must be true or false")
        }
    }

    func number(_ name: String) throws(WireError) -> Int64? {
        guard let text = try text(name) else { return nil }
        guard let number = JSON.number(text).integerValue else {
            throw .invalidArgument(member: name, "must be a whole number")
        }
        return number
    }

    func object(_ name: String) throws(WireError) -> JSON? {
        switch record[name] {
        case nil, .null: return nil
        case .object(let members): return .object(members)
        default: throw .invalidArgument(member: name, "must be an object")
        }
    }

    func objects(_ name: String) throws(WireError) -> [JSON]? {
        switch record[name] {
        case nil, .null: return nil
        case .array(let elements) where elements.allSatisfy { $0.objectValue != nil }: return elements
        default: throw .invalidArgument(member: name, "must be a list of objects")
        }
    }
}
