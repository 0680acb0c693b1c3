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
