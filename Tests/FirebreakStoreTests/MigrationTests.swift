import FirebreakTestSupport
import FirebreakWire
import Foundation
import GRDB
import Testing

@testable import FirebreakStore

/// A database of an earlier version opens as it was.
struct MigrationTests {
    private static let first = "1-accounts-sessions-messages"

    private static let rows = """
        INSERT INTO account (tenant, localId, email, emailRank, endedSession, secondFactors, passkeys)
        VALUES ('', 'a', 'a@x.test', 0, 0, '[{"mfaEnrollmentId":"1","phoneInfo":"+1"}]', '[]');
        INSERT INTO session (secret, tenant, localId, provider, authTime) VALUES (x'010203', '', 'a', 'password', 5);
        INSERT INTO message
        (id, tenant, channel, type, delivery, recipient, email, locale, code, createdAt, request)
        VALUES ('m', '', 'email', 'EMAIL_SIGNIN', 'sent', 'a@x.test', 'a@x.test', 'en', 'c', 5, '{}');
        INSERT INTO setting (name, value) VALUES ('config', '{"old":true}');
        """

    @Test func `the first migration made none of the later tables`() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: Self.first)

        for table in ["flow", "passkey", "totpSecret", "providerConfig", "hashSettings"] {
            #expect(try !queue.read { try $0.tableExists(table) })
        }
        #expect(try queue.read { try $0.tableExists("account") })
    }

    @Test func `provider configurations came third`() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "2-flows-second-factors-passkeys")
        #expect(try queue.read { try $0.tableExists("flow") && !$0.tableExists("providerConfig") })

        try Schema.migrator.migrate(queue)
        #expect(try queue.read { try $0.tableExists("providerConfig") })
    }

    @Test func `rows of the first version are read as they were`() async throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: Self.first)
        try await queue.write { try $0.execute(sql: Self.rows) }

        try Schema.migrator.migrate(queue)

        for table in ["account", "session", "message", "setting"] {
            #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") } == 1)
        }
        let attempts = try await queue.read { try Int64.fetchAll($0, sql: "SELECT attempts FROM message") }
        #expect(attempts == [0])
    }

    @Test func `accounts from before there were lists of them are in the lists`() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "9-deliveries")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (tenant, localId, displayName, emailRank, endedSession, createdAt)
                    VALUES ('', 'a', 'Anna', 0, 0, '5'), ('', 'b', NULL, 0, 0, NULL), ('', 'c', 'anton', 0, 0, '7')
                    """)
        }

        try Schema.migrator.migrate(queue)

        let database = try ProjectDatabase(queue: queue)
        let newest = try database.queue.read { db in
            try Transaction(db, tenant: nil).accountPage(.newestFirst, nil, limit: 5).accounts.map(\.id.rawValue)
        }
        #expect(newest == ["c", "a", "b"])
        var filter = AccountFilter()
        filter.search = try SearchText("AN")
        let found = try database.queue.read { [filter] db in
            try Transaction(db, tenant: nil).accountPage(.byID, nil, filter, limit: 5).accounts.map(\.id.rawValue)
        }
        #expect(found == ["a", "c"])
    }

    @Test func `messages from before settings were kept with them get those of that time, once`() async throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "12-order-of-identities")
        try await queue.write { try $0.execute(sql: Self.rows) }
        let database = try ProjectDatabase(queue: queue)
        func settings(_ id: String) async throws -> MessageSettings? {
            try await database.read(tenant: nil) { tx in try tx.message(id: id)?.settings }
        }
        #expect(try await database.read(tenant: nil) { tx in try tx.hasMessagesWithoutSettings() })
        #expect(try await settings("m") == nil)

        let (then, now) = (MessageSettings(["app": "old"]), MessageSettings(["app": "new"]))
        _ = try await database.write(tenant: nil) { tx in
            try tx.keepMessageSettings(then)
            try tx.insert(StoreFixture.message("n") { $0.settings = now })
        }
        _ = try await database.write(tenant: nil) { tx in try tx.keepMessageSettings(now) }

        #expect(try await settings("m") == then)
        #expect(try await settings("n") == now)
        #expect(try await !database.read(tenant: nil) { tx in try tx.hasMessagesWithoutSettings() })
    }

    @Test func `a database without messages has none that lack settings`() async throws {
        let fixture = try StoreFixture()
        #expect(try await !fixture.read { tx in try tx.hasMessagesWithoutSettings() })
    }

    @Test func `a file of the first version opens and goes on`() async throws {
        try await withTemporaryDirectory { directory in
            let id = ProjectID(rawValue: "p")
            // Made once by this version, to know where the file is; then again as the first version left it.
            do {
                let storage = try Storage(dataDirectory: directory)
                _ = try storage.open(id, create: true)
            }
            let names = try FileManager.default.subpathsOfDirectory(atPath: directory)
            let name = try #require(names.first { $0.contains("p") && $0.hasSuffix(".sqlite") }, "\(names)")
            let path = directory + "/" + name
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            do {
                let queue = try DatabaseQueue(path: path)
                try Schema.migrator.migrate(queue, upTo: Self.first)
                try await queue.write { try $0.execute(sql: Self.rows) }
                try queue.close()
            }

            let database = try #require(try Storage(dataDirectory: directory).open(id, create: false))
            let account = try await database.read(tenant: nil) { tx in try tx.account(email: "a@x.test") }
            #expect(account?.hashSettings == nil)
            #expect(account?.secondFactors?.map(\.document) == [["mfaEnrollmentId": "1", "phoneInfo": "+1"]])
            #expect(try await database.read(tenant: nil) { tx in try tx.session(id: 1)?.provider } == "password")
            let message = try await database.read(tenant: nil) { tx in try tx.openMessage(code: "c") }
            #expect(message?.recipient == "a@x.test")
            #expect(message?.attempts == 0)
            let flow = Flow(token: "t", kind: .secondFactor, content: [:], expiresAt: nil)
            _ = try await database.write(tenant: nil) { tx in try tx.insert(flow, at: StoreFixture.now) }
            #expect(try await database.read(tenant: nil) { tx in try tx.flow(.secondFactor, token: "t") } == flow)
        }
    }
}
