import FirebreakDiscovery
package import FirebreakWire

/// How much of a document a request or a fixture replaces.
package enum ChangedPart: Sendable {
    /// The fields that a mask names; named fields that are not given are reset.
    case masked(FieldMask)
    /// Each given member of the document, as a whole.
    case members
    /// The given values, down to the innermost ones; everything else stays.
    case leaves
}

extension ChangedPart {
    /// The fields that a body changes.
    package func mask(for body: JSON) -> FieldMask {
        switch self {
        case .masked(let mask): mask
        case .members: FieldMask(paths: (body.objectValue ?? []).map { [$0.key] })
        case .leaves: FieldMask(paths: Self.leaves(of: body, below: []))
        }
    }

    /// Whether the change names this field or a part of it, not just an object that contains it.
    func names(_ path: [String]) -> Bool {
        switch self {
        case .masked(let mask): mask.names(path)
        case .members: false
        case .leaves: true
        }
    }

    private static func leaves(of value: JSON, below path: [String]) -> [[String]] {
        guard let members = value.objectValue, !members.isEmpty else { return [path] }
        return members.flatMap { leaves(of: $0.value, below: path + [$0.key]) }
    }
}
