package import FirebreakWire

extension JSON {
    /// With members sorted by name at every depth.
    package var sorted: JSON {
        switch self {
        case .object(let members):
            .object(members.map { Member($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
        case .array(let elements): .array(elements.map(\.sorted))
        case .null, .bool, .number, .string: self
        }
    }

    /// Member names in their order.
    package var names: [String] { objectValue?.map(\.key) ?? [] }

    /// This object without some of its members.
    package func dropping(_ names: String...) -> JSON {
        var copy = self
        for name in names { copy[name] = nil }
        return copy
    }

    /// This object with members of another one.
    package func merging(_ other: JSON) -> JSON {
        var copy = self
        for member in other.objectValue ?? [] { copy[member.key] = member.value }
        return copy
    }

    /// `providerId` of each entry of `providerUserInfo`; `nil` without the list.
    package var providerIDs: [String]? {
        self["providerUserInfo"]?.arrayValue?.map { $0["providerId"]?.stringValue ?? "" }
    }
}

extension JSON {
    /// With texts replaced, for tables that need what only the test knows: `"$TOKEN"`.
    package func filling(_ values: [String: String]) -> JSON {
        switch self {
        case .string(let text): .string(values[text] ?? text)
        case .object(let members): .object(members.map { Member($0.key, $0.value.filling(values)) })
        case .array(let elements): .array(elements.map { $0.filling(values) })
        case .null, .bool, .number: self
        }
    }
}
