import GRDB

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
    /// `nil` for no limit.
    package var limit: Int?
    package var offset = 0

    package init() {}
}

extension Transaction {
    package func accounts(matching query: AccountQuery) throws -> [Account] {
        let (filter, arguments) = filter(query)
        let direction = query.descending ? "DESC" : "ASC"
        let column =
            switch query.sortKey {
            case .id: "localId"
            case .displayName: "displayName"
            case .createdAt: "CAST(createdAt AS INTEGER)"
            case .lastLoginAt: "CAST(lastLoginAt AS INTEGER)"
            case .email: "email"
            }
        let order = query.sortKey == .id ? "localId \(direction)" : "\(column) \(direction), localId \(direction)"
        return try all(
            "SELECT \(Account.columns) FROM account WHERE \(filter) ORDER BY \(order) LIMIT ? OFFSET ?",
            arguments + [query.limit ?? -1, query.offset], Account.init(row:))
    }

    package func accountCount(matching query: AccountQuery) throws -> Int {
        let (filter, arguments) = filter(query)
        return try first("SELECT COUNT(*) FROM account WHERE \(filter)", arguments) { $0[0] } ?? 0
    }

    private func filter(_ query: AccountQuery) -> (sql: String, arguments: [(any DatabaseValueConvertible)?]) {
        guard !query.conditions.isEmpty else { return ("tenant = ?", [tenantKey]) }
        var arguments: [(any DatabaseValueConvertible)?] = [tenantKey]
        let terms = query.conditions.map { condition in
            switch condition {
            case .id(let value):
                arguments.append(value)
                return "localId = ?"
            case .email(let value):
                arguments.append(value)
                return "email = ?"
            case .phoneNumber(let value):
                arguments.append(value)
                return "phoneNumber = ?"
            }
        }
        return ("tenant = ? AND (\(terms.joined(separator: " OR ")))", arguments)
    }
}
