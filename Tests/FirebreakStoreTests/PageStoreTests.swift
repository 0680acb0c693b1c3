import FirebreakWire
import GRDB
import Testing

@testable import FirebreakStore

struct PageStoreTests {
    private static let page = PageStore.pageSize

    private func bytes(_ store: PageStore, _ count: Int, at offset: Int = 0) -> (read: Int, bytes: [UInt8]) {
        var bytes = [UInt8](repeating: 0xFF, count: count)
        let read = bytes.withUnsafeMutableBytes { store.read(into: $0, at: offset) }
        return (read, bytes)
    }

    private func write(_ bytes: [UInt8], _ store: PageStore, at offset: Int) {
        bytes.withUnsafeBytes { store.write($0, at: offset) }
    }

    private static let ranges: [(Int, Int)] = [(0, 1), (0, 4096), (1, 4096), (4095, 2), (4096, 12_288), (20_473, 8201)]

    @Test(arguments: ranges)
    func `what is written is read, and zeros before it`(offset: Int, count: Int) {
        let store = PageStore()
        let written = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
        write(written, store, at: offset)

        #expect(store.size == offset + count)
        #expect(bytes(store, count, at: offset) == (count, written))
        #expect(bytes(store, offset + count).bytes.prefix(offset).allSatisfy { $0 == 0 })
    }

    @Test func `what lies behind the end is zero`() {
        let store = PageStore()
        write([1, 2, 3], store, at: 0)

        #expect(bytes(store, 5) == (3, [1, 2, 3, 0, 0]))
        #expect(bytes(store, 2, at: 3) == (0, [0, 0]))
        #expect(bytes(store, 2, at: 10 * Self.page) == (0, [0, 0]))
        #expect(bytes(store, 0).read == 0)
    }

    @Test(arguments: [0, 1, 4096, 4097, 12_288])
    func `it is cut, and never made larger by that`(size: Int) {
        let store = PageStore()
        write([UInt8](repeating: 5, count: 2 * Self.page), store, at: 0)
        store.truncate(to: size)

        #expect(store.size == min(size, 2 * Self.page))
        #expect(bytes(store, 2 * Self.page).bytes == (0..<2 * Self.page).map { $0 < size ? 5 : 0 })
    }

    @Test func `what was cut off does not come back`() {
        let store = PageStore()
        write([UInt8](repeating: 5, count: 10), store, at: 0)
        store.truncate(to: 4)
        write([6], store, at: 8)

        #expect(bytes(store, 9).bytes == [5, 5, 5, 5, 0, 0, 0, 0, 6])
    }

    @Test func `a copy and its original do not see what the other one writes`() {
        let store = PageStore()
        write([UInt8](repeating: 1, count: 3 * Self.page), store, at: 0)
        let copy = PageStore(copying: store)
        write([2, 2], store, at: Self.page - 1)
        write([3], copy, at: 2 * Self.page)
        store.truncate(to: 2 * Self.page)

        #expect(bytes(store, 3, at: Self.page - 2) == (3, [1, 2, 2]))
        #expect(bytes(store, 1, at: 2 * Self.page).read == 0)
        #expect(bytes(copy, 3, at: Self.page - 2) == (3, [1, 1, 1]))
        #expect(bytes(copy, 2, at: 2 * Self.page) == (2, [3, 1]))
        #expect(copy.size == 3 * Self.page)
    }

    // MARK: Databases

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
                    let database = try await fixture.database.copyInMemory()
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
        let kept = try await fixture.database.copyInMemory()
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
        let early = try await fixture.database.copyInMemory()
        let last = try await fixture.write { tx in
            for index in 0..<3 { try tx.insert(StoreFixture.message("m\(index)")) }
            return try ProjectDatabase.sequences(tx.db).first { $0.table == "message" }?.last
        }
        try await fixture.database.replace(with: early)
        let next = try await fixture.write { tx in
            try tx.insert(StoreFixture.message("m"))
            return try ProjectDatabase.sequences(tx.db).first { $0.table == "message" }?.last
        }

        #expect(last == 3)
        #expect(next == 4)
    }

    @Test func `a database in memory of SQLite's own is copied as well`() async throws {
        let configuration = ProjectDatabase.configuration
        let database = try ProjectDatabase(queue: MemoryFileSystem.open(nil, configuration))
        _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }
        let copy = try await database.copyInMemory()
        _ = try await database.write(tenant: nil) { tx in try tx.deleteAccount(AccountID(rawValue: "a")) }

        #expect(try await copy.read(tenant: nil) { tx in try tx.account(id: AccountID(rawValue: "a")) } != nil)

        try await database.replace(with: copy)
        #expect(try await database.read(tenant: nil) { tx in try tx.account(id: AccountID(rawValue: "a")) } != nil)
    }
}
