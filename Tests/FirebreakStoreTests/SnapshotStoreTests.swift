import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Testing

/// What becomes of a project's snapshots when it is dropped at the same time.
struct SnapshotStoreTests {
    private static let project = ProjectID(rawValue: "p")

    /// In memory and in a data directory, with a project that has an account.
    private func withStorages(_ body: (_ storage: Storage, _ directory: String) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            for storage in [try Storage(dataDirectory: nil), try Storage(dataDirectory: directory)] {
                let database = try #require(try storage.open(Self.project, create: true))
                _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("a")) }
                try await body(storage, directory)
            }
        }
    }

    private func files(in directory: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: directory + "/snapshots") else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: directory + "/snapshots")
    }

    @Test func `a snapshot that is made beside a drop goes with the project`() async throws {
        try await withStorages { storage, directory in
            let bytes = try await storage.snapshots.save(of: Self.project, as: "s") {
                let database = try #require(try storage.open(Self.project, create: false))
                _ = try storage.drop(Self.project)
                return database
            }

            #expect(bytes > 4096)
            #expect(try storage.snapshots.entries(of: Self.project).isEmpty)
            #expect(try storage.snapshots.open("s", of: Self.project) == nil)
            #expect(try files(in: directory) == [])
        }
    }

    @Test func `no more are kept than may be, even those that are made at the same time`() async throws {
        try await withStorages { storage, _ in
            @Sendable func save(_ name: String) async throws {
                _ = try await storage.snapshots.save(of: Self.project, as: name) {
                    try storage.open(Self.project, create: false) ?? storage.blank
                }
            }
            for number in 1..<Limit.snapshots.maximum { try await save("s\(number)") }

            let saved = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 { group.addTask { (try? await save("late\(number)")) != nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(saved == 1)
            #expect(try storage.snapshots.entries(of: Self.project).count == Limit.snapshots.maximum)
            // One that is there may be replaced.
            try await save("s1")
        }
    }

    @Test func `names that only look alike are two`() async throws {
        try await withStorages { storage, _ in
            let names = ["e\u{301}", "\u{E9}", "\u{212A}", "K"]
            for name in names {
                _ = try await storage.snapshots.save(of: Self.project, as: name) {
                    try storage.open(Self.project, create: false) ?? storage.blank
                }
            }
            let listed = try storage.snapshots.entries(of: Self.project).map { ExactText($0.name) }
            #expect(Set(listed) == Set(names.map { ExactText($0) }))
            #expect(listed.count == names.count)

            #expect(try storage.snapshots.remove("\u{E9}", of: Self.project))
            #expect(try storage.snapshots.open("\u{E9}", of: Self.project) == nil)
            let left = try #require(try storage.snapshots.open("e\u{301}", of: Self.project))
            storage.snapshots.close(left)
        }
    }

    @Test func `neither does one of the same name come back, nor one of another project go`() async throws {
        try await withStorages { storage, _ in
            let other = ProjectID(rawValue: "other")
            func save(_ project: ProjectID, _ name: String) async throws {
                _ = try await storage.snapshots.save(of: project, as: name) {
                    try storage.open(project, create: false) ?? storage.blank
                }
            }
            try await save(Self.project, "s")
            try await save(other, "s")
            _ = try await storage.snapshots.save(of: Self.project, as: "s") {
                let database = try #require(try storage.open(Self.project, create: false))
                _ = try storage.drop(Self.project)
                return database
            }
            #expect(try storage.snapshots.entries(of: Self.project).isEmpty)
            #expect(try storage.snapshots.entries(of: other).map(\.name) == ["s"])

            try await save(Self.project, "s")
            let later = try #require(try storage.snapshots.open("s", of: Self.project))
            #expect(try await later.database.read(tenant: nil) { tx in try tx.accountCount() } == 0)
            storage.snapshots.close(later)
        }
    }

    @Test func `a snapshot that is open tells whether its project was dropped`() async throws {
        try await withStorages { storage, directory in
            _ = try await storage.snapshots.save(of: Self.project, as: "s") {
                try #require(try storage.open(Self.project, create: false))
            }
            let opened = try #require(try storage.snapshots.open("s", of: Self.project))
            #expect(storage.snapshots.isKept(opened))

            _ = try storage.drop(Self.project)

            #expect(!storage.snapshots.isKept(opened))
            #expect(try await opened.database.read(tenant: nil) { tx in try tx.accountCount() } == 1)
            storage.snapshots.close(opened)
            #expect(try files(in: directory) == [])
        }
    }

    @Test func `what a process left behind in the middle of something goes at the next start`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Storage(dataDirectory: directory)
            let remains = directory + "/snapshots/1-1.draft"
            try FileManager.default.createDirectory(atPath: remains, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: remains + "/default.sqlite"))
            try Data().write(to: URL(filePath: directory + "/snapshots/1-2.draft"))

            _ = try Storage(dataDirectory: directory)

            #expect(try files(in: directory) == [])
        }
    }
}
