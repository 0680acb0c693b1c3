package import FirebreakModel
package import FirebreakWire

extension JSONValue {
    /// The value as clients of the library have it.
    package init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let text): self = Int64(text).map(Self.integer) ?? .number(Double(text) ?? 0)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map(Self.init))
        case .object(let members): self = .object(members.map { Member($0.key, Self($0.value)) })
        }
    }
}
