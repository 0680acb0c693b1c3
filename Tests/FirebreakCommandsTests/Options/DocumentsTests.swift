import Firebreak
import FirebreakCommands
import Foundation
import Testing

struct DocumentsTests {
    private static func file(_ name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        return try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
    }

    @Test func `the documented table lists every setting of serve with its flag and variable`() throws {
        let article = try Self.file("Sources/Firebreak/Firebreak.docc/CommandLine.md")
        let start = try #require(article.range(of: "<!-- serve-options -->"))
        let end = try #require(article.range(of: "<!-- /serve-options -->"))

        let rows = article[start.upperBound..<end.lowerBound].split(separator: "\n").dropFirst(2)
        let cells = rows.map { row in row.split(separator: "|").prefix(2).map { $0.filter { $0 != "`" && $0 != " " } } }

        #expect(cells == ServeOption.all.map { [$0.flag, $0.variable] })
    }

    @Test func `the changelog begins with unreleased changes and mentions the imitated version`() throws {
        let changelog = try Self.file("CHANGELOG.md")

        #expect(changelog.contains("## [Unreleased]"))
        #expect(changelog.contains(Version.reference))
    }
}
