import FirebreakWire

/// Writes values as a document is spelled.
struct YAMLSpelling {
    /// Longer lines of flow collections are broken.
    static let maximumWidth = 120

    let isJSON: Bool
    let habits: YAMLHabits

    /// The columns by which what is in an object is indented.
    var step: Int { max(1, habits.step ?? 2) }
    var sequenceStep: Int { habits.sequenceStep ?? step }

    // MARK: Scalars

    /// What fits on a line however narrow; `nil` for objects and arrays that have something in them.
    ///
    /// - Parameter old: What it takes the place of: its quotes are kept where they can be.
    func scalar(_ value: JSON, insteadOf old: YAMLNode? = nil, inFlow: Bool) -> [UInt8]? {
        switch value {
        case .null: Array("null".utf8)
        case .bool(let value): Array((value ? "true" : "false").utf8)
        case .number(let text): Array(text.utf8)
        case .string(let text): self.text(text, insteadOf: old?.style, inFlow: inFlow)
        case .array(let elements): elements.isEmpty ? Array("[]".utf8) : nil
        case .object(let members): members.isEmpty ? Array("{}".utf8) : nil
        }
    }

    func key(_ name: String) -> [UInt8] { text(name, insteadOf: nil, inFlow: true) }

    private func text(_ text: String, insteadOf style: YAMLNode.Style?, inFlow: Bool) -> [UInt8] {
        if isJSON { return JSON.string(text).bytes }
        let singleQuoted = Self.isPrintable(text) ? Array("'\(text.substituting("'", with: "''"))'".utf8) : nil
        let doubleQuoted = Array(YAMLWriter.escaped(JSON.string(text).text).utf8)
        switch style {
        case .singleQuoted?: return singleQuoted ?? doubleQuoted
        case .doubleQuoted?: return doubleQuoted
        case .plain? where Self.staysPlain(text): return Array(text.utf8)
        default: break
        }
        let usual = YAMLWriter.document(.string(text)).dropLast()
        if usual.first == UInt8(ascii: "\""), habits.singleQuoted > habits.doubleQuoted, let singleQuoted {
            return singleQuoted
        }
        return Array(usual)
    }

    /// Whether the text has nothing in it that needs an escape.
    private static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
            default: true
            }
        }
    }

    /// Whether a text of several words needs no quotes, where none were before.
    private static func staysPlain(_ text: String) -> Bool {
        guard isPrintable(text), let first = text.utf8.first, first.isASCIILetter,
            !text.utf8.allSatisfy(\.isASCIILetter)
        else { return false }
        var last = UInt8(ascii: " ")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                return false
            case UInt8(ascii: "#") where last == UInt8(ascii: " "): return false
            case UInt8(ascii: " ") where last == UInt8(ascii: ":"): return false
            default: last = byte
            }
        }
        return last != UInt8(ascii: " ") && last != UInt8(ascii: ":")
    }

    /// The lines of a text behind `|`, and the indicator; `nil` if it needs escapes.
    func literal(_ text: String) -> (indicator: String, lines: [[UInt8]])? {
        guard !isJSON, text.unicodeScalars.allSatisfy({ $0 == "\n" || Self.isPrintable(String($0)) }) else {
            return nil
        }
        let endsWithLine = text.endsWithBytes(of: "\n")
        let lines = text.without(ending: "\n").separated(by: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, let last = lines.last, !last.isEmpty,
            first.utf8.first.map(YAMLSyntax.isBlank) == false,
            lines.allSatisfy({ $0.isEmpty || !$0.utf8.allSatisfy(YAMLSyntax.isBlank) })
        else { return nil }
        return (endsWithLine ? "|" : "|-", lines.map { Array($0.utf8) })
    }

    // MARK: Block collections

    /// The lines of a member, without the indentation of the object.
    func member(_ name: String, _ value: JSON) -> [[UInt8]] {
        let key = key(name) + [UInt8(ascii: ":")]
        if let scalar = scalar(value, inFlow: false) { return [key + [UInt8(ascii: " ")] + scalar] }
        return [key] + lines(of: value)
    }

    /// The lines of an element, without the indentation of the list.
    func element(_ value: JSON) -> [[UInt8]] {
        let dash = Array("- ".utf8)
        let lines = scalar(value, inFlow: false).map { [$0] } ?? content(of: value)
        return lines.enumerated().map { index, line in (index == 0 ? dash : Self.spaces(2)) + line }
    }

    /// The lines below a key, without the indentation of the key's object.
    func lines(of value: JSON) -> [[UInt8]] {
        let indentation = Self.spaces(value.arrayValue == nil ? step : sequenceStep)
        return content(of: value).map { indentation + $0 }
    }

    /// The lines of an object or array that has something in it. No value is deeper than the parser allows.
    func content(of value: JSON) -> [[UInt8]] {
        switch value {
        case .object(let members): members.flatMap { member($0.key, $0.value) }
        case .array(let elements): elements.flatMap { element($0) }
        case .null, .bool, .number, .string: []
        }
    }

    static func spaces(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: " "), count: max(0, count)) }

    // MARK: Flow collections

    var comma: [UInt8] { Array((isJSON && habits.spacesCommas == false ? "," : ", ").utf8) }
    private var colon: [UInt8] { Array((isJSON && habits.spacesColons == false ? ":" : ": ").utf8) }

    /// Whether nothing is on one line that could be on several.
    var isTall: Bool { isJSON && habits.flowStep != nil && !habits.hasShortCollections }

    func padding(ofMapping isMapping: Bool) -> [UInt8] {
        let pads = isMapping ? habits.padsMappings ?? !isJSON : habits.padsSequences ?? false
        return pads ? [UInt8(ascii: " ")] : []
    }

    var flowStep: [UInt8] { habits.flowStep ?? Self.spaces(2) }

    /// On one line.
    func flow(_ value: JSON, insteadOf old: YAMLNode? = nil) -> [UInt8] {
        if let scalar = scalar(value, insteadOf: old, inFlow: true) { return scalar }
        switch value {
        case .object(let members):
            let inner = members.map { key($0.key) + colon + flow($0.value) }
            return wrapped(inner, isMapping: true)
        case .array(let elements): return wrapped(elements.map { flow($0) }, isMapping: false)
        case .null, .bool, .number, .string: return []
        }
    }

    private func wrapped(_ items: [[UInt8]], isMapping: Bool) -> [UInt8] {
        let padding = padding(ofMapping: isMapping)
        return [UInt8(ascii: isMapping ? "{" : "[")] + padding + Array(items.joined(separator: comma)) + padding
            + [UInt8(ascii: isMapping ? "}" : "]")]
    }

    /// On one line if it fits there, or on several.
    ///
    /// - Parameters:
    ///   - column: Where it begins, in bytes.
    ///   - indentation: Of the line on which it begins; `nil` if it must be on one line.
    func flow(
        _ value: JSON, insteadOf old: YAMLNode? = nil, column: Int, indentation: [UInt8]?, lineBreak: [UInt8]
    ) -> [UInt8] {
        let line = flow(value, insteadOf: old)
        guard let indentation, scalar(value, inFlow: true) == nil, isTall || column + line.count > Self.maximumWidth
        else { return line }
        let inner = indentation + flowStep
        let items =
            switch value {
            case .object(let members): members.map { flowMember($0.key, $0.value, inner, lineBreak) }
            case .array(let elements):
                elements.map { flow($0, column: inner.count, indentation: inner, lineBreak: lineBreak) }
            case .null, .bool, .number, .string: [[UInt8]]()
            }
        let isMapping = value.objectValue != nil
        return [UInt8(ascii: isMapping ? "{" : "[")] + lineBreak + inner
            + Array(items.joined(separator: [UInt8(ascii: ",")] + lineBreak + inner)) + lineBreak + indentation
            + [UInt8(ascii: isMapping ? "}" : "]")]
    }

    func flowMember(_ name: String, _ value: JSON, _ indentation: [UInt8]?, _ lineBreak: [UInt8]) -> [UInt8] {
        let key = key(name) + colon
        let column = (indentation?.count ?? 0) + key.count
        return key + flow(value, column: column, indentation: indentation, lineBreak: lineBreak)
    }
}
