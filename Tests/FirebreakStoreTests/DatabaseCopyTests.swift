import FirebreakWire
import GRDB
import GRDBSQLite
import Testing

@testable import FirebreakStore

struct DatabaseCopyTests {
    private static func checkIntegrity(_ tx: Transaction) throws {
        let problem = try String.fetchOne(tx.db, sql: "PRAGMA integrity_check")
        #expect(problem == "ok")
    }

    @Test func `a database and its copies are changed independently, at the same time`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for index in 0..<300 { try tx.insert(StoreFixture.account("a\(index)")) }
        }
        try await withThrowingTaskGroup { group in
            for copy in 0..<8 {
                group.addTask {
                    let database = try await Self.copy(fixture.database)
                    for round in 0..<20 {
                        _ = try await database.write(tenant: nil) { tx in
                            try tx.insert(StoreFixture.account("copy\(copy)-\(round)"))
                            try tx.deleteAccount(AccountID(rawValue: "a\(round)"))
                        }
                        try await fixture.write { tx in
                            try tx.insert(StoreFixture.account("original\(copy)-\(round)"))
                        }
                    }
                    let own = try await database.read(tenant: nil) { tx in
                        try Self.checkIntegrity(tx)
                        return try String.fetchAll(tx.db, sql: "SELECT localId FROM account WHERE localId LIKE 'copy%'")
                    }
                    #expect(own.count == 20)
                    #expect(own.allSatisfy { $0.hasPrefix("copy\(copy)-") })
                }
            }
            try await group.waitForAll()
        }
        try await fixture.read { tx in
            try Self.checkIntegrity(tx)
            let count = try tx.accountCount()
            #expect(count == 300 + 8 * 20)
        }
    }

    @Test func `a transaction that fails leaves nothing, also when it has filled the cache`() async throws {
        struct Refused: Error {}
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(StoreFixture.account("a")) }
        await #expect(throws: Refused.self) {
            try await fixture.write { tx in
                try tx.db.execute(sql: "PRAGMA cache_size = 5")
                for index in 0..<2000 { try tx.insert(StoreFixture.account("b\(index)")) }
                throw Refused()
            }
        }
        try await fixture.read { tx in
            try Self.checkIntegrity(tx)
            let count = try tx.accountCount()
            #expect(count == 1)
        }
    }

    @Test func `a project in memory that is full refuses what is new and keeps what it has`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for index in 0..<100 { try tx.insert(StoreFixture.account("a\(index)")) }
            // The least there is: as large as it is now.
            var size: Int64 = 1
            sqlite3_file_control(tx.db.sqliteConnection, "main", SQLITE_FCNTL_SIZE_LIMIT, &size)
        }
        let failure = await #expect(throws: StorageFailure.self) {
            try await fixture.write { tx in
                for index in 0..<2000 { try tx.insert(StoreFixture.account("b\(index)")) }
            }
        }
        #expect(failure?.kind == .memoryFull)
        #expect(
            failure?.sentence
                == "A project in memory may have at most 2047 MiB; with \"--data-dir\" it may have more.")
        try await fixture.write { tx in try tx.deleteAccount(AccountID(rawValue: "a7")) }
        try await fixture.read { tx in
            try Self.checkIntegrity(tx)
            let count = try tx.accountCount()
            #expect(count == 99)
        }
    }

    @Test func `a project in memory may have as many bytes as its limit says`() async throws {
        let fixture = try StoreFixture()
        let size = try await fixture.read { tx in
            var size: Int64 = -1
            sqlite3_file_control(tx.db.sqliteConnection, "main", SQLITE_FCNTL_SIZE_LIMIT, &size)
            return size
        }
        #expect(size == Int64(Limit.memory.maximum))
    }

    /// SQLite puts what does not fit into its cache into temporary files.
    @Test func `large sorts have files to put their rows in`() async throws {
        let fixture = try StoreFixture()
        let sorted = try await fixture.read { tx in
            try tx.db.execute(sql: "PRAGMA cache_size = 5")
            return try Int.fetchAll(
                tx.db,
                sql: """
                    WITH RECURSIVE number (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM number LIMIT 20000)
                    SELECT value FROM number ORDER BY (value * 7919) % 20011, hex(zeroblob(100))
                    """)
        }

        #expect(sorted == (0..<20000).sorted { $0 * 7919 % 20011 < $1 * 7919 % 20011 })
    }

    /// The connection must not answer from its cache, nor write what is in it, once the pages are others.
    @Test(arguments: [0, 1, 300])
    func `a database takes the content of another one, time and again, and shares nothing that one of them writes`(
        accounts: Int
    ) async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for index in 0..<accounts { try tx.insert(StoreFixture.account("a\(index)")) }
        }
        let kept = try await Self.copy(fixture.database)
        for round in 0..<5 {
            try await fixture.write { tx in
                for index in 0..<(round * 100) { try tx.insert(StoreFixture.account("new\(index)")) }
                for index in stride(from: 0, to: accounts, by: 2) {
                    try tx.deleteAccount(AccountID(rawValue: "a\(index)"))
                }
            }
            try await fixture.database.replace(with: kept)
            for database in [fixture.database, kept] {
                try await database.read(tenant: nil) { tx in
                    try Self.checkIntegrity(tx)
                    let (count, rows) = (
                        try tx.accountCount(), try Int.fetchOne(tx.db, sql: "SELECT count(*) FROM account")
                    )
                    #expect(count == accounts)
                    #expect(rows == accounts)
                }
            }
        }
    }

    @Test func `numbers of messages continue after those of both databases`() async throws {
        let fixture = try StoreFixture()
        let early = try await Self.copy(fixture.database)
        let last = try await fixture.write { tx in
            for index in 0..<3 { try tx.insert(StoreFixture.message("m\(index)")) }
            return try tx.lastMessageSeq()
        }
        try await fixture.database.replace(with: early)
        let next = try await fixture.write { tx in
            try tx.insert(StoreFixture.message("m"))
            return try tx.lastMessageSeq()
        }

        #expect(last == 3)
        #expect(next == 4)
    }

    private static func copy(_ database: ProjectDatabase) async throws -> ProjectDatabase {
        let copy = try ProjectDatabase.draft(nil)
        try await database.copy(to: copy)
        return copy
    }
}
