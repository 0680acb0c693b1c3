import Testing

/// An `import` of a Swift file.
struct SourceImport {
    var module: String
    /// What the lines around it ask, from the outside.
    var conditions: [String]
    var path: String
    var line: Int

    var place: String { "\(path):\(line)" }

    /// Those of all Swift files below Sources and Tests.
    static func all() throws -> [SourceImport] {
        let statement =
            #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|typealias|var)\s+)?(?<module>\w+)/#
        var imports: [SourceImport] = []
        for file in try RepositoryFiles.all.get() where file.path.hasSuffix(".swift") {
            guard file.path.hasPrefix("Sources/") || file.path.hasPrefix("Tests/") else { continue }
            var conditions: [String] = []
            for (index, line) in file.lines.enumerated() {
                let words = String(line.trimmingPrefix { $0 == " " })
                if words.hasPrefix("#if ") {
                    conditions.append(words)
                } else if words.hasPrefix("#elseif ") || words.hasPrefix("#else") {
                    conditions[conditions.count - 1] += " \(words)"
                } else if words.hasPrefix("#endif") {
                    _ = conditions.popLast()
                } else if let match = line.prefixMatch(of: statement) {
                    imports.append(
                        SourceImport(
                            module: String(match.module), conditions: conditions, path: file.path, line: index + 1))
                }
            }
            #expect(conditions.isEmpty, "\(file.path)")
        }
        return imports
    }
}
