import Firebreak
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Testing

/// Exports on disk (emulator-api.md).
struct ExportDirectoryTests {
    @Test func `names of files show all that is in them, and come back`() async throws {
        try await withTemporaryDirectory { directory in
            let tenants = [
                "a", "a\u{1B}[2J\nb", "\u{202E}c", "d/e\\%41", "é\u{301}", "\u{2028}",
                String(repeating: "\n", count: 99),
            ]
            let names = ["accounts.json"] + tenants.map { "accounts-\($0).json" }
            try ExportDirectory.write(names.map { ($0, Array("{}".utf8)) }, to: directory)

            let found = try FileManager.default.contentsOfDirectory(atPath: directory + "/auth_export")
            #expect(!found.joined().unicodeScalars.contains { $0.isHidden || $0 == "\\" })
            #expect(found.contains("accounts-a%1B[2J%0Ab.json"))
            let read = try #require(try ExportDirectory.files(at: directory).objectValue)
            #expect(Set(read.map { ExactText($0.key) }) == Set(names.map { ExactText($0) }))
        }
    }

    @Test(arguments: ["..", "../other", "a/../../other", "./../other/"])
    func `an export names no directory but its own`(_ path: String) async throws {
        try await withTemporaryDirectory { directory in
            let export = directory + "/export"
            try FileManager.default.createDirectory(atPath: export, withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: directory + "/other", withIntermediateDirectories: true)
            try Data(#"{"users":[]}"#.utf8).write(to: URL(filePath: directory + "/other/accounts.json"))
            let metadata = #"{"version":"15.0.0","auth":{"version":"15.0.0","path":"\#(path)"}}"#
            try Data(metadata.utf8).write(to: URL(filePath: export + "/firebase-export-metadata.json"))
            let refusal = #expect(throws: ExportDirectory.Failure.self) { try ExportDirectory.files(at: export) }
            #expect(refusal?.description.hasSuffix("auth.path leads out of the directory: \(path)") == true)
        }
    }

    @Test func `a file that is too large is not read`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let file = directory + "/users.json"
            try Data("{}".utf8).write(to: URL(filePath: file))
            try #require(truncate(file, 3 << 30) == 0)
            let refusal = #expect(throws: ExportDirectory.Failure.self) { try ExportDirectory.files(at: file) }
            #expect(refusal?.description == "\(file): a file of an import at the start may have at most 1 GiB")
        }
    }

    @Test(arguments: ["/d", "/..", "/./x", "/\u{E9}"]) func `a path without end is refused`(step: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + String(repeating: step, count: 60_000 / step.utf8.count)
            let refusal = #expect(throws: ExportDirectory.Failure.self) {
                try ExportDirectory.write([("accounts.json", Array("{}".utf8))], to: path)
            }
            #expect(refusal?.description == "The export cannot be written: its path is longer than 4096 bytes")
            #expect(!FileManager.default.fileExists(atPath: directory))
        }
    }
}
