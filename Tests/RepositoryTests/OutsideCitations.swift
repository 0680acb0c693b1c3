/// Finds in comments what readers of the repository cannot look up: sections of no page, documents and numbers of issues
/// that are elsewhere, headings and files that are not there. Published standards can be looked up.
struct OutsideCitations {
    private let pages: ContractPages
    private let files: Set<String>
    /// Headings by the name of their page, with and without its ending.
    private var headings: [String: Set<String>] = [:]

    private let section: Regex<AnyRegexOutput>
    private let authority: Regex<AnyRegexOutput>
    private let ownAuthority: Regex<AnyRegexOutput>
    private let heading: Regex<AnyRegexOutput>
    private let document: Regex<AnyRegexOutput>
    private let issue: Regex<AnyRegexOutput>
    private let source: Regex<AnyRegexOutput>
    private let url: Regex<AnyRegexOutput>

    init(_ files: [RepositoryFiles.File]) throws {
        pages = ContractPages(files)
        self.files = Set(files.map(\.name))
        for page in files where page.isMarkdown {
            let texts = Set(Heading.all(of: page.lines).map(\.text))
            for name in [page.name, String(page.name.dropLast(3))] { headings[name, default: []].formUnion(texts) }
        }
        section = try Regex(#"\b[Ss]ections? (?:(?<number>[A-Z]?[0-9]+(?:\.[0-9]+)*)|")"#)
        let standards = [
            "RFC [0-9]", "WebAuthn", "level [0-9]", "SAML core", "XML Signature", "HTML Living Standard",
            "Fetch Metadata Request Headers", "OpenID Connect",
        ]
        let names = "(?<page>[A-Za-z][A-Za-z0-9-]*\\.md)|[a-z_]+\\.py|" + standards.joined(separator: "|")
        authority = try Regex(names)
        ownAuthority = try Regex(" of (?:the )?(?:\(names))")
        heading = try Regex(#"\b(?<page>[A-Z][A-Za-z]*)(?:\.md)?, "(?<heading>[^"]+)""#)
        document = try Regex(
            "(?i)\\b(?:architecture|design|internal|planning|product|project|style|team) "
                + "(?:brief|design|documentation|documents?|guide|handbook|notes?|plan|sections?|spec|specification)\\b"
        )
        issue = try Regex(
            #"(?i)\b(?:bug|commit|issue|pull request|ticket)s? #?[0-9]|\bPR ?#?[0-9]|(?:^|[ (])(?<standard>PKCS )?#[0-9]+\b"#
        )
        source = try Regex(#"[A-Za-z0-9_+-]+\.(?:css|html|js|lua|py|sh|swift)(?![A-Za-z0-9_(/])"#)
        url = try Regex(#"\b(?:https?|ftp)://(?<host>[A-Za-z0-9.-]+)"#)
    }

    /// What is wrong with a comment.
    func problems(in block: Comments.Block, of file: RepositoryFiles.File) -> [String] {
        let text = block.text
        var found = sections(in: text, of: file)
        if text.contains(", \"") { found += missingHeadings(in: text) }
        found += text.matches(of: document).map { "\(text[$0.range]): it is not in the repository" }
        found += text.matches(of: issue).filter { $0["standard"]?.substring == nil }
            .map { "\(text[$0.range]): readers cannot look it up" }
        guard !file.isMarkdown else { return found }
        found += text.matches(of: source).map { String(text[$0.range]) }.filter { !files.contains($0) }
            .map { "\($0): no such file" }
        if text.contains("://") { found += text.matches(of: url).compactMap { problem(withHost: $0["host"]) } }
        return found
    }

    private func sections(in text: String, of file: RepositoryFiles.File) -> [String] {
        guard text.contains("ection") else { return [] }
        return text.matches(of: section).compactMap { match in
            if text[match.range.upperBound...].prefixMatch(of: ownAuthority) != nil { return nil }
            // Pages of the contract also mean their own sections.
            var candidates = pages.sections[file.name] == nil ? [] : [file.name]
            if let last = text[..<match.range.lowerBound].matches(of: authority).last {
                guard let named = last["page"]?.substring else { return nil }
                candidates.append(String(named))
            }
            if candidates.isEmpty { return "\(text[match.range]): of which page?" }
            guard let number = match["number"]?.substring.map(String.init) else { return nil }
            let problems = candidates.map { pages.problem(with: Citation(page: $0, sections: [number], text: "")) }
            return problems.contains(nil) ? nil : "\(text[match.range]): no such section of \(candidates.last ?? "")"
        }
    }

    private func missingHeadings(in text: String) -> [String] {
        text.matches(of: heading).compactMap { match in
            guard let page = match["page"]?.substring, let heading = match["heading"]?.substring,
                let known = headings[String(page)], !known.contains(String(heading))
            else { return nil }
            return "\(text[match.range]): no such heading"
        }
    }

    /// Values that code works with may stand in comments: addresses of this machine and of nobody.
    private func problem(withHost host: AnyRegexOutput.Element?) -> String? {
        guard let host = host?.substring, host.contains("."), !host.allSatisfy({ "0123456789.".contains($0) }) else {
            return nil
        }
        let isReserved = [".test", ".example", ".invalid", "example.com"].contains { host.hasSuffix($0) }
        return isReserved ? nil : "\(host): a page elsewhere"
    }
}
