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

    package init(file: String, line: Int, column: Int, path: FixturePath, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.message = message
    }

    /// `file:line:column: /path: message`
    package var description: String {
        let path = path.description
        return "\(file):\(line):\(column): " + (path.isEmpty ? "" : "\(path): ") + message
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
