import FirebreakWire

/// Derives the text part of an e-mail from its HTML part: no tags, entities decoded, blocks on their own lines.
///
/// The address of a link is kept after its label if they differ, so that the text offers the link too.
func plainText(fromHTML html: String) -> String {
    var scanner = HTMLScanner(html)
    var writer = PlainTextWriter()
    while let token = scanner.next() {
        switch token {
        case .text(let scalar): writer.append(scalar)
        case .open(let tag, let href): writer.open(tag, href: href)
        case .close(let tag): writer.close(tag)
        }
    }
    return writer.text.isEmpty ? "" : writer.text + "\n"
}

/// Lays text out in lines as a browser would, roughly.
private struct PlainTextWriter {
    private(set) var text = ""
    private var pendingBreaks = 0
    private var pendingSpace = false
    private var link: (href: String, labelStart: Int)?

    private static let paragraphs: Set<String> = [
        "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ol", "p", "pre", "table", "ul",
    ]
    private static let lines: Set<String> = [
        "address", "article", "body", "dd", "div", "dl", "dt", "footer", "header", "li", "main", "section", "tr",
    ]

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.properties.isWhitespace {
            self.pendingSpace = true
        } else {
            self.flush()
            self.text.unicodeScalars.append(scalar)
        }
    }

    mutating func open(_ tag: String, href: String?) {
        switch tag {
        case "br":
            self.pendingBreaks = min(self.pendingBreaks + 1, 2)
        case "a":
            self.link = href.map { ($0, self.text.utf8.count) }
        case "td", "th":
            self.pendingSpace = true
        default:
            self.breakBlock(tag)
            if tag == "li" { for scalar in "- ".unicodeScalars { self.append(scalar) } }
        }
    }

    mutating func close(_ tag: String) {
        guard tag == "a" else { return self.breakBlock(tag) }
        guard let link = self.link else { return }
        self.link = nil
        let label = String(decoding: self.text.utf8.dropFirst(link.labelStart), as: UTF8.self)
        guard link.href.containsBytes(of: "://"), !TextSearch(link.href).isIn(label) else { return }
        self.pendingSpace = true
        let hasLabel = !label.isBlank
        if hasLabel, label.last != ":" { self.text += ":" }
        for scalar in link.href.unicodeScalars { self.append(scalar) }
        // Separates the address from punctuation that follows.
        self.pendingSpace = true
    }

    private mutating func breakBlock(_ tag: String) {
        if Self.paragraphs.contains(tag) {
            self.pendingBreaks = 2
        } else if Self.lines.contains(tag) {
            self.pendingBreaks = max(self.pendingBreaks, 1)
        }
    }

    private mutating func flush() {
        if !self.text.isEmpty {
            if self.pendingBreaks > 0 {
                self.text += String(repeating: "\n", count: self.pendingBreaks)
            } else if self.pendingSpace {
                self.text += " "
            }
        }
        self.pendingBreaks = 0
        self.pendingSpace = false
    }
}
