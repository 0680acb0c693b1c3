import FirebreakOperations
import FirebreakWire

/// Reads the bodies that the journal keeps.
enum JournalBody {
    /// A JSON document, or the fields of a form as an object; `nil` if the body is neither, as a page is.
    ///
    /// Of a body that was cut, what was complete.
    static func document(_ body: RecordedBody, keys: JSON.KeyMapping = .verbatim) -> JSON? {
        guard !body.bytes.isEmpty else { return nil }
        if isForm(body) { return form(body, keys) }
        let bytes = body.isWhole ? body.bytes : completed(body.bytes)
        // Not JSON: there is no document.
        return try? JSON(parsing: bytes, keys: keys, huge: .null)
    }

    /// What stands for a body that is not a document.
    static func placeholder(_ body: RecordedBody) -> String {
        let type = body.contentType?.prefix { $0 != ";" } ?? "unknown type"
        return "<\(body.length) bytes of \(String(type).onOneLine)>"
    }

    /// What kind of body it is.
    static func form(of body: RecordedBody) -> JournalDetail.BodyForm {
        guard body.length > 0 else { return .none }
        if isForm(body) { return .fields }
        return document(body) == nil ? .other : .document
    }

    private static func isForm(_ body: RecordedBody) -> Bool {
        body.contentType?.lowercased().startsWithBytes(of: "application/x-www-form-urlencoded") ?? false
    }

    private static func form(_ body: RecordedBody, _ keys: JSON.KeyMapping) -> JSON {
        var text = String(decoding: body.bytes, as: UTF8.self)
        // The last field may be cut.
        if !body.isWhole { text = String(text.parted(atLast: "&")?.before ?? "") }
        var values: [ExactText: [JSON]] = [:]
        var names: [String] = []
        for field in FormURLEncoding.parse(text) {
            let name = keys == .camelCase ? field.name.lodashCamelCased : field.name
            if values[ExactText(name)] == nil { names.append(name) }
            values[ExactText(name), default: []].append(.string(field.value))
        }
        return .object(
            names.map { name in
                let all = values[ExactText(name)] ?? []
                return JSON.Member(name, all.count == 1 ? all[0] : .array(all))
            })
    }

    /// The beginning of a document up to its last complete member or element, with everything closed.
    static func completed(_ bytes: [UInt8]) -> [UInt8] {
        var open: [UInt8] = []
        var end = 0
        var closing: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for (index, byte) in bytes.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: ","):
                end = index
                closing = open
            default: break
            }
        }
        return Array(bytes[..<end]) + closing.reversed()
    }
}
