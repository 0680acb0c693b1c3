import FirebreakWire

/// JSON, whose values carry no positions: those are looked up in the text on demand.
enum JSONDocument {
    static func parse(_ bytes: [UInt8], _ file: String) throws(FixtureError) -> JSON {
        do throws(JSONSyntaxError) { return try JSON(parsing: bytes, keys: .stored, huge: .kept) } catch {
            let position = position(of: error.offset, in: bytes)
            throw FixtureSource.error(file, position.line, position.column, error.reason.rawValue)
        }
    }

    /// The text with white space in place of comments and of commas before a closing bracket, so that everything else
    /// stays where it is.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        /// Where the last comma is, if nothing but white space has followed it.
        var comma: Int?
        var index = 0
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch bytes[index] {
            case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index = blank(index, in: &result) }
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
                // Without an end it stays as it is, and is told as what it is: no JSON.
                guard let end = endOfComment(from: index + 2, in: bytes) else { return result }
                while index < end { index = blank(index, in: &result) }
            case UInt8(ascii: "\""):
                comma = nil
                index = endOfString(from: index, in: bytes)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if let comma { _ = blank(comma, in: &result) }
                comma = nil
                index += 1
            case UInt8(ascii: ","):
                // Of several, none is left out.
                comma = comma == nil ? index : nil
                index += 1
            case let byte:
                if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) { comma = nil }
                index += 1
            }
        }
        return result
    }

    /// - Returns: The index after it.
    private static func blank(_ index: Int, in bytes: inout [UInt8]) -> Int {
        if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
        return index + 1
    }

    private static func endOfComment(from start: Int, in bytes: [UInt8]) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
            index += 1
        }
        return nil
    }

    private static func endOfString(from start: Int, in bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }

    /// The positions of values, as in ``YAMLDocument/positions(of:in:)``. The text must have been parsed before.
    static func positions(of paths: [FixturePath], in text: String) -> [TextPosition] {
        let bytes = Array(text.utf8)
        return paths.map { path in
            var scanner = JSONPositionScanner(bytes)
            return position(of: scanner.offset(of: path), in: bytes)
        }
    }

    /// Where a byte of a text is.
    static func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
        var position = TextPosition(line: 1, column: 1)
        for byte in bytes.prefix(max(0, offset)) {
            if byte == UInt8(ascii: "\n") {
                position.line += 1
                position.column = 1
            } else if byte & 0xC0 != 0x80 {
                position.column += 1
            }
        }
        return position
    }
}

/// Finds the byte at which a value of a well-formed JSON text begins.
private struct JSONPositionScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The offset of a member's key or an element; if the path does not exist, of its last existing part.
    mutating func offset(of path: FixturePath) -> Int {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        var found = position
        for step in path.steps {
            switch current {
            case UInt8(ascii: "{"):
                guard let offset = enterMember(step) else { return found }
                found = offset
            case UInt8(ascii: "["):
                guard let index = Int(step), index >= 0, enterElement(index) else { return found }
                found = position
            default: return found
            }
        }
        return found
    }

    private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpace() {
        while [0x20, 0x09, 0x0A, 0x0D].contains(current) { position += 1 }
    }

    /// At a `{` before the call, at the member's value after it.
    ///
    /// - Returns: The position of the key; `nil` if it does not exist.
    private mutating func enterMember(_ key: String) -> Int? {
        position += 1
        while position < bytes.count {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { return nil }
            let start = position
            skipString()
            let name = try? JSON(parsing: Array(bytes[start..<position]))  // well-formed, as the whole text is
            skipSpace()
            position += 1
            skipSpace()
            if name?.stringValue == key { return start }
            skipValue()
            guard current == UInt8(ascii: ",") else { return nil }
            position += 1
        }
        return nil
    }

    /// At a `[` before the call, at the element after it.
    private mutating func enterElement(_ index: Int) -> Bool {
        position += 1
        skipSpace()
        guard current != UInt8(ascii: "]") else { return false }
        for _ in 0..<index {
            skipValue()
            guard current == UInt8(ascii: ",") else { return false }
            position += 1
            skipSpace()
        }
        return true
    }

    private mutating func skipString() {
        position += 1
        while position < bytes.count, current != UInt8(ascii: "\"") {
            position += current == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }

    /// Moves past the value and the whitespace after it.
    private mutating func skipValue() {
        var depth = 0
        while position < bytes.count {
            switch current {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                position += 1
            case UInt8(ascii: ",") where depth == 0: return
            default: position += 1
            }
        }
    }
}
