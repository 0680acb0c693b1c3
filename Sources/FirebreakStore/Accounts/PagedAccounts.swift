package import FirebreakWire

/// The order of a list of accounts.
package enum AccountOrder: Sendable {
    case newestFirst, byID
    /// It has no index, which every sign-in would have to keep: each page looks at all accounts.
    case lastSignInFirst
}

/// Where an account is in such lists, even after it was deleted: the cursor of their pages.
package struct AccountCursor: Sendable, Equatable {
    /// Milliseconds since 1970, as the database reads ``Account/createdAt`` or, in a list by it, ``Account/lastLoginAt``.
    package var time: Int64
    package var id: AccountID

    package init(time: Int64, id: AccountID) {
        self.time = time
        self.id = id
    }
}

/// Where a page of a list lies.
package enum AccountBoundary: Sendable, Equatable {
    case after(AccountCursor)
    case before(AccountCursor)
}

/// A page of a list of accounts.
package struct PagedAccounts: Sendable {
    package var accounts: [Account]
    /// How many there are on all pages.
    package var count: Int
    /// The page before this one ends before it; `nil` for the first page.
    package var previous: AccountCursor?
    /// The page after this one begins after it; `nil` for the last page.
    package var next: AccountCursor?
}

extension Transaction {
    /// A page of accounts: of all of them in the order of an index, as fast at the end of a list as at its start.
    ///
    /// Where nothing is left beyond the boundary, it is the first page.
    ///
    /// - Parameter boundary: `nil` for the first page.
    package func accountPage(
        _ order: AccountOrder, _ boundary: AccountBoundary?, _ filter: AccountFilter = AccountFilter(), limit: Int
    ) throws -> PagedAccounts {
        guard filter.isEmpty, order != .lastSignInFirst else {
            var search = AccountSearch(order, boundary, filter, limit: limit)
            while !search.isComplete { try search.advance(self) }
            return try search.page(self)
        }
        // One more tells whether the list goes on.
        let rows = try accountRows(order, boundary, limit: limit + 1)
        let count = try accountCount()
        return try PagedAccounts(rows, count, boundary, limit: limit)
            ?? PagedAccounts(ofFirst: accountRows(order, nil, limit: limit + 1), count, limit: limit)
    }

    /// Accounts from the boundary on, the nearest one first.
    private func accountRows(
        _ order: AccountOrder, _ boundary: AccountBoundary?, limit: Int
    ) throws -> [PagedAccounts.Row] {
        let (cursor, isForward) =
            switch boundary {
            case .after(let cursor): (cursor as AccountCursor?, true)
            case .before(let cursor): (cursor, false)
            case nil: (nil, true)
            }
        // The newest first is the greatest first.
        let ascends = (order == .byID) == isForward
        let direction = ascends ? "ASC" : "DESC"
        let (index, key, parameters, sorting) =
            switch order {
            case .newestFirst, .lastSignInFirst:
                ("INDEXED BY account_list", "(created, localId)", "(?2, ?3)", "created \(direction), localId")
            case .byID: ("", "localId", "?3", "localId")
            }
        let condition = cursor == nil ? "" : "AND \(key) \(ascends ? ">" : "<") \(parameters)"
        return try all(
            """
            SELECT \(Account.columns), created FROM account \(index) WHERE tenant = ?1 \(condition)
            ORDER BY \(sorting) \(direction) LIMIT ?4
            """, [tenantKey, cursor?.time, cursor?.id.rawValue, limit]
        ) { row in
            let account = try Account(row: row)
            return (account, AccountCursor(time: row[Account.Column.allCases.count], id: account.id))
        }
    }
}

extension PagedAccounts {
    typealias Row = (account: Account, cursor: AccountCursor)

    /// - Parameters:
    ///   - rows: From the boundary on, the nearest one first, and one more than the limit if there are so many.
    ///   - count: How many there are on all pages.
    /// - Returns: `nil` where nothing is left beyond the boundary.
    init?(_ rows: [Row], _ count: Int, _ boundary: AccountBoundary?, limit: Int) {
        var rows = rows
        let goesOn = rows.count > limit
        if goesOn { rows.removeLast() }
        switch boundary {
        case nil: self.init(ofFirst: rows, count, goesOn)
        case .after:
            guard !rows.isEmpty else { return nil }
            self.init(rows, count, previous: rows.first?.cursor, next: goesOn ? rows.last?.cursor : nil)
        case .before:
            guard goesOn else { return nil }
            rows.reverse()
            self.init(rows, count, previous: rows.first?.cursor, next: rows.last?.cursor)
        }
    }

    /// The first page of a list.
    init(ofFirst rows: [Row], _ count: Int, limit: Int) {
        self.init(ofFirst: Array(rows.prefix(limit)), count, rows.count > limit)
    }

    private init(ofFirst rows: [Row], _ count: Int, _ goesOn: Bool) {
        self.init(rows, count, previous: nil, next: goesOn ? rows.last?.cursor : nil)
    }

    private init(_ rows: [Row], _ count: Int, previous: AccountCursor?, next: AccountCursor?) {
        self.init(accounts: rows.map(\.account), count: count, previous: previous, next: next)
    }
}
