package import FirebreakWire

/// The possible values where a discovery document declares a message, or a member of one.
///
/// It is the single description of Google's messages, from which the valid requests, configurations and fixtures are
/// derived.
package indirect enum MessageShape: Sendable {
    case object([String: Member])
    /// Any names, with values of one shape.
    case map(MessageShape)
    case array(MessageShape)
    case boolean
    /// A 32-bit integer.
    case integer
    case number
    case string
    /// A 64-bit integer, which is sent as a string.
    case integerText
    case enumeration(Enumeration)
    /// The document declares no type.
    case anything

    package struct Member: Sendable {
        package var shape: MessageShape
        /// Whether only responses have it.
        package var isReadOnly: Bool
        /// What the document does not say about it.
        var notes = MemberNotes()
        /// Whether it is one of several of which a message has one at most.
        package var isChoice: Bool { notes.oneof != nil }
    }

    package struct Enumeration: Sendable {
        /// In the order of the document.
        package var values: [String]
        /// Its full name in protobuf.
        package var name: String
    }
}

extension MessageShape {
    /// The members of an object; any other shape has none.
    package var members: [String: Member] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    /// The shape of a member of that name which requests can set; `nil` when there is none.
    package func settable(_ name: String) -> MessageShape? {
        guard let member = members[name], !member.isReadOnly else { return nil }
        return member.shape
    }

    /// The shape of what requests can set, at any depth.
    ///
    /// - Parameter kept: Names of members that are kept with all their content, although only responses have them.
    package func settable(keeping kept: Set<String> = []) -> MessageShape {
        switch self {
        case .object(let members):
            .object(
                members.filter { kept.contains($0.key) || !$0.value.isReadOnly }.mapValues { member in
                    var member = member
                    // What is kept although it is read-only is kept as a whole.
                    if !member.isReadOnly { member.shape = member.shape.settable(keeping: kept) }
                    return member
                })
        case .map(let element): .map(element.settable(keeping: kept))
        case .array(let element): .array(element.settable(keeping: kept))
        case .boolean, .integer, .number, .string, .integerText, .enumeration, .anything: self
        }
    }

    /// The violation of an object that has a second member of a oneof; `nil` for any other value.
    package func secondOfOneof(in value: JSON) -> SchemaViolation? {
        let members = members
        var set: Set<String> = []
        for member in value.objectValue ?? [] where !member.value.isNull {
            guard let oneof = members[member.key]?.notes.oneof, !set.insert(oneof).inserted else { continue }
            return SchemaViolation(
                problem: .oneofIsSet(oneof), value: .string(member.key), protobufType: "TYPE_MESSAGE")
        }
        return nil
    }

    /// The object without some of its own members.
    package func without(_ names: Set<String>) -> MessageShape {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.key) })
    }
}

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

    /// Whether it is the value of a member that was never written. An object that is empty is not: its presence has a
    /// meaning.
    fileprivate func isDefault(_ value: JSON) -> Bool {
        switch self {
        case .integer, .integerText: value == 0 || value == "0"
        case .enumeration(let names):
            value.stringValue.map { $0 == names.values.first && $0.endsWithBytes(of: "UNSPECIFIED") } ?? false
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
