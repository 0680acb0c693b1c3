import FirebreakModel
import FirebreakPages
import FirebreakWire

/// The console's pages for filling a project from a fixture, and for exporting it.
enum FixturePages {
    private static let template = Template(asset: "console/fixtures")

    /// What became of a fixture.
    enum Outcome: Sendable {
        /// It was applied.
        case applied(SeedSummary)
        /// It could be applied.
        case checked(SeedSummary)
        /// It cannot be applied.
        case refused(message: String, [Issue])
    }

    /// What is wrong with a fixture, and where.
    struct Issue: Sendable {
        var line: Int
        var column: Int
        /// As a JSON Pointer; empty for the whole document.
        var path: String
        var message: String

        init(line: Int, column: Int, path: String, message: String) {
            self.line = line
            self.column = column
            self.path = path
            self.message = message
        }
    }

    /// What the form has.
    struct Draft: Sendable {
        var document: String
        /// `nil` for what the document says.
        var strategy: String?

        init(document: String = "", strategy: String? = nil) {
            self.document = document
            self.strategy = strategy
        }
    }

    /// - Parameters:
    ///   - draft: What was entered, where that is to stay.
    ///   - tenants: IDs of tenants, the first of them where there are many.
    static func page(
        _ draft: Draft = Draft(), outcome: Outcome? = nil, tenants: [String], _ faults: ProjectState.FaultSummary,
        _ context: ConsoleContext
    ) -> HTML {
        template.filled([
            "title": StatePages.title(.fixtures, faults, context), "notice": outcome.map(notice) ?? "",
            "problems": outcome.map { problems($0, in: draft.document) } ?? "",
            "url": "\(context.path(.state).below("seed").text)", "token": context.token,
            "document": area(draft),
            "strategies": "\(strategies(draft.strategy, context))", "downloads": "\(downloads(context))",
            "tenants": tenants.isEmpty ? "" : ofTenant(tenants, context),
        ])
    }

    /// Bytes of markup: what is longer came from a file, which is at hand, and would make the page slow.
    private static let longestShown = 64 << 10

    private static func area(_ draft: Draft) -> HTML {
        let isShown = ShortText.beginning(of: draft.document, longestShown).isWhole
        return Controls.area(
            "document", "Fixture", value: isShown ? draft.document : "", rows: 16,
            hint: isShown
                ? "Paste it, or drop a file here."
                : "What was sent is too long to be shown again: drop the file here once more.",
            attributes: #" required data-drop="fixture-file""#)
    }

    private static func strategies(_ selected: String?, _ context: ConsoleContext) -> [HTML] {
        let question = "Empty the project \(context.project.rawValue) first? What is in it now is lost."
        let all: [(value: String, label: String)] = [
            ("", "As the fixture says, else merge"), ("merge", "Merge: stays, and is updated"),
            ("replace", "Replace: is removed first"), ("fail", "Fail: must not overlap"),
        ]
        return all.map { strategy in
            template.part("strategy").filled([
                "value": "\(strategy.value)", "label": "\(strategy.label)",
                "confirm": strategy.value == "replace" ? #" data-confirm="\#(question)""# : "",
                "selected": strategy.value == selected ?? "" ? " selected" : "",
            ])
        }
    }

    // MARK: Outcome

    private static func notice(_ outcome: Outcome) -> HTML {
        switch outcome {
        case .applied(let summary):
            let numbers = """
                The fixture was applied: \(CountText.text(summary.created, "account")) created, \
                \(summary.changed.grouped) changed.
                """
            return """
                \(template.part("success").filled(["text": "\(numbers)"]))
                \(summary.refs.isEmpty ? "" : refs(summary.refs))
                """
        case .checked(let summary):
            let numbers = """
                Nothing was changed. The fixture would create \(CountText.text(summary.created, "account")) and \
                change \(summary.changed.grouped).
                """
            return template.part("checked").filled(["text": "\(numbers)"])
        case .refused: return ""
        }
    }

    /// A page is no place for more of them.
    private static let maximumRefs = 200

    private static func refs(_ refs: [SeedSummary.Ref]) -> HTML {
        let rows = refs.prefix(maximumRefs).map { ref in
            template.part("ref").filled([
                "ref": ShortText.html(ref.name, 120), "uid": ShortText.html(ref.user.uid, 120),
                "email": ShortText.html(ref.user.email ?? "", 120),
                "tenant": ShortText.html(ref.user.tenant ?? "", 120),
            ])
        }
        let more = refs.count - rows.count
        return template.part("refs").filled([
            "rows": "\(rows)",
            "more": more > 0 ? template.part("moreRefs").filled(["count": "\(more.grouped)"]) : "",
        ])
    }

    private static let maximumProblems = 50

    private static func problems(_ outcome: Outcome, in document: String) -> HTML {
        guard case .refused(let message, let issues) = outcome else { return "" }
        let lines = SourceLines(document, Set(issues.map(\.line)))
        let rows = issues.prefix(maximumProblems).map { issue in
            template.part("problem").filled([
                "line": "\(issue.line)", "column": "\(issue.column)", "message": ShortText.html(issue.message, 500),
                "path": issue.path.isEmpty
                    ? "" : template.part("path").filled(["path": ShortText.html(issue.path, 200)]),
                "source": lines.text(of: issue.line).map {
                    template.part("source").filled(["text": ShortText.html($0, 500)])
                } ?? "",
            ])
        }
        let more = issues.count - rows.count
        return template.part("problems").filled([
            "summary": "Nothing was changed. \(issues.isEmpty ? message : "The fixture cannot be applied:")",
            "rows": "\(rows)", "more": more > 0 ? template.part("more").filled(["count": "\(more)"]) : "",
        ])
    }

    // MARK: Export

    private static func downloads(_ context: ConsoleContext) -> [HTML] {
        ProjectDownload.allCases.map { download in
            template.part("download").filled([
                "url": "\(path(of: download, context).text)", "name": "\(download.title)",
                "what": "\(download.content)",
            ])
        }
    }

    private static func path(of download: ProjectDownload, _ context: ConsoleContext) -> ConsolePath {
        context.path(.state).below("export").with([("format", download.rawValue)])
    }

    private static func ofTenant(_ tenants: [String], _ context: ConsoleContext) -> HTML {
        let options = tenants.map { template.part("option").filled(["value": "\($0)"]) }
        let list = template.part("tenantOptions").filled(["options": "\(options)"])
        return template.part("tenants").filled([
            "url": "\(context.path(.state).below("export").text)",
            "tenant": """
            \(Controls.field("tenant", "Tenant", attributes: #" required list="tenants" class="mono""#))\(list)
            """,
            "format": Controls.select(
                "format", "Format", [ProjectDownload.authExport, .authExportCSV].map { ($0.rawValue, $0.title) },
                selected: nil),
        ])
    }
}

/// Some lines of a text that somebody wrote, as they are quoted beside what is wrong with them.
struct SourceLines {
    private static let maximumLength = 160

    private let lines: [Int: String]

    /// - Parameter numbers: Which, counted from 1.
    init(_ text: String, _ numbers: Set<Int>) {
        var lines: [Int: String] = [:]
        var number = 1
        var rest = text.unicodeScalars[...]
        let last = numbers.max() ?? 0
        while number <= last {
            let line = rest.prefix { $0 != "\n" }
            if numbers.contains(number) {
                lines[number] = String(String.UnicodeScalarView(line.prefix(Self.maximumLength)))
            }
            guard line.endIndex != rest.endIndex else { break }
            rest = rest[line.endIndex...].dropFirst()
            number += 1
        }
        self.lines = lines
    }

    /// The beginning of a line; `nil` for one that is not there or has nothing to show.
    func text(of number: Int) -> String? {
        guard let line = lines[number], !line.isBlank else { return nil }
        return line
    }
}
