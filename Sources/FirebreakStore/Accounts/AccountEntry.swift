package import FirebreakWire

/// An element of one of an account's lists.
///
/// It keeps the very document that it came as: older databases and imports have members that nothing here knows, values
/// of unusual types, and members in any order, and answers give all of that back as it came. What has a meaning is read
/// from the document by whoever asks for it, so that an account that is only passed on costs no more than its JSON.
package protocol AccountEntry: Sendable, Equatable {
    /// The members that have a meaning.
    associatedtype Key: RawRepresentable<String>

    /// As it is stored and goes over the wire.
    var document: JSON { get set }

    init(document: JSON)
}

extension AccountEntry {
    /// An entry without members.
    package init() { self.init(document: .emptyObject) }

    /// A member as it stands, whatever its type.
    package subscript(key: Key) -> JSON? {
        get { document[key.rawValue] }
        set { document[key.rawValue] = newValue }
    }

    /// A member that is a text; `nil` also where it is something else.
    package subscript(text key: Key) -> String? {
        get { self[key]?.stringValue }
        set { self[key] = newValue.map(JSON.string) }
    }

    /// The order of members says nothing.
    package static func == (one: Self, other: Self) -> Bool { one.document.isEquivalent(to: other.document) }
}
