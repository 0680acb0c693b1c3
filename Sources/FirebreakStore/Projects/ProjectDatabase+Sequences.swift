import GRDB

/// Numbers that are never used again, such as `seq` of messages: SQLite keeps the last one of each table.
extension ProjectDatabase {
    struct Sequence: Sendable {
        let table: String
        let last: Int64
    }

    static func sequences(_ db: Database) throws -> [Sequence] {
        try Row.fetchAll(db, sql: "SELECT name, seq FROM sqlite_sequence").map { Sequence(table: $0[0], last: $0[1]) }
    }

    /// Lets the numbers of a table continue after this one, unless they are further already.
    static func raise(_ sequence: Sequence, _ db: Database) throws {
        let (table, number) = (sequence.table, sequence.last)
        let present = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
        if let present {
            guard present < number else { return }
            try db.execute(sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", arguments: [number, table])
        } else {
            try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table, number])
        }
    }
}
