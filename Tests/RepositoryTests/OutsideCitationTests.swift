import Testing

/// No comment cites anything that is not in the repository, other than published standards.
struct OutsideCitationTests {
    private let files: [RepositoryFiles.File]
    private let reader: OutsideCitations

    init() throws {
        files = try RepositoryFiles.all.get()
        reader = try OutsideCitations(files)
    }

    @Test func `comments cite what is in the repository`() {
        var count = 0
        var problems: [String] = []
        // The search itself has examples.
        for file in files where file.name != "OutsideCitationTests.swift" {
            for block in Comments(of: file).blocks {
                count += 1
                problems += reader.problems(in: block, of: file).map { "\(file.path):\(block.line): \($0)" }
            }
        }

        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        // Far fewer would mean that they are not read.
        #expect(count > 5_000)
    }

    // MARK: The search itself

    private func problems(_ text: String, in path: String = "Sources/File.swift") -> [String] {
        let file = RepositoryFiles.File(path: path, lines: text.split(separator: "\n").map(String.init))
        return Comments(of: file).blocks.flatMap { reader.problems(in: $0, of: file) }
    }

    @Test(arguments: [
        "// As section 5 has it.", "// As section \"Outbox\" has it.", "/// See the product sections.",
        "// The rules (product documentation, \"Profiles\").",
        "// See the style guide.", "// Fixes issue 12.", "// Fixes #12.", "// Since PR 12.",
        "// As https://forum.invalid.org/t/12 says.", "// Works as `NoSuchFile.swift` does.",
        "// See README, \"No Such Heading\".", "// See HowItIsBuilt.md, \"No Such Heading\".",
        "// As accounts.md section 5 and\n// section 99 have it.", "let x = 1  // section 5",
        "/* As\n   section 5 has it. */", "let x = \"\"\"\n  //\n  \"\"\"\n// section 5",
    ])
    func `what readers cannot look up is found`(_ text: String) {
        #expect(problems(text).count == 1)
    }

    @Test(arguments: [
        ("# As section 5 has it.", "scripts/run"), ("# As section 5 has it.", "Tests/a.py"),
        ("\"\"\"As section 5 has it.\"\"\"", "Tests/a.py"),
        ("\"\"\"Text.\n\nAs section 5 has it.\n\"\"\"", "Tests/a.py"),
        ("X = \"\"\"\n\"\"\"\n# section 5", "Tests/a.py"), ("-- As section 5 has it.", "Tests/a.lua"),
        ("/* As section 5 has it. */", "Sources/a.css"), ("<!-- As\n section 5 has it. -->", "Sources/a.html"),
        ("// As section 5 has it.", "Sources/a.js"), ("As section 5 has it.", "Sources/Errors.md"),
        ("As section 99 has it.", "Sources/Firebreak/Firebreak.docc/Contract/accounts.md"),
    ])
    func `it is found in every kind of file`(_ text: String, _ path: String) {
        #expect(problems(text, in: path).count == 1)
    }

    @Test(arguments: [
        "// As accounts.md section 5 has it.", "// As accounts.md\n// sections 5 and 8 have it.",
        "// RFC 9110 section 5.6.2",
        "// WebAuthn level 2, steps 7 to 15 of section 7.1 and\n// 11 to 17 of section 7.2",
        "// Section 8.2 of RFC 8017.", "// As PKCS #8 or PKCS #1.", "// Such as `#7 accounts.signUp`.",
        "// See `CitationTests.swift` and HowItIsBuilt.md, \"Targets\".", "// http://localhost:9099 and https://a.test",
        "let text = \"// section 5\"", "let text = \"https://a.b/\"", "let text = \"\"\"\n    // section 5\n    \"\"\"",
        "// A section of the page, and section headings.",
    ])
    func `what readers can look up is not`(_ text: String) {
        #expect(problems(text) == [])
    }
}
