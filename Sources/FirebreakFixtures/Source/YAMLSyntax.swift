import CYaml
import FirebreakWire

/// A value of a document, and where its text is: what ``YAMLDocument`` leaves out.
struct YAMLNode {
    enum Kind { case scalar, sequence, mapping, alias }
    enum Style { case plain, singleQuoted, doubleQuoted, literal, folded, block, flow }

    let kind: Kind
    let style: Style
    /// Whether it has an anchor or a tag.
    var isMarked = false
    /// The offset of its first byte.
    let start: Int
    /// The offset behind its last byte: of its last line, if it has lines of its own.
    var end: Int
    /// Of the first byte on its line, in Unicode scalars, from 0.
    let column: Int
    /// Of keys, and of texts that have `${` in them.
    var text: String?
    /// Of a mapping, keys and values by turns.
    var children: [YAMLNode] = []

    var isBlockCollection: Bool { style == .block }
    var isBlockScalar: Bool { style == .literal || style == .folded }
}

/// How a document is spelled, for what is added to it.
struct YAMLHabits {
    /// The columns by which a mapping in a mapping is indented.
    var step: Int?
    /// The columns by which a sequence in a mapping is indented: often none.
    var sequenceStep: Int?
    /// What a line within brackets is indented by.
    var flowStep: [UInt8]?
    /// Whether there are spaces within braces, and within brackets.
    var padsMappings: Bool?
    var padsSequences: Bool?
    /// Whether a comma and a colon are followed by a space within brackets.
    var spacesCommas: Bool?
    var spacesColons: Bool?
    /// Whether there is a flow collection with something in it on one line.
    var hasShortCollections = false
    var singleQuoted = 0
    var doubleQuoted = 0
}

/// The values of a document with their places in its text.
struct YAMLSyntax {
    let bytes: [UInt8]
    /// `nil` for an empty document.
    private(set) var root: YAMLNode?
    private(set) var habits = YAMLHabits()
    /// The offset of each line.
    private var lines: [Int] = [0]
    private var open: [YAMLNode] = []
    private let firstLineBreak: [UInt8]

    /// - Parameter bytes: A document that has been read before, and found to be right.
    init(_ bytes: [UInt8], _ format: FixtureSource.Format) {
        self.bytes = bytes
        firstLineBreak = Self.firstLineBreak(in: bytes)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
            {
                lines.append(index + 1)
            }
        }
        switch format {
        case .json: readJSON()
        case .yaml: readYAML()
        }
    }

    // MARK: Places

    /// 0 beyond the text.
    func byte(_ offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0 }

    /// Where the line of a byte begins.
    func lineStart(_ offset: Int) -> Int { lines[line(offset)] }

    /// Where the line behind that of a byte begins; the end of the text if there is none.
    func nextLine(_ offset: Int) -> Int {
        let next = line(offset) + 1
        return lines.indices.contains(next) ? lines[next] : bytes.count
    }

    /// Where the line of a byte ends, before what ends it.
    func lineEnd(_ offset: Int) -> Int {
        var end = nextLine(offset)
        let start = lineStart(offset)
        if end > start, byte(end - 1) == UInt8(ascii: "\n") { end -= 1 }
        if end > start, byte(end - 1) == UInt8(ascii: "\r") { end -= 1 }
        return end
    }

    func areOnOneLine(_ first: Int, _ second: Int) -> Bool { line(first) == line(second) }

    /// The number of the line, from 0.
    private func line(_ offset: Int) -> Int {
        var low = 0
        var high = lines.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// What ends the line, or what the first line ends with if this is the last one.
    func lineBreak(_ offset: Int) -> [UInt8] {
        let own = bytes[lineEnd(offset)..<max(lineEnd(offset), nextLine(offset))]
        return own.isEmpty ? firstLineBreak : Array(own)
    }

    static func firstLineBreak(in bytes: [UInt8]) -> [UInt8] {
        guard let index = bytes.firstIndex(of: UInt8(ascii: "\n")), index > 0, bytes[index - 1] == UInt8(ascii: "\r")
        else { return [UInt8(ascii: "\n")] }
        return [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    /// The spaces and tabs with which the line begins.
    func indentation(_ offset: Int) -> [UInt8] {
        let start = lineStart(offset)
        return Array(bytes[start..<blanksEnd(start)])
    }

    func isFirstOnLine(_ offset: Int) -> Bool { blanksStart(offset) == lineStart(offset) }

    /// Behind spaces and tabs.
    func blanksEnd(_ offset: Int) -> Int {
        var offset = offset
        while Self.isBlank(byte(offset)) { offset += 1 }
        return offset
    }

    /// Before spaces and tabs.
    func blanksStart(_ offset: Int) -> Int {
        var offset = offset
        while offset > 0, Self.isBlank(byte(offset - 1)) { offset -= 1 }
        return offset
    }

    /// Whether nothing but a comment follows on the line.
    func isLastOnLine(_ offset: Int) -> Bool {
        let next = blanksEnd(offset)
        return next >= bytes.count || Self.isLineEnd(byte(next)) || byte(next) == UInt8(ascii: "#") && next > offset
    }

    /// Behind white space of all kinds.
    func whiteSpaceEnd(_ offset: Int) -> Int {
        var offset = offset
        while Self.isBlank(byte(offset)) || Self.isLineEnd(byte(offset)) { offset += 1 }
        return offset
    }

    /// Behind white space and comments, where the next word is.
    func nextWord(_ offset: Int) -> Int {
        var offset = offset
        while offset < bytes.count {
            let byte = byte(offset)
            if Self.isBlank(byte) || Self.isLineEnd(byte) {
                offset += 1
            } else if byte == UInt8(ascii: "#") {
                offset = max(offset + 1, lineEnd(offset))
            } else {
                break
            }
        }
        return offset
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    // MARK: Building

    private mutating func add(_ node: YAMLNode) {
        if let last = open.indices.last { open[last].children.append(node) } else { root = node }
    }

    private var expectsKey: Bool {
        guard let last = open.last else { return false }
        return last.kind == .mapping && last.children.count.isMultiple(of: 2)
    }

    private mutating func begin(_ node: YAMLNode) {
        if let parent = open.last, parent.kind == .mapping, parent.style == .block, node.style == .block {
            let step = node.column - parent.column
            switch node.kind {
            case .mapping where step > 0 && habits.step == nil: habits.step = step
            case .sequence where step >= 0 && habits.sequenceStep == nil: habits.sequenceStep = step
            default: break
            }
        }
        open.append(node)
    }

    private mutating func end(_ offset: Int) {
        guard var node = open.popLast() else { return }
        if node.style == .flow {
            node.end = offset
            noteSpelling(of: node)
        } else {
            node.end = node.children.last?.end ?? offset
        }
        add(node)
    }

    private mutating func noteSpelling(of node: YAMLNode) {
        guard let first = node.children.first, byte(node.start) == UInt8(ascii: node.kind == .mapping ? "{" : "[")
        else {
            return
        }
        if areOnOneLine(node.start, node.end) {
            habits.hasShortCollections = true
            let pads = Self.isBlank(byte(node.start + 1))
            if node.kind == .mapping {
                habits.padsMappings = habits.padsMappings ?? pads
            } else {
                habits.padsSequences = habits.padsSequences ?? pads
            }
            if habits.spacesCommas == nil, node.children.count > (node.kind == .mapping ? 2 : 1) {
                let comma = nextWord(node.children[node.kind == .mapping ? 1 : 0].end)
                if byte(comma) == UInt8(ascii: ",") { habits.spacesCommas = Self.isBlank(byte(comma + 1)) }
            }
        } else if habits.flowStep == nil, isFirstOnLine(first.start) {
            let outer = indentation(node.start)
            let inner = indentation(first.start)
            if inner.count > outer.count, inner.starts(with: outer) { habits.flowStep = Array(inner[outer.count...]) }
        }
        if habits.spacesColons == nil, node.kind == .mapping {
            let colon = nextWord(first.end)
            if byte(colon) == UInt8(ascii: ":") {
                habits.spacesColons = Self.isBlank(byte(colon + 1)) || Self.isLineEnd(byte(colon + 1))
            }
        }
    }

    // MARK: YAML

    private mutating func readYAML() {
        let offsets = ScalarOffsets(bytes)
        bytes.withUnsafeBufferPointer { bytes in
            var parser = yaml_parser_t()
            guard yaml_parser_initialize(&parser) == 1 else { return }
            defer { yaml_parser_delete(&parser) }
            withUnsafeMutablePointer(to: &parser) { parser in
                yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
                yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
                var isAtEnd = false
                while !isAtEnd {
                    var event = yaml_event_t()
                    guard yaml_parser_parse(parser, &event) == 1 else { return }
                    defer { yaml_event_delete(&event) }
                    isAtEnd = event.type == YAML_STREAM_END_EVENT
                    read(event, offsets)
                }
            }
        }
    }

    private mutating func read(_ event: yaml_event_t, _ offsets: ScalarOffsets) {
        let start = offsets.byte(event.start_mark.index)
        let end = offsets.byte(event.end_mark.index)
        let column = Int(event.start_mark.column)
        switch event.type {
        case YAML_ALIAS_EVENT:
            add(YAMLNode(kind: .alias, style: .plain, start: start, end: end, column: column))
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            var node = YAMLNode(kind: .scalar, style: style(scalar.style), start: start, end: end, column: column)
            node.isMarked = scalar.anchor != nil || scalar.tag != nil
            let value = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            if expectsKey || value.contains(UInt8(ascii: "$")) { node.text = String(decoding: value, as: UTF8.self) }
            if node.isBlockScalar { node.end = endOfBlockScalar(node) }
            add(node)
        case YAML_SEQUENCE_START_EVENT:
            let data = event.data.sequence_start
            var node = YAMLNode(
                kind: .sequence, style: data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block, start: start, end: end,
                column: column)
            node.isMarked = data.anchor != nil || data.tag != nil
            begin(node)
        case YAML_MAPPING_START_EVENT:
            let data = event.data.mapping_start
            var node = YAMLNode(
                kind: .mapping, style: data.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block, start: start, end: end,
                column: column)
            node.isMarked = data.anchor != nil || data.tag != nil
            begin(node)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: self.end(end)
        default: break
        }
    }

    private mutating func style(_ style: yaml_scalar_style_t) -> YAMLNode.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE:
            habits.singleQuoted += 1
            return .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
            habits.doubleQuoted += 1
            return .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: return .literal
        case YAML_FOLDED_SCALAR_STYLE: return .folded
        default: return .plain
        }
    }

    /// The parser's end of `|` and `>` is where the next word's line begins. Blank lines before it are part of the text
    /// only if its indicator says so (`|+`).
    private func endOfBlockScalar(_ node: YAMLNode) -> Int {
        guard !node.isMarked else { return node.end }
        let header = lineEnd(node.start)
        guard node.end > header else { return header }
        var end = node.end
        if bytes[node.start..<endOfIndicators(node)].contains(UInt8(ascii: "+")) {
            if end > header, byte(end - 1) == UInt8(ascii: "\n") { end -= 1 }
            if end > header, byte(end - 1) == UInt8(ascii: "\r") { end -= 1 }
            return end
        }
        while end > header, Self.isBlank(byte(end - 1)) || Self.isLineEnd(byte(end - 1)) { end -= 1 }
        return end
    }

    /// Behind the `|` or `>` and what belongs to it.
    func endOfIndicators(_ node: YAMLNode) -> Int {
        var end = node.start
        while end < bytes.count, !Self.isBlank(byte(end)), !Self.isLineEnd(byte(end)) { end += 1 }
        return end
    }

    // MARK: JSON

    /// JSON is not read as YAML: that has not its escapes for pairs of surrogates, nor its long keys.
    private mutating func readJSON() {
        var offset = 0
        while offset < bytes.count {
            switch byte(offset) {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let kind: YAMLNode.Kind = byte(offset) == UInt8(ascii: "{") ? .mapping : .sequence
                begin(YAMLNode(kind: kind, style: .flow, start: offset, end: offset, column: 0))
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                offset += 1
                end(offset)
            case UInt8(ascii: "\""):
                let start = offset
                offset += 1
                while offset < bytes.count, byte(offset) != UInt8(ascii: "\"") {
                    offset += byte(offset) == UInt8(ascii: "\\") ? 2 : 1
                }
                offset = min(offset + 1, bytes.count)
                var node = YAMLNode(kind: .scalar, style: .doubleQuoted, start: start, end: offset, column: 0)
                // As an escape, too, it may be a dollar sign.
                if expectsKey || bytes[start..<offset].contains(where: { "$\\".utf8.contains($0) }) {
                    node.text = (try? JSON(parsing: Array(bytes[start..<offset]), keys: .stored))?.stringValue
                }
                add(node)
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default:
                let start = offset
                while offset < bytes.count, !",]} \t\r\n".utf8.contains(byte(offset)) { offset += 1 }
                add(YAMLNode(kind: .scalar, style: .plain, start: start, end: offset, column: 0))
            }
        }
    }
}

/// Where the Unicode scalars of a text are, by which the parser counts.
private struct ScalarOffsets {
    private let bytes: [UInt8]
    /// The offset of every 64th scalar; empty if each is one byte.
    private var offsets: [Int] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.contains(where: { $0 >= 0x80 }) else { return }
        var count = 0
        for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
            if count.isMultiple(of: 64) { offsets.append(offset) }
            count += 1
        }
    }

    func byte(_ scalar: Int) -> Int {
        guard !offsets.isEmpty else { return min(scalar, bytes.count) }
        guard offsets.indices.contains(scalar / 64) else { return bytes.count }
        var offset = offsets[scalar / 64]
        for _ in 0..<scalar % 64 {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return min(offset, bytes.count)
    }
}
