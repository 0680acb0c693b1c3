import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The page that fills a project from a fixture and exports it.
enum FixtureViews {
    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse { try await page(request) }

    /// Applies a fixture, or finds out what it would do; what became of it is said on the page itself.
    @Sendable static func seed(_ request: ConsoleRequest) async throws -> RouteResponse {
        let draft = FixturePages.Draft(
            document: withoutCarriageReturns(request.form["document"] ?? ""), strategy: request.form["strategy"])
        let isCheck = request.form.has("check")
        var parameters: JSON = ["file": "fixture", "dryRun": .bool(isCheck)]
        parameters["strategy"] = draft.strategy.map(JSON.string)
        do {
            let decoded = try WireDecoder(nullIsAbsent: true).decode(SeedProject.Request.self, from: parameters)
            let summary = try await SeedProject.run(Array(draft.document.utf8), decoded, request.call)
            guard !isCheck else { return try await page(request, draft, outcome: .checked(summary)) }
            return try await page(try await request.renewed(), outcome: .applied(summary))
        } catch let error as WireError {
            let profile = request.call.settings.profile
            let issues = (error.wording(in: profile).details ?? []).map(FixturePages.Issue.init)
            let outcome = FixturePages.Outcome.refused(message: error.sentence(in: profile), issues)
            return try await page(request, draft, outcome: outcome, status: 400)
        }
    }

    private static func page(
        _ request: ConsoleRequest, _ draft: FixturePages.Draft = .init(), outcome: FixturePages.Outcome? = nil,
        status: Int = 200
    ) async throws -> RouteResponse {
        let page = FixturePages.page(
            draft, outcome: outcome, tenants: try await tenants(request), try await .init(request), request)
        return request.page(.state, title: "Fixtures", status: status, page)
    }

    private static let maximumTenants = 100

    private static func tenants(_ request: ConsoleRequest) async throws -> [String] {
        let list = try await request.runAsAdmin(ListTenants.self, ["pageSize": .int(maximumTenants)])
        return list.tenants.compactMap { tenant in
            let name = tenant["name"]?.stringValue ?? ""
            return name.firstRange(of: "/tenants/").map { String(name[$0.upperBound...]) }
        }
    }

    /// Browsers end the lines of a form's text with both characters, whatever the document had.
    private static func withoutCarriageReturns(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        return String(decoding: text.utf8.filter { $0 != 0x0D }, as: UTF8.self)
    }
}

extension FixturePages.Issue {
    /// A detail of `INVALID_FIXTURE`.
    fileprivate init(_ detail: JSON) {
        func number(_ name: String) -> Int { Int(detail[name]?.integerValue ?? 1) }
        self.init(
            line: number("line"), column: number("column"), path: detail["path"]?.stringValue ?? "",
            message: detail["message"]?.stringValue ?? "")
    }
}

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
        _ request: ConsoleRequest
    ) -> HTML {
        template.filled([
            "title": StatePages.title(.fixtures, faults, request), "notice": outcome.map(notice) ?? "",
            "problems": outcome.map { problems($0, in: draft.document) } ?? "",
            "url": "\(request.path(.state).below("seed").text)", "token": request.formToken,
            "document": area(draft),
            "strategies": "\(strategies(draft.strategy, request))", "downloads": "\(downloads(request))",
            "tenants": tenants.isEmpty ? "" : ofTenant(tenants, request),
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

    private static func strategies(_ selected: String?, _ request: ConsoleRequest) -> [HTML] {
        let question = "Empty the project \(request.project.rawValue) first? What is in it now is lost."
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
                The fixture was applied: \(Formatting.count(summary.created, "account")) created, \
                \(summary.changed.grouped) changed.
                """
            return """
                \(template.part("success").filled(["text": "\(numbers)"]))
                \(summary.refs.isEmpty ? "" : refs(summary.refs))
                """
        case .checked(let summary):
            let numbers = """
                Nothing was changed. The fixture would create \(Formatting.count(summary.created, "account")) and \
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

    private static func downloads(_ request: ConsoleRequest) -> [HTML] {
        ProjectDownload.allCases.map { download in
            template.part("download").filled([
                "url": "\(path(of: download, request).text)", "name": "\(download.title)",
                "what": "\(download.content)",
            ])
        }
    }

    private static func path(of download: ProjectDownload, _ request: ConsoleRequest) -> ConsolePath {
        request.path(.state).below("export").with([("format", download.rawValue)])
    }

    private static func ofTenant(_ tenants: [String], _ request: ConsoleRequest) -> HTML {
        let options = tenants.map { template.part("option").filled(["value": "\($0)"]) }
        let list = template.part("tenantOptions").filled(["options": "\(options)"])
        return template.part("tenants").filled([
            "url": "\(request.path(.state).below("export").text)",
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
