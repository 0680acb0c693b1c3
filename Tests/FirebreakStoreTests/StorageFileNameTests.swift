import FirebreakStore
import FirebreakWire
import Foundation
import Testing

struct StorageFileNameTests {
    @Test(arguments: ["demo-shop", "..", "a/b", "a\0b", "UPPER", "Ünï", String(repeating: "x", count: 128), "_a", "."])
    func `a project with any ID keeps its data in one file of the data directory`(id: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let project = ProjectID(rawValue: id)

        let storage = try Storage(dataDirectory: directory)
        let database = try #require(try storage.open(project, create: true))
        _ = try await database.write(tenant: nil) { tx in try tx.insert(Account(id: AccountID(rawValue: "a"))) }

        #expect(try storage.projects() == [project])
        let files = try FileManager.default.contentsOfDirectory(atPath: directory + "/projects")
        #expect(files.allSatisfy { $0.utf8.count <= 255 && $0 == $0.lowercased() })
        storage.close()
        let reopened = try #require(try Storage(dataDirectory: directory).open(project, create: false))
        #expect(try await reopened.read(tenant: nil) { tx in try tx.accountCount() } == 1)
    }
}
