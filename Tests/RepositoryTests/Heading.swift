/// A heading of a Markdown file.
struct Heading {
    /// Text behind the number signs.
    var text: String
    /// 1 for `#`.
    var level: Int

    /// - Returns: `nil` for a line that is no heading.
    init?(_ line: String) {
        let marks = line.prefix { $0 == "#" }
        let rest = line.dropFirst(marks.count)
        guard !marks.isEmpty, rest.first == " " else { return nil }
        level = marks.count
        text = String(rest.dropFirst())
    }

    /// What citations call the section: `5` for "5. Sign-in", `A2`, `3.4`, `B` for "Part B. …"; `nil` without a number.
    var number: String? {
        guard level > 1 else { return nil }
        var words = text.split(separator: " ")[...]
        let isPart = words.first == "Part"
        if isPart { words.removeFirst() }
        guard var word = words.first else { return nil }
        if word.last == "." { word.removeLast() }
        if isPart { return String(word) }
        let digits = word.first?.isUppercase == true ? word.dropFirst() : word
        let isNumber = digits.first?.isNumber == true && digits.allSatisfy { $0.isNumber || $0 == "." }
        return isNumber ? String(word) : nil
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
