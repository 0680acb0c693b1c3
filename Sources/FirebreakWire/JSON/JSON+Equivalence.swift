extension JSON {
    /// Equality that ignores the order of members.
    package func isEquivalent(to other: JSON) -> Bool { self == other || sortingMembers == other.sortingMembers }

    /// With members by name at every depth.
    private var sortingMembers: JSON {
        switch self {
        case .object(let members):
            .object(
                members.map { Member($0.key, $0.value.sortingMembers) }.sorted {
                    $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
                })
        case .array(let elements): .array(elements.map(\.sortingMembers))
        case .null, .bool, .number, .string: self
        }
    }
}
