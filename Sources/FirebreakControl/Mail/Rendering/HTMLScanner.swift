import FirebreakWire

/// Splits HTML into tags and decoded text, leniently; comments, scripts, styles and the document head are left out.
struct HTMLScanner {
    /// A piece of the document; tag names are in lower case.
    enum Token: Equatable {
        case text(Unicode.Scalar)
        case open(String, href: String?)
        case close(String)
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0
    /// Set once a tag turned out to be unterminated: then everything after it is text.
    private var onlyText = false

    private static let skipped: Set<String> = ["head", "script", "style", "template", "title"]
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "apos": "'", "copy": "©", "euro": "€", "gt": ">", "hellip": "…", "ldquo": "“", "lsquo": "‘",
        "lt": "<", "mdash": "—", "nbsp": " ", "ndash": "–", "quot": "\"", "rdquo": "”", "reg": "®", "rsquo": "’",
    ]

    init(_ html: String) {
        self.scalars = Array(html.unicodeScalars)
    }

    /// The next piece, or `nil` at the end.
    mutating func next() -> Token? {
        while let scalar = self.peek() {
            if scalar == "<", !self.onlyText, let tagStart = self.peek(1) {
                if tagStart == "!" || tagStart == "?" {
                    if self.skipDeclaration() { continue }
                } else if tagStart == "/" || isLetter(tagStart), let token = self.readTag() {
                    if case .open(let name, _) = token, Self.skipped.contains(name) {
                        self.skipContent(of: name)
                        continue
                    }
                    return token
                }
            }
            if scalar == "&", let decoded = self.readEntity() { return .text(decoded) }
            self.position += 1
            return .text(scalar)
        }
        return nil
    }

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        let index = self.position + offset
        return index < self.scalars.count ? self.scalars[index] : nil
    }

    /// Skips a comment, doctype or processing instruction; returns whether it was terminated.
    private mutating func skipDeclaration() -> Bool {
        let isComment = self.peek(2) == "-" && self.peek(3) == "-"
        var index = self.position + (isComment ? 4 : 2)
        while index < self.scalars.count {
            let ends = !isComment || (self.scalars[index - 1] == "-" && self.scalars[index - 2] == "-")
            if self.scalars[index] == ">", ends {
                self.position = index + 1
                return true
            }
            index += 1
        }
        self.onlyText = true
        return false
    }

    private mutating func skipContent(of name: String) {
        while self.position < self.scalars.count, !self.onlyText {
            if self.peek() == "<", self.peek(1) == "/" {
                if self.readTag() == .close(name) { return }
            } else {
                self.position += 1
            }
        }
        self.position = self.scalars.count
    }

    /// Reads the tag at the position; `nil`, without moving, if it is unterminated.
    private mutating func readTag() -> Token? {
        let start = self.position + 1
        var index = start
        var quote: Unicode.Scalar?
        while index < self.scalars.count, quote != nil || self.scalars[index] != ">" {
            let scalar = self.scalars[index]
            if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "\"" || scalar == "'", self.scalars[index - 1] == "=" {
                quote = scalar
            }
            index += 1
        }
        guard index < self.scalars.count else {
            self.onlyText = true
            return nil
        }
        self.position = index + 1
        let content = self.scalars[start..<index]
        let isClosing = content.first == "/"
        let name = content.dropFirst(isClosing ? 1 : 0).prefix { isLetter($0) || ("0"..."9").contains($0) }
        let tag = string(name).lowercased()
        return isClosing ? .close(tag) : .open(tag, href: tag == "a" ? self.href(in: content[name.endIndex...]) : nil)
    }

    /// Value of the `href` attribute, decoded.
    private func href(in attributes: ArraySlice<Unicode.Scalar>) -> String? {
        var rest = attributes
        while !rest.isEmpty {
            rest = rest.drop { $0.properties.isWhitespace || $0 == "/" }
            let name = rest.prefix { !$0.properties.isWhitespace && $0 != "=" }
            rest = rest.dropFirst(max(name.count, 1)).drop(while: \.properties.isWhitespace)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: \.properties.isWhitespace)
            let value: ArraySlice<Unicode.Scalar>
            if let quote = rest.first, quote == "\"" || quote == "'" {
                value = rest.dropFirst().prefix { $0 != quote }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { !$0.properties.isWhitespace }
                rest = rest.dropFirst(value.count)
            }
            if string(name).lowercased() == "href" { return Self.decoded(string(value)) }
        }
        return nil
    }

    /// Decodes the entities of an attribute value.
    private static func decoded(_ text: String) -> String {
        var scanner = HTMLScanner(text)
        scanner.onlyText = true
        var result = ""
        while case .text(let scalar)? = scanner.next() { result.unicodeScalars.append(scalar) }
        return result
    }

    /// Reads the character reference at the position; `nil`, without moving, if it is unknown.
    private mutating func readEntity() -> Unicode.Scalar? {
        let rest = self.scalars[(self.position + 1)...].prefix(10)
        guard let end = rest.firstIndex(of: ";") else { return nil }
        let name = string(rest[..<end])
        let scalar: Unicode.Scalar?
        if name.startsWithBytes(of: "#x") || name.startsWithBytes(of: "#X") {
            scalar = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        } else if name.startsWithBytes(of: "#") {
            scalar = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        } else {
            scalar = Self.entities[name]
        }
        if scalar != nil { self.position = end + 1 }
        return scalar
    }
}

private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
}

private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
}
