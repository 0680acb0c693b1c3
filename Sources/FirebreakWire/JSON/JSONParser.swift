extension JSON {
    /// How object keys are read.
    package enum KeyMapping: Sendable {
        case verbatim
        /// The reference's rule for request bodies (wire.md section 7): every key at every depth is camel-cased;
        /// except below those of ``isKeyOfData(_:)``.
        case camelCase
        /// The claims of a token, or a developer's: as they are, and all texts but ``identifyingClaims`` are free.
        case claims
        /// What the server has written itself: as it is, and all texts are free.
        case stored
    }

    /// What becomes of a number beyond the range of a double, such as `1e400`: no reader of JSON can hold it, and JavaScript
    /// takes it for infinity.
    package enum HugeNumbers: Sendable {
        case refused
        /// As JavaScript writes infinity.
        case null
        /// It stays as it is, for a reader that refuses it where it knows what it is for.
        case kept
    }

    /// Members below which keys are data, or have names of another standard: WebAuthn's `clientDataJSON`.
    private static let keysOfData: Set<String> = [
        "authenticatorAuthenticationResponse", "authenticatorRegistrationResponse", "credentialKeys", "customParameter",
        "files", "serviceAccounts", "testPhoneNumbers",
    ]

    /// Whether the members below this one are data.
    package static func isKeyOfData(_ key: String) -> Bool { keysOfData.contains(key) }

    /// Members whose texts are free, wherever they are: nothing is found by them, and they are stored as they are.
    package static let freeTexts = Set(UserProfile.Member.allCases.map(\.rawValue)).union([
        "customAttributes", "newPassword", "password", "passwordHash", "rawPassword",
    ])

    /// Claims by which a user or a record is found, and members of the reference's refresh tokens like them.
    package static let identifyingClaims: Set<String> = [
        "aud", "azp", "email", "iss", "jti", "localId", "nonce", "phone_number", "projectId", "provider",
        "sign_in_provider", "sub", "tenant", "tenantId", "tenant_id", "uid", "user_id",
    ]

    /// Deeper nesting is refused, which bounds the recursion of all code that walks a value.
    package static let maximumDepth = Limit.jsonDepth.maximum

    /// More values are refused: each takes some 100 bytes, however short its text.
    package static let maximumValues = Limit.jsonValues.maximum

    /// Parses one JSON text (RFC 8259). A leading byte order mark is skipped.
    ///
    /// - Parameter huge: By default numbers that no double holds are refused; in what the server has stored, where an
    ///   earlier version may have left some, they are `null`.
    /// - Throws: ``JSONSyntaxError`` for anything other than exactly one well-formed value of at most ``maximumDepth``
    ///   levels and ``maximumValues`` values in valid UTF-8.
    package init(
        parsing bytes: UnsafeRawBufferPointer, keys: KeyMapping = .verbatim, huge: HugeNumbers? = nil
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: bytes, keys: keys, huge: huge ?? (keys == .stored ? .null : .refused))
        self = try parser.parseDocument()
    }

    package init(
        parsing bytes: [UInt8], keys: KeyMapping = .verbatim, huge: HugeNumbers? = nil
    ) throws(JSONSyntaxError) {
        let result = bytes.withUnsafeBytes { buffer -> Result<JSON, JSONSyntaxError> in
            do throws(JSONSyntaxError) { return .success(try JSON(parsing: buffer, keys: keys, huge: huge)) } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    package init(
        parsing text: String, keys: KeyMapping = .verbatim, huge: HugeNumbers? = nil
    ) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), keys: keys, huge: huge)
    }
}

/// Recursive descent over UTF-8 bytes; every read is bounds-checked through ``peek``.
private struct JSONParser {
    let bytes: UnsafeRawBufferPointer
    let keys: JSON.KeyMapping
    let huge: JSON.HugeNumbers
    private var index = 0
    private var depth = 0
    private var valuesLeft = JSON.maximumValues
    /// Above zero while inside an object whose keys are data.
    private var verbatimDepth = 0
    /// The key of the value that is being read; empty in an array, but for that of a claim.
    private var member = ""

    init(bytes: UnsafeRawBufferPointer, keys: JSON.KeyMapping, huge: JSON.HugeNumbers) {
        self.bytes = bytes
        self.keys = keys
        self.huge = huge
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func failure(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: index)
    }

    /// The failure for a byte that is not what is expected, or for none.
    private func failure(expecting expectation: JSONSyntaxError.Expectation) -> JSONSyntaxError {
        peek == nil
            ? JSONSyntaxError(reason: .unexpectedEnd, offset: index, expectation: expectation)
            : failure(.unexpectedByte)
    }

    mutating func parseDocument() throws(JSONSyntaxError) -> JSON {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
        skipWhitespace()
        let value = try parseValue()
        skipWhitespace()
        guard index == bytes.count else { throw failure(.unexpectedByte) }
        return value
    }

    private mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func parseValue(
        _ expectation: JSONSyntaxError.Expectation = .value
    ) throws(JSONSyntaxError) -> JSON {
        guard let byte = peek else { throw failure(expecting: expectation) }
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw failure(.tooMany) }
        switch byte {
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "{"): return try parseObject()
        case UInt8(ascii: "["): return try parseArray()
        case UInt8(ascii: "t"): return try parseLiteral("true", .bool(true))
        case UInt8(ascii: "f"): return try parseLiteral("false", .bool(false))
        case UInt8(ascii: "n"): return try parseLiteral("null", .null)
        default: return try parseNumber()
        }
    }

    private mutating func parseLiteral(_ text: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
        for offset in 0..<text.utf8CodeUnitCount {
            guard let byte = peek else { throw failure(.unexpectedEnd) }
            guard byte == text.utf8Start[offset] else { throw failure(.unexpectedByte) }
            index += 1
        }
        return value
    }

    private mutating func enter() throws(JSONSyntaxError) {
        depth += 1
        index += 1
        guard depth <= JSON.maximumDepth else { throw failure(.tooDeep) }
        skipWhitespace()
    }

    private mutating func leave() {
        depth -= 1
        index += 1
    }

    private mutating func parseArray() throws(JSONSyntaxError) -> JSON {
        try enter()
        var elements: [JSON] = []
        if peek == UInt8(ascii: "]") {
            leave()
            return .array(elements)
        }
        let enclosing = keys == .claims ? member : ""
        while true {
            member = enclosing
            elements.append(try parseValue(.valueOrEnd))
            if try endOfElement(closing: UInt8(ascii: "]"), .separatorOrEndOfArray) { return .array(elements) }
        }
    }

    private mutating func parseObject() throws(JSONSyntaxError) -> JSON {
        try enter()
        var members: [JSON.Member] = []
        if peek == UInt8(ascii: "}") {
            leave()
            return .object(members)
        }
        // The members of a message or of a token's claims; objects inside are many and small.
        if depth == 1 { members.reserveCapacity(16) }
        while true {
            guard peek == UInt8(ascii: "\"") else { throw failure(expecting: .key) }
            member = ""
            var key = try parseString()
            if keys == .camelCase, verbatimDepth == 0 { key = key.lodashCamelCased }
            skipWhitespace()
            guard peek == UInt8(ascii: ":") else { throw failure(expecting: .colon) }
            index += 1
            skipWhitespace()
            let isData = keys == .camelCase && JSON.isKeyOfData(key)
            if isData { verbatimDepth += 1 }
            member = key
            let value = try parseValue()
            if isData { verbatimDepth -= 1 }
            members.append(JSON.Member(key, value))
            if try endOfElement(closing: UInt8(ascii: "}"), .separatorOrEndOfObject) { return JSON(lastWins: members) }
        }
    }

    /// Consumes a comma (and returns false) or the closing bracket (and returns true).
    private mutating func endOfElement(
        closing: UInt8, _ expectation: JSONSyntaxError.Expectation
    ) throws(JSONSyntaxError) -> Bool {
        skipWhitespace()
        guard let byte = peek else { throw failure(expecting: expectation) }
        if byte == closing {
            leave()
            return true
        }
        guard byte == UInt8(ascii: ",") else { throw failure(.unexpectedByte) }
        index += 1
        skipWhitespace()
        return false
    }

    // MARK: Numbers

    /// A number of so many bytes without an exponent is in the range of a double.
    private static let safeLength = 300

    private mutating func parseNumber() throws(JSONSyntaxError) -> JSON {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        guard let first = peek else { throw failure(.unexpectedEnd) }
        guard first.isASCIIDigit else { throw failure(.unexpectedByte) }
        if first == UInt8(ascii: "0") { index += 1 } else { try skipDigits() }
        if peek == UInt8(ascii: ".") {
            index += 1
            try skipDigits()
        }
        var mayBeHuge = index - start > Self.safeLength
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            mayBeHuge = true
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
        let number = JSON.number(String(decoding: bytes[start..<index], as: UTF8.self))
        guard mayBeHuge, huge != .kept, !number.isFinite else { return number }
        guard huge == .null else { throw JSONSyntaxError(reason: .numberTooLarge, offset: start) }
        return .null
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        guard let byte = peek, byte.isASCIIDigit else { throw failure(.invalidNumber) }
        while let byte = peek, byte.isASCIIDigit { index += 1 }
    }

    // MARK: Strings

    private mutating func parseString() throws(JSONSyntaxError) -> String {
        index += 1
        let start = index
        var isASCII = true
        while true {
            index = bytes.endOfPlainText(from: index)
            guard let byte = peek else { throw failure(.unexpectedEnd) }
            if byte == UInt8(ascii: "\"") {
                let range = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
                // ASCII is valid: to ask for that takes longer than all the rest.
                let text =
                    isASCII ? String(decoding: range, as: UTF8.self) : String(validating: range, as: UTF8.self)
                guard let text else { throw failure(.invalidUTF8) }
                index += 1
                return text
            }
            if byte == UInt8(ascii: "\\") { return try parseEscapedString(from: start) }
            guard byte >= 0x20 else { throw failure(.controlCharacter) }
            isASCII = false
            index += 1
        }
    }

    /// The slow path: `index` is at the first backslash.
    private mutating func parseEscapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var buffer = [UInt8](bytes[start..<index])
        while let byte = peek {
            if byte == UInt8(ascii: "\"") {
                guard let text = String(validating: buffer, as: UTF8.self) else { throw failure(.invalidUTF8) }
                index += 1
                return text
            }
            guard byte >= 0x20 else { throw failure(.controlCharacter) }
            index += 1
            if byte == UInt8(ascii: "\\") { try parseEscape(into: &buffer) } else { buffer.append(byte) }
        }
        throw failure(.unexpectedEnd)
    }

    /// Whether the text being read may have the character U+0000 (production.md section 9). It ends a text of the
    /// database: the rest of an identifier would be lost.
    private var isFreeText: Bool {
        switch keys {
        case .stored: true
        case .claims: !JSON.identifyingClaims.contains(member)
        // The columns of a CSV file are checked as they are read.
        case .camelCase, .verbatim: JSON.freeTexts.contains(member.lodashCamelCased) || member.endsWithBytes(of: ".csv")
        }
    }

    private mutating func parseEscape(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte = peek else { throw failure(.unexpectedEnd) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
        case UInt8(ascii: "b"): buffer.append(0x08)
        case UInt8(ascii: "f"): buffer.append(0x0C)
        case UInt8(ascii: "n"): buffer.append(0x0A)
        case UInt8(ascii: "r"): buffer.append(0x0D)
        case UInt8(ascii: "t"): buffer.append(0x09)
        case UInt8(ascii: "u"): buffer.append(contentsOf: String(Character(try parseUnicodeEscape())).utf8)
        default: throw failure(.invalidEscape)
        }
    }

    /// One escaped scalar; a lone surrogate becomes U+FFFD, because Swift strings hold scalars only.
    private mutating func parseUnicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        let first = try parseHex4()
        guard first != 0 || isFreeText else { throw failure(.invalidEscape) }
        guard (0xD800...0xDFFF).contains(first) else { return Unicode.Scalar(first) ?? replacement }
        guard first < 0xDC00, peek == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u")
        else { return replacement }
        let rewind = index
        index += 2
        let second = try parseHex4()
        guard (0xDC00...0xDFFF).contains(second) else {
            index = rewind
            return replacement
        }
        return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? replacement
    }

    private mutating func parseHex4() throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek else { throw failure(.unexpectedEnd) }
            guard let digit = Hex.value(byte) else { throw failure(.invalidEscape) }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
