import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Testing

struct CheckpointerTests {
    /// Bytes of a log that is written back, and of an account that makes it grow.
    private static let limit = 1000 * 4096
    private static let accountSize = 200_000

    private func logSize(in directory: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/projects/p.sqlite-wal")
        return try #require((attributes[.size] as? NSNumber)?.intValue)
    }

    private func fill(_ database: ProjectDatabase, _ ids: Range<Int>) async throws {
        for id in ids {
            _ = try await database.write(tenant: nil) { tx in
                var account = Account(id: AccountID(rawValue: "u\(id)"))
                account.createdAt = "1"
                account.userProfile.photoURL = String(repeating: "x", count: Self.accountSize)
                try tx.insert(account)
            }
        }
    }

    @Test func `a log that has grown is written back by a worker, never by the call that made it long`() async throws {
        try await withTemporaryDirectory { directory in
            let gate = WorkerGate()
            let storage = try Storage(dataDirectory: directory, workers: gate.executor)
            let database = try #require(try storage.open(ProjectID(rawValue: "p"), create: true))
            let count = Self.limit / Self.accountSize * 2

            try await gate.closed {
                try await fill(database, 0..<count)
                #expect(try logSize(in: directory) > Self.limit)
                #expect(gate.executor.waitingCount == 1)
            }

            // The worker has the log first, this piece of work comes after it.
            await gate.executor.run {}
            while try logSize(in: directory) > 0 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(try await database.read(tenant: nil) { try $0.accountCount() } == count)
            storage.close()
        }
    }

    @Test func `a log is written back again when it has grown again`() async throws {
        try await withTemporaryDirectory { directory in
            let storage = try Storage(dataDirectory: directory)
            let database = try #require(try storage.open(ProjectID(rawValue: "p"), create: true))
            let count = Self.limit / Self.accountSize * 2

            for round in 0..<3 {
                try await fill(database, round * count..<(round + 1) * count)
                while try logSize(in: directory) > Self.limit { try await Task.sleep(for: .milliseconds(1)) }
            }
            #expect(try await database.read(tenant: nil) { try $0.accountCount() } == 3 * count)
            storage.close()
        }
    }
}
