import FirebreakTestSupport
import FirebreakWire
import Foundation
import GRDB
import Testing

@testable import FirebreakStore

/// A data directory and the files in it, when they are not as they should be.
struct StorageFailureTests {
    private static let project = ProjectID(rawValue: "p")

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    /// Lets a database grow to so many pages, as a disk does that is full then.
    ///
    /// - Returns: How many it has.
    private func limitPages(of database: ProjectDatabase, to count: Int) async throws -> Int {
        try await database.queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA max_page_count = \(count)")
            return try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        }
    }

    @Test func `a directory belongs to one storage, and to the next one after it`() async throws {
        try await withTemporaryDirectory { directory in
            let first = try Storage(dataDirectory: directory)

            let failure = #expect(throws: Storage.Failure.self) { try Storage(dataDirectory: directory) }
            let text = try #require(failure?.description)
            #expect(text.contains("in use by process \(getpid()) since 2"))
            #expect(text.contains(directory))
            // The second one touched nothing.
            let database = try #require(try first.open(Self.project, create: true))
            _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }

            first.close()
            let next = try Storage(dataDirectory: directory)
            #expect(try next.projects() == [Self.project])
        }
    }

    @Test func `what is made is for its owner alone`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            let database = try #require(try storage.open(Self.project, create: true))
            _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }
            _ = try await storage.snapshots.save(of: Self.project, as: "s") { database }

            #expect(try mode(directory) == 0o700)
            let everything = try #require(FileManager.default.enumerator(atPath: directory))
            for case let name as String in everything {
                let path = directory + "/" + name
                var isDirectory: ObjCBool = false
                #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory))
                #expect(try mode(path) == (isDirectory.boolValue ? 0o700 : 0o600), "\(name)")
            }
        }
    }

    @Test func `a file that is not a database is told apart, and stays as it is`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            let path = directory + "/projects/p.sqlite"
            let text = Data(String(repeating: "no database ", count: 100).utf8)
            try text.write(to: URL(filePath: path))

            for create in [true, false] {
                let failure = #expect(throws: StorageFailure.self) { try storage.open(Self.project, create: create) }
                #expect(failure?.kind == .notADatabase)
                #expect(failure?.file == path)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == text)
        }
    }

    @Test(arguments: [
        ("INSERT INTO grdb_migrations (identifier) VALUES ('99-future')", StorageFailure.Kind.newerVersion),
        (
            "UPDATE grdb_migrations SET identifier = '1-accounts-sessions-messages' WHERE identifier = '0.1.0'",
            .olderBuild
        ),
    ])
    func `a file of another version is told apart, and stays as it is`(
        change: String, kind: StorageFailure.Kind
    ) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/projects/p.sqlite"
            do {
                let storage = try Storage(dataDirectory: directory)
                try #require(try storage.open(Self.project, create: true)).close()
                let queue = try DatabaseQueue(path: path)
                try await queue.write { db in try db.execute(sql: change) }
                try queue.close()
            }
            let before = try Data(contentsOf: URL(filePath: path))

            let storage = try Storage(dataDirectory: directory)
            let failure = #expect(throws: StorageFailure.self) { try storage.open(Self.project, create: false) }

            #expect(failure?.kind == kind)
            #expect(storage.readClosedFile(of: Self.project) { _ in true } == nil)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }

    /// Makes the project's file, changes it while nobody has it open, and looks at it as it is then.
    private func afterDamage(
        _ damage: (_ path: String) async throws -> Void, _ check: (Storage, _ path: String) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/projects/p.sqlite"
            do {
                let storage = try Storage(dataDirectory: directory)
                let database = try #require(try storage.open(Self.project, create: true))
                _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }
                database.close()
            }
            try await damage(path)
            try await check(try Storage(dataDirectory: directory), path)
        }
    }

    private func checkDamaged(_ storage: Storage, _ path: String, _ kind: StorageFailure.Kind) throws {
        for create in [true, false] {
            let failure = #expect(throws: StorageFailure.self) { try storage.open(Self.project, create: create) }
            #expect(failure?.kind == kind)
            #expect(failure?.file == path)
        }
        #expect(storage.readClosedFile(of: Self.project) { _ in true } == nil)
        // It is listed, and can be dropped for a new one.
        #expect(try storage.projects() == [Self.project])
        #expect(try storage.drop(Self.project))
        #expect(try storage.projects().isEmpty)
        #expect(try storage.open(Self.project, create: true) != nil)
    }

    @Test func `an empty file is a damaged one, and no empty project`() async throws {
        try await afterDamage { path in
            try Data().write(to: URL(filePath: path))
        } _: { storage, path in
            #expect(throws: StorageFailure.self) { try storage.open(Self.project, create: true) }
            #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
            try checkDamaged(storage, path, .notADatabase)
        }
    }

    @Test func `a log without its database is not applied to a new one`() async throws {
        try await afterDamage { path in
            try FileManager.default.moveItem(atPath: path, toPath: path + "-wal")
        } _: { storage, path in
            try checkDamaged(storage, path, .gone)
        }
    }

    @Test(arguments: ["PRAGMA application_id = 7", "DROP TABLE grdb_migrations", "DROP TABLE account"])
    func `another program's database is told apart, and stays as it is`(statement: String) async throws {
        try await afterDamage { path in
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { db in
                try db.execute(sql: statement)
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try queue.close()
        } _: { storage, path in
            let before = try Data(contentsOf: URL(filePath: path))
            #expect(throws: StorageFailure.self) { try storage.open(Self.project, create: false) }
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            try checkDamaged(storage, path, .notADatabase)
        }
    }

    /// Damage that only a call comes upon: what makes it, and the call.
    static let hidden: [(statement: String, call: @Sendable (Transaction) throws -> Void)] = [
        ("UPDATE account SET providers = '[\"pass'", { _ = try $0.account(id: AccountID(rawValue: "a")) }),
        ("UPDATE account SET passkeys = '[{\u{1}'", { _ = try $0.account(id: AccountID(rawValue: "a")) }),
        ("INSERT INTO setting (name, value) VALUES ('rules', '')", { _ = try $0.setting(.rules) }),
        ("ALTER TABLE flow RENAME COLUMN content TO kontent", { _ = try $0.flow(.samlRequest, token: "t") }),
    ]

    @Test(arguments: hidden.indices)
    func `a value or a table that this product has not made is damage of the file`(index: Int) async throws {
        let (statement, call) = Self.hidden[index]
        try await afterDamage { path in
            try await DatabaseQueue(path: path).write { db in try db.execute(sql: statement) }
        } _: { storage, path in
            let database = try #require(try storage.open(Self.project, create: false))
            let failure = await #expect(throws: StorageFailure.self, "\(statement)") {
                try await database.read(tenant: nil) { tx in try call(tx) }
            }
            #expect(failure?.kind == .notADatabase)
            #expect(failure?.file == path)
        }
    }

    @Test func `a schema without types, and counters that are no numbers, end no process`() async throws {
        try await afterDamage { path in
            try await DatabaseQueue(path: path).writeWithoutTransaction { db in
                try db.execute(
                    sql: """
                        INSERT INTO sqlite_sequence (name, seq) VALUES ('message', 'many');
                        PRAGMA writable_schema = ON;
                        UPDATE sqlite_master SET type = NULL WHERE name = 'sqlite_autoindex_grdb_migrations_1'
                        """)
            }
        } _: { storage, _ in
            let database = try #require(try storage.open(Self.project, create: false))
            try await database.replace(with: .inMemory())
            #expect(try await database.read(tenant: nil) { tx in try tx.accountCount() } == 0)
        }
    }

    @Test(arguments: [
        "DROP TABLE apiKey; CREATE TABLE apiKey (key, project); INSERT INTO apiKey VALUES (NULL, 'p')",
        "DROP TABLE projectExpiry; CREATE TABLE projectExpiry AS SELECT NULL AS project, 1 AS expiresAt",
        "DROP TABLE projectExpiry; CREATE TABLE projectExpiry (project)",
    ])
    func `a server's own file with damaged rows stops the start with a sentence`(statements: String) async throws {
        try await withTemporaryDirectory { directory in
            try Storage(dataDirectory: directory).close()
            try await DatabaseQueue(path: directory + "/server.sqlite").write { db in try db.execute(sql: statements) }

            let failure = #expect(throws: Storage.Failure.self) { try Storage(dataDirectory: directory) }
            #expect(failure?.description.contains("server.sqlite: ") == true, "\(failure?.description ?? "")")
        }
    }

    @Test func `a row of the server's own file that is of another type is told apart`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            try await DatabaseQueue(path: directory + "/server.sqlite").write { db in
                try db.execute(
                    sql: """
                        DROP TABLE deliveringProject; CREATE TABLE deliveringProject (project);
                        INSERT INTO deliveringProject VALUES (NULL)
                        """)
            }
            let failure = await #expect(throws: StorageFailure.self) { try await storage.deliveringProjects.all() }
            #expect(failure?.kind == .notADatabase)
        }
    }

    @Test func `an empty snapshot is a damaged one`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            let database = try #require(try storage.open(Self.project, create: true))
            _ = try await storage.snapshots.save(of: Self.project, as: "s") { database }
            try Data().write(to: URL(filePath: directory + "/snapshots/p/s.sqlite"))

            let failure = #expect(throws: StorageFailure.self) {
                _ = try storage.snapshots.open("s", of: Self.project)
            }
            #expect(failure?.kind == .notADatabase)
            #expect(try storage.snapshots.entries(of: Self.project).count == 1)
            #expect(try storage.snapshots.remove("s", of: Self.project))
        }
    }

    @Test(arguments: ["", "CREATE TABLE other (id INTEGER)"])
    func `the server's own file may be neither empty nor another program's`(statement: String) async throws {
        try await withTemporaryDirectory { directory in
            try Storage(dataDirectory: directory).close()
            let path = directory + "/server.sqlite"
            try FileManager.default.removeItem(atPath: path)
            if statement.isEmpty {
                try Data().write(to: URL(filePath: path))
            } else {
                let queue = try DatabaseQueue(path: path)
                try await queue.write { db in try db.execute(sql: statement) }
                try queue.close()
            }
            let before = try Data(contentsOf: URL(filePath: path))

            let failure = #expect(throws: Storage.Failure.self) { try Storage(dataDirectory: directory) }
            #expect(failure?.description.contains("server.sqlite: ") == true)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }

    @Test func `the server's own file is usable after a process that was killed while it wrote`() async throws {
        try await withTemporaryDirectory { directory in
            try Storage(dataDirectory: directory).close()
            let path = directory + "/server.sqlite"
            let names = ["", "-journal"]
            try DatabaseQueue(path: path).writeWithoutTransaction { db in
                // Too much for the cache, so that part of it reaches the file before the end.
                try db.execute(
                    sql: """
                        PRAGMA cache_size = 2; BEGIN; CREATE TABLE filler (x);
                        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
                        INSERT INTO filler SELECT randomblob(4000) FROM n
                        """)
                for name in names {
                    try FileManager.default.copyItem(atPath: path + name, toPath: path + ".left" + name)
                }
                try db.execute(sql: "ROLLBACK")
            }
            try? FileManager.default.removeItem(atPath: path)
            for name in names { try FileManager.default.moveItem(atPath: path + ".left" + name, toPath: path + name) }

            let storage = try Storage(dataDirectory: directory)
            storage.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
            #expect(try DatabaseQueue(path: path).read { db in try !db.tableExists("filler") })
        }
    }

    @Test func `a file that is moved away is missed at once, and works again where it was`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            let database = try #require(try storage.open(Self.project, create: true))
            _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }

            try FileManager.default.moveItem(atPath: directory + "/projects", toPath: directory + "/away")
            for _ in 0..<2 {
                let read = await #expect(throws: StorageFailure.self) {
                    try await database.read(tenant: nil) { tx in try tx.accountCount() }
                }
                let write = await #expect(throws: StorageFailure.self) {
                    try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("b")) }
                }
                #expect(read?.kind == .gone)
                #expect(write?.kind == .gone)
            }
            // A project that is not open: nobody knows whether it has anything.
            #expect(throws: StorageFailure.self) { try storage.open(ProjectID(rawValue: "q"), create: false) }
            #expect(throws: StorageFailure.self) { try storage.open(ProjectID(rawValue: "q"), create: true) }

            try FileManager.default.moveItem(atPath: directory + "/away", toPath: directory + "/projects")
            #expect(try await database.read(tenant: nil) { tx in try tx.accountCount() } == 1)
            _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("b")) }
        }
    }

    @Test func `a full disk is told apart, loses nothing, and is no longer full once there is room`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            let database = try #require(try storage.open(Self.project, create: true))
            _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }
            let pages = try await limitPages(of: database, to: 1)

            let failure = await #expect(throws: StorageFailure.self) {
                _ = try await database.write(tenant: nil) { tx in
                    for number in 0..<2000 { try tx.insert(StoreFixture.account("b\(number)")) }
                }
            }
            #expect(failure?.kind == .full)
            #expect(try await database.read(tenant: nil) { tx in try tx.accountCount() } == 1)

            _ = try await limitPages(of: database, to: pages + 10_000)
            _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("c")) }
            #expect(try await database.read(tenant: nil) { tx in try tx.accountCount() } == 2)
        }
    }

    @Test func `other errors of a database are no failures of the disk`() async throws {
        let database = try #require(try Storage(dataDirectory: nil).open(Self.project, create: true))

        await #expect(throws: DatabaseError.self) {
            _ = try await database.write(tenant: nil) { tx in
                try tx.insert(StoreFixture.account("a"))
                try tx.insert(StoreFixture.account("a"))
            }
        }
    }

    @Test func `a server's own file that is not a database stops the start with a sentence`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data("text".utf8).write(to: URL(filePath: directory + "/server.sqlite"))

            let failure = #expect(throws: Storage.Failure.self) { try Storage(dataDirectory: directory) }
            #expect(failure?.description.contains("server.sqlite: file is not a database") == true)
        }
    }
}
