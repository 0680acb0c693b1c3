import FirebreakCredentials
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// The files of the CLI's `auth:export` (production.md section 16.3).
enum AuthExport {
    /// Providers whose identities the files contain, with the first of their four CSV columns.
    private static let providers = [
        ("google.com", 7), ("facebook.com", 11), ("twitter.com", 15), ("github.com", 19), ("apple.com", 28),
        ("microsoft.com", 32), ("gc.apple.com", 36), ("playgames.google.com", 40), ("linkedin.com", 44),
        ("yahoo.com", 48),
    ]

    private static let providerMembers: [FederatedIdentity.Key] = [.rawID, .email, .displayName, .photoURL]

    /// Columns of CSV that stand for members of a record.
    private static let columns = [
        (0, "localId"), (1, "email"), (2, "emailVerified"), (3, "passwordHash"), (4, "salt"), (5, "displayName"),
        (6, "photoUrl"), (23, "createdAt"), (24, "lastSignedInAt"), (25, "phoneNumber"), (26, "disabled"),
        (27, "customAttributes"),
    ]

    private static let width = 52
    /// Older files end before the custom claims, or before the providers that were added after them.
    private static let smallestWidth = 27

    // MARK: Records

    /// The accounts of the transaction's scope, with the members that the files have, in their order.
    ///
    /// - Parameter hashConfig: The project's own. Hashes with other parameters are left out, because the files cannot
    ///   describe them.
    static func records(of tx: Transaction, hashedBy hashConfig: HashConfig) throws -> [JSON] {
        let own = try tx.hashSettingsID(hashConfig.settings.document)
        var records: [JSON] = []
        try tx.forEachAccount { account in
            records.append(record(of: account, withHash: account.hashSettings == nil || account.hashSettings == own))
        }
        return records
    }

    private static func record(of account: Account, withHash hasHash: Bool) -> JSON {
        var record: JSON = ["localId": .string(account.id.rawValue)]
        record["email"] = account.email.map(JSON.string)
        record["emailVerified"] = .bool(account.emailVerified ?? false)
        if hasHash, let hash = account.passwordHash {
            record["passwordHash"] = .string(standard(hash))
            // The salt of the marked form is a text like its hash.
            record["salt"] = account.salt.map { .string(HashedPassword.isMarked(hash) ? $0 : standard($0)) }
        }
        for member in UserProfile.Member.allCases {
            record[member.rawValue] = account.userProfile[member].map(JSON.string)
        }
        record["lastSignedInAt"] = account.lastLoginAt.map(JSON.string)
        record["createdAt"] = account.createdAt.map(JSON.string)
        record["phoneNumber"] = account.phoneNumber.map(JSON.string)
        record["disabled"] = .bool(account.disabled ?? false)
        record["customAttributes"] = account.customAttributes.map(JSON.string)
        record["mfaInfo"] = account.secondFactors.map { .array($0.map(\.document)) }
        var identities: [JSON] = []
        for identity in account.identities {
            guard providers.contains(where: { $0.0 == identity.providerID }) else { continue }
            var entry = FederatedIdentity()
            for key in [.providerID] + providerMembers { entry[key] = identity[key] }
            identities.append(entry.document)
        }
        record["providerUserInfo"] = .array(identities)
        return record
    }

    /// Files have hashes in standard Base64. The `fakeHash:` form is not Base64 and stays as it is.
    private static func standard(_ text: String) -> String {
        guard !HashedPassword.isMarked(text), let bytes = Base64.decode(text) else { return text }
        return Base64.encode(bytes, .standard)
    }

    /// Checks hash and salt of a record as the CLI does: standard Base64 with all unused bits zero, padded or not. Anything
    /// else would be written down differently from how it was read.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the member.
    static func check(_ record: JSON) throws(WireError) {
        let hash = record["passwordHash"]?.stringValue
        if let hash, HashedPassword.isMarked(hash) { return }
        for (name, text) in [("passwordHash", hash), ("salt", record["salt"]?.stringValue)] {
            guard let text, !text.isEmpty, !isCanonical(text) else { continue }
            throw .invalidArgument(member: name, "is not Base64 as auth:export writes it")
        }
    }

    private static func isCanonical(_ text: String) -> Bool {
        guard let bytes = Base64.decode(text) else { return false }
        let expected = Base64.encodedBytes(bytes, .standard)
        let isPadded = text.utf8.last == UInt8(ascii: "=")
        return text.utf8.elementsEqual(isPadded ? expected : expected.filter { $0 != UInt8(ascii: "=") })
    }

    // MARK: JSON

    static func json(_ records: [JSON]) -> [UInt8] {
        var output = Array(#"{"users": ["#.utf8) + [0x0A]
        for (index, record) in records.enumerated() {
            if index > 0 { output += [UInt8(ascii: ","), 0x0A] }
            output += JSON.indented(record.bytes)
        }
        return output + Array("]}".utf8)
    }

    // MARK: CSV

    static func csv(_ records: [JSON]) -> [UInt8] {
        var output: [UInt8] = []
        for record in records {
            var fields = Array(repeating: "", count: width)
            for (column, name) in columns {
                let isQuoted = name == "customAttributes"
                fields[column] = record[name].map { CSV.field(text(of: $0), alwaysQuoted: isQuoted) } ?? ""
            }
            for entry in record["providerUserInfo"]?.arrayValue ?? [] {
                let identity = FederatedIdentity(document: entry)
                guard let (_, first) = providers.first(where: { $0.0 == identity.providerID }) else { continue }
                for (offset, key) in providerMembers.enumerated() {
                    fields[first + offset] = identity[key].map { CSV.field(text(of: $0)) } ?? ""
                }
            }
            output += Array((fields.joined(separator: ",") + ",\n").utf8)
        }
        return output
    }

    private static func text(of value: JSON) -> String { value.stringValue ?? value.text }

    /// The records of a CSV file.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the line.
    static func records(inCSV text: String) throws(WireError) -> [JSON] {
        var records: [JSON] = []
        for row in try CSVReader.rows(of: text) {
            guard (smallestWidth...width + 1).contains(row.fields.count) else {
                throw .invalidArgument(
                    "line \(row.line) has \(row.fields.count) columns, not from \(smallestWidth) through \(width)")
            }
            records.append(try record(of: row))
        }
        return records
    }

    private static func record(of row: CSVReader.Row) throws(WireError) -> JSON {
        func value(_ column: Int, _ name: String) throws(WireError) -> String? {
            guard row.fields.indices.contains(column), let text = row.fields[column].nonEmpty else { return nil }
            guard !text.utf8.contains(0) || JSON.freeTexts.contains(name) else {
                throw .invalidArgument("line \(row.line): \(name) must not have the character U+0000")
            }
            return text
        }
        var record = JSON.emptyObject
        for (column, name) in columns {
            guard let text = try value(column, name) else { continue }
            guard name == "emailVerified" || name == "disabled" else {
                record[name] = .string(text)
                continue
            }
            guard text == "true" || text == "false" else {
                throw .invalidArgument("line \(row.line): \(name) must be true or false")
            }
            record[name] = .bool(text == "true")
        }
        var identities: [JSON] = []
        for (provider, first) in providers {
            guard try value(first, "rawId") != nil else { continue }
            var identity = FederatedIdentity()
            identity[text: .providerID] = provider
            for (offset, key) in providerMembers.enumerated() {
                identity[text: key] = try value(first + offset, key.rawValue)
            }
            identities.append(identity.document)
        }
        record["providerUserInfo"] = .array(identities)
        return record
    }
}
