import Testing

/// Links between Markdown files lead somewhere, as do paths in them, and overviews name all pages.
struct LinkTests {
    private static let catalogue = "Sources/Firebreak/Firebreak.docc"

    private let files: [RepositoryFiles.File]
    private let links: LinkReader

    init() throws {
        files = try RepositoryFiles.all.get()
        links = try LinkReader()
    }

    @Test func `every link between Markdown files leads to a file and a heading`() throws {
        var count = 0
        var problems: [String] = []
        for file in files where file.isMarkdown {
            for line in Markdown.prose(file.lines) {
                for target in try links.targets(in: line.text) where !target.contains("://") {
                    count += 1
                    guard let problem = try problem(with: target, in: file) else { continue }
                    problems.append("\(file.path):\(line.number): \(target): \(problem)")
                }
            }
        }

        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        #expect(count > 50)
    }

    @Test func `every path in Markdown leads to a file`() throws {
        let path = try Regex(#"`((?:Sources|Tests|scripts|fixtures|\.ci|\.github)/[^`\s…<{]*)`"#)
        var count = 0
        var problems: [String] = []
        for file in files where file.isMarkdown {
            for line in Markdown.prose(file.lines) {
                for case let found? in line.text.matches(of: path).map({ $0[1].substring }) {
                    count += 1
                    guard !RepositoryFiles.exists(String(found)) else { continue }
                    problems.append("\(file.path):\(line.number): \(found)")
                }
            }
        }

        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        // Fewer would mean that they are not read.
        #expect(count > 50)
    }

    @Test func `the page on how it is built names files that are there`() throws {
        let name = try Regex(#"`(?:\w+/)?(\w[\w+]*\.(?:swift|txt|ini|html|css))`"#)
        let page = try RepositoryFiles.file("\(Self.catalogue)/HowItIsBuilt.md")
        let named = Set(page.lines.flatMap { $0.matches(of: name).compactMap { $0[1].substring.map(String.init) } })

        #expect(named.subtracting(files.map(\.name)) == [])
        #expect(named.count > 10)
    }

    @Test func `the overview of the contract names every page`() throws {
        let overview = try RepositoryFiles.file("\(Self.catalogue)/Contract/Contract.md")
        let named = try Set(overview.lines.flatMap { try links.targets(in: $0) })
        let pages = Set(files.filter { $0.directory == overview.directory }.map(\.name))

        #expect(pages.subtracting(named) == [overview.name])
    }

    @Test func `the landing page of the documentation names every article`() throws {
        let landing = try RepositoryFiles.file("\(Self.catalogue)/Firebreak.md")
        let named = try Set(landing.lines.flatMap { try links.targets(in: $0) })
        let articles = Set(files.filter { $0.directory == landing.directory }.map(\.name))

        #expect(articles.subtracting(named) == [landing.name])
    }

    @Test(arguments: ["no-such-file.txt", "#no-such-heading", "README.md#no-such-heading"])
    func `a link to what is not there is found`(target: String) throws {
        let changelog = try RepositoryFiles.file("CHANGELOG.md")

        #expect(try links.targets(in: "See [this](\(target)).") == [target])
        #expect(try links.targets(in: "[this]: \(target)") == [target])
        let problem = try problem(with: target, in: changelog)
        #expect(problem != nil)
    }

    private func problem(with target: String, in file: RepositoryFiles.File) throws -> String? {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.flatMap { $0.isEmpty ? nil : file.directory + $0 } ?? file.path
        guard RepositoryFiles.exists(path) else { return "no such file" }
        guard parts.count > 1, let anchor = parts.last else { return nil }
        let headings = try Heading.all(of: RepositoryFiles.file(path).lines)
        return headings.contains { $0.anchor == anchor } ? nil : "no such heading"
    }
}

/// Finds links in Markdown.
private struct LinkReader {
    private let definition: Regex<AnyRegexOutput>
    private let link: Regex<AnyRegexOutput>
    private let code: Regex<AnyRegexOutput>

    init() throws {
        definition = try Regex(#"\[[^\]]+\]: (\S+)"#)
        link = try Regex(#"\]\(([^()\s]+)\)"#)
        code = try Regex("`[^`]*`")
    }

    /// Targets of the links in a line, or of one that the line defines; those in code are none.
    func targets(in line: String) throws -> [String] {
        if line.hasPrefix("["), let match = try definition.wholeMatch(in: line) { return Self.targets([match]) }
        return line.contains("](") ? Self.targets(line.replacing(code, with: "").matches(of: link)) : []
    }

    private static func targets(_ matches: [Regex<AnyRegexOutput>.Match]) -> [String] {
        matches.compactMap { $0[1].substring.map(String.init) }
    }
}
