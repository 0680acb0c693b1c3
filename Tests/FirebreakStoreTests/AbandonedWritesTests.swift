import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Testing

/// Clients that leave in the middle of what they asked for.
struct AbandonedWritesTests {
    private static let project = ProjectID(rawValue: "p")

    /// Runs writers whose tasks are cancelled at moments of a seed: before they begin, in their middle, or too late.
    private static func abandon(
        _ count: Int, at once: Int, seed: UInt64, _ write: @escaping @Sendable (Int) async throws -> Void
    ) async {
        await withTaskGroup { group in
            for lane in 0..<once {
                group.addTask {
                    var random = SplitMix64(state: seed &+ UInt64(lane))
                    for number in stride(from: lane, to: count, by: once) {
                        let writer = Task { try await write(number) }
                        try? await Task.sleep(for: .microseconds(Int.random(in: 0..<2000, using: &random)))
                        writer.cancel()
                        _ = await writer.result
                    }
                }
            }
        }
    }

    /// Each write makes twenty accounts of its own.
    private static func insert(_ number: Int, _ database: ProjectDatabase) async throws {
        _ = try await database.write(tenant: nil) { tx in
            for part in 0..<20 {
                try Task.checkCancellation()
                try tx.insert(StoreFixture.account("w\(number)-\(part)"))
            }
        }
    }

    private static func checkWholeness(_ database: ProjectDatabase, _ count: Int) async throws {
        let parts = try await database.read(tenant: nil) { tx in
            var parts: [Int: Int] = [:]
            try tx.forEachAccount { account in
                let number = account.id.rawValue.dropFirst().split(separator: "-").first.flatMap { Int($0) }
                if let number { parts[number, default: 0] += 1 }
            }
            return parts
        }
        #expect(parts.values.allSatisfy { $0 == 20 })
        // Neither did all of them come too late, nor all too early.
        #expect(!parts.isEmpty)
        _ = try await database.write(tenant: nil) { tx in try tx.insert(StoreFixture.account("next")) }
        #expect(try await database.read(tenant: nil) { tx in try tx.account(id: AccountID(rawValue: "next")) } != nil)
    }

    @Test(arguments: [4, 16]) func `writes whose client has left are whole or not there`(once: Int) async throws {
        try await withTemporaryDirectory { directory in
            for storage in [try Storage(dataDirectory: nil), try Storage(dataDirectory: directory)] {
                let database = try #require(try storage.open(Self.project, create: true))
                await Self.abandon(2000, at: once, seed: 7) { number in try await Self.insert(number, database) }
                try await Self.checkWholeness(database, 2000)
            }
        }
    }

    @Test(arguments: [4, 16]) func `copies and replacements that nobody waits for harm nothing`(once: Int) async throws
    {
        try await withTemporaryDirectory { directory in
            for storage in [try Storage(dataDirectory: nil), try Storage(dataDirectory: directory)] {
                let database = try #require(try storage.open(Self.project, create: true))
                try await Self.insert(0, database)
                _ = try await storage.snapshots.save(of: Self.project, as: "s") { database }
                await Self.abandon(400, at: once, seed: 11) { number in
                    switch number % 4 {
                    case 0: _ = try await storage.snapshots.save(of: Self.project, as: "s\(number % 8)") { database }
                    case 1:
                        guard let snapshot = try storage.snapshots.open("s", of: Self.project) else { return }
                        defer { storage.snapshots.close(snapshot) }
                        try await database.replace(with: snapshot.database)
                    case 2: try await storage.draft(of: database).discard()
                    default: try await Self.insert(number, database)
                    }
                }
                try await Self.checkWholeness(database, 400)
            }
        }
    }

    @Test func `keys of a server whose registration is abandoned are there or not`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            await Self.abandon(400, at: 16, seed: 13) { number in
                try await storage.apiKeys.register(["a\(number)", "b\(number)"], for: Self.project)
            }
            let known = storage.apiKeys.keys(of: Self.project)
            storage.close()
            let kept = try Storage(dataDirectory: directory).apiKeys.keys(of: Self.project)
            #expect(kept == known)
            #expect(known.count.isMultiple(of: 2) && !known.isEmpty)
        }
    }
}
