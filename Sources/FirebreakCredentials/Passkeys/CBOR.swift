/// Why bytes are not the CBOR that WebAuthn uses, with the byte at which decoding failed.
package struct CBORSyntaxError: Error, Equatable, Sendable {
    enum Reason: String, Sendable {
        case unexpectedEnd = "Unexpected end of CBOR input"
        case trailingBytes = "Bytes after the value"
        case unsupported = "Floating-point number, simple value or length that is not supported"
        case invalidUTF8 = "Invalid UTF-8"
        case duplicateKey = "Key occurs twice in a map"
        case tooDeep = "Nesting too deep"
    }

    var reason: Reason
    var offset: Int
}

extension CBOR {
    /// Nesting of arrays, maps and tags beyond this is refused.
    static let maximumDepth = 16

    /// Decodes exactly one value.
    ///
    /// - Throws: ``CBORSyntaxError``, also if there are trailing bytes.
    package init(decoding bytes: [UInt8]) throws(CBORSyntaxError) {
        let (value, count) = try Self.decodePrefix(of: bytes[...])
        guard count == bytes.count else { throw CBORSyntaxError(reason: .trailingBytes, offset: count) }
        self = value
    }

    /// Decodes the value that these bytes begin with.
    ///
    /// Lengths are checked against the remaining bytes, so that allocations are in proportion to the input.
    ///
    /// - Returns: The value, and its length in bytes.
    /// - Throws: ``CBORSyntaxError``
    static func decodePrefix(of bytes: ArraySlice<UInt8>) throws(CBORSyntaxError) -> (value: CBOR, count: Int) {
        var decoder = CBORDecoder(rest: bytes)
        let value = try decoder.decodeValue()
        return (value, decoder.offset)
    }
}

/// Recursive descent over bytes that are consumed from the front.
private struct CBORDecoder {
    private var rest: ArraySlice<UInt8>
    private let start: Int
    private var depth = 0

    init(rest: ArraySlice<UInt8>) {
        self.rest = rest
        start = rest.startIndex
    }

    /// Bytes taken so far.
    var offset: Int { rest.startIndex - start }

    private func failure(_ reason: CBORSyntaxError.Reason) -> CBORSyntaxError {
        CBORSyntaxError(reason: reason, offset: offset)
    }

    mutating func decodeValue() throws(CBORSyntaxError) -> CBOR {
        let head = try take(1)
        guard let initial = head.first else { throw failure(.unexpectedEnd) }
        let information = initial & 31
        switch initial >> 5 {
        case 0: return .unsigned(try argument(information))
        case 1: return .negative(try argument(information))
        case 2: return .bytes(Array(try take(try argument(information))))
        case 3:
            let utf8 = try take(try argument(information))
            guard let text = String(validating: utf8, as: UTF8.self) else { throw failure(.invalidUTF8) }
            return .text(text)
        case 4: return try decodeArray(count: try argument(information))
        case 5: return try decodeMap(count: try argument(information))
        case 6:
            _ = try argument(information)
            try enter()
            defer { depth -= 1 }
            return try decodeValue()
        default: return try simpleValue(information)
        }
    }

    private mutating func enter() throws(CBORSyntaxError) {
        depth += 1
        guard depth <= CBOR.maximumDepth else { throw failure(.tooDeep) }
    }

    private mutating func decodeArray(count: UInt64) throws(CBORSyntaxError) -> CBOR {
        guard count <= rest.count else { throw failure(.unexpectedEnd) }
        try enter()
        defer { depth -= 1 }
        var elements: [CBOR] = []
        for _ in 0..<count { elements.append(try decodeValue()) }
        return .array(elements)
    }

    private mutating func decodeMap(count: UInt64) throws(CBORSyntaxError) -> CBOR {
        guard count <= rest.count / 2 else { throw failure(.unexpectedEnd) }
        try enter()
        defer { depth -= 1 }
        var entries: [CBOR.Entry] = []
        var keys: Set<CBOR> = []
        for _ in 0..<count {
            let key = try decodeValue()
            guard keys.insert(key).inserted else { throw failure(.duplicateKey) }
            entries.append(CBOR.Entry(key, try decodeValue()))
        }
        return .map(entries)
    }

    private func simpleValue(_ information: UInt8) throws(CBORSyntaxError) -> CBOR {
        switch information {
        case 20: .bool(false)
        case 21: .bool(true)
        case 22, 23: .null
        default: throw failure(.unsupported)
        }
    }

    /// The number in the low five bits of the first byte, or in the one, two, four or eight bytes that follow it.
    private mutating func argument(_ information: UInt8) throws(CBORSyntaxError) -> UInt64 {
        guard information >= 24 else { return UInt64(information) }
        guard information <= 27 else { throw failure(.unsupported) }
        return try take(1 << UInt64(information - 24)).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func take(_ count: UInt64) throws(CBORSyntaxError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw failure(.unexpectedEnd) }
        let taken = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        return taken
    }
}

/// A value of the Concise Binary Object Representation (RFC 8949), as far as WebAuthn uses it.
///
/// Tags are dropped, `undefined` reads as `null`, and floating-point numbers and indefinite lengths are not supported.
package enum CBOR: Sendable, Hashable {
    case unsigned(UInt64)
    /// The number −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// Entries in document order; no key occurs twice.
    case map([Entry])
    case bool(Bool)
    case null

    /// A key and its value.
    package struct Entry: Sendable, Hashable {
        package var key: CBOR
        package var value: CBOR

        init(_ key: CBOR, _ value: CBOR) {
            self.key = key
            self.value = value
        }
    }
}

extension CBOR {
    /// The number of this label or algorithm; `nil` for all other values, and for numbers that a signed 64-bit integer
    /// cannot hold.
    var integerValue: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    var bytesValue: [UInt8]? {
        guard case .bytes(let value) = self else { return nil }
        return value
    }

    var textValue: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    var mapValue: [Entry]? {
        guard case .map(let value) = self else { return nil }
        return value
    }

    /// The value under this number; `nil` if it does not exist or this is not a map.
    subscript(label: Int64) -> CBOR? { mapValue?.first { $0.key.integerValue == label }?.value }

    /// The value under this text; `nil` if it does not exist or this is not a map.
    subscript(name: String) -> CBOR? { mapValue?.first { $0.key.textValue == name }?.value }
}
