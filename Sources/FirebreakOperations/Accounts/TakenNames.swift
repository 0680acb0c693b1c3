import FirebreakStore
import FirebreakWire

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
