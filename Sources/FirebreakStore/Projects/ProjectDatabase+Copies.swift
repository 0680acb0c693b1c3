import FirebreakWire
import GRDB
import Synchronization

extension ProjectDatabase {
    /// Copies everything into another database that has no other users, except for deliveries that are pending: the
    /// original makes those. Concurrent calls wait.
    func copy(to other: ProjectDatabase) async throws {
        try await withConnection { source in
            try other.queue.writeWithoutTransaction { target in
                try source.backup(to: target)
                try target.execute(sql: "DELETE FROM delivery WHERE state = 'pending'")
            }
        }
    }

    /// Replaces the content of this database with that of another one, in one SQLite transaction. Numbers that are
    /// never reused continue from the higher of both counters.
    package func replace(with other: ProjectDatabase) async throws {
        try await withConnection { target in
            lastMessageSettings.withLock { $0 = nil }
            var sequences: [(table: String, number: Int64)] = []
            try target.run("SELECT name, seq FROM sqlite_sequence") { row in
                sequences.append((try row.text(0), row[1]))
                return true
            }
            try other.queue.writeWithoutTransaction { source in
                // In the source, where these numbers are a lower bound as well, because the copy is one transaction
                // only if no other statement has to follow it.
                try source.transact {
                    for sequence in sequences { try Self.raise(sequence.table, to: sequence.number, source) }
                }
                try source.backup(to: target)
            }
        }
    }

    /// Lets the numbers of a table, which are never used again, continue after one unless they are further already.
    private static func raise(_ table: String, to number: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE sqlite_sequence SET seq = MAX(seq, :number) WHERE name = :table;
                INSERT INTO sqlite_sequence (name, seq) SELECT :table, :number
                WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :table)
                """, arguments: ["table": table, "number": number])
    }
}
