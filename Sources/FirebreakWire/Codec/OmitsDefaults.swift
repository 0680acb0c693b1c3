/// A message from which production omits members that are empty, zero or `false`, as proto3 does (production.md section
/// 1). Other messages, and those nested in it, are encoded in full.
package protocol OmitsDefaults: Encodable {
    /// Wire names of members that are never omitted.
    static var alwaysShown: Set<String> { get }
}

extension OmitsDefaults {
    package static var alwaysShown: Set<String> { [] }
}

/// Writes the members of an object that differ from their default.
struct OmittingContainer<Members: KeyedEncodingContainerProtocol>: KeyedEncodingContainerProtocol {
    typealias Key = Members.Key

    private var members: Members
    private let alwaysShown: Set<String>

    init(_ members: Members, alwaysShown: Set<String>) {
        self.members = members
        self.alwaysShown = alwaysShown
    }

    var codingPath: [any CodingKey] { members.codingPath }

    mutating func encodeNil(forKey key: Key) throws { try members.encodeNil(forKey: key) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        guard !Self.isDefault(value) || alwaysShown.contains(key.stringValue) else { return }
        try members.encode(value, forKey: key)
    }

    private static func isDefault(_ value: some Encodable) -> Bool {
        switch value {
        case let flag as Bool: !flag
        case let json as JSON: json.isDefault
        case let number as any BinaryInteger: Int(clamping: number) == 0
        case let list as any Collection: list.isEmpty
        default: false
        }
    }

    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) -> KeyedEncodingContainer<N> {
        members.nestedContainer(keyedBy: type, forKey: key)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        members.nestedUnkeyedContainer(forKey: key)
    }

    mutating func superEncoder() -> any Encoder { members.superEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { members.superEncoder(forKey: key) }
}
