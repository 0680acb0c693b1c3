/// Decodes request messages from ``JSON`` with the leniency of the real endpoints (wire.md section 7).
///
/// Message types are plain `Decodable` structs. Values are read as ``WireLeniency`` says, unknown keys are ignored. The
/// first misfit is thrown as a ``SchemaViolation``. Only the first one is reported, in the order in which a type
/// declares its properties: declare them alphabetically.
package struct WireDecoder: Sendable {
    /// Whether a `null` counts as an absent field (production) or is refused (the reference).
    package var nullIsAbsent: Bool
    /// Whether messages are read as protobuf reads JSON (``WireLeniency``).
    package var isProtobuf: Bool
    /// Whether numbers and booleans may be given as texts, as in query parameters.
    package var readsTexts: Bool
    /// Whether whole numbers may take 64 bits, as in responses of the control API. Requests have no such numbers and
    /// reject them.
    package var readsWideIntegers: Bool

    package init(
        nullIsAbsent: Bool, isProtobuf: Bool = false, readsTexts: Bool = false, readsWideIntegers: Bool = false
    ) {
        self.nullIsAbsent = nullIsAbsent
        self.isProtobuf = isProtobuf
        self.readsTexts = readsTexts
        self.readsWideIntegers = readsWideIntegers
    }

    package func decode<Message: Decodable>(_ type: Message.Type, from json: JSON) throws -> Message {
        if Message.self == JSON.self, let message = json as? Message { return message }
        // A message is not an enumeration, and the question takes as long as reading a few members.
        return try Message(from: ValueDecoder(value: json, path: nil, options: self))
    }
}

/// The path to a value, as a list linked upwards, so that descending copies nothing.
private final class Path {
    let parent: Path?
    let step: SchemaViolation.Step

    init(parent: Path?, step: SchemaViolation.Step) {
        self.parent = parent
        self.step = step
    }

    var steps: [SchemaViolation.Step] {
        var steps: [SchemaViolation.Step] = []
        var path: Path? = self
        while let current = path {
            steps.append(current.step)
            path = current.parent
        }
        return steps.reversed()
    }
}

private struct ValueDecoder: Decoder {
    let value: JSON
    let path: Path?
    let options: WireDecoder

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if T.self == JSON.self, let json = value as? T { return json }
        if let enumeration = T.self as? any WireEnumeration.Type {
            guard let result = enumeration.value(decoding: value) as? T else {
                // The names of enumerations are in Google's schemas.
                throw located(WireLeniency.misfit(value, enumeration: "TYPE_ENUM"))
            }
            return result
        }
        return try T(from: self)
    }

    /// The violation with the value's place.
    func located(_ violation: SchemaViolation) -> SchemaViolation {
        var violation = violation
        violation.path = path?.steps ?? []
        return violation
    }

    /// Converts the value, or throws the violation with its place.
    private func read<T>(_ conversion: (JSON) throws(SchemaViolation) -> T) throws(SchemaViolation) -> T {
        do throws(SchemaViolation) { return try conversion(value) } catch { throw located(error) }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ObjectContainer<Key>(members: try read(WireLeniency.members), decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let elements = try read { value throws(SchemaViolation) in
            try WireLeniency.elements(value, isProtobuf: options.isProtobuf)
        }
        return ArrayContainer(elements: elements, decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { ScalarContainer(decoder: self) }

    func string() throws -> String { try read(WireLeniency.text) }

    func bool() throws -> Bool {
        try read { value throws(SchemaViolation) in
            try WireLeniency.flag(value, readsTexts: options.readsTexts, isProtobuf: options.isProtobuf)
        }
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        try read { value throws(SchemaViolation) in
            try WireLeniency.integer(
                value, as: type, readsTexts: options.readsTexts, isProtobuf: options.isProtobuf,
                isWide: options.readsWideIntegers)
        }
    }

    func double() throws -> Double {
        try read { value throws(SchemaViolation) in
            try WireLeniency.number(value, isProtobuf: options.isProtobuf)
        }
    }
}

private struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [JSON.Member]
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

    private func value(_ key: Key) -> JSON? {
        let name = key.stringValue
        return members.index(of: name).map { members[$0].value }
    }

    private func child(_ key: Key) -> ValueDecoder {
        ValueDecoder(
            value: value(key) ?? .null,
            path: Path(parent: decoder.path, step: .key(key.stringValue)),
            options: decoder.options
        )
    }

    func contains(_ key: Key) -> Bool {
        guard let value = value(key) else { return false }
        return !(value.isNull && decoder.options.nullIsAbsent)
    }

    /// A `null` that does not count as absent must reach the typed decoding, which refuses it with the right message.
    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try child(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try child(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try child(key).double() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(try child(key).double()) }
    func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try child(key).integer(type)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try child(key).decode(type) }

    // Spelled out for the types of nearly all fields: the defaults look the key up three times and box it.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        switch value(key) {
        case nil: return nil
        case .string(let text): return text
        case .null where decoder.options.nullIsAbsent: return nil
        default: return try child(key).string()
        }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        switch value(key) {
        case nil: return nil
        case .bool(let value): return value
        case .null where decoder.options.nullIsAbsent: return nil
        default: return try child(key).bool()
        }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        contains(key) ? try child(key).decode(type) : nil
    }

    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { child(key) }
}

private struct ArrayContainer: UnkeyedDecodingContainer {
    let elements: [JSON]
    let decoder: ValueDecoder
    var currentIndex = 0

    init(elements: [JSON], decoder: ValueDecoder) {
        self.elements = elements
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private mutating func next() throws -> ValueDecoder {
        guard elements.indices.contains(currentIndex) else {
            throw decoder.located(WireLeniency.misfit(decoder.value, .type("array"), "TYPE_MESSAGE"))
        }
        defer { currentIndex += 1 }
        return ValueDecoder(
            value: elements[currentIndex],
            path: Path(parent: decoder.path, step: .index(currentIndex)),
            options: decoder.options
        )
    }

    mutating func decodeNil() throws -> Bool { false }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try next().bool() }
    mutating func decode(_ type: String.Type) throws -> String { try next().string() }
    mutating func decode(_ type: Double.Type) throws -> Double { try next().double() }
    mutating func decode(_ type: Int.Type) throws -> Int { try next().integer(type) }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct ScalarContainer: SingleValueDecodingContainer {
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { decoder.options.nullIsAbsent && decoder.value.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.double() }
    func decode(_ type: Float.Type) throws -> Float { Float(try decoder.double()) }
    func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T { try decoder.integer(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}
