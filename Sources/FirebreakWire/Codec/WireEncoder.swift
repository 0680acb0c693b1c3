/// Encodes response messages as compact JSON: members in declaration order, `nil` left out.
///
/// It writes straight into one byte array. Containers must be used the way synthesised `encode(to:)` uses them,
/// one after the other; nested containers are not offered, encode a nested value instead.
package struct WireEncoder: Sendable {
    private let omitsDefaults: Bool

    /// - Parameter omitsDefaults: Whether the empty and `false` members of a message that is ``OmitsDefaults`` are
    ///   omitted.
    package init(omitsDefaults: Bool = false) { self.omitsDefaults = omitsDefaults }

    package func encode<Message: Encodable>(_ message: Message) throws -> [UInt8] {
        if Message.self == RawJSON.self, let raw = message as? RawJSON { return raw.bytes }
        let output = Output()
        let omitting = omitsDefaults ? Message.self as? any OmitsDefaults.Type : nil
        try output.encode(message, alwaysShown: omitting?.alwaysShown)
        return output.writer.bytes
    }
}

private final class Output {
    var writer = JSONWriter(capacity: 1024)

    /// - Parameter alwaysShown: Members that are never omitted; `nil` for all.
    func encode<T: Encodable>(_ value: T, alwaysShown: Set<String>? = nil) throws {
        // Types are compared first: a cast that fails takes longer than writing most values.
        if T.self == JSON.self, let json = value as? JSON { return writer.value(json) }
        if T.self == RawJSON.self, let raw = value as? RawJSON { return writer.raw(raw.bytes) }
        let encoder = ValueEncoder(output: self, alwaysShown: alwaysShown)
        try value.encode(to: encoder)
        encoder.close()
    }
}

private final class ValueEncoder: Encoder {
    private enum Opened { case nothing, object, array }

    let output: Output
    private let alwaysShown: Set<String>?
    private var opened = Opened.nothing

    init(output: Output, alwaysShown: Set<String>?) {
        self.output = output
        self.alwaysShown = alwaysShown
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if opened == .nothing { output.writer.beginObject() }
        opened = .object
        let members = ObjectContainer<Key>(output: output, encoder: self)
        guard let alwaysShown else { return KeyedEncodingContainer(members) }
        return KeyedEncodingContainer(OmittingContainer(members, alwaysShown: alwaysShown))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if opened == .nothing { output.writer.beginArray() }
        opened = .array
        return ArrayContainer(output: output, encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ScalarContainer(output: output) }

    func close() {
        switch opened {
        case .nothing: break
        case .object: output.writer.endObject()
        case .array: output.writer.endArray()
        }
    }
}

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: Output
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {}
    mutating func encode(_ value: Bool, forKey key: Key) throws {
        output.writer.key(named: key.stringValue)
        output.writer.bool(value)
    }

    mutating func encode(_ value: String, forKey key: Key) throws {
        output.writer.key(named: key.stringValue)
        output.writer.string(value)
    }

    mutating func encode(_ value: some BinaryInteger & Encodable, forKey key: Key) throws {
        output.writer.key(named: key.stringValue)
        output.writer.raw(String(value))
    }

    mutating func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }

    mutating func encode(_ value: Double, forKey key: Key) throws {
        output.writer.key(named: key.stringValue)
        output.writer.raw(JSON.javaScriptText(of: value))
    }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        output.writer.key(named: key.stringValue)
        try output.encode(value)
    }

    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) -> KeyedEncodingContainer<N> {
        preconditionFailure("WireEncoder has no nested containers: encode a value of its own type")
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        preconditionFailure("WireEncoder has no nested containers: encode a value of its own type")
    }

    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct ArrayContainer: UnkeyedEncodingContainer {
    let output: Output
    let encoder: ValueEncoder
    var count = 0

    init(output: Output, encoder: ValueEncoder) {
        self.output = output
        self.encoder = encoder
    }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { scalar("null") }
    mutating func encode(_ value: Bool) throws { scalar(value ? "true" : "false") }
    mutating func encode(_ value: Int) throws { scalar(String(value)) }
    mutating func encode(_ value: Double) throws { scalar(JSON.javaScriptText(of: value)) }

    mutating func encode<T: Encodable>(_ value: T) throws {
        output.writer.separator()
        try output.encode(value)
        count += 1
    }

    private mutating func scalar(_ text: String) {
        output.writer.separator()
        output.writer.raw(text)
        count += 1
    }

    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) -> KeyedEncodingContainer<N> {
        preconditionFailure("WireEncoder has no nested containers: encode a value of its own type")
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        preconditionFailure("WireEncoder has no nested containers: encode a value of its own type")
    }

    mutating func superEncoder() -> any Encoder { encoder }
}

private struct ScalarContainer: SingleValueEncodingContainer {
    let output: Output

    var codingPath: [any CodingKey] { [] }
    mutating func encodeNil() throws { output.writer.raw("null" as String) }
    mutating func encode(_ value: Bool) throws { output.writer.bool(value) }
    mutating func encode(_ value: String) throws { output.writer.string(value) }
    mutating func encode(_ value: Double) throws { output.writer.raw(JSON.javaScriptText(of: value)) }
    mutating func encode(_ value: Float) throws { try encode(Double(value)) }
    mutating func encode(_ value: some BinaryInteger & Encodable) throws { output.writer.raw(String(value)) }
    mutating func encode<T: Encodable>(_ value: T) throws { try output.encode(value) }
}

/// JSON text that is already encoded, for parts of a message that are built by hand on hot paths.
package struct RawJSON: Encodable, Sendable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "use WireEncoder"))
    }
}
