/// Where a section of the contract comes from: a comment under its heading (Contract.md).
enum SourceMark: String, CaseIterable {
    case recorded
    case documented
    case reference
    case chosen

    private static let opening = "<!-- source: "
    private static let closing = " -->"
    /// Signs behind single facts of a section, and the source that each means.
    private static let signs: [String: SourceMark] = [
        "[rec]": .recorded, "[rec2]": .recorded, "[doc]": .documented, "[test]": .documented, "[issue]": .documented,
        "[client]": .documented, "[answers]": .documented, "[unv]": .chosen, "[choice]": .chosen, "[inf]": .chosen,
    ]

    /// The sources that a line names.
    ///
    /// - Returns: `nil` for a line that is not a mark; an empty list for a mark with an unknown source or one named twice.
    static func sources(in line: String) -> [SourceMark]? {
        guard line.hasPrefix(opening), line.hasSuffix(closing) else { return nil }
        let names = line.dropFirst(opening.count).dropLast(closing.count).split(
            separator: ", ", omittingEmptySubsequences: false)
        let sources = names.compactMap { SourceMark(rawValue: String($0)) }
        return sources.count == names.count && Set(sources).count == names.count ? sources : []
    }

    /// What is wrong with the marks of a page.
    ///
    /// - Parameter lines: The lines of the page.
    static func problems(of lines: [String]) -> [String] {
        var problems: [String] = []
        var section: Section?
        for line in Markdown.prose(lines) {
            if let heading = Heading(line.text) {
                problems += section?.problems ?? []
                section = heading.level > 1 ? Section(heading: heading, line: line.number) : nil
            } else if let sources = sources(in: line.text) {
                section?.marks.append((line.number, sources))
            } else {
                section?.needed.formUnion(signs.filter { line.text.contains($0.key) }.values)
            }
        }
        return problems + (section?.problems ?? [])
    }

    private struct Section {
        var heading: Heading
        var line: Int
        var marks: [(line: Int, sources: [SourceMark])] = []
        /// Those of the facts in it.
        var needed: Set<SourceMark> = []

        var problems: [String] {
            let place = "\(line): \(heading.text)"
            guard marks.count == 1, let mark = marks.first, mark.line == line + 1 else {
                return ["\(place): there is not exactly one mark, in the line under the heading"]
            }
            guard !mark.sources.isEmpty else { return ["\(place): the mark is not valid"] }
            return needed.subtracting(mark.sources).map(\.rawValue).sorted().map { name in
                "\(place): the mark lacks \(name), which facts of the section are"
            }
        }
    }
}
