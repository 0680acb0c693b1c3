import Firebreak
import FirebreakTestSupport
import FirebreakWire
import Foundation
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

    @Test func `parts of other emulators stay, and a damaged list of parts is made anew`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let metadata = directory + "/firebase-export-metadata.json"
            for (before, kept) in [(#"{"version":"1","storage":{"path":"s"}}"#, true), ("{", false)] {
                try Data(before.utf8).write(to: URL(fileURLWithPath: metadata))
                try ExportDirectory.write([("accounts.json", Self.accounts(["a"]))], to: directory)

                let after = try JSON(parsing: Array(Data(contentsOf: URL(fileURLWithPath: metadata))))
                #expect(after[path: "auth.path"] == "auth_export")
                #expect((after["storage"] != nil) == kept)
            }
        }
    }
}
