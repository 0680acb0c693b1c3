/// A text compared by its bytes, as by the storage and by clients. Swift's own texts are equal if they are canonically
/// equivalent: `é` in one scalar and in two.
package protocol ByteIdentifier: RawRepresentable<String>, Hashable {}

extension ByteIdentifier {
    package static func == (left: Self, right: Self) -> Bool { left.rawValue.hasSameBytes(as: right.rawValue) }

    /// Whether a text is this identifier.
    package func isNamed(_ text: String?) -> Bool { text?.hasSameBytes(as: rawValue) == true }

    package func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// Any text that is compared by its bytes.
package struct ExactText: ByteIdentifier, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(_ text: String) { rawValue = text }
}
