#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes compact JSON into memory, in the order of the calls.
///
/// Every answer is written through this, so the memory is its own: appending to an array takes several times as long as
/// writing the few bytes of a key, so that a server with an array answers 0.82 times as many calls of `batchGet`. It is the
/// C library's, which makes a large piece larger without copying it. Nothing is written before ``makeRoom(for:)`` has made
/// room for it.
package struct JSONWriter: ~Copyable {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    private var count = 0

    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        start = Self.memory(nil, self.capacity)
    }

    deinit { free(start) }

    /// Makes memory larger, or new memory. Like Swift's own, it ends the process where there is none left.
    private static func memory(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer {
        guard let new = realloc(old, size) else { fatalError("There is no memory for \(size) bytes of JSON.") }
        return new
    }

    /// What has been written.
    package var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: start, count: count)) }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    private mutating func grow(by more: Int) {
        capacity = max(capacity * 2, count + more)
        start = Self.memory(start, capacity)
    }

    @inline(__always)
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (start + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func raw(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends text that is JSON already.
    mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    package mutating func raw(_ more: [UInt8]) { more.withUnsafeBytes { append($0) } }

    @inline(__always)
    mutating func byte(_ byte: UInt8) {
        makeRoom(for: 1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Whether the last byte written opened an object or array, so that no comma is due.
    private var isFirst: Bool {
        guard count > 0 else { return true }
        let last = start.load(fromByteOffset: count - 1, as: UInt8.self)
        return last == UInt8(ascii: "{") || last == UInt8(ascii: "[") || last == UInt8(ascii: ":")
    }

    package mutating func beginObject() { byte(UInt8(ascii: "{")) }
    package mutating func endObject() { byte(UInt8(ascii: "}")) }
    package mutating func beginArray() { byte(UInt8(ascii: "[")) }
    package mutating func endArray() { byte(UInt8(ascii: "]")) }

    /// A comma where one is due, before an element or a key.
    @inline(__always)
    package mutating func separator() {
        if !isFirst { byte(UInt8(ascii: ",")) }
    }

    /// A key in which nothing has to be escaped.
    package mutating func key(_ key: StaticString) {
        let length = key.utf8CodeUnitCount
        makeRoom(for: length + 4)
        separator()
        quote(UnsafeRawBufferPointer(start: key.utf8Start, count: length))
        byte(UInt8(ascii: ":"))
    }

    /// Any key.
    package mutating func key(named key: String) {
        separator()
        string(key)
        byte(UInt8(ascii: ":"))
    }

    package mutating func member(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        self.key(key)
        string(value)
    }

    package mutating func member(_ key: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.key(key)
        bool(value)
    }

    package mutating func member(_ key: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.key(key)
        integer(value)
    }

    package mutating func member(_ key: StaticString, _ value: JSON?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    package mutating func member(named key: String, _ value: JSON) {
        self.key(named: key)
        self.value(value)
    }

    mutating func bool(_ value: Bool) {
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
                self.member(named: member.key, member.value)
            }
            endObject()
        }
    }

    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let utf8 = UnsafeRawBufferPointer(utf8)
            if !plainString(utf8) { escapedString(utf8) }
        }
    }

    /// Writes a string of ASCII in which nothing has to be escaped.
    ///
    /// - Returns: `false` for another one, of which nothing is written.
    package mutating func plainString(_ utf8: UnsafeRawBufferPointer) -> Bool {
        guard utf8.endOfPlainText(from: 0) == utf8.count else { return false }
        makeRoom(for: utf8.count + 2)
        quote(utf8)
        return true
    }

    private mutating func escapedString(_ utf8: UnsafeRawBufferPointer) {
        makeRoom(for: utf8.count + 2)
        byte(UInt8(ascii: "\""))
        var index = 0
        while true {
            let end = utf8.endOfPlainText(from: index)
            append(UnsafeRawBufferPointer(rebasing: utf8[index..<end]))
            guard end < utf8.count else { break }
            if utf8[end] < 0x80 { escape(utf8[end]) } else { byte(utf8[end]) }
            index = end + 1
        }
        byte(UInt8(ascii: "\""))
    }

    /// Writes bytes between quotation marks, for which there is room.
    @inline(__always)
    private mutating func quote(_ bytes: UnsafeRawBufferPointer) {
        let end = start + count
        end.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        if let source = bytes.baseAddress { (end + 1).copyMemory(from: source, byteCount: bytes.count) }
        end.storeBytes(of: UInt8(ascii: "\""), toByteOffset: bytes.count + 1, as: UInt8.self)
        count += bytes.count + 2
    }

    mutating func integer(_ value: Int64) {
        makeRoom(for: 20)
        if value < 0 { byte(UInt8(ascii: "-")) }
        let first = count
        var rest = value.magnitude
        repeat {
            byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        var digits = UnsafeMutableRawBufferPointer(start: start + first, count: count - first)
        digits.reverse()
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
            self.byte(Hex.digit(byte >> 4))
            self.byte(Hex.digit(byte & 0x0F))
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
