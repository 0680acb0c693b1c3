import Testing

/// Every section of the contract says where it comes from, so that Compatibility.md can list them by source.
struct SourceMarkTests {
    @Test func `every section of the contract has one valid mark`() throws {
        let directory = "Sources/Firebreak/Firebreak.docc/Contract/"
        let pages = try RepositoryFiles.all.get().filter { $0.directory == directory }

        let problems = pages.flatMap { page in SourceMark.problems(of: page.lines).map { "\(page.name):\($0)" } }

        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        // Fewer would mean that they are not read.
        #expect(pages.count > 10)
    }

    @Test(arguments: [
        ["## 1. Wire"], ["## 1. Wire", "", "<!-- source: recorded -->"], ["## 1. Wire", "<!-- source:  -->"],
        ["## 1. Wire", "<!-- source: heard -->"], ["### Failures", "<!-- source: recorded, recorded -->"],
        ["## 1. Wire", "<!-- source: recorded -->", "<!-- source: chosen -->"],
        ["## 1. Wire", "<!-- source: recorded -->", "Something else. [choice]"],
        ["## 1. Wire", "<!-- source: recorded -->", "### 1.1 Shapes", "None."],
        ["## 1. Wire", "```", "<!-- source: recorded -->", "```"],
    ])
    func `a section without a valid mark is found`(lines: [String]) {
        #expect(SourceMark.problems(of: ["# A page"] + lines).count == 1)
    }

    @Test func `sections with their marks are good`() {
        let lines = [
            "# A page", "Preface. [rec]", "## 1. Wire", "<!-- source: recorded, chosen -->", "A fact. [rec2], [unv]",
            "### Part A. Shapes", "<!-- source: reference -->", "", "```", "## a comment of the sample", "```",
        ]

        #expect(SourceMark.problems(of: lines) == [])
    }

    @Test func `several sources are read in their order`() {
        #expect(SourceMark.sources(in: "<!-- source: documented, reference -->") == [.documented, .reference])
        #expect(SourceMark.sources(in: "Text") == nil)
    }
}
