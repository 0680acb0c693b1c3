import FirebreakWire

/// The place of a value in a document: keys and positions from the root, as in a JSON Pointer (RFC 6901).
package struct FixturePath: Hashable, Sendable, CustomStringConvertible {
    /// Keys of objects; positions in lists, counted from 0.
    package var steps: [String]

    package init(_ steps: [String] = []) { self.steps = steps }

    /// Reads what ``description`` writes.
    package init(pointer: String) { steps = JSONPointer.steps(of: pointer) }

    package static func / (path: FixturePath, key: String) -> FixturePath { FixturePath(path.steps + [key]) }
    package static func / (path: FixturePath, index: Int) -> FixturePath { FixturePath(path.steps + [String(index)]) }

    /// `/projects/demo-shop/users/3/email`, with `~1` for a slash in a key and `~0` for a tilde; empty for the root.
    package var description: String { steps.map(JSONPointer.step).joined() }
}
