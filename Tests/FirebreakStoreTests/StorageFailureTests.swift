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

    @Test func `a file that is no database is told apart, and stays as it is`() async throws {
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

    @Test func `a file of a newer version is told apart, and stays as it is`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/projects/p.sqlite"
            do {
                let storage = try Storage(dataDirectory: directory)
                try #require(try storage.open(Self.project, create: true)).close()
                let queue = try DatabaseQueue(path: path)
                try await queue.write { db in
                    try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99-future')")
                }
                try queue.close()
            }
            let before = try Data(contentsOf: URL(filePath: path))

            let storage = try Storage(dataDirectory: directory)
            let failure = #expect(throws: StorageFailure.self) { try storage.open(Self.project, create: false) }

            #expect(failure?.kind == .newerVersion)
            #expect(storage.glance(at: Self.project) { _ in true } == nil)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
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

    @Test func `a server's own file that is no database stops the start with a sentence`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data("text".utf8).write(to: URL(filePath: directory + "/server.sqlite"))

            let failure = #expect(throws: Storage.Failure.self) { try Storage(dataDirectory: directory) }
            #expect(failure?.description.contains("server.sqlite: file is not a database") == true)
        }
    }
}
