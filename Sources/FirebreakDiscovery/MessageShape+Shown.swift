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
        var shown: [(position: Int, member: JSON.Member)] = []
        for member in given {
            let shape = declared[member.key] ?? Member(shape: .anything, isReadOnly: false)
            guard shape.shows(member.value) else { continue }
            shown.append((shape.notes.position, JSON.Member(member.key, shape.shape.shown(member.value))))
        }
        for (name, member) in declared {
            guard case .always(let value) = member.notes.presence, !given.contains(where: { $0.key == name }) else {
                continue
            }
            shown.append((member.notes.position, JSON.Member(name, member.shape.shown(value))))
        }
        // Members without a place keep the order in which they were written.
        let order = shown.indices.sorted { (shown[$0].position, $0) < (shown[$1].position, $1) }
        return .object(order.map { shown[$0].member })
    }

    /// Whether it is what a member has that was never written. An object that is empty is not: its presence has a
    /// meaning.
    fileprivate func isDefault(_ value: JSON) -> Bool {
        switch self {
        case .integer, .integerText: value == 0 || value == "0"
        case .enumeration(let names):
            value.stringValue.map { $0 == names.values.first && $0.hasSuffix("UNSPECIFIED") } ?? false
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
        case .unlessDefault: return !value.isDefault && !shape.isDefault(value)
        }
    }
}
