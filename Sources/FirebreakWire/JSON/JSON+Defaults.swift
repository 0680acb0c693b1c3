extension JSON {
    /// This document as production shows it: without members that are `false`, empty texts or empty lists, at any depth
    /// (production.md section 14). Numbers stay.
    package var withoutDefaults: JSON {
        switch self {
        case .object(let members):
            .object(members.filter { !$0.value.isDefault }.map { Member($0.key, $0.value.withoutDefaults) })
        case .array(let elements): .array(elements.map(\.withoutDefaults))
        case .null, .bool, .number, .string: self
        }
    }

    /// Whether it is `false`, an empty text or an empty list. An empty object is not a default: its presence has a
    /// meaning.
    package var isDefault: Bool { self == false || self == "" || self == [] }
}
