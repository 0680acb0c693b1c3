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

/// An element of one of an account's lists.
///
/// It keeps the document exactly as it was received: older databases and imports have unknown members, values of
/// unusual types, and members in any order, and responses return all of that unchanged. Known members are read from the
/// document on demand, so that an account that is only passed on costs no more than its JSON.
package protocol AccountEntry: Sendable, Equatable {
    /// The members that have a meaning.
    associatedtype Key: RawRepresentable<String>

    /// As it is stored and goes over the wire.
    var document: JSON { get set }

    init(document: JSON)
}

extension AccountEntry {
    /// An entry without members.
    package init() { self.init(document: .emptyObject) }

    /// A member as it stands, whatever its type.
    package subscript(key: Key) -> JSON? {
        get { document[key.rawValue] }
        set { document[key.rawValue] = newValue }
    }

    /// A member that is a text; `nil` also where it is something else.
    package subscript(text key: Key) -> String? {
        get { self[key]?.stringValue }
        set { self[key] = newValue.map(JSON.string) }
    }

    /// The order of members is irrelevant.
    package static func == (one: Self, other: Self) -> Bool { one.document.isEquivalent(to: other.document) }
}
