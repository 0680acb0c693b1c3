import Testing

/// Texts that end in another language, or that decide something, are taken apart by their bytes
/// (`Sources/FirebreakWire/Escaping/`): Swift's own methods go by what a reader sees, and who writes a text can hide a
/// quotation mark or a separator from them with a combining mark.
struct TextMethodTests {
    /// Methods of texts that go by characters, and what stands in their place.
    private static let refused: [(method: String, instead: String)] = [
        (#"\.hasPrefix\("#, "startsWithBytes(of:) or rest(afterBytes:)"),
        (#"\.hasSuffix\("#, "endsWithBytes(of:) or rest(beforeBytes:)"),
        (#"\.replacing\("#, "substituting(_:with:)"), (#"replacingOccurrences"#, "substituting(_:with:)"),
        (
            #"\.split(\((?!.*isNewline)(?!.*UInt8\(ascii:)(?!separator: 0x)(separator|where|omitting|maxSplits)| \{)"#,
            "separated(by:)"
        ),
        (#"components\(separatedBy"#, "separated(by:)"), (#"\.contains\("[^"]"#, "includes(_:)"),
        (#"(first|last)Index\(of: ""#, "parted(at:)"), (#"trimmingCharacters|trimmingPrefix"#, "trimmed"),
        (#"for (character|char|letter) in"#, "unicodeScalars or utf8"),
        (
            #"(\\|\$0|character|first\??|last\??)\.(isWhitespace|isLetter|isNumber|isHexDigit)"#,
            "isBlank, or a property of scalars"
        ),
    ]

    /// Most lines have none of these.
    private static let hints = [
        "hasPrefix", "hasSuffix", "replacing", ".split", "components(", ".contains(\"", "Index(of: \"", "trimming",
        "for ", ".is",
    ]

    /// Where they are right, and why.
    private static let reasons: [String: String] = [
        "Sources/FirebreakOperations/Settings/SecondFactorSettings.swift": "a list of names",
        "Sources/FirebreakOperations/Accounts/AccountChanges.swift": "a set of names",
        "Sources/FirebreakStore/Projects/DirectoryLock.swift": "the number of a process",
        "Sources/FirebreakWire/Codec/String+LodashCamelCase.swift": "words as lodash has them",
        "Sources/FirebreakWire/Escaping/PercentEncoding.swift": "scalars",
        "Sources/FirebreakControl/Mail/InternetMessage/HeaderText.swift": "encoded words are cut between characters",
        "Sources/FirebreakControl/Mail/Rendering/HTMLScanner.swift": "an array of scalars",
        "Sources/FirebreakWire/Values/PlaceholderText.swift": "where a sentence begins with a word",
        "Sources/FirebreakConsole/Requests/ErrorPage.swift": "a list of names",
        "Sources/FirebreakHTTP/Server/ServerAddress.swift": "refuses what is not ASCII",
        "Sources/FirebreakHTTP/Server/ControlGuard.swift": "secrets are compared by bytes",
        "Sources/FirebreakHTTP/OpenAPI/OpenAPIDocument.swift": "lists of names and of segments",
        "Sources/FirebreakConsole/Settings/SecondFactorSetting.swift": "a list of names",
        "Sources/Firebreak/Outgoing/SMTP/SMTPConversation.swift": "a list of names",
        "Sources/FirebreakDiscovery/EnumerationNames.swift": "a set of names",
        "Sources/FirebreakDiscovery/OperationName.swift": "a list of segments",
        "Sources/FirebreakTesting/FirebreakTrait.swift": "a path of the user's own",
    ]

    private let checks: [(regex: Regex<AnyRegexOutput>, instead: String)]

    init() throws { checks = try Self.refused.map { (try Regex($0.method), $0.instead) } }

    /// What stands in the place of a method in a line; `nil` if the line has none.
    private func instead(_ line: String) -> String? {
        guard Self.hints.contains(where: line.contains) else { return nil }
        let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return checks.first { code.contains($0.regex) }?.instead
    }

    @Test func `texts are taken apart by their bytes`() throws {
        var excused: Set<String> = []
        var count = 0
        for file in try RepositoryFiles.all.get() where file.path.hasPrefix("Sources/") && file.path.hasSuffix(".swift")
        {
            count += 1
            for (index, line) in file.lines.enumerated() {
                guard let instead = instead(line) else { continue }
                if Self.reasons[file.path] != nil {
                    excused.insert(file.path)
                } else {
                    Issue.record("\(file.path):\(index + 1): use \(instead), or say in this test why not: \(line)")
                }
            }
        }
        #expect(count > 500)
        let unused = Set(Self.reasons.keys).subtracting(excused)
        #expect(unused.isEmpty, "no longer needed: \(unused.sorted())")
    }

    @Test(arguments: [
        (#"if text.hasPrefix("a") {"#, true), (#"let words = text.split(separator: " ")"#, true),
        (#"return text.replacing("'", with: "x")"#, true), (#"guard text.contains("=?") else {"#, true),
        (#"let at = text.firstIndex(of: "@")"#, true), ("for character in text {", true),
        (#"text.utf8.split(separator: UInt8(ascii: "."))"#, false), (#"if text.startsWithBytes(of: "a") {"#, false),
        (#"// as text.hasPrefix("a") would"#, false), (#"let at = bytes.firstIndex(of: UInt8(ascii: "@"))"#, false),
        ("text.split(whereSeparator: \\.isNewline)", false), ("text.filter { !$0.isWhitespace }", true),
        ("scalars.contains(where: \\.properties.isWhitespace)", false),
    ])
    func `a method of characters is found and nothing else`(line: String, expected: Bool) {
        #expect((instead(line) != nil) == expected)
    }
}
