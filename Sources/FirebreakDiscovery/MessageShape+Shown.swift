package import FirebreakWire

extension MessageShape {
    /// A stored document as the service shows it, at any depth: the members in its order, without those that are
    /// `false`, zero or empty, with those that are always shown (production.md section 14).
    package func shown(_ value: JSON) -> JSON {
        switch (self, value) {
        case (.object(let declared), .object(let given)): Self.shown(given, declared)
        case (.map(let element), .object(let given)):
            .object(given.map { JSON.Member($0.key, element.shown($0.value)) })
        case (.array(let element), .array(let values)): .array(values.map(element.shown))
        case (.anything, _): value.withoutDefaults
        default: value
        }
    }

    private static func shown(_ given: [JSON.Member], _ declared: [String: Member]) -> JSON {
        var shown: [JSON.Member] = []
        for member in given {
            let shape = declared[member.key] ?? Member(shape: .anything, isReadOnly: false)
            guard shape.shows(member.value) else { continue }
            shown.append(JSON.Member(member.key, shape.shape.shown(member.value)))
        }
        for (name, member) in declared {
            guard case .always(let value) = member.notes.presence, !given.contains(where: { $0.key == name }) else {
                continue
            }
            shown.append(JSON.Member(name, member.shape.shown(value)))
        }
        return .object(inOrder(shown, declared))
    }

    /// A document with its members in the service's order, at any depth, and otherwise as it is.
    package func ordered(_ value: JSON) -> JSON {
        switch (self, value) {
        case (.object(let declared), .object(let given)):
            .object(
                Self.inOrder(
                    given.map { JSON.Member($0.key, declared[$0.key]?.shape.ordered($0.value) ?? $0.value) }, declared))
        case (.array(let element), .array(let values)): .array(values.map(element.ordered))
        default: value
        }
    }

    /// Members without a place follow in the order in which they were written.
    private static func inOrder(_ members: [JSON.Member], _ declared: [String: Member]) -> [JSON.Member] {
        members.enumerated().map { (declared[$0.element.key]?.notes.position ?? Int.max, $0.offset, $0.element) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .map(\.2)
    }

    /// Whether it is what a member has that was never written. An object that is empty is not: its presence has a
    /// meaning.
    fileprivate func isDefault(_ value: JSON) -> Bool {
        switch self {
        case .integer, .integerText: value == 0 || value == "0"
        case .enumeration(let names):
            value.stringValue.map { $0 == names.values.first && $0.ends(with: "UNSPECIFIED") } ?? false
        case .map: value == .emptyObject
        case .object, .array, .boolean, .number, .string, .anything: false
        }
    }
}

extension MessageShape.Member {
    fileprivate func shows(_ value: JSON) -> Bool {
        guard !value.isNull else { return false }
        switch notes.presence {
        case .asWritten, .always: return true
        case .never: return false
        case .unlessDefault: return !value.isDefault && !shape.isDefault(value)
        }
    }
}
