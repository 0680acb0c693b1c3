import Testing

/// Differences between profiles have names, which are in `ProfileBehavior`. Oddities of one place may ask for the profile
/// itself; where there are many of them, some have become facts.
struct ProfileCheckTests {
    private static let limit = 110
    private static let facts: Set<String> = ["Profile.swift", "ProfileBehavior.swift"]

    private let check: Regex<AnyRegexOutput>

    init() throws {
        // For Unicode the dot of `profile.isReference` stands within a word.
        check = try Regex(#"\bisReference\b|\bprofile *[!=]= *\."#).wordBoundaryKind(.simple)
    }

    /// Whether a line of a source asks which profile it is.
    private func asks(_ line: String) -> Bool {
        // What most lines have none of.
        guard line.contains("isReference") || line.contains("profile") else { return false }
        let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return code.contains(check)
    }

    @Test func `few places ask for the profile instead of a fact`() throws {
        var counts: [(path: String, count: Int)] = []
        for file in try RepositoryFiles.all.get() where file.path.hasPrefix("Sources/") && file.path.hasSuffix(".swift")
        {
            // Options of the command line name profiles, but behave alike in all of them.
            guard !file.path.hasPrefix("Sources/FirebreakCommands/"), !Self.facts.contains(file.name) else { continue }
            let count = file.lines.count(where: asks)
            if count > 0 { counts.append((file.path, count)) }
        }

        let total = counts.reduce(0) { $0 + $1.count }
        let list = counts.sorted { $0.count > $1.count }.map { "\($0.count) \($0.path)" }.joined(separator: "\n")
        #expect(total <= Self.limit, "\(total) places ask for the profile:\n\(list)")
        // None would mean that the search finds nothing.
        #expect(total > 0)
    }

    @Test(arguments: [
        ("guard !call.profile.isReference else {", true), ("if profile == .production, isNew {", true),
        ("let isOther = settings.profile != .local", true), ("guard isReference || isAdmin else {", true),
        ("if call.behavior.storesSessions {", false), ("// Outside ``Profile/isReference`` it is given.", false),
        ("if envelope == .productionV1 {", false), ("guard request.providerProfile == nil else {", false),
    ])
    func `a check is found and nothing else`(line: String, expected: Bool) {
        #expect(asks(line) == expected)
    }
}
