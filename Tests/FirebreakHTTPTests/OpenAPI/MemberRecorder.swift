/// What a type reads when it is decoded: the names of its members, and which of them have to be there.
struct DecodedMembers: Equatable {
    var required: Set<String> = []
    var optional: Set<String> = []

    /// - Throws: What the type throws for values that are all empty, `false` or zero.
    init(of type: any Decodable.Type) throws {
        let recorder = MemberRecorder()
        _ = try type.init(from: recorder)
        self = recorder.members
    }

    init(required: some Sequence<String> = [], optional: some Sequence<String> = []) {
        self.required = Set(required)
        self.optional = Set(optional)
    }
}

/// A decoder that makes up what it is asked for and notes by which names. Optional members are absent.
private final class MemberRecorder: Decoder {
    var members = DecodedMembers()
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedRecorder(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a list has no members"))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { MadeUpValue() }

    static func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let simple: [Any] = [false, "", 0 as Int, 0 as Int64, 0 as Double, [String](), [Int64]()]
        if let value = simple.lazy.compactMap({ $0 as? Value }).first { return value }
        if let list = type as? any EmptyList.Type, let value = list.empty as? Value { return value }
        return try type.init(from: MemberRecorder())
    }
}

private protocol EmptyList {
    static var empty: Self { get }
}

extension Array: EmptyList {
    fileprivate static var empty: Self { [] }
}

private struct KeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: MemberRecorder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    /// What is asked for here is read only if it is there.
    func contains(_ key: Key) -> Bool {
        recorder.members.optional.insert(key.stringValue)
        return false
    }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        recorder.members.required.insert(key.stringValue)
        return try MemberRecorder.value(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { recorder.container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try recorder.unkeyedContainer()
    }

    func superDecoder() -> any Decoder { recorder }
    func superDecoder(forKey key: Key) -> any Decoder { recorder }
}

private struct MadeUpValue: SingleValueDecodingContainer {
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try MemberRecorder.value(type) }
}
