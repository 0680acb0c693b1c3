/// What people write for people in a file: comments, documentation and the prose of Markdown.
struct Comments {
    /// Comments on lines that follow each other.
    struct Block: Equatable {
        /// Number of the first line, from 1.
        var line: Int
        /// Without the marks; line ends are spaces.
        var text: String
    }

    private(set) var blocks: [Block] = []
    private let marks: Marks
    /// What ends the comment or string that the line before began.
    private var open: (end: String, isComment: Bool)?
    private var last = 0

    init(of file: RepositoryFiles.File) {
        marks = Marks(file)
        guard !file.isMarkdown else {
            for line in Markdown.prose(file.lines) where !line.text.isEmpty { add(line.text[...], at: line.number) }
            return
        }
        for (index, line) in file.lines.enumerated() { read(line[...], at: index + 1) }
    }

    /// How comments are written in a kind of file.
    private struct Marks {
        var line: [String] = []
        var block: [(begin: String, end: String)] = []
        /// Whether three quotes at the beginning of a line begin documentation; elsewhere they begin a string.
        var hasDocStrings = false
        var hasLongStrings = false

        init(_ file: RepositoryFiles.File) {
            switch file.name.split(separator: ".").dropFirst().last {
            case "swift": (line, block, hasLongStrings) = (["//"], [("/*", "*/")], true)
            case "c", "h", "java", "js": (line, block) = (["//"], [("/*", "*/")])
            case "css": block = [("/*", "*/")]
            case "html", "svg": block = [("<!--", "-->")]
            case "lua": line = ["--"]
            case "py": (line, hasDocStrings, hasLongStrings) = (["#"], true, true)
            default: line = ["#"]
            }
        }
    }

    private mutating func read(_ line: Substring, at number: Int) {
        if let open {
            let end = line.firstRange(of: open.end)
            if open.isComment { add(line[..<(end?.lowerBound ?? line.endIndex)], at: number) }
            guard let end else { return }
            self.open = nil
            return read(line[end.upperBound...], at: number)
        }
        let quotes = "\"\"\""
        let text = line.drop { $0 == " " }
        if marks.hasDocStrings, text.hasPrefix(quotes) {
            open = (quotes, true)
            return read(text.dropFirst(quotes.count), at: number)
        }
        if let start = comment(in: line) {
            if let end = start.end {
                open = (end, true)
                read(line[start.content...], at: number)
            } else {
                add(line[start.content...], at: number)
            }
        } else if marks.hasLongStrings, let begin = line.firstRange(of: quotes) {
            open = (quotes, false)
            read(line[begin.upperBound...], at: number)
        }
    }

    /// The first comment that begins in a line, outside of strings.
    private func comment(in line: Substring) -> (content: Substring.Index, end: String?)? {
        var found: (place: Substring.Index, content: Substring.Index, end: String?)?
        let candidates = marks.line.map { (begin: $0, end: String?.none) } + marks.block.map { ($0.begin, $0.end) }
        for (begin, end) in candidates where line.contains(begin) {
            for place in line.ranges(of: begin) where place.lowerBound < found?.place ?? line.endIndex {
                let before = line[..<place.lowerBound]
                guard before.last?.isWhitespace != false, before.count(where: { $0 == "\"" }).isMultiple(of: 2) else {
                    continue
                }
                found = (place.lowerBound, place.upperBound, end)
            }
        }
        return found.map { ($0.content, $0.end) }
    }

    private mutating func add(_ text: Substring, at number: Int) {
        let text = text.drop { "/!* ".contains($0) }
        if let index = blocks.indices.last, last >= number - 1 {
            blocks[index].text += " " + text
        } else {
            blocks.append(Block(line: number, text: String(text)))
        }
        last = number
    }
}
