/// What is needed of Markdown to look at headings and links: which lines are no code.
enum Markdown {
    struct Line {
        /// From 1.
        var number: Int
        var text: String
    }

    /// The lines outside code blocks.
    static func prose(_ lines: [String]) -> [Line] {
        var isCode = false
        var prose: [Line] = []
        for (index, line) in lines.enumerated() {
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isCode.toggle()
            } else if !isCode {
                prose.append(Line(number: index + 1, text: line))
            }
        }
        return prose
    }
}

/// A heading of a Markdown file.
struct Heading {
    /// Text behind the number signs.
    var text: String
    /// 1 for `#`.
    var level: Int

    /// - Returns: `nil` for a line that is not a heading.
    init?(_ line: String) {
        let marks = line.prefix { $0 == "#" }
        let rest = line.dropFirst(marks.count)
        guard !marks.isEmpty, rest.first == " " else { return nil }
        level = marks.count
        text = String(rest.dropFirst())
    }

    /// What code hosts call it in links.
    var anchor: String {
        String(
            text.lowercased().compactMap { character in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
            })
    }

    /// The headings of a file, those in code blocks left out.
    static func all(of lines: [String]) -> [Heading] {
        Markdown.prose(lines).compactMap { Heading($0.text) }
    }
}
