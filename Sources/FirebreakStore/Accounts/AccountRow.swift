package import FirebreakWire

/// An account in the current row of a query.
///
/// Texts are read where they lie and when they are asked for, so that a list of thousands is written without making any
/// of them. It is valid until the next row.
package struct AccountRow: AccountFields, ~Copyable {
    private let row: ResultRow
    package let providers: [Account.Provider]?
    package let secondFactors: [SecondFactor]?
    package let passkeys: [Passkey]?
    package let federatedProfile: JSON?

    /// - Throws: ``DamagedValue`` for a stored document that is not JSON.
    init(_ row: ResultRow) throws {
        // All at once, because a value that cannot be copied cannot be left half made.
        (self.row, providers, secondFactors, passkeys, federatedProfile) = try (
            row, Account.providers(in: row, Account.Column.providers.rawValue),
            Account.list(in: row, Account.Column.secondFactors.rawValue),
            Account.list(in: row, Account.Column.passkeys.rawValue), row.json(Account.Column.profile.rawValue)
        )
    }

    package var localID: ColumnText? { text(.localId) }
    package var email: ColumnText? { text(.email) }
    package var emailVerified: Bool? { row[Account.Column.emailVerified.rawValue] }
    package var initialEmail: ColumnText? { text(.initialEmail) }
    package var phoneNumber: ColumnText? { text(.phoneNumber) }
    package var passwordHash: ColumnText? { text(.passwordHash, isFree: true) }
    package var salt: ColumnText? { text(.salt) }
    package var hashSettings: Int64? { row[Account.Column.hashSettings.rawValue] }
    package var passwordUpdatedAt: Timestamp? { row.time(Account.Column.passwordUpdatedAt.rawValue) }
    package var validSince: ColumnText? { text(.validSince) }
    package var disabled: Bool? { row[Account.Column.disabled.rawValue] }
    package var customAttributes: ColumnText? { text(.customAttributes) }
    package var customAuth: Bool? { row[Account.Column.customAuth.rawValue] }
    package var emailLinkSignIn: Bool? { row[Account.Column.emailLinkSignin.rawValue] }
    package var createdAt: ColumnText? { text(.createdAt) }
    package var lastLoginAt: ColumnText? { text(.lastLoginAt) }
    package var lastRefreshAt: Timestamp? { row.time(Account.Column.lastRefreshAt.rawValue) }
    package var isImported: Bool { row[Account.Column.imported.rawValue] }

    package func profileText(_ member: UserProfile.Member) -> ColumnText? { text(member.column, isFree: true) }

    private func text(_ column: Account.Column, isFree: Bool = false) -> ColumnText? {
        row.utf8(column.rawValue).map { ColumnText(utf8: $0, isFree: isFree) }
    }
}

/// A text that can be written as a string of JSON.
package protocol JSONText {
    /// Writes it with what has to be escaped.
    func write(to writer: inout JSONWriter)

    var text: String { get }
}

extension String: JSONText {
    package var text: String { self }

    package func write(to writer: inout JSONWriter) { writer.string(self) }
}

/// A text in the current row of a query, valid until the next row.
package struct ColumnText: JSONText {
    fileprivate let utf8: UnsafeRawBufferPointer
    /// See ``FreeText``.
    fileprivate let isFree: Bool

    package var text: String {
        let text = String(decoding: utf8, as: UTF8.self)
        return isFree ? FreeText.read(text) : text
    }

    package func write(to writer: inout JSONWriter) {
        // What has sequences of a free text, or may not be UTF-8, is not plain.
        if !writer.plainString(utf8) { writer.string(text) }
    }
}

/// What answers show of an account: of an ``Account``, or of a row that is passed on.
package protocol AccountFields: ~Copyable {
    associatedtype Text: JSONText

    var localID: Text? { get }
    var email: Text? { get }
    var emailVerified: Bool? { get }
    var initialEmail: Text? { get }
    var phoneNumber: Text? { get }
    var passwordHash: Text? { get }
    var salt: Text? { get }
    var hashSettings: Int64? { get }
    var passwordUpdatedAt: Timestamp? { get }
    var validSince: Text? { get }
    var disabled: Bool? { get }
    var customAttributes: Text? { get }
    var customAuth: Bool? { get }
    var emailLinkSignIn: Bool? { get }
    var createdAt: Text? { get }
    var lastLoginAt: Text? { get }
    var lastRefreshAt: Timestamp? { get }
    var providers: [Account.Provider]? { get }
    var secondFactors: [SecondFactor]? { get }
    var passkeys: [Passkey]? { get }
    var isImported: Bool { get }
    var federatedProfile: JSON? { get }

    func profileText(_ member: UserProfile.Member) -> Text?
}

extension Account: AccountFields {
    package var localID: String? { id.rawValue }

    package func profileText(_ member: UserProfile.Member) -> String? { userProfile[member] }
}
