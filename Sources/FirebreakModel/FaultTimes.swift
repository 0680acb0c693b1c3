/// How many calls or messages a fault takes, or still takes.
public enum FaultTimes: Sendable, Equatable {
    /// So many.
    case count(Int64)
    /// All of them.
    case always
}

extension FaultTimes: Codable {
    /// Reads a number; any text means all.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // A text: `always`.
        if let count = try? container.decode(Int64.self) { self = .count(count) } else { self = .always }
    }

    /// Writes a number, or `always`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .count(let count): try container.encode(count)
        case .always: try container.encode("always")
        }
    }
}
