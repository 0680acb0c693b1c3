package import FirebreakWire

/// An element of one of an account's lists.
///
/// It keeps the document exactly as it was received: older databases and imports have unknown members, values of
/// unusual types, and members in any order, and responses return all of that unchanged. Known members are read from the
/// document on demand, so that an account that is only passed on costs no more than its JSON.
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

    /// The order of members is irrelevant.
    package static func == (one: Self, other: Self) -> Bool { one.document.isEquivalent(to: other.document) }
}

/// A passkey as look-ups show it. What verifies its signatures is a ``PasskeyCredential``.
package struct Passkey: AccountEntry {
    package enum Key: String {
        case credentialID = "credentialId"
        case name
    }

    package var document: JSON

    package init(document: JSON) { self.document = document }

    package init(credentialID: String, name: String) {
        self.init()
        self[text: .credentialID] = credentialID
        self[text: .name] = name
    }

    package var credentialID: String? { self[text: .credentialID] }
}
