import FirebreakWire

/// What a discovery document does not say about a member of a message, although responses and changes depend on it.
package struct MemberNotes: Sendable {
    /// When responses have the member.
    enum Presence: Sendable {
        /// Unless it is `false`, zero, empty or unspecified.
        case unlessDefault
        /// Whenever it was written, whatever its value.
        case asWritten
        /// Always, with this value until another one is written.
        case always(JSON)
        case never
    }

    /// The place in responses; members without one follow in any order.
    var position = Int.max
    var presence = Presence.unlessDefault
    /// The group of members of which the message has at most one.
    var oneof: String?
}

extension MessageShape.Member {
    /// Whether a message that has it cannot have some other member.
    package var isInOneof: Bool { notes.oneof != nil }
}

extension MessageShape {
    /// Adds the notes to the members of an object.
    mutating func apply(_ notes: MessageNotes) {
        guard case .object(var members) = self else { return }
        for (position, name) in notes.order.enumerated() { members[name]?.notes.position = position }
        for name in notes.asWritten { members[name]?.notes.presence = .asWritten }
        for (name, value) in notes.always { members[name]?.notes.presence = .always(value) }
        for name in notes.never { members[name]?.notes.presence = .never }
        for (group, names) in notes.oneofs { for name in names { members[name]?.notes.oneof = group } }
        self = .object(members)
    }

    /// The group of members, named as in protobuf, of which an object has at most one, if the named one is in a group.
    package func oneof(of name: String) -> String? { members[name]?.notes.oneof }

    /// The members that an object cannot have beside the named one.
    package func rivals(of name: String) -> [String] {
        guard let group = oneof(of: name) else { return [] }
        return members.filter { $0.key != name && $0.value.notes.oneof == group }.map(\.key)
    }
}
