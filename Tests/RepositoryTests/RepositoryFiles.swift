import Foundation
import Testing

/// The files of the repository that people write.
enum RepositoryFiles {
    /// A file with its lines.
    struct File: Sendable {
        /// Relative to the repository.
        var path: String
        var lines: [String]

        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
        var isMarkdown: Bool { path.hasSuffix(".md") }
        /// The directory that relative links start from; empty or with a slash at its end.
        var directory: String { String(path.dropLast(name.count)) }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let directories = ["Sources", "Tests", "scripts", "fixtures"]
    private static let documents = ["README.md", "CHANGELOG.md", "Package.swift", ".ci/run"]
    private static let endings: Set<Substring> = [
        "swift", "py", "sh", "md", "yaml", "yml", "ini", "c", "h", "txt", "html", "css", "js", "svg", "lua",
        "java", "modulemap",
    ]

    /// All text files with something to read, sorted by path.
    static let all = Result { try read() }

    private static func read() throws -> [File] {
        let texts = try directories.flatMap(paths(below:)).filter(isText)
        return try (documents + texts).sorted().map(file)
    }

    private static func isText(_ path: String) -> Bool {
        let parts = path.split(separator: "/").last?.split(separator: ".") ?? []
        // Scripts may do without an ending.
        return parts.count > 1 ? parts.last.map(endings.contains) == true : path.hasPrefix("scripts/")
    }

    /// Hidden files and directories are left out: nobody writes them.
    static func paths(below directory: String) throws -> [String] {
        let found = try #require(FileManager.default.enumerator(atPath: "\(root.path)/\(directory)"))
        var paths: [String] = []
        for case let path as String in found {
            if path.split(separator: "/").last?.hasPrefix(".") == true {
                found.skipDescendants()
            } else if found.fileAttributes?[.type] as? FileAttributeType != .typeDirectory {
                paths.append("\(directory)/\(path)")
            }
        }
        return paths
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(root.path)/\(path)")
    }

    /// - Parameter path: Relative to the repository.
    static func file(_ path: String) throws -> File {
        let text = try String(contentsOfFile: "\(root.path)/\(path)", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return File(path: path, lines: lines)
    }
}
