package import FirebreakWire

/// A document as it was received, and its value.
package final class FixtureSource: Sendable {
    package enum Format: Sendable { case json, yaml }

    /// For messages.
    package let file: String
    /// With environment variables expanded. What could not be read is `null`.
    package let value: JSON
    /// Variables that are not set, and what is not a number that JSON has.
    package let problems: [FixtureProblem]
    private let text: String
    let format: Format

    /// - Parameters:
    ///   - file: The name of the document in messages; the extension `.json` selects JSON.
    ///   - format: `nil` to decide by the name, then by the first character.
    ///   - environment: The values of `${NAME}`; `nil` if there are none, in which case only defaults apply.
    /// - Throws: ``FixtureError`` for invalid YAML or JSON, for a document that is too large, and for keys with variables
    ///   that are not set: what is below them has no place.
    package init(
        _ bytes: [UInt8], file: String, format: Format? = nil, environment: [String: String]?
    ) throws(FixtureError) {
        self.file = file
        let text = try Self.text(of: bytes, file)
        self.text = text
        self.format = format ?? Self.format(of: text, file)
        let parsed =
            switch self.format {
            case .json: try JSONDocument.parse(Array(text.utf8), file)
            case .yaml: try YAMLDocument.parse(text, file)
            }
        var expansion = EnvironmentExpansion(environment)
        value = expansion.expanded(parsed)
        problems = expansion.problems
        guard !expansion.hasUnknownKeys else {
            throw FixtureError(Self.located(problems, text, self.format, file))
        }
    }

    /// A file of the Firebase CLI: JSON that may have comments, and commas before a closing bracket. Nothing in it is
    /// expanded.
    ///
    /// - Throws: ``FixtureError`` for anything else, and for a document that is too large.
    package init(commentedJSON bytes: [UInt8], file: String) throws(FixtureError) {
        self.file = file
        text = try Self.text(of: JSONDocument.withoutComments(bytes), file)
        format = .json
        value = try JSONDocument.parse(Array(text.utf8), file)
        problems = []
    }

    /// The text without a byte order mark.
    private static func text(of bytes: [UInt8], _ file: String) throws(FixtureError) -> String {
        guard Limit.fixture.allows(bytes.count) else { throw error(file, 1, 1, Limit.fixture.sentence) }
        guard var text = String(validating: bytes, as: UTF8.self) else {
            let place = JSONDocument.position(of: lengthOfUTF8(bytes), in: bytes)
            throw error(file, place.line, place.column, "the document is not UTF-8")
        }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text
    }

    /// How many bytes there are before the first that is not UTF-8.
    private static func lengthOfUTF8(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var length = 0
        while case .scalarValue(let scalar) = decoder.decode(&rest) { length += UTF8.width(scalar) }
        return length
    }

    /// Problems with their positions. Parses the document again, which happens only if it is invalid.
    package func error(_ problems: [FixtureProblem]) -> FixtureError {
        FixtureError(Self.located(problems, text, format, file))
    }

    private static func located(
        _ problems: [FixtureProblem], _ text: String, _ format: Format, _ file: String
    ) -> [FixtureIssue] {
        guard !problems.isEmpty else { return [] }
        // Each one is looked up in the text, so of a large text they are fewer.
        let problems = problems.prefix(min(maximumIssues, max(10, (maximumIssues << 20) / max(1, text.utf8.count))))
        let paths = problems.map(\.path)
        let positions =
            switch format {
            case .json: JSONDocument.positions(of: paths, in: text)
            case .yaml: YAMLDocument.positions(of: paths, in: text)
            }
        return zip(problems, positions).map { problem, position in
            FixtureIssue(
                file: file, line: position.line, column: position.column, path: problem.path, message: problem.message)
        }.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    /// Each one is looked up in the text: a document that is wrong throughout must not take minutes.
    static let maximumIssues = 200

    private static func format(of text: String, _ file: String) -> Format {
        if file.lowercased().endsWithBytes(of: ".json") { return .json }
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
        return first == "{" && !file.lowercased().endsWithBytes(of: ".yaml")
            && !file.lowercased().endsWithBytes(of: ".yml")
            ? .json : .yaml
    }

    static func error(_ file: String, _ line: Int, _ column: Int, _ message: String) -> FixtureError {
        FixtureError([
            FixtureIssue(file: file, line: line, column: column, path: FixturePath(), message: message)
        ])
    }
}

/// A position in a text, both counted from 1.
struct TextPosition: Equatable {
    var line: Int
    /// In Unicode scalars.
    var column: Int
}
