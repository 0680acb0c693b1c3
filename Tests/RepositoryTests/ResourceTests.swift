import Foundation
import Testing

/// The files that stand in the binary.
struct ResourceTests {
    private static let folder = "Sources/CResources/Resources/"

    private static var assets: [RepositoryFiles.File] {
        get throws { try RepositoryFiles.all.get().filter { $0.path.hasPrefix(folder) } }
    }

    @Test func `each file is embedded once, and has its name in the list`() throws {
        let paths = try RepositoryFiles.paths(below: String(Self.folder.dropLast()))
        let names = paths.map { String($0.dropFirst(Self.folder.count)) }.sorted()
        let lines = try RepositoryFiles.file("Sources/CResources/resources.c").lines
        let embedded = lines.compactMap { $0.wholeMatch(of: #/\#embed "Resources/(.*)"/#)?.1 }.map(String.init)
        let listed = lines.compactMap { $0.wholeMatch(of: #/\s+RESOURCE\("(.*)", .*\),/#)?.1 }.map(String.init)

        #expect(!names.isEmpty)
        #expect(embedded.sorted() == names)
        #expect(listed.sorted() == names)
    }

    @Test func `no page has handlers, styles or scripts inside of its markup, which its policy would refuse`() throws {
        for file in try Self.assets where file.name.hasSuffix(".html") {
            for (number, line) in zip(1..., file.lines) {
                #expect(!line.contains(/\s(on[a-z]+|style)\s*=/), "\(file.path):\(number)")
                #expect(!line.contains(/href="javascript:/), "\(file.path):\(number)")
            }
        }
    }

    @Test func `no page names another host`() throws {
        let allowed = ["http://www.w3.org/2000/svg", "https://apis.google.com"]
        for file in try Self.assets where !file.path.hasPrefix(Self.folder + "errors/") {
            for (number, line) in zip(1..., file.lines) {
                for match in line.matches(of: /https?:\/\/[^\s"'`<>]+/) where !match.0.contains("example") {
                    #expect(allowed.contains { match.0.hasPrefix($0) }, "\(file.path):\(number) \(match.0)")
                }
            }
        }
    }
}
