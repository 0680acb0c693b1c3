import FirebreakModel
import FirebreakPages
import FirebreakWire

/// A body on the page of its call: indented, with the names of members set off.
struct BodyText {
    /// In bytes of markup, before names are set off.
    private static let limit = 20 * 1024
    /// The most lines in which names are set off, so that the marks do not outweigh the text.
    private static let marked = 600

    let html: HTML
    let isWhole: Bool

    init(_ body: JSONValue) {
        let (text, isWhole) = ShortText.beginning(of: JSONText.indented(body), Self.limit)
        self.isWhole = isWhole
        let lines = text.separated(by: "\n", omittingEmptySubsequences: false)
        let shown = lines.enumerated().map { number, line -> HTML in
            number < Self.marked ? Self.line(line) : "\(String(line))"
        }
        html = isWhole ? "\(shown)" : "\(shown)…"
    }

    private static func line(_ line: Substring) -> HTML {
        let bytes = line.utf8
        let start = bytes.firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.endIndex
        guard let end = endOfName(bytes[start...]) else { return "\(String(line))" }
        return "\(String(line[..<start]))<b>\(String(line[start..<end]))</b>\(String(line[end...]))"
    }

    /// Where the name of a member ends that a line begins with.
    private static func endOfName(_ line: Substring.UTF8View) -> String.Index? {
        guard line.first == UInt8(ascii: "\"") else { return nil }
        var isEscaped = false
        for index in line.indices.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if line[index] == UInt8(ascii: "\\") {
                isEscaped = true
            } else if line[index] == UInt8(ascii: "\"") {
                let end = line.index(after: index)
                return line[end...].first == UInt8(ascii: ":") ? end : nil
            }
        }
        return nil
    }
}
