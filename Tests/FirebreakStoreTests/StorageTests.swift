import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Testing

struct StorageTests {
    private static let project = ProjectID(rawValue: "p")

    @Test func `what was written is there when a file is opened again`() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let database = try #require(try Storage(dataDirectory: directory).open(Self.project, create: true))
                _ = try await database.write(tenant: nil) { tx in
                    try tx.insert(StoreFixture.account("a"))
                    try tx.insert(StoreFixture.message("m", code: "c"))
                    _ = try tx.insert(StoreFixture.session("a"))
                    try tx.set(.rules, to: ["expiry": "off"])
                    try tx.save(TenantRecord(id: TenantID(rawValue: "t"), document: ["displayName": "T"]))
                }
            }

            let storage = try Storage(dataDirectory: directory)
            #expect(try storage.projects() == [Self.project])
            let database = try #require(try storage.open(Self.project, create: false))
            #expect(try await database.read(tenant: nil) { tx in try tx.accountCount() } == 1)
            #expect(try await database.read(tenant: nil) { tx in try tx.openMessage(code: "c") } != nil)
            #expect(try await database.read(tenant: nil) { tx in try tx.lastSessionID() } == 1)
            #expect(try await database.read(tenant: nil) { tx in try tx.setting(.rules) } == ["expiry": "off"])
            #expect(
                try await database.read(tenant: nil) { tx in try tx.tenantRecords(after: nil, limit: 5).count } == 1)
            let next = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.message("n")).seq }
            #expect(next.value == 2)
        }
    }

    @Test(arguments: ["", "/a b", "/a%20?b#c&d", "/ä:ö"])
    func `a closed file is read and left as it is`(path: String) async throws {
        try await withTemporaryDirectory { parent in
            let directory = parent + path
            let storage = try Storage(dataDirectory: directory)
            let database = try #require(try storage.open(Self.project, create: true))
            _ = try await database.write(tenant: nil) { tx in try tx.set(.rules, to: ["expiry": "off"]) }
            func setting() -> JSON? { storage.readClosedFile(of: Self.project) { tx in try tx.setting(.rules) } }
            #expect(setting() == nil, "its log may have more")

            storage.close(database)
            #expect(setting() == ["expiry": "off"])
            #expect(storage.readClosedFile(of: Self.project) { tx in try tx.setting(.config) } == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory + "/projects") == ["p.sqlite"])

            try Data("no database".utf8).write(to: URL(filePath: directory + "/projects/p.sqlite"))
            #expect(setting() == nil)
            #expect(storage.readClosedFile(of: ProjectID(rawValue: "other")) { _ in true } == nil)
            #expect(try storage.projects() == [Self.project])
        }
        #expect(try Storage(dataDirectory: nil).readClosedFile(of: Self.project) { _ in true } == nil)
    }

    @Test func `a project without a database has none until it is asked for`() async throws {
        try await withTemporaryDirectory { directory in
            for storage in [try Storage(dataDirectory: nil), try Storage(dataDirectory: directory)] {
                #expect(try storage.open(Self.project, create: false) == nil)
                #expect(try storage.projects().isEmpty)
                #expect(try storage.drop(Self.project) == false)
                #expect(try storage.open(Self.project, create: true) != nil)
                #expect(try storage.projects() == [Self.project])
            }
        }
    }

    @Test func `a dropped project leaves no file`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            let database = try #require(try storage.open(Self.project, create: true))
            _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }

            #expect(try storage.drop(Self.project))

            #expect(try FileManager.default.contentsOfDirectory(atPath: directory + "/projects").isEmpty)
            #expect(try storage.projects().isEmpty)
        }
    }

    @Test func `files are journalled ahead, so that what was answered survives the process`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            let database = try #require(try storage.open(Self.project, create: true))
            _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }

            let files = try FileManager.default.contentsOfDirectory(atPath: directory + "/projects").sorted()
            #expect(files == ["p.sqlite", "p.sqlite-shm", "p.sqlite-wal"])
        }
    }

    @Test func `a data directory that cannot be used is told in words`() async throws {
        try await withTemporaryDirectory { directory in
            try Data("x".utf8).write(to: URL(filePath: directory))
            let failure = #expect(throws: Storage.Failure.self) { try Storage(dataDirectory: directory) }
            #expect(failure?.description.contains(directory) == true)
        }
    }

    @Test func `projects are listed in order, files that are none left out`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            for id in ["b", "a", "A/b"] { _ = try storage.open(ProjectID(rawValue: id), create: true) }
            try Data("x".utf8).write(to: URL(filePath: directory + "/projects/notes.txt"))

            #expect(try storage.projects().map(\.rawValue) == ["A/b", "a", "b"])
        }
    }

    // MARK: API keys

    @Test func `registered keys survive, move and go`() async throws {
        try await withTemporaryDirectory { directory in
            let keys = try Storage(dataDirectory: directory).apiKeys
            let (one, two) = (ProjectID(rawValue: "one"), ProjectID(rawValue: "two"))
            try await keys.register(["k"], for: one)
            try await keys.register(["l"], for: one)
            try await keys.register(["k"], for: two)

            let reopened = try Storage(dataDirectory: directory).apiKeys
            #expect(reopened.project(of: "k") == two)
            #expect(reopened.keys(of: one) == ["l"])
            #expect(try await reopened.remove("k", of: one) == false)
            #expect(try await reopened.remove("k", of: two))
            #expect(reopened.project(of: "k") == nil)
            #expect(try Storage(dataDirectory: directory).apiKeys.project(of: "k") == nil)
        }
    }
}
