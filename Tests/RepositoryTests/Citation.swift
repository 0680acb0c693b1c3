/// A Markdown page that a text names, with the sections of it that are meant.
struct Citation: Equatable {
    var page: String
    /// Numbers of sections; empty where the whole page is meant.
    var sections: [String]
    /// As it stands in the text.
    var text: String
}

/// Finds citations: `accounts.md section 5`, `production.md sections 2, 3.1 and 5`, `idp.md 1.4`, `tenants-config.md A2`,
/// `tenants-config.md part B`, `wire.md`.
struct CitationReader {
    private let form: Regex<AnyRegexOutput>
    private let number: Regex<AnyRegexOutput>

    init() throws {
        let one = #"[A-Z]?[0-9]+(?:\.[0-9]+)*"#
        let list = "\(one)(?:(?:, and |, | and | to )\(one))*"
        number = try Regex("\(one)|[A-Z]")
        form = try Regex(
            #"(?<page>[A-Za-z][A-Za-z0-9-]*\.md)(?![A-Za-z0-9])"#
                + "(?:,? sections (?<many>\(list))|,? section (?<one>\(one))|,? part (?<part>[A-Z])(?![A-Za-z0-9])"
                + "|,? (?<bare>\(list))(?![A-Za-z0-9%]))?")
    }

    /// Citations that begin in a line.
    ///
    /// - Parameter next: The line after it, on which a citation may end.
    func citations(in line: String, next: String?) -> [Citation] {
        guard line.contains(".md") else { return [] }
        let text = next.map { line + " " + Self.withoutCommentMark($0) } ?? line
        let end = text.index(text.startIndex, offsetBy: line.count)
        return text.matches(of: form).filter { $0.range.lowerBound < end }.map { match in
            let given = ["many", "one", "part", "bare"].compactMap { match[$0]?.substring }.first
            return Citation(
                page: match["page"]?.substring.map(String.init) ?? "",
                sections: given.map { $0.matches(of: number).map { String($0.0) } } ?? [],
                text: String(text[match.range]))
        }
    }

    private static func withoutCommentMark(_ line: String) -> Substring {
        let text = line.drop { $0 == " " }
        return ["/// ", "// ", "# "].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) } ?? text
    }
}
