/// A failure that happens on demand.
public struct Fault: Sendable, Equatable {
    /// `fault_` and 16 characters; answers that it made have it in the header `X-Firebreak-Fault`.
    public var id: String
    /// What it does.
    public var definition: FaultDefinition
    /// How many calls or messages it has taken.
    public var hits: Int64
    /// How many it still takes.
    public var left: FaultTimes

    /// A fault.
    public init(id: String, definition: FaultDefinition, hits: Int64 = 0, left: FaultTimes = .count(1)) {
        self.id = id
        self.definition = definition
        self.hits = hits
        self.left = left
    }
}

/// On the wire, the members of the definition stand beside the others.
extension Fault: Codable {
    private enum CodingKeys: CodingKey { case id, hits, left }

    /// Reads a fault.
    public init(from decoder: any Decoder) throws {
        definition = try FaultDefinition(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        hits = try container.decode(Int64.self, forKey: .hits)
        left = try container.decode(FaultTimes.self, forKey: .left)
    }

    /// Writes a fault.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try definition.encode(to: encoder)
        try container.encode(hits, forKey: .hits)
        try container.encode(left, forKey: .left)
    }
}

/// The faults of a project.
package struct FaultList: Codable, Sendable, Equatable {
    /// Oldest first, which is the order in which they act.
    package var faults: [Fault]

    /// A list of faults.
    package init(faults: [Fault]) { self.faults = faults }
}

/// How many faults were removed.
package struct FaultRemoval: Codable, Sendable, Equatable {
    /// The number of faults.
    package var deleted: Int

    /// A number of faults.
    package init(deleted: Int) { self.deleted = deleted }
}
