/// Finds links in Markdown.
struct LinkReader {
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
