import FirebreakWire
import Foundation
import GRDB
import Testing

@testable import FirebreakStore

struct ProjectDatabaseTests {
    private struct Refusal: Error {}

    @Test func `a write that fails leaves nothing, and the next one works`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(StoreFixture.account("kept")) }

        await #expect(throws: Refusal.self) {
            try await fixture.write { tx in
                try tx.insert(StoreFixture.account("a"))
                try tx.deleteAccount(AccountID(rawValue: "kept"))
                try tx.insert(StoreFixture.message("m", code: "c"))
                _ = try tx.insert(StoreFixture.session("a"))
                try tx.set(.config, to: ["a": 1])
                try tx.save(TenantRecord(id: TenantID(rawValue: "t"), document: [:]))
                throw Refusal()
            }
        }

        let counts = try await fixture.read { tx in
            [
                try tx.totalAccountCount(), try tx.messageCount(), try tx.tenantCount(),
                try tx.setting(.config) == nil ? 0 : 1,
            ]
        }
        #expect(counts == [1, 0, 0, 0])
        #expect(try await fixture.read { tx in try tx.lastSessionID() } == 0)
        #expect(try await fixture.read { tx in try tx.account(id: AccountID(rawValue: "kept")) } != nil)
        try await fixture.write { tx in try tx.insert(StoreFixture.account("b")) }
        #expect(try await fixture.read { tx in try tx.accountCount() } == 2)
    }

    @Test func `an error of SQLite rolls back too`() async throws {
        let fixture = try StoreFixture()

        await #expect(throws: (any Error).self) {
            try await fixture.write { tx in
                try tx.insert(StoreFixture.account("a"))
                try tx.insert(StoreFixture.account("a"))
            }
        }
        #expect(try await fixture.read { tx in try tx.accountCount() } == 0)
    }

    @Test func `a write tells its messages with their numbers`() async throws {
        let fixture = try StoreFixture()

        let (value, effects) = try await fixture.database.write(tenant: nil) { tx in
            try tx.insert(StoreFixture.message("m1"))
            try tx.insert(StoreFixture.message("m2"))
            return "done"
        }

        #expect(value == "done")
        #expect(effects.messages.map(\.id) == ["m1", "m2"])
        #expect(effects.messages.map(\.seq) == [1, 2])
    }

    @Test(.timeLimit(.minutes(20)))
    func `concurrent writes are one after the other`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.set(.clock, to: ["count": 0]) }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<300 {
                group.addTask {
                    try await fixture.write { tx in
                        let count = try tx.setting(.clock)?["count"]?.integerValue ?? 0
                        try tx.set(.clock, to: ["count": .int(count + 1)])
                        try tx.insert(StoreFixture.account("a\(task)"))
                    }
                }
                group.addTask {
                    // Both statements see one state.
                    let (first, second) = try await fixture.read { tx in
                        (try tx.setting(.clock)?["count"]?.integerValue, Int64(try tx.accountCount()))
                    }
                    #expect(first == second)
                }
            }
            try await group.waitForAll()
        }

        #expect(try await fixture.read { tx in try tx.setting(.clock) } == ["count": 300])
        #expect(try await fixture.read { tx in try tx.accountCount() } == 300)
    }

    @Test func `several databases are used at the same time`() async throws {
        let storage = try Storage(dataDirectory: nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let database = try storage.open(ProjectID(rawValue: "p\(index % 10)"), create: true)
                    _ = try await database?.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a\(index)"))
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try storage.projects().count == 10)
        for index in 0..<10 {
            let database = try #require(try storage.open(ProjectID(rawValue: "p\(index)"), create: false))
            #expect(try await database.read(tenant: nil) { tx in try tx.accountCount() } == 10)
        }
    }

    /// On systems whose SQLite takes `file:` for the beginning of a name.
    @Test(arguments: [true, false])
    func `databases in memory are apart, and in no file`(namesAreURLs: Bool) throws {
        let files = FileManager.default
        let before = try files.contentsOfDirectory(atPath: files.currentDirectoryPath)
        let queues = try (0..<2).map { _ in try ProjectDatabase.memory(namesAreURLs: namesAreURLs) }
        try queues[0].write { db in try db.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }

        #expect(try queues[0].read { db in try db.tableExists("t") })
        #expect(try queues[1].read { db in try !db.tableExists("t") })
        #expect(try files.contentsOfDirectory(atPath: files.currentDirectoryPath) == before)
    }
}
