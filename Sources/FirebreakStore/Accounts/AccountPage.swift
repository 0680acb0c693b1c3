package import FirebreakWire

/// The order of a list of accounts.
package enum AccountOrder: Sendable { case newestFirst, byID }

/// Where an account is in such lists, even after it was deleted.
package struct AccountPlace: Sendable, Equatable {
    /// Milliseconds since 1970, as the database reads ``Account/createdAt``.
    package var created: Int64
    package var id: AccountID

    package init(created: Int64, id: AccountID) {
        self.created = created
        self.id = id
    }
}

/// Where a page of a list lies.
package enum AccountBoundary: Sendable, Equatable {
    case after(AccountPlace)
    case before(AccountPlace)
}

/// A page of a list of accounts.
package struct AccountPage: Sendable {
    package var accounts: [Account]
    /// The page before this one ends before this place; `nil` for the first page.
    package var previous: AccountPlace?
    /// The page after this one begins after this place; `nil` for the last page.
    package var next: AccountPlace?
}

extension Transaction {
    /// A page of accounts, as fast at the end of a list as at its start.
    ///
    /// Where nothing is left beyond the boundary, it is the first page.
    ///
    /// - Parameter boundary: `nil` for the first page.
    package func accountPage(_ order: AccountOrder, _ boundary: AccountBoundary?, limit: Int) throws -> AccountPage {
        // One more tells whether the list goes on.
        var rows = try accountRows(order, boundary, limit: limit + 1)
        let goesOn = rows.count > limit
        if goesOn { rows.removeLast() }
        switch boundary {
        case nil: return AccountPage(rows, previous: nil, next: goesOn ? rows.last?.place : nil)
        case .after where !rows.isEmpty:
            return AccountPage(rows, previous: rows.first?.place, next: goesOn ? rows.last?.place : nil)
        case .before where goesOn:
            rows.reverse()
            return AccountPage(rows, previous: rows.first?.place, next: rows.last?.place)
        case .after, .before: return try accountPage(order, nil, limit: limit)
        }
    }

    fileprivate typealias PlacedAccount = (account: Account, place: AccountPlace)

    /// Accounts from the boundary on, the nearest one first.
    private func accountRows(
        _ order: AccountOrder, _ boundary: AccountBoundary?, limit: Int
    ) throws -> [PlacedAccount] {
        let (place, isForward) =
            switch boundary {
            case .after(let place): (place as AccountPlace?, true)
            case .before(let place): (place, false)
            case nil: (nil, true)
            }
        // The newest first is the greatest first.
        let ascends = (order == .byID) == isForward
        let direction = ascends ? "ASC" : "DESC"
        let (index, key, parameters, sorting) =
            switch order {
            case .newestFirst:
                ("INDEXED BY account_created", "(created, localId)", "(?2, ?3)", "created \(direction), localId")
            case .byID: ("", "localId", "?3", "localId")
            }
        let condition = place == nil ? "" : "AND \(key) \(ascends ? ">" : "<") \(parameters)"
        return try all(
            """
            SELECT \(Account.columns), created FROM account \(index) WHERE tenant = ?1 \(condition)
            ORDER BY \(sorting) \(direction) LIMIT ?4
            """, [tenantKey, place?.created, place?.id.rawValue, limit]
        ) { row in
            let account = try Account(row: row)
            return (account, AccountPlace(created: row[Account.Column.allCases.count], id: account.id))
        }
    }
}

extension AccountPage {
    fileprivate init(_ rows: [Transaction.PlacedAccount], previous: AccountPlace?, next: AccountPlace?) {
        self.init(accounts: rows.map(\.account), previous: previous, next: next)
    }
}
