package import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Imports accounts (accounts.md section 13, production.md section 16.1).
package enum BatchCreate: APIOperation {
    package static func isBulk(_ request: Request) -> Bool { true }

    /// How many accounts an import may have: in profile `local` as many as SDKs and CLI send (production.md section 15).
    /// The service took more, the reference takes any number; here what is said of each has to fit an answer.
    private static func maximumCount(_ behavior: ProfileBehavior) -> Int {
        behavior.limitsListsOfAccounts ? 1000 : largestCount
    }

    /// In any profile.
    private static let largestCount = 1_000_000

    package struct Request: Decodable, Sendable {
        var allowOverwrite: Bool?
        /// How the hashes were made; members of the request itself.
        var hashOptions = PasswordHashOptions()
        var sanityCheck: Bool?
        package var users: [ImportedAccount]?

        private enum CodingKeys: CodingKey { case allowOverwrite, sanityCheck, users }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // Before they are read, which takes much more room than the few bytes that each may have in the text.
            if container.contains(.users), try !container.decodeNil(forKey: .users),
                let count = try container.nestedUnkeyedContainer(forKey: .users).count, count > largestCount
            {
                throw WireError.maximumUserCountExceeded
            }
            allowOverwrite = try container.decodeIfPresent(Bool.self, forKey: .allowOverwrite)
            hashOptions = try PasswordHashOptions(from: decoder)
            sanityCheck = try container.decodeIfPresent(Bool.self, forKey: .sanityCheck)
            users = try container.decodeIfPresent([ImportedAccount].self, forKey: .users)
        }
    }

    package struct Response: OmitsDefaults, Sendable {
        package struct Failure: Encodable, Sendable {
            var index: Int
            var message: String
        }

        var kind = "identitytoolkit#UploadAccountResponse"
        var error: [Failure]
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        let users = request.users ?? []
        guard !users.isEmpty else { throw WireError.missingUserAccount }
        guard users.count <= maximumCount(call.behavior) else { throw WireError.maximumUserCountExceeded }
        let passwords = try await ImportedPasswords(request, call)
        try checkList(users, request, call)
        let failures = try await call.write { tx in
            var failures: [Response.Failure] = []
            if call.behavior.importsReplace, request.sanityCheck == true { try checkStored(users, tx, call) }
            let options = AccountImport.Options(
                allowsOverwrite: request.allowOverwrite == true, sanityCheck: request.sanityCheck == true,
                acceptsTOTP: false)
            var accounts = try AccountImport(options, among: TakenNames(among: users, call.profile, tx), tx, call)
            for (index, user) in users.enumerated() {
                try Task.checkCancellation()
                if let message = try accounts.store(user, at: index, passwords[index]) {
                    failures.append(.init(index: index, message: message))
                }
            }
            return failures
        }
        return Response(error: failures)
    }

    /// What the list itself may not contain.
    private static func checkList(
        _ users: [ImportedAccount], _ request: Request, _ call: OperationContext
    ) throws(WireError) {
        if request.sanityCheck == true {
            if !call.settings.allowsDuplicateEmails, let email = firstRepeated(users.compactMap(\.email)) {
                throw .duplicateEmail(email).because(.setting(.duplicateEmails))
            }
            let identities = users.flatMap { $0.providerUserInfo ?? [] }.compactMap { entry -> [ExactText]? in
                let identity = FederatedIdentity(document: entry)
                guard let provider = identity.providerID, let rawID = identity.rawID else { return nil }
                return [ExactText(rawValue: provider), ExactText(rawValue: rawID)]
            }
            if let pair = firstRepeated(identities) {
                throw .duplicateRawID(provider: pair[0].rawValue, rawID: pair[1].rawValue)
            }
        }
        // Production takes the last of several with one ID (production.md section 16.1).
        if !call.behavior.importsReplace, request.allowOverwrite != true,
            let id = firstRepeated(users.map { $0.localId ?? "" })
        {
            throw .duplicateLocalIDInImport(id)
        }
    }

    private static func firstRepeated(_ values: [String]) -> String? {
        firstRepeated(values.map { ExactText($0) })?.rawValue
    }

    private static func firstRepeated<Value: Hashable>(_ values: [Value]) -> Value? {
        var seen = Set<Value>(minimumCapacity: values.count)
        return values.first { !seen.insert($0).inserted }
    }

    /// Production refuses the whole import when `sanityCheck` finds an address that another account has.
    private static func checkStored(_ users: [ImportedAccount], _ tx: Transaction, _ call: OperationContext) throws {
        guard !call.settings.allowsDuplicateEmails else { return }
        for user in users {
            guard let email = user.email.map(EmailAddress.folded), let owner = try tx.account(email: email),
                !owner.id.isNamed(user.localId)
            else { continue }
            throw WireError.duplicateEmail(email).because(.setting(.duplicateEmails))
        }
    }
}

/// IDs and addresses in an import that accounts have already, found by two queries: most rows are of new accounts, and
/// to find that out one by one costs more than to store them.
package struct TakenNames {
    private var ids: Set<ExactText>
    /// ``EmailAddress/key(_:)`` of each.
    private var emails: Set<ExactText>

    init(among rows: [ImportedAccount], _ profile: Profile, _ tx: Transaction) throws {
        ids = Set(try tx.existingAccountIDs(among: rows.compactMap(\.localId)).map { ExactText($0) })
        let addresses = rows.compactMap { row in row.email.flatMap { EmailAddress.normalized($0, profile) } }
        let known = try tx.existingEmails(among: addresses.flatMap(EmailAddress.spellings))
        emails = Set(known.map { ExactText(EmailAddress.key($0)) })
    }

    func hasID(_ id: String) -> Bool { ids.contains(ExactText(id)) }

    /// - Parameter email: Normalised.
    func hasEmail(_ email: String) -> Bool { emails.contains(ExactText(EmailAddress.key(email))) }

    /// Adds the names of an account that was stored.
    mutating func insert(_ account: Account) {
        ids.insert(ExactText(account.id.rawValue))
        if let email = account.email { emails.insert(ExactText(EmailAddress.key(email))) }
    }
}

/// The passwords of an import, row by row, made and checked before its transaction: a new hash may take long.
package struct ImportedPasswords: Sendable {
    /// By the index of the row; many rows have none.
    private let rows: [Int: ImportedPassword]

    subscript(index: Int) -> ImportedPassword? { rows[index] }

    /// - Throws: The errors of ``PasswordHashSettings/init(_:)`` for the request's hash options; ``SchemaViolation`` for a
    ///   hash or salt that is not a byte string. The reference looks at neither (accounts.md section 13).
    init(_ request: BatchCreate.Request, _ call: OperationContext) async throws {
        let settings = call.behavior.verifiesPasswordHashes ? try Self.settings(request.hashOptions, call) : nil
        let users = request.users ?? []
        var rows: [Int: ImportedPassword] = [:]
        for index in users.indices where users[index].hasPassword {
            rows[index] = try await Self.password(of: users[index], at: index, settings, call)
        }
        self.rows = rows
    }

    /// How the hashes of an import were made; those without an algorithm are taken for the project's own
    /// (production.md section 16.2).
    package static func settings(_ options: PasswordHashOptions, _ call: OperationContext) throws
        -> PasswordHashSettings
    {
        guard options.hashAlgorithm?.isEmpty == false else { return call.settings.hashConfig.settings }
        return try PasswordHashSettings(options)
    }

    /// - Parameter settings: `nil` to store hashes as they come.
    private static func password(
        of user: ImportedAccount, at index: Int, _ settings: PasswordHashSettings?, _ call: OperationContext
    ) async throws -> ImportedPassword? {
        guard let settings else {
            if let hash = user.passwordHash { return .hashed(HashedPassword(verbatim: hash, salt: user.salt)) }
            return try await newPassword(of: user, salt: user.salt, call)
        }
        guard [user.passwordHash, user.salt].allSatisfy({ Limit.passwordHash.allows($0 ?? "") }) else {
            return .refused("Password hash or salt is too long.")
        }
        do throws(HashedPassword.Problem) {
            if let hash = user.passwordHash, !hash.isEmpty {
                // Sign-in fails with any password then (production.md section 16.2).
                let takesMark = !settings.lacksKey
                return .hashed(try HashedPassword(imported: hash, salt: user.salt, settings, takesMark: takesMark))
            }
            _ = try HashedPassword.checkedSalt(user.salt)
        } catch {
            switch error {
            case .hashIsNotBase64: throw violation("passwordHash", user.passwordHash, at: index)
            case .saltIsNotBase64: throw violation("salt", user.salt, at: index)
            case .tooCostly: return .refused("Password hash is too costly: the cost of bcrypt is limited to 16.")
            }
        }
        return try await newPassword(of: user, salt: user.salt?.nonEmpty, call)
    }

    private static func newPassword(
        of user: ImportedAccount, salt: String?, _ call: OperationContext
    ) async throws -> ImportedPassword? {
        guard let password = user.rawPassword else { return nil }
        return .hashed(try await HashedPassword.new(password, salt: salt, call))
    }

    private static func violation(_ name: String, _ value: String?, at index: Int) -> SchemaViolation {
        SchemaViolation(
            path: [.key("users"), .index(index), .key(name)], problem: .notBase64, value: .string(value ?? ""),
            protobufType: "TYPE_BYTES")
    }
}

/// The password of one row.
enum ImportedPassword: Sendable {
    case hashed(HashedPassword)
    /// The message for the row, which is not stored.
    case refused(String)
}

extension ImportedAccount {
    /// Whether there is something to check or to store of a password.
    fileprivate var hasPassword: Bool { passwordHash != nil || rawPassword != nil || salt != nil }
}
