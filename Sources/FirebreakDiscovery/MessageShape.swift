/// What a value can be where a discovery document declares a message, or a member of one.
///
/// It is the one description of Google's messages: what requests, configurations and fixtures can have is read from it.
package indirect enum MessageShape: Sendable {
    case object([String: Member])
    /// Any names, with values of one shape.
    case map(MessageShape)
    case array(MessageShape)
    case boolean
    /// A whole number of 32 bits.
    case integer
    case number
    case string
    /// A whole number of 64 bits, which goes over the wire as a text.
    case integerText
    /// One of these texts, in the order of the document.
    case enumeration([String])
    /// The document says nothing.
    case anything

    package struct Member: Sendable {
        package var shape: MessageShape
        /// Whether only answers have it.
        package var isReadOnly: Bool
    }
}

extension MessageShape {
    /// Those of an object; anything else has none.
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
    /// - Parameter kept: Names of members that stay with all that is in them, though only answers have them.
    package func settable(keeping kept: Set<String> = []) -> MessageShape {
        switch self {
        case .object(let members):
            .object(
                members.filter { kept.contains($0.key) || !$0.value.isReadOnly }.mapValues { member in
                    // What is kept although it is read-only is kept as a whole.
                    member.isReadOnly
                        ? member : Member(shape: member.shape.settable(keeping: kept), isReadOnly: false)
                })
        case .map(let element): .map(element.settable(keeping: kept))
        case .array(let element): .array(element.settable(keeping: kept))
        case .boolean, .integer, .number, .string, .integerText, .enumeration, .anything: self
        }
    }

    /// The object without some of its own members.
    package func without(_ names: Set<String>) -> MessageShape {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.key) })
    }
}
