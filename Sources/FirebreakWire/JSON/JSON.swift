/// A JSON value that keeps what the sender wrote: members in their order, numbers as their literal text.
///
/// Custom claims and configuration documents pass through unchanged because of this.
package enum JSON: Sendable {
    case null
    case bool(Bool)
    /// The number's literal, for example `1e3` or `-0.50`; always valid JSON.
    case number(String)
    case string(String)
    case array([JSON])
    /// Members in document order. Keys are unique: of duplicates the last one wins, at the place of the first.
    case object([Member])

    /// One name and its value.
    package struct Member: Sendable {
        package var key: String
        package var value: JSON

        package init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    package static let emptyObject = JSON.object([])

    /// A number made of an integer.
    package static func int(_ value: some BinaryInteger) -> JSON { .number(String(value)) }
}

extension JSON: Equatable {
    /// Whether both are the same, by the bytes of their texts.
    package static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)), (.string(let left), .string(let right)):
            left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSON.Member: Equatable {
    package static func == (left: JSON.Member, right: JSON.Member) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.value == right.value
    }
}

extension [JSON.Member] {
    /// Where the member with a key is.
    package func index(of key: String) -> Int? { firstIndex { $0.key.hasSameBytes(as: key) } }
}

extension JSON {
    /// An object of members whose keys may be repeated: the last one wins, at the place of the first.
    package init(lastWins members: [Member]) { self = .object(Self.unique(members)) }

    private static func unique(_ members: [Member]) -> [Member] {
        let isRepeated =
            if members.count <= 16 {
                // Sooner than by hashing them.
                members.indices.contains { position in
                    members[..<position].contains { $0.key.hasSameBytes(as: members[position].key) }
                }
            } else {
                Set(members.map { ExactText($0.key) }).count < members.count
            }
        guard isRepeated else { return members }
        var positions: [ExactText: Int] = [:]
        var result: [Member] = []
        for member in members {
            let key = ExactText(member.key)
            if let position = positions[key] {
                result[position].value = member.value
            } else {
                positions[key] = result.count
                result.append(member)
            }
        }
        return result
    }
}

extension JSON {
    package var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    package var arrayValue: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    package var objectValue: [Member]? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// The value of a whole number that fits 64 bits; also of one written as `1e3` or `5.0`.
    package var integerValue: Int64? {
        guard case .number(let text) = self else { return nil }
        if let value = Int64(text) { return value }
        guard let value = Double(text), value.rounded() == value, abs(value) < 9.2e18 else { return nil }
        return Int64(value)
    }

    package var doubleValue: Double? {
        guard case .number(let text) = self else { return nil }
        return Int64(text).map(Double.init) ?? Double(text)
    }

    /// Whether a number is in the range of a double, in which all numbers of JSON are for most readers.
    package var isFinite: Bool { doubleValue?.isFinite ?? false }

    /// The seconds of a time in a token (RFC 7519 section 2), which may have a fraction: that is dropped. A number beyond
    /// 64 bits is the nearest that has them.
    package var tokenTime: Int64? {
        if let value = integerValue { return value }
        guard case .number = self, let value = doubleValue else { return nil }
        return Int64(exactly: value.rounded(.down)) ?? (value < 0 ? .min : .max)
    }

    package var isNull: Bool { self == .null }

    /// JavaScript's truthiness, used by the reference's checks: `null`, `false`, `0` and `""` are false.
    package var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number(let text): Double(text).map { $0 != 0 } ?? true
        case .string(let value): !value.isEmpty
        case .array, .object: true
        }
    }

    /// The member of that name, or `nil` when there is none or this is not an object. Setting `nil` removes it;
    /// setting on anything but an object does nothing.
    package subscript(key: String) -> JSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.index(of: key).map { members[$0].value }
        }
        set {
            guard case .object(var members) = self else { return }
            let index = members.index(of: key)
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }

    /// The value at a dotted path of member names, for example `signIn.email.enabled`.
    package subscript(path path: String) -> JSON? {
        var value = self
        // Split as bytes: to find the characters of a text takes longer.
        for name in path.utf8.split(separator: UInt8(ascii: ".")) {
            guard let member = value[String(Substring(name))] else { return nil }
            value = member
        }
        return value
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
    package init(nilLiteral: ()) { self = .null }
}

extension JSON {
    /// This document as production shows it: without members that are `false`, empty texts or empty lists, at any depth
    /// (production.md section 14). Numbers stay.
    package var withoutDefaults: JSON {
        switch self {
        case .object(let members):
            .object(members.filter { !$0.value.isDefault }.map { Member($0.key, $0.value.withoutDefaults) })
        case .array(let elements): .array(elements.map(\.withoutDefaults))
        case .null, .bool, .number, .string: self
        }
    }

    /// Whether it is `false`, an empty text or an empty list. An empty object is not a default: its presence has a
    /// meaning.
    package var isDefault: Bool { self == false || self == "" || self == [] }
}

extension JSON {
    /// Equality that ignores the order of members.
    package func isEquivalent(to other: JSON) -> Bool { self == other || sortingMembers == other.sortingMembers }

    /// With members by name at every depth.
    private var sortingMembers: JSON {
        switch self {
        case .object(let members):
            .object(
                members.map { Member($0.key, $0.value.sortingMembers) }.sorted {
                    $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
                })
        case .array(let elements): .array(elements.map(\.sortingMembers))
        case .null, .bool, .number, .string: self
        }
    }
}

// `JSON` inside messages: ``WireDecoder`` and ``WireEncoder`` recognise the type and never call these.
extension JSON: Codable {
    package init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "use WireDecoder"))
    }

    package func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "use WireEncoder"))
    }
}

extension JSON {
    /// The text for a number where a text is declared: whole numbers as they are written, others as JavaScript prints
    /// them.
    package static func text(ofNumber literal: String) -> String {
        if Int64(literal) != nil, literal != "-0" { return literal }
        guard let number = Double(literal) else { return literal }
        // Reference: the text of infinity, which it takes such a number for.
        return number.isFinite ? javaScriptText(of: number) : number < 0 ? "-Infinity" : "Infinity"
    }

    /// The text JavaScript prints for a number: `5` for 5.0, `1e+21` for 1e21, `0.5`.
    package static func javaScriptText(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        if number == 0 { return "0" }
        if number.rounded() == number, abs(number) < 9.2e18 { return String(Int64(number)) }
        let magnitude = abs(number)
        let shortest = "\(number)"
        guard let (before, after) = shortest.parted(at: "e"), let exponent = Int(after) else { return shortest }
        var mantissa = String(before)
        if magnitude >= 1e21 || magnitude < 1e-6 {
            if mantissa.endsWithBytes(of: ".0") { mantissa.removeLast(2) }
            return "\(mantissa)e\(exponent < 0 ? "" : "+")\(exponent)"
        }
        return positional(mantissa: mantissa, exponent: exponent)
    }

    /// `1.5`, 16 → `15000000000000000`; `1.5`, -5 → `0.000015`.
    private static func positional(mantissa: String, exponent: Int) -> String {
        let isNegative = mantissa.startsWithBytes(of: "-")
        let parts = mantissa.drop { $0 == "-" }.separated(by: ".")
        let whole = parts.first.map(String.init) ?? "0"
        let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
        let digits = whole + fraction
        let point = whole.count + exponent
        let text =
            if point <= 0 { "0." + String(repeating: "0", count: -point) + digits } else if point >= digits.count {
                digits + String(repeating: "0", count: point - digits.count)
            } else { String(digits.prefix(point)) + "." + String(digits.dropFirst(point)) }
        return isNegative ? "-" + text : text
    }
}
