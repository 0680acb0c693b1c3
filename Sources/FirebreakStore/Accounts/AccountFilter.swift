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

    /// All but the search in SQL: a condition, and what it takes. Its parameters are numbered from here on.
    fileprivate func sql(from first: Int) -> (condition: String, arguments: [(any ColumnValue)?]) {
        var terms: [String] = []
        var arguments: [(any ColumnValue)?] = []
        func parameter(_ value: any ColumnValue) -> String {
            arguments.append(value)
            return "?\(first + arguments.count - 1)"
        }
        if let provider {
            terms.append(
                Means(rawValue: provider)?.condition
                    ?? """
                    EXISTS (SELECT 1 FROM providerIdentity INDEXED BY providerIdentity_account
                    WHERE tenant = ?1 AND localId = account.localId AND providerId = \(parameter(provider)))
                    """)
        }
        let choices: [(Bool?, String)] = [
            (isVerified, "(CASE WHEN email IS NULL THEN NULL ELSE IFNULL(emailVerified, 0) END)"),
            (isDisabled, "IFNULL(disabled, 0)"),
            (hasClaims, "(IFNULL(customAttributes, '') NOT IN ('', '{}'))"),
            (hasSecondFactor, "(IFNULL(secondFactors, '[]') <> '[]')"),
        ]
        for case (let asked?, let value) in choices { terms.append("\(value) = \(parameter(asked))") }
        return (terms.isEmpty ? "1" : terms.joined(separator: " AND "), arguments)
    }
}

/// The accounts of a list that are nearest to the boundary of a page, and how many there are in all, in one pass.
private struct NearestAccounts: Sendable {
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

/// A page of a list whose accounts are looked for among all of them, some at a time: other calls get their turn in between.
/// What they change meanwhile may be seen or not.
package struct AccountSearch: Sendable {
    /// How many accounts are looked at at once: less than a millisecond's work.
    static let slice = 250
    /// How many bytes of their texts, from which on there are no more at once.
    static let sliceBytes = 64 << 10

    private let filter: AccountFilter
    private let order: AccountOrder
    private let boundary: AccountBoundary?
    private let limit: Int
    /// Accounts with the whole of what is searched for as an ID or an address at a provider; `nil` before it begins.
    private var named: Set<AccountID>?
    /// The last account that was looked at.
    private var last = AccountID(rawValue: "")
    private var nearest: NearestAccounts
    /// The page where nothing is left beyond the boundary.
    private var first: NearestAccounts
    /// Whether all accounts were looked at.
    package private(set) var isComplete = false

    package init(
        _ order: AccountOrder, _ boundary: AccountBoundary?, _ filter: AccountFilter = AccountFilter(), limit: Int
    ) {
        self.filter = filter
        self.order = order
        self.boundary = boundary
        self.limit = limit
        nearest = NearestAccounts(order, boundary, limit: limit + 1)
        first = NearestAccounts(order, nil, limit: boundary == nil ? 0 : limit + 1)
    }

    /// Looks at the next accounts.
    package mutating func advance(_ tx: Transaction) throws {
        let named = try named ?? filter.search.map { try tx.accountIDs(ofIdentity: $0.text) } ?? []
        self.named = named
        var texts = FoldedText()
        var count = 0
        var bytes = 0
        let (sql, arguments) = statement
        try tx.forEachRow(sql, [tx.tenantKey] + arguments, while: { bytes < Self.sliceBytes }) { row in
            count += 1
            let cursor = AccountCursor(time: row[0], id: AccountID(rawValue: row[1]))
            last = cursor.id
            // First: it costs nothing, and most texts need not be looked at then.
            guard row[5] else { return }
            if let search = filter.search {
                texts.removeAll()
                for column in 1...4 {
                    guard let text = row.utf8(column) else { continue }
                    bytes += text.count
                    texts.append(utf8: text)
                }
                guard search.isIn(texts) || named.contains(cursor.id) else { return }
            }
            nearest.add(cursor)
            if boundary != nil { first.add(cursor) }
        }
        isComplete = count < Self.slice && bytes < Self.sliceBytes
    }

    /// The next accounts by ID, which is how they lie: the time of an account, its ID and texts, and whether it is selected.
    private var statement: (sql: String, arguments: [(any ColumnValue)?]) {
        let (condition, arguments) = filter.sql(from: 4)
        return (
            """
            SELECT \(order.time), localId, email, phoneNumber, displayName, \(condition) FROM account NOT INDEXED
            WHERE tenant = ?1 AND localId > ?2 ORDER BY localId LIMIT ?3
            """, [last.rawValue, Self.slice] + arguments
        )
    }

    /// The page, once it is complete.
    package func page(_ tx: Transaction) throws -> PagedAccounts {
        func rows(_ found: NearestAccounts) throws -> [PagedAccounts.Row] {
            try found.sorted.compactMap { cursor in
                try tx.account(id: cursor.id).map { (account: $0, cursor: cursor) }
            }
        }
        return try PagedAccounts(rows(nearest), nearest.count, boundary, limit: limit)
            ?? PagedAccounts(ofFirst: rows(first), nearest.count, limit: limit)
    }
}

extension Transaction {
    /// Accounts with this whole address or ID at a provider.
    fileprivate func accountIDs(ofIdentity text: String) throws -> Set<AccountID> {
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
