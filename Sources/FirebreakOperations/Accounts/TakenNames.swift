import FirebreakStore
import FirebreakWire

/// IDs and addresses in an import that accounts have already, found by two queries: most rows are of new accounts, and
/// to find that out one by one costs more than to store them.
package struct TakenNames {
    private var ids: Set<String>
    private var emails: Set<String>

    init(among rows: [ImportedAccount], _ profile: Profile, _ tx: Transaction) throws {
        ids = try tx.existingAccountIDs(among: rows.compactMap(\.localId))
        emails = try tx.existingEmails(
            among: rows.compactMap { row in row.email.flatMap { EmailAddress.normalized($0, profile) } })
    }

    func hasID(_ id: String) -> Bool { ids.contains(id) }

    /// - Parameter email: Normalised.
    func hasEmail(_ email: String) -> Bool { emails.contains(email) }

    /// Adds the names of an account that was stored.
    mutating func insert(_ account: Account) {
        ids.insert(account.id.rawValue)
        if let email = account.email { emails.insert(email) }
    }
}
