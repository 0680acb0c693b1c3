import FirebreakWire
import Foundation
import Testing

struct LimitTests {
    /// The rows of the second table below "Limits" in WhatItPromises.md.
    private func documented() throws -> [String] {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Firebreak/Firebreak.docc/WhatItPromises.md")
        let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: "## Limits"))
        let tables = lines[start...].split { !$0.hasPrefix("|") }
        let table = try #require(tables.dropFirst().first)
        return Array(table.dropFirst(2))
    }

    @Test func `the page has each limit, and no other`() throws {
        let rows = Limit.all.map { limit in
            "| \(limit.subject) | \(limit.amount)\(limit.scope.isEmpty ? "" : "; \(limit.scope)") |"
        }
        #expect(try documented() == rows)
        #expect(Set(Limit.all.map(\.subject)).count == Limit.all.count)
    }

    @Test(arguments: [
        (Limit.fault, "64 KiB"), (.configuration, "1 MiB"), (.snapshotMemory, "1 GiB"), (.apiKey, "256 bytes"),
        (.faults, "1,000"), (.displayName, "256 characters"), (.jsonValues, "4,000,000"), (.searchWords, "64"),
    ])
    func `an amount is written as people read it`(limit: Limit, amount: String) {
        #expect(limit.amount == amount)
        #expect(limit.sentence == "\(limit.subject) may have at most \(amount)")
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
    func `large numbers have groups`(number: Int, text: String) { #expect(number.grouped == text) }

    @Test func `texts are measured in their unit`() {
        #expect(Limit.displayName.allows(String(repeating: "ä", count: 256)))
        #expect(!Limit.displayName.allows(String(repeating: "😀", count: 129)))
        #expect(Limit.apiKey.allows(String(repeating: "ä", count: 128)))
        #expect(!Limit.apiKey.allows(String(repeating: "ä", count: 129)))
    }
}
