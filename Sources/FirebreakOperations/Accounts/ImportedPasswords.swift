package import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// The passwords of an import, row by row, made and checked before its transaction: a new hash may take long.
package struct ImportedPasswords: Sendable {
    /// By the index of the row; many rows have none.
    private let rows: [Int: ImportedPassword]

    subscript(index: Int) -> ImportedPassword? { rows[index] }

    /// - Throws: The errors of ``PasswordHashSettings/init(_:)`` for the request's hash options; ``SchemaViolation`` for a
    ///   hash or salt that is no byte string. The reference looks at neither (accounts.md section 13).
    init(_ request: BatchCreate.Request, _ call: Call) async throws {
        let settings = call.facts.verifiesPasswordHashes ? try Self.settings(request.hashOptions, call) : nil
        let users = request.users ?? []
        var rows: [Int: ImportedPassword] = [:]
        for index in users.indices where users[index].hasPassword {
            rows[index] = try await Self.password(of: users[index], at: index, settings, call)
        }
        self.rows = rows
    }

    /// How the hashes of an import were made; those without an algorithm are taken for the project's own
    /// (production.md section 16.2).
    package static func settings(_ options: PasswordHashOptions, _ call: Call) throws -> PasswordHashSettings {
        guard options.hashAlgorithm?.isEmpty == false else { return call.settings.hashConfig.settings }
        return try PasswordHashSettings(options)
    }

    /// - Parameter settings: `nil` to store hashes as they come.
    private static func password(
        of user: ImportedAccount, at index: Int, _ settings: PasswordHashSettings?, _ call: Call
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
        of user: ImportedAccount, salt: String?, _ call: Call
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
package enum ImportedPassword: Sendable {
    case hashed(HashedPassword)
    /// The message for the row, which is not stored.
    case refused(String)
}

extension ImportedAccount {
    /// Whether there is something to check or to store of a password.
    fileprivate var hasPassword: Bool { passwordHash != nil || rawPassword != nil || salt != nil }
}
