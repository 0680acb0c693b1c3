import Testing

/// Comments, tests and pages say what they are held to as `accounts.md section 5`: every such citation has to lead to a
/// section of a page in the repository.
struct CitationTests {
    private let files: [RepositoryFiles.File]
    private let pages: ContractPages
    private let reader: CitationReader
    private let links: LinkReader

    init() throws {
        files = try RepositoryFiles.all.get()
        pages = try ContractPages.all.get()
        reader = try CitationReader()
        links = try LinkReader()
    }

    @Test func `every citation leads to a section of a page`() {
        var count = 0
        var problems: [String] = []
        for file in files {
            for (index, line) in file.lines.enumerated() {
                let next = index + 1 < file.lines.count ? file.lines[index + 1] : nil
                for citation in reader.citations(in: line, next: next) {
                    count += 1
                    guard let problem = pages.problem(with: citation) else { continue }
                    problems.append("\(file.path):\(index + 1): \(citation.text): \(problem)")
                }
            }
        }

        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        // Far fewer would mean that they are not read.
        #expect(count > 500)
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

    @Test func `the overview of the contract names every page`() throws {
        let overview = try RepositoryFiles.file("\(ContractPages.directory)/Contract/Contract.md")
        let named = try Set(overview.lines.flatMap { try links.targets(in: $0) })
        let pages = Set(files.filter { $0.directory == overview.directory }.map(\.name))

        #expect(pages.subtracting(named) == [overview.name])
    }

    @Test func `the landing page of the documentation names every article`() throws {
        let landing = try RepositoryFiles.file("\(ContractPages.directory)/Firebreak.md")
        let named = try Set(landing.lines.flatMap { try links.targets(in: $0) })
        let articles = Set(files.filter { $0.directory == landing.directory }.map(\.name))

        #expect(articles.subtracting(named) == [landing.name])
    }

    // MARK: The search itself

    // Put together, because the names of pages that do not exist must not stand in this file.
    private static let page = "accounts" + ".md"

    @Test(arguments: [
        ("\(page) section 99", "no section 99"), ("(\(page) sections 5, 98 and 99).", "no section 98, 99"),
        ("\(page) 8.99", "no section 8.99"), ("\(page) C7", "no section C7"), ("\(page), section 99", "no section 99"),
        ("plans" + ".md", "no such page"), ("plans" + ".md section 5", "no such page"),
    ])
    func `a citation of what is not there is found`(text: String, problem: String) {
        #expect(reader.citations(in: "/// \(text)", next: nil).map(pages.problem) == [problem])
    }

    @Test func `a citation may end on the next line`() {
        let found = reader.citations(in: "    /// As it says (\(Self.page)", next: "    /// section 99).")

        #expect(found.map(pages.problem) == ["no section 99"])
        #expect(reader.citations(in: "/// section 99).", next: "/// \(Self.page) section 5") == [])
    }

    @Test(arguments: [
        ("accounts.md section 5, which", ["5"]), ("production.md sections 2, 3.1 and 5: how", ["2", "3.1", "5"]),
        ("tenants-config.md A2 and A4, then", ["A2", "A4"]), ("tenants-config.md part B", ["B"]),
        ("vectors.md sections 1 to 3", ["1", "3"]), ("idp.md 1.4). What", ["1.4"]), ("wire.md. Not 4", []),
        ("README.md", []),
    ])
    func `citations of what is there are read and lead there`(text: String, sections: [String]) {
        let found = reader.citations(in: "// \(text)", next: nil)

        #expect(found.map(\.sections) == [sections])
        #expect(found.map(pages.problem) == [nil])
    }

    @Test func `a name that goes on is no page`() {
        #expect(reader.citations(in: "UserImportHash.md5(rounds: 0)", next: nil) == [])
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
