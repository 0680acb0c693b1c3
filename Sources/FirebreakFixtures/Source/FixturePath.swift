/// The place of a value in a document: keys and positions from the root, as in a JSON Pointer (RFC 6901).
package struct FixturePath: Hashable, Sendable, CustomStringConvertible {
    /// Keys of objects; positions in lists, counted from 0.
    package var steps: [String]

    package init(_ steps: [String] = []) { self.steps = steps }

    /// Reads what ``description`` writes.
    package init(pointer: String) {
        let parts = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        steps = parts.map { part in
            part.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }
    }

    package static func / (path: FixturePath, key: String) -> FixturePath { FixturePath(path.steps + [key]) }
    package static func / (path: FixturePath, index: Int) -> FixturePath { FixturePath(path.steps + [String(index)]) }

    /// `/projects/demo-shop/users/3/email`, with `~1` for a slash in a key and `~0` for a tilde; empty for the root.
    package var description: String {
        steps.map { step in
            "/"
                + step.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
                .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
        }.joined()
    }
}
