import FirebreakWire

/// A search over accounts, as `accounts:query` describes it.
package struct AccountQuery: Sendable {
    /// The field to sort by; accounts without it come first in ascending order.
    package enum SortKey: Sendable { case id, displayName, createdAt, lastLoginAt, email }

    /// One condition; a condition names one field.
    package enum Condition: Sendable, Equatable {
        case id(String)
        case email(String)
        case phoneNumber(String)
    }

    /// Accounts matching any of these; empty means all accounts.
    package var conditions: [Condition] = []
    package var sortKey = SortKey.id
    package var descending = false
    /// Whether accounts with the same value are in descending order of their IDs too, in a descending order.
    package var tiesDescend = false
    /// `nil` for no limit.
    package var limit: Int?
    package var offset = 0

    package init() {}
}

extension Transaction {
    /// Passes the accounts to the body in their order, for what is shown of them.
    package func forEachAccountRow(
        matching query: AccountQuery, _ body: (borrowing AccountRow) throws -> Void
    ) throws {
        let direction = query.descending ? "DESC" : "ASC"
        let column =
            switch query.sortKey {
            case .id: "localId"
            case .displayName: "displayName"
            case .createdAt: "CAST(createdAt AS INTEGER)"
            case .lastLoginAt: "CAST(lastLoginAt AS INTEGER)"
            case .email: "email"
            }
        let ties = query.tiesDescend ? direction : "ASC"
        let order = query.sortKey == .id ? "localId \(direction)" : "\(column) \(direction), localId \(ties)"
        try forEachRow(
            "SELECT \(Account.columns) FROM account WHERE \(query.filter) ORDER BY \(order) LIMIT ? OFFSET ?",
            [tenantKey] + query.arguments + [query.limit ?? -1, query.offset]
        ) { try body(AccountRow($0)) }
    }

    package func accountCount(matching query: AccountQuery) throws -> Int {
        guard !query.conditions.isEmpty else { return try accountCount() }
        return try first("SELECT COUNT(*) FROM account WHERE \(query.filter)", [tenantKey] + query.arguments) {
            $0[0]
        } ?? 0
    }
}

extension AccountQuery {
    /// One text for any number of conditions, so that there is one prepared statement; each kind has its index.
    fileprivate var filter: String {
        guard !conditions.isEmpty else { return "tenant = ?1" }
        return """
            tenant = ?1 AND localId IN (
            SELECT value FROM json_each(?2)
            UNION SELECT localId FROM account INDEXED BY account_email
            WHERE tenant = ?1 AND email IN (SELECT value FROM json_each(?3))
            UNION SELECT localId FROM account INDEXED BY account_phoneNumber
            WHERE tenant = ?1 AND phoneNumber IN (SELECT value FROM json_each(?4)))
            """
    }

    fileprivate var arguments: [(any ColumnValue)?] {
        guard !conditions.isEmpty else { return [] }
        var ids: [JSON] = []
        var emails: [JSON] = []
        var numbers: [JSON] = []
        for condition in conditions {
            switch condition {
            case .id(let value): ids.append(.string(value))
            case .email(let value): emails.append(.string(value))
            case .phoneNumber(let value): numbers.append(.string(value))
            }
        }
        return [ids, emails, numbers].map { JSON.array($0).text }
    }
}
