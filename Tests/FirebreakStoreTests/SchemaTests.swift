import FirebreakWire
import Foundation
import GRDB
import Testing

@testable import FirebreakStore

struct SchemaTests {
    @Test func `every table is strict`() async throws {
        let fixture = try StoreFixture()

        let loose = try await fixture.read { tx in
            try String.fetchAll(
                tx.db,
                sql: """
                    SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0
                    AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'
                    """)
        }
        let tables = try await fixture.read { tx in
            try String.fetchAll(tx.db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 1")
        }

        #expect(loose.isEmpty)
        #expect(
            Set(tables) == [
                "account", "accountCount", "delivery", "fault", "fixtureRef", "flow", "hashSettings", "mail", "message",
                "messageSettings", "passkey", "providerConfig", "providerIdentity", "session", "setting", "tenant",
                "tenantPolicy", "totpSecret",
            ])
    }

    @Test func `a value of another type is refused`() async throws {
        let fixture = try StoreFixture()

        await #expect(throws: DatabaseError.self) {
            try await fixture.write { tx in
                try tx.run(
                    "INSERT INTO account (tenant, localId, endedSession, disabled) VALUES ('', 'a', 0, 'yes')", [])
            }
        }
    }

    @Test func `migrating a migrated database changes nothing`() throws {
        let queue = try DatabaseQueue()
        func schema() throws -> [String] {
            try queue.read {
                try String.fetchAll($0, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
            }
        }
        try Schema.migrator.migrate(queue)
        let first = try schema()
        try queue.write { try $0.execute(sql: "INSERT INTO setting (name, value) VALUES ('config', '{}')") }

        try Schema.migrator.migrate(queue)

        #expect(try schema() == first)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM setting") } == 1)
        #expect(try queue.read { try Schema.migrator.hasCompletedMigrations($0) })
    }
}
