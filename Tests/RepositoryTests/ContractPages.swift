/// The pages that citations lead to, and what is wrong with a citation.
struct ContractPages: Sendable {
    static let directory = "Sources/Firebreak/Firebreak.docc"
    /// Name of a page → numbers of its sections.
    private(set) var sections: [String: Set<String>] = [:]
    /// Documents beside the pages, which are named without a section.
    private let documents: Set<String>

    /// Those of the repository.
    static let all = RepositoryFiles.all.map(ContractPages.init)

    init(_ files: [RepositoryFiles.File]) {
        documents = Set(files.lazy.filter { $0.isMarkdown && $0.directory.isEmpty }.map(\.path))
        for file in files where file.isMarkdown && file.path.hasPrefix(Self.directory + "/") {
            sections[file.name] = Set(Heading.all(of: file.lines).compactMap(\.number))
        }
    }

    /// - Returns: `nil` for a citation that leads somewhere.
    func problem(with citation: Citation) -> String? {
        if documents.contains(citation.page) { return nil }
        guard let known = sections[citation.page] else { return "no such page" }
        let missing = citation.sections.filter { !known.contains($0) }
        return missing.isEmpty ? nil : "no section \(missing.joined(separator: ", "))"
    }
}
