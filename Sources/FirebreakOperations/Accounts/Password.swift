package import FirebreakCredentials
package import FirebreakStore
package import FirebreakWire

/// Passwords as people choose them. See ``HashedPassword`` for how they are kept.
enum Password {
    /// - Throws: `WEAK_PASSWORD` under six UTF-16 units; outside profile `emulator` what the policy says
    ///   (production.md section 7).
    static func check(_ password: String, _ call: OperationContext) throws(WireError) {
        guard !call.behavior.settingsDecide else { return try call.settings.passwordPolicy.check(password) }
        guard password.utf16.count >= shortest else { throw .weakPassword }
    }

    /// What ``check(_:_:)`` asks of a new password.
    static func requirements(_ call: OperationContext) -> [PasswordPolicy.Requirement] {
        call.behavior.settingsDecide ? call.settings.passwordPolicy.enforced : [.minimumLength(shortest)]
    }

    /// UTF-16 units.
    private static let shortest = 6

    static func remove(from account: inout Account) {
        account.passwordHash = nil
        account.salt = nil
        account.hashSettings = nil
    }
}

/// A password as accounts keep it.
///
/// It has one of two forms. The marked form is the reference's: `fakeHash:` with the password in it, which costs no time
/// (accounts.md section 1). A real hash comes with the settings that it was made with (production.md section 16.2).
package struct HashedPassword: Sendable, Equatable {
    /// As answers show it: of a real hash padded URL-safe Base64.
    let hash: String
    /// Of a real hash padded URL-safe Base64.
    let salt: String?
    /// `nil` for the marked form, and in profile `emulator` for hashes that are never verified.
    let settings: PasswordHashSettings?

    private init(hash: String, salt: String?, settings: PasswordHashSettings? = nil) {
        self.hash = hash
        self.salt = salt
        self.settings = settings
    }

    // MARK: New passwords

    private static let mark = "fakeHash:salt="
    /// How the mark begins as a byte string, whose next character depends on the salt.
    private static let encodedMark = "ZmFrZUhhc2g6c2Fs"

    private static func marked(_ password: String, salt: String) -> HashedPassword {
        HashedPassword(hash: "\(mark)\(salt):password=\(password)", salt: salt)
    }

    /// A password in the marked form with a random salt, whatever the hash configuration says: for many at once.
    package static func marked(_ password: String, _ random: RandomSource) -> HashedPassword {
        marked(password, salt: "fakeSalt" + random.alphanumeric(20))
    }

    /// A password that is set: by the hash configuration where that was set, else in the marked form.
    ///
    /// To be made before a transaction, not in it: a real hash takes some 100 ms, on the threads of
    /// ``WorkerExecutor/passwordHashes``.
    ///
    /// - Parameter salt: As an import gives it; by default a random one.
    /// - Throws: `INTERNAL_ERROR` where there is not memory enough for a hash.
    package static func new(
        _ password: String, salt: String? = nil, _ call: OperationContext
    ) async throws(WireError) -> HashedPassword {
        let config = call.settings.hashConfig
        guard config.isSet else { return salt.map { marked(password, salt: $0) } ?? marked(password, call.random) }
        let salt = salt.flatMap { Base64.decode($0) } ?? call.random.secret(10)
        let hash = await call.services.passwordHashes.run {
            try? config.scrypt.hash(Array(password.utf8), salt: salt)
        }
        guard let hash else { throw .internalError }
        return HashedPassword(
            hash: Base64.encode(hash, .paddedURLSafe), salt: Base64.encode(salt, .paddedURLSafe),
            settings: config.settings)
    }

    /// The password that a request sets, as ``new(_:salt:_:)`` makes it; `nil` where it sets none.
    static func requested(_ password: String?, _ call: OperationContext) async throws(WireError) -> HashedPassword? {
        guard let password, !password.isEmpty else { return nil }
        return try await new(password, call)
    }

    // MARK: Hashes from elsewhere

    /// Why a hash cannot be imported.
    package enum Problem: Error {
        case hashIsNotBase64
        case saltIsNotBase64
        /// A bcrypt hash that would take minutes to verify.
        case tooCostly
    }

    /// A hash from an import or a file.
    ///
    /// - Parameters:
    ///   - hash: Base64 in either alphabet; or the marked form, also as a byte string, which needs no settings.
    ///   - salt: Base64 in either alphabet.
    ///   - settings: How it was made.
    ///   - takesMark: Whether the marked form is more than a byte string.
    package init(
        imported hash: String, salt: String?, _ settings: PasswordHashSettings, takesMark: Bool = true
    ) throws(Problem) {
        if takesMark, let text = Self.markedText(hash) {
            self.init(hash: text, salt: salt)
            return
        }
        guard let normal = Base64.paddedURLSafe(hash) else { throw .hashIsNotBase64 }
        if settings == .bcrypt, let bytes = Base64.decode(normal), !settings.isAffordable(bytes) { throw .tooCostly }
        self.init(hash: normal, salt: try Self.checkedSalt(salt), settings: settings)
    }

    /// A hash that is stored as it comes, whatever it is, as the reference does.
    package init(verbatim hash: String, salt: String?) { self.init(hash: hash, salt: salt) }

    /// A salt from an import, as a real hash has it.
    static func checkedSalt(_ salt: String?) throws(Problem) -> String? {
        guard let salt, !salt.isEmpty else { return nil }
        guard let normal = Base64.paddedURLSafe(salt) else { throw .saltIsNotBase64 }
        return normal
    }

    /// Whether a stored hash has the marked form.
    package static func isMarked(_ hash: String) -> Bool { hash.startsWithBytes(of: mark) }

    /// The password in a marked hash; `nil` for other texts.
    package static func markedPassword(_ hash: String, salt: String?) -> String? {
        // Bytes, because a password may begin with a combining character.
        let start = "\(mark)\(salt ?? ""):password=".utf8
        return hash.utf8.starts(with: start) ? String(decoding: hash.utf8.dropFirst(start.count), as: UTF8.self) : nil
    }

    private static func markedText(_ hash: String) -> String? {
        if isMarked(hash) { return hash }
        guard hash.startsWithBytes(of: encodedMark), let bytes = Base64.decode(hash) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return isMarked(text) ? text : nil
    }

    // MARK: Accounts

    /// The password that an account has; `nil` for an account without one.
    package init?(of account: Account, _ tx: Transaction) throws {
        guard let hash = account.passwordHash else { return nil }
        // Settings in the store were good when they were stored.
        let document = try account.hashSettings.flatMap { try tx.hashSettings($0) }
        self.init(hash: hash, salt: account.salt, settings: try document.map(PasswordHashSettings.init(json:)))
    }

    /// Makes it the account's password as one that was chosen, which is dated.
    package func set(on account: inout Account, _ tx: Transaction, at now: Timestamp) throws {
        try set(on: &account, tx)
        account.passwordUpdatedAt = now
    }

    package func set(on account: inout Account, _ tx: Transaction) throws {
        set(on: &account, settingsID: try settings.map { try tx.hashSettingsID(storing: $0.document) })
    }

    /// - Parameter settingsID: The ID of ``settings`` in the store, for who sets many passwords.
    package func set(on account: inout Account, settingsID: Int64?) {
        account.passwordHash = hash
        account.salt = salt
        account.hashSettings = settingsID
    }

    // MARK: Comparing

    /// Whether it is this password's. A real hash may take seconds, on the threads of ``WorkerExecutor/passwordHashes``.
    func matches(_ password: String, _ hashing: PasswordHashing) async -> Bool {
        guard let settings else { return isMarked(with: password) }
        guard !settings.lacksKey, let hash = Base64.decode(hash), let salt = Base64.decode(salt ?? "") else {
            return false
        }
        return await hashing.run { settings.matches(password, hash: hash, salt: salt) }
    }

    /// Whether it is this password in the marked form, which takes no time to tell.
    package func isMarked(with password: String) -> Bool {
        guard settings == nil, let salt else { return false }
        // Bytes, because texts that look the same are different passwords.
        return hash.hasSameBytes(as: Self.marked(password, salt: salt).hash)
    }
}

/// IDs of hash settings in the store, looked up once for all rows of an import.
package struct HashSettingsIDs {
    private var known: [(settings: PasswordHashSettings, id: Int64)] = []

    package init() {}

    package mutating func id(of password: HashedPassword, _ tx: Transaction) throws -> Int64? {
        guard let settings = password.settings else { return nil }
        if let known = known.first(where: { $0.settings == settings }) { return known.id }
        let id = try tx.hashSettingsID(storing: settings.document)
        known.append((settings, id))
        return id
    }
}
