/// A value that is written as `null` when it is absent, where other members are left out.
struct Nullable<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    var value: Value?

    init(_ value: Value?) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
