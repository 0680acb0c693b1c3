import FirebreakWire

/// A problem with its position in the file.
package struct FixtureIssue: Hashable, Sendable, CustomStringConvertible {
    /// The name given by the caller.
    package var file: String
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in Unicode scalars.
    package var column: Int
    package var path: FixturePath
    package var message: String

    /// `file:line:column: /path: message`, on one line whatever the keys of the document are.
    package var description: String {
        let path = path.description
        return "\(file):\(line):\(column): \(path.isEmpty ? "" : "\(path): ")\(message)".visible
    }
}

/// Why a document cannot be used: all its problems, in document order.
package struct FixtureError: Error, Sendable, Equatable, CustomStringConvertible {
    package var issues: [FixtureIssue]

    package init(_ issues: [FixtureIssue]) { self.issues = issues }

    /// Further issues are omitted: the reader starts at the top.
    private static let maximumLines = 50

    /// One line for each issue.
    package var description: String {
        var lines = issues.prefix(Self.maximumLines).map(\.description)
        if issues.count > lines.count { lines.append("and \(issues.count - lines.count) more") }
        return lines.joined(separator: "\n")
    }
}

/// A problem at one place of a document.
package struct FixtureProblem: Error, Hashable, Sendable {
    package var path: FixturePath
    /// A message for the author of the document.
    package var message: String

    package init(_ path: FixturePath, _ message: String) {
        self.path = path
        self.message = message
    }
}

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
