/// Writes compact JSON into a byte array, in the order of the calls.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    package mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends text that is JSON already.
    package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func raw(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    package mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    /// Whether the last byte written opened an object or array, so that no comma is due.
    private var isFirst: Bool {
        guard let last = bytes.last else { return true }
        return last == UInt8(ascii: "{") || last == UInt8(ascii: "[") || last == UInt8(ascii: ":")
    }

    package mutating func beginObject() { bytes.append(UInt8(ascii: "{")) }
    package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }
    package mutating func beginArray() { bytes.append(UInt8(ascii: "[")) }
    package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

    /// A comma where one is due, before an element or a key.
    package mutating func separator() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
    }

    package mutating func key(_ key: String) {
        separator()
        string(key)
        bytes.append(UInt8(ascii: ":"))
    }

    package mutating func member(_ key: String, _ value: String?) {
        guard let value else { return }
        self.key(key)
        string(value)
    }

    package mutating func member(_ key: String, _ value: Bool?) {
        guard let value else { return }
        self.key(key)
        bool(value)
    }

    package mutating func member(_ key: String, _ value: Int64?) {
        guard let value else { return }
        self.key(key)
        raw(String(value))
    }

    package mutating func member(_ key: String, _ value: JSON?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    package mutating func bool(_ value: Bool) {
        if value { raw("true" as StaticString) } else { raw("false" as StaticString) }
    }

    package mutating func value(_ value: JSON) {
        switch value {
        case .null: raw("null" as StaticString)
        case .bool(let value): bool(value)
        case .number(let text): raw(text)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements {
                separator()
                self.value(element)
            }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.key)
                self.value(member.value)
            }
            endObject()
        }
    }

    package mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            let utf8 = UnsafeRawBufferPointer(utf8)
            var index = 0
            while index < utf8.count {
                let end = utf8.endOfPlainText(from: index)
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8[index..<end]))
                guard end < utf8.count else { break }
                if utf8[end] < 0x80 { escape(utf8[end]) } else { bytes.append(utf8[end]) }
                index = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"" as StaticString)
        case UInt8(ascii: "\\"): raw("\\\\" as StaticString)
        case 0x08: raw("\\b" as StaticString)
        case 0x0A: raw("\\n" as StaticString)
        case 0x0C: raw("\\f" as StaticString)
        case 0x0D: raw("\\r" as StaticString)
        case 0x09: raw("\\t" as StaticString)
        default:
            raw("\\u00" as StaticString)
            bytes.append(Hex.digit(byte >> 4))
            bytes.append(Hex.digit(byte & 0x0F))
        }
    }
}

extension JSON {
    /// The compact text of this value.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The compact text of this value.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Compact JSON re-indented by two spaces a level, with `": "` after keys, as JavaScript's `JSON.stringify` does.
    package static func indented(_ compact: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(compact.count * 2)
        var level = 0
        var inString = false
        var escaped = false
        func newline() {
            output.append(0x0A)
            output.append(contentsOf: repeatElement(0x20, count: level * 2))
        }
        for (index, byte) in compact.enumerated() {
            if inString {
                output.append(byte)
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                inString = true
                output.append(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                let next = index + 1 < compact.count ? compact[index + 1] : 0
                guard next != UInt8(ascii: "}"), next != UInt8(ascii: "]") else { continue }
                level += 1
                newline()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let previous = index > 0 ? compact[index - 1] : 0
                if previous != UInt8(ascii: "{"), previous != UInt8(ascii: "[") {
                    level -= 1
                    newline()
                }
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                newline()
            case UInt8(ascii: ":"):
                output.append(byte)
                output.append(0x20)
            default: output.append(byte)
            }
        }
        return output
    }
}
