import FirebreakOperations
import FirebreakWire
import Foundation
import Testing

struct ProfileBehaviorTests {
    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    @Test func `the documented table of profiles says what the behavior say`() throws {
        let columns = ProfileBehavior.columns
        #expect(columns.map(\.profile) == [.local, .emulator, .production])
        let head = ["| | " + columns.map(\.title).joined(separator: " | ") + " |", "|---|---|---|---|"]
        let expected = head + ProfileBehavior.table.map { Self.line([$0.title] + $0.cells) }

        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        let article = root.appendingPathComponent("Sources/Firebreak/Firebreak.docc/WhatItPromises.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- profiles -->\n"))
        let end = try #require(text.range(of: "\n<!-- /profiles -->"))
        let lines = text[start.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)

        #expect(lines.map(String.init) == expected, "expected:\n\(expected.joined(separator: "\n"))")
    }

    @Test func `each row of the table is a difference`() {
        #expect(ProfileBehavior.table.filter { Set($0.cells).count < 2 }.map(\.title) == [])
    }

    @Test(arguments: Profile.allCases)
    func `every profile has behavior of its own`(profile: Profile) {
        let column = ProfileBehavior.columns.firstIndex { $0.profile == profile }
        let others = ProfileBehavior.columns.indices.filter { $0 != column }

        #expect(column != nil)
        #expect(
            others.allSatisfy { other in
                ProfileBehavior.table.contains { row in column.map { row.cells[$0] != row.cells[other] } ?? false }
            })
    }
}
