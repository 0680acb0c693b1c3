package import FirebreakWire

/// Selects accounts of a list. Absent conditions match everything.
package struct AccountFilter: Sendable, Equatable {
    /// In address, phone number, name and ID, or as a whole the address or the ID that a provider has for the person.
    package var search: SearchText?
    /// How people sign in: the ID of a provider, or what ``Means`` names besides.
    package var provider: String?
    /// Whether the address is verified; accounts without one match neither.
    package var isVerified: Bool?
    package var isDisabled: Bool?
    package var hasClaims: Bool?
    package var hasSecondFactor: Bool?

    package init() {}

    package var isEmpty: Bool { self == AccountFilter() }

    /// Means to sign in by that are no federated provider.
    package enum Means: String, Sendable, CaseIterable {
        case password, phone, emailLink, passkey, custom, anonymous

        fileprivate var condition: String {
            switch self {
            case .password: "email IS NOT NULL AND passwordHash IS NOT NULL"
            case .phone: "phoneNumber IS NOT NULL"
            case .emailLink: "email IS NOT NULL AND emailLinkSignin = 1"
            case .passkey: "IFNULL(passkeys, '[]') <> '[]'"
            case .custom: "customAuth = 1"
            case .anonymous:
                """
                email IS NULL AND IFNULL(providers, '[]') = '[]' AND IFNULL(passkeys, '[]') = '[]'
                AND IFNULL(customAuth, 0) = 0
                """
            }
        }
    }

    /// All but the search in SQL: terms, and what they take.
    fileprivate var sql: (terms: [String], arguments: [(any ColumnValue)?]) {
        var terms: [String] = []
        var arguments: [(any ColumnValue)?] = []
        if let provider {
            if let means = Means(rawValue: provider) {
                terms.append(means.condition)
            } else {
                terms.append("localId IN (SELECT localId FROM providerIdentity WHERE tenant = ?1 AND providerId = ?)")
                arguments.append(provider)
            }
        }
        let choices: [(Bool?, String)] = [
            (isVerified, "(CASE WHEN email IS NULL THEN NULL ELSE IFNULL(emailVerified, 0) END)"),
            (isDisabled, "IFNULL(disabled, 0)"),
            (hasClaims, "(IFNULL(customAttributes, '') NOT IN ('', '{}'))"),
            (hasSecondFactor, "(IFNULL(secondFactors, '[]') <> '[]')"),
        ]
        for case (let asked?, let value) in choices {
            terms.append("\(value) = ?")
            arguments.append(asked)
        }
        return (terms, arguments)
    }
}

/// The accounts of a list that are nearest to the boundary of a page, and how many there are in all, in one pass.
private struct NearestAccounts {
    let order: AccountOrder
    let boundary: AccountBoundary?
    let limit: Int
    private(set) var count = 0
    private var cursors: [AccountCursor] = []

    init(_ order: AccountOrder, _ boundary: AccountBoundary?, limit: Int) {
        self.order = order
        self.boundary = boundary
        self.limit = limit
    }

    /// Nearest first.
    var sorted: [AccountCursor] { Array(cursors.sorted(by: isNearer).prefix(limit)) }

    mutating func add(_ cursor: AccountCursor) {
        count += 1
        switch boundary {
        case .after(let mark) where !order.precedes(mark, cursor): return
        case .before(let mark) where !order.precedes(cursor, mark): return
        case .after, .before, nil: cursors.append(cursor)
        }
        // Sorted now and then, so that a list of very many takes neither their memory nor their sorting.
        if cursors.count >= 16 * limit { cursors = sorted }
    }

    private func isNearer(_ one: AccountCursor, _ other: AccountCursor) -> Bool {
        if case .before = boundary { order.precedes(other, one) } else { order.precedes(one, other) }
    }
}

extension AccountOrder {
    fileprivate func precedes(_ one: AccountCursor, _ other: AccountCursor) -> Bool {
        let isFirstID = one.id.rawValue.utf8.lexicographicallyPrecedes(other.id.rawValue.utf8)
        switch self {
        case .byID: return isFirstID
        // Of two with the same time, the greater ID is the first.
        case .newestFirst, .lastSignInFirst:
            return one.time == other.time ? !isFirstID && one.id != other.id : one.time > other.time
        }
    }

    /// The time of an account's cursor: a number that a text begins with, 0 without one.
    fileprivate var time: String {
        switch self {
        case .newestFirst, .byID: "IFNULL(CAST(createdAt AS INTEGER), 0)"
        case .lastSignInFirst: "IFNULL(CAST(lastLoginAt AS INTEGER), 0)"
        }
    }
}

extension Transaction {
    /// Looks at every account once: for a search at what the index of lists has of it.
    ///
    /// - Returns: Accounts from the boundary on, the nearest one first, and how many match in all.
    func matchingAccountRows(
        _ filter: AccountFilter, _ order: AccountOrder, _ boundary: AccountBoundary?, limit: Int
    ) throws -> (rows: [AccountPage.Row], count: Int) {
        let (terms, arguments) = filter.sql
        let isNarrow = terms.isEmpty && order != .lastSignInFirst
        let named = try filter.search.map { try accountIDs(ofIdentity: $0.text) } ?? []
        var nearest = NearestAccounts(order, boundary, limit: limit)
        var texts = FoldedText()
        try forEachRow(
            """
            SELECT \(order.time), localId, email, phoneNumber, displayName FROM account
            \(isNarrow ? "INDEXED BY account_list" : "NOT INDEXED")
            WHERE \((["tenant = ?1"] + terms).joined(separator: " AND "))
            """, [tenantKey] + arguments
        ) { row in
            if let search = filter.search {
                texts.removeAll()
                for column in 1...4 { row.utf8(column).map { texts.append(utf8: $0) } }
                guard search.isIn(texts) || named.contains(AccountID(rawValue: row[1])) else { return }
            }
            nearest.add(AccountCursor(time: row[0], id: AccountID(rawValue: row[1])))
        }
        let rows = try nearest.sorted.compactMap { cursor in
            try account(id: cursor.id).map { (account: $0, cursor: cursor) }
        }
        return (rows, nearest.count)
    }

    /// Accounts with this whole address or ID at a provider.
    private func accountIDs(ofIdentity text: String) throws -> Set<AccountID> {
        var ids = try accountIDs(identity: text)
        for address in Set([text, EmailAddress.folded(text)]) { try ids.formUnion(accountIDs(providerEmail: address)) }
        return ids
    }

    private func accountIDs(providerEmail: String) throws -> Set<AccountID> {
        try Set(
            all(
                """
                SELECT localId FROM providerIdentity INDEXED BY providerIdentity_email WHERE tenant = ?1 AND email = ?2
                LIMIT \(Self.maximumIdentities)
                """, [tenantKey, providerEmail]
            ) { AccountID(rawValue: $0[0]) })
    }

    /// Accounts with this ID at any provider: the key begins with the provider, so each one that there is is looked at.
    private func accountIDs(identity rawID: String) throws -> Set<AccountID> {
        try Set(
            all(
                """
                WITH RECURSIVE knownProvider (id) AS (
                    SELECT MIN(providerId) FROM providerIdentity WHERE tenant = ?1
                    UNION ALL
                    SELECT (SELECT MIN(providerId) FROM providerIdentity
                        WHERE tenant = ?1 AND providerId > knownProvider.id)
                    FROM knownProvider WHERE knownProvider.id IS NOT NULL LIMIT \(Self.maximumIdentities))
                SELECT localId FROM knownProvider CROSS JOIN providerIdentity
                ON tenant = ?1 AND providerId = knownProvider.id AND rawId = ?2 LIMIT \(Self.maximumIdentities)
                """, [tenantKey, rawID]
            ) { AccountID(rawValue: $0[0]) })
    }

    /// More than anyone has, so that made-up ones by the thousand do not slow a search down.
    private static let maximumIdentities = 1000
}
