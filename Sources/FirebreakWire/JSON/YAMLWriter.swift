/// Writes a JSON value as YAML, one member or element on a line, for people who go on editing it.
///
/// Texts that other readers of YAML could take for something else are quoted as in JSON.
package struct YAMLWriter {
    private var bytes: [UInt8] = []
    private let comments: [[String]: [String]]
    /// The keys from the document to where it writes; none where there are no comments.
    private var path: [String] = []

    /// The value as a document.
    ///
    /// - Parameter comments: Lines above members, by their keys from the document on; those without keys stand above all.
    package static func document(_ value: JSON, comments: [[String]: [String]] = [:]) -> [UInt8] {
        var writer = YAMLWriter(comments: comments)
        writer.comment(level: 0)
        if let scalar = scalar(value) {
            writer.line(scalar)
        } else {
            writer.collection(value, level: 0)
        }
        return writer.bytes
    }

    private init(comments: [[String]: [String]]) { self.comments = comments }

    /// As wide as a line of code.
    private static let width = 100

    /// What is said of where it writes.
    private mutating func comment(level: Int) {
        for text in comments[path] ?? [] {
            var words = text.visible.separated(by: " ")[...]
            var start = "# "
            while let first = words.popFirst() {
                var line = start + first
                while let next = words.first, level * 2 + line.utf8.count + next.utf8.count < Self.width {
                    line += " " + next
                    words.removeFirst()
                }
                indent(level)
                self.line(line)
                start = "#   "
            }
        }
    }

    // MARK: Collections

    /// Deeper than ``JSON/maximumDepth`` no value is.
    private mutating func collection(_ value: JSON, level: Int, isAfterDash: Bool = false) {
        switch value {
        case .object(let members):
            for (index, member) in members.enumerated() {
                if !comments.isEmpty {
                    path.append(member.key)
                    if !isAfterDash { comment(level: level) }
                }
                if index > 0 || !isAfterDash { indent(level) }
                bytes += Self.text(member.key).utf8
                bytes.append(UInt8(ascii: ":"))
                content(member.value, level: level + 1)
                if !comments.isEmpty { path.removeLast() }
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if index > 0 || !isAfterDash { indent(level) }
                bytes.append(UInt8(ascii: "-"))
                if Self.scalar(element) != nil {
                    content(element, level: level + 1)
                } else {
                    bytes.append(UInt8(ascii: " "))
                    collection(element, level: level + 1, isAfterDash: true)
                }
            }
        case .null, .bool, .number, .string: break
        }
    }

    /// What stands behind a key or a dash.
    private mutating func content(_ value: JSON, level: Int) {
        if let scalar = Self.scalar(value) {
            bytes.append(UInt8(ascii: " "))
            line(scalar)
        } else {
            bytes.append(UInt8(ascii: "\n"))
            collection(value, level: level)
        }
    }

    private mutating func indent(_ level: Int) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    private mutating func line(_ text: String) {
        bytes += text.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    // MARK: Scalars

    /// What fits on the line; `nil` for objects and arrays that have something in them.
    private static func scalar(_ value: JSON) -> String? {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let text): text
        case .string(let string): text(string)
        case .array(let elements): elements.isEmpty ? "[]" : nil
        case .object(let members): members.isEmpty ? "{}" : nil
        }
    }

    private static func text(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// Words that some version of YAML reads as a truth value or as nothing.
    private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

    /// Whether every reader takes the text for itself without quotes: it begins with a letter, and has nothing in it that
    /// means something.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isASCIILetter, text.utf8.count <= 120,
            text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "_-.@/+".utf8.contains($0) })
        else { return false }
        return !reserved.contains(text.lowercased())
    }

    /// In double quotes, with the escapes of JSON, and further ones for what YAML does not have as it is or takes for the
    /// end of a line.
    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return escaped(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// A document in JSON that is the same in YAML: with escapes for what YAML does not have as it is.
    package static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: isEscaped) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            if isEscaped(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
