import FirebreakModel
import FirebreakWire

extension JSON {
    /// The value as sent over the wire.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .int(value)
        case .number(let value): self = .number(Self.javaScriptText(of: value))
        case .string(let value): self = .string(value)
        case .array(let elements): self = .array(elements.map(JSON.init))
        case .object(let members): self.init(lastWins: members.map { Member($0.name, JSON($0.value)) })
        }
    }
}
