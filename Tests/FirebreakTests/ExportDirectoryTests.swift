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
