import Firebreak
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Synchronization
import Testing

/// Export files on disk (emulator-api.md).
struct ExportDirectoryTests {
    private static func accounts(_ ids: [String]) -> [UInt8] {
        let users = ids.map { id -> JSON in ["localId": .string(id)] }
        return (["users": .array(users)] as JSON).bytes
    }

    @Test func `names that cannot be names of files come back`() async throws {
        try await withTemporaryDirectory { directory in
            let names = ["accounts.json", "accounts-a/b%2F.json", "config.json"]
            try ExportDirectory.write(names.map { (name: $0, content: Self.accounts([$0])) }, to: directory)

            let files = try ExportDirectory.files(at: directory)
            #expect(Set((files.objectValue ?? []).map(\.key)) == Set(names))
            for name in names {
                #expect(files[name]?["users"]?.arrayValue?.first?["localId"]?.stringValue == name)
            }
        }
    }

    @Test func `names that are too long for files come back, and lose nothing else`() async throws {
        try await withTemporaryDirectory { directory in
            let tenant = String(repeating: "x", count: 300)
            // What the file of that tenant is called, as the name of another one's.
            let taken = "accounts-\(String(stableHash("accounts-\(tenant).json".utf8), radix: 16)).json"
            let names = [
                "accounts.json", "accounts-blue.json", taken, "accounts-\(tenant).json",
                "accounts-\(String(repeating: "/%é", count: 30)).json",
                "accounts-\(String(repeating: "y", count: 100_000)).json", "config.json", "firebreak.json",
            ]
            try ExportDirectory.write(names.map { (name: $0, content: Self.accounts([$0])) }, to: directory)

            let files = try ExportDirectory.files(at: directory)
            #expect((files.objectValue ?? []).map(\.key).sorted() == names.sorted())
            for name in names {
                #expect(files[name]?["users"]?.arrayValue?.first?["localId"]?.stringValue == name)
            }
            let onDisk = try FileManager.default.contentsOfDirectory(atPath: directory + "/auth_export")
            #expect(onDisk.allSatisfy { $0.utf8.count <= 128 })
            #expect(Set(onDisk).isSuperset(of: ["accounts.json", "accounts-blue.json", taken, "firebreak-names.json"]))
        }
    }

    @Test func `an export without long names has no file about them`() async throws {
        try await withTemporaryDirectory { directory in
            for name in ["accounts-\(String(repeating: "x", count: 300)).json", "accounts-blue.json"] {
                try ExportDirectory.write([(name, Self.accounts(["a"]))], to: directory)
            }

            let onDisk = try FileManager.default.contentsOfDirectory(atPath: directory + "/auth_export")
            #expect(onDisk == ["accounts-blue.json"])
        }
    }

    @Test func `a tenant with a long ID is imported again under this ID`() async throws {
        try await withTemporaryDirectory { directory in
            let tenant = String(repeating: "t", count: 1000)
            let server = try TestServer(.emulator)
            for scope in [tenant, "blue", nil] {
                #expect(try await server.admin("accounts", ["email": "a@x.test"], tenant: scope).status == 200)
            }
            let exported = try await server.control(.get, ":export").json
            let files = try #require(exported["files"]?.objectValue)
            try ExportDirectory.write(files.map { ($0.key, $0.value.bytes) }, to: directory)

            let copy = try TestServer(.emulator)
            let read = try ExportDirectory.files(at: directory)
            #expect(try await copy.control(.post, ":import", ["files": read]).json["accounts"] == 3)

            #expect(try await copy.control(.get, ":export").json == exported)
            let found = try await copy.admin("accounts:lookup", ["email": ["a@x.test"]], tenant: tenant)
            #expect(found["users"]?.arrayValue?.count == 1)
        }
    }

    @Test func `there is an export at every moment while another one is written`() async throws {
        try await withTemporaryDirectory { directory in
            // Two files of one export name the same account.
            @Sendable func write(_ number: Int) throws {
                let content = Self.accounts(["u\(number)"])
                try ExportDirectory.write(
                    [("accounts.json", content), ("accounts-blue.json", content)], to: directory)
            }
            try write(0)
            let isDone = Atomic(false)
            let gaps = Atomic(0)
            let (firstLook, hasLooked) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let reader = Task.detached {
                while !isDone.load(ordering: .acquiring) {
                    if !FileManager.default.fileExists(atPath: directory + "/auth_export") {
                        gaps.wrappingAdd(1, ordering: .relaxed)
                    }
                    hasLooked.yield()
                }
            }
            for await _ in firstLook { break }
            for number in 1...200 { try write(number) }
            isDone.store(true, ordering: .releasing)
            await reader.value

            #expect(gaps.load(ordering: .relaxed) == 0)
            let files = try ExportDirectory.files(at: directory)
            #expect(files["accounts.json"] == files["accounts-blue.json"])
            #expect(files["accounts.json"]?["users"]?.arrayValue?.first?["localId"] == "u200")
            let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
            #expect(names == ["auth_export", "firebase-export-metadata.json"])
        }
    }

    @Test func `parts of other emulators stay, and nothing is written beside a damaged list of parts`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let metadata = URL(fileURLWithPath: directory + "/firebase-export-metadata.json")
            try Data(#"{"version":"1","storage":{"path":"s"}}"#.utf8).write(to: metadata)
            try ExportDirectory.write([("accounts.json", Self.accounts(["a"]))], to: directory)
            let after = try JSON(parsing: Array(Data(contentsOf: metadata)))
            #expect(after[path: "auth.path"] == "auth_export")
            #expect(after[path: "storage.path"] == "s")

            try Data("{".utf8).write(to: metadata)
            #expect(throws: (any Error).self) {
                try ExportDirectory.write([("accounts.json", Self.accounts(["b"]))], to: directory)
            }
            #expect(try Data(contentsOf: metadata) == Data("{".utf8))
            try Data(#"{"auth":{"path":"auth_export"}}"#.utf8).write(to: metadata)
            let files = try ExportDirectory.files(at: directory)
            #expect(files["accounts.json"]?["users"]?.arrayValue?.first?["localId"] == "a")
        }
    }
}
