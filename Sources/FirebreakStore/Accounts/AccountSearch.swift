import FirebreakWire

/// What a person typed to find accounts, as each of the columns has it.
package struct AccountSearch: Sendable {
    /// As it was typed, without spaces around it.
    let text: String
    /// As addresses are stored.
    let email: String
    /// As numbers are stored, for something that looks like the beginning of one.
    let phoneNumbers: [String]
    /// The spellings of a name that the database, which folds the case of ASCII only, tells apart.
    let names: [String]

    /// - Returns: `nil` if nothing is left but spaces.
    package init?(_ typed: String) {
        text = typed.trimmed
        guard !text.isEmpty else { return nil }
        email = EmailAddress.folded(text)
        phoneNumbers = Self.phoneNumbers(text)
        let spellings = [text, text.lowercased(), text.uppercased(), text.prefix(1).uppercased() + text.dropFirst()]
        names = Self.distinct(spellings.compactMap(FreeText.stored))
    }

    /// A number with and without punctuation, with its country code behind `+`, `00` or nothing.
    private static func phoneNumbers(_ text: String) -> [String] {
        let punctuation = " -().\u{A0}/".unicodeScalars
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { !punctuation.contains($0) }))
        let digits = plain.rest(after: "+") ?? plain[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return [] }
        var numbers = ["+" + digits]
        if let number = plain.rest(after: "00"), !number.isEmpty { numbers.append("+" + number) }
        // As profile `emulator` keeps them.
        if text.begins(with: "+") { numbers.append(text) }
        return distinct(numbers)
    }

    private static func distinct(_ texts: [String]) -> [String] {
        var known: Set<ExactText> = []
        return texts.filter { known.insert(ExactText(rawValue: $0)).inserted }
    }
}

extension Transaction {
    /// Accounts that a text finds, each once: those that it names, then those whose address, number, ID or name begins
    /// with it. Every look-up is a short range of an index.
    package func accounts(found search: AccountSearch, limit: Int) throws -> [Account] {
        var found: [AccountID] = []
        var known: Set<AccountID> = []
        for lookUp in lookUps(search, limit) {
            guard found.count < limit else { break }
            found += try lookUp().filter { known.insert($0).inserted }
        }
        return try found.prefix(limit).compactMap(account(id:))
    }

    private func lookUps(_ search: AccountSearch, _ limit: Int) -> [() throws -> [AccountID]] {
        let exact: [() throws -> [AccountID]] = [
            { try self.account(id: AccountID(rawValue: search.text)).map { [$0.id] } ?? [] },
            { try self.accounts(email: search.email).prefix(limit).map(\.id) },
            { try search.phoneNumbers.compactMap { try self.account(phoneNumber: $0)?.id } },
            { try self.accountIDs(providerEmail: search.text, limit) },
            { try self.accountIDs(providerEmail: search.email, limit) },
            { try self.accountIDs(identity: search.text, limit) },
        ]
        let ranges: [(SearchedColumn, [String])] = [
            (.email, [search.email]), (.phoneNumber, search.phoneNumbers), (.name, search.names), (.id, [search.text]),
        ]
        return exact
            + ranges.flatMap { column, beginnings in
                beginnings.map { beginning in { try self.accountIDs(column, beginningWith: beginning, limit) } }
            }
    }

    private enum SearchedColumn {
        case email, phoneNumber, id, name

        /// The column as its index has it, and the index; the primary key needs none.
        var key: (column: String, index: String) {
            switch self {
            case .email: ("email", "INDEXED BY account_email")
            case .phoneNumber: ("phoneNumber", "INDEXED BY account_phoneNumber")
            case .id: ("localId", "")
            case .name: ("displayName COLLATE NOCASE", "INDEXED BY account_displayName")
            }
        }
    }

    /// Not by LIKE, in which a typed `%` or `_` would stand for other characters.
    private func accountIDs(
        _ column: SearchedColumn, beginningWith beginning: String, _ limit: Int
    ) throws -> [AccountID] {
        let (key, index) = column.key
        return try all(
            """
            SELECT localId FROM account \(index) WHERE tenant = ?1 AND \(key) >= ?2 AND \(key) < ?3
            ORDER BY \(key) LIMIT ?4
            """, [tenantKey, beginning, beginning + "\u{10FFFF}", limit]
        ) { AccountID(rawValue: $0[0]) }
    }

    private func accountIDs(providerEmail: String, _ limit: Int) throws -> [AccountID] {
        try all(
            """
            SELECT localId FROM providerIdentity INDEXED BY providerIdentity_email WHERE tenant = ?1 AND email = ?2
            LIMIT ?3
            """, [tenantKey, providerEmail, limit]
        ) { AccountID(rawValue: $0[0]) }
    }

    /// Accounts with this ID at any provider: the key begins with the provider, so each one that there is is looked at.
    private func accountIDs(identity rawID: String, _ limit: Int) throws -> [AccountID] {
        try all(
            """
            WITH RECURSIVE knownProvider (id) AS (
                SELECT MIN(providerId) FROM providerIdentity WHERE tenant = ?1
                UNION ALL
                SELECT (SELECT MIN(providerId) FROM providerIdentity
                    WHERE tenant = ?1 AND providerId > knownProvider.id)
                FROM knownProvider WHERE knownProvider.id IS NOT NULL LIMIT \(Self.maximumProviders))
            SELECT localId FROM knownProvider CROSS JOIN providerIdentity
            ON tenant = ?1 AND providerId = knownProvider.id AND rawId = ?2 LIMIT ?3
            """, [tenantKey, rawID, limit]
        ) { AccountID(rawValue: $0[0]) }
    }

    /// More than anyone has, so that made-up ones by the thousand do not slow a search down.
    private static let maximumProviders = 1000
}
