import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's page that fills a project from a fixture and exports it.
struct FixturePage {
    private static let template = Template(asset: "console/fixtures")

    /// What became of a fixture.
    private enum Outcome {
        /// It was applied.
        case applied(SeedSummary)
        /// It could be applied.
        case checked(SeedSummary)
        /// It cannot be applied.
        case refused(message: String, [Issue])
    }

    /// What is wrong with a fixture, and where: a detail of `INVALID_FIXTURE`.
    private struct Issue {
        let line: Int
        let column: Int
        /// As a JSON Pointer; empty for the whole document.
        let path: String
        let message: String

        init(_ detail: JSON) {
            line = Int(detail["line"]?.integerValue ?? 1)
            column = Int(detail["column"]?.integerValue ?? 1)
            path = detail["path"]?.stringValue ?? ""
            message = detail["message"]?.stringValue ?? ""
        }
    }

    private let request: ConsoleRequest
    /// What was entered, where that is to stay.
    private let document: String
    /// `nil` for what the document says.
    private let strategy: String?
    private let outcome: Outcome?
    private let faults: [Fault]

    private init(
        _ request: ConsoleRequest, document: String = "", strategy: String? = nil, outcome: Outcome? = nil
    ) async throws {
        self.request = request
        self.document = document
        self.strategy = strategy
        self.outcome = outcome
        faults = try await request.run(ListFaults.self).faults
    }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await FixturePage(request).answer()
    }

    /// Applies a fixture, or finds out what it would do; what became of it is said on the page itself.
    @Sendable static func seed(_ request: ConsoleRequest) async throws -> RouteResponse {
        let document = withoutCarriageReturns(request.form["document"] ?? "")
        let strategy = request.form["strategy"]
        let isCheck = request.form.has("check")
        if strategy == "replace", !isCheck, !request.form.has(SentForm.confirmed) {
            return SentForm.ask(question(request), request)
        }
        let seeding = SeedProjectRequest(file: "fixture", strategy: strategy, dryRun: isCheck)
        let outcome: Outcome
        do {
            let summary = try await SeedProject.run(Array(document.utf8), seeding, request.call)
            outcome = isCheck ? .checked(summary) : .applied(summary)
        } catch let error as WireError {
            let profile = request.call.settings.profile
            let issues = (error.wording(in: profile).details ?? []).map(Issue.init)
            outcome = .refused(message: error.sentence(in: profile), issues)
        }
        if case .applied = outcome { return try await FixturePage(request.renewed(), outcome: outcome).answer() }
        let page = try await FixturePage(request, document: document, strategy: strategy, outcome: outcome)
        if case .refused = outcome { return page.answer(status: 400) }
        return page.answer()
    }

    /// Browsers end the lines of a form's text with both characters, whatever the document had.
    private static func withoutCarriageReturns(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        return String(decoding: text.utf8.filter { $0 != 0x0D }, as: UTF8.self)
    }

    private func answer(status: Int = 200) -> RouteResponse {
        request.page(.state, title: "Fixtures", status: status, html)
    }

    // MARK: The page

    private var html: HTML {
        Self.template.filled([
            "title": StatePage.title(.fixtures, faults, request), "notice": notice, "problems": problems,
            "url": "\(request.path(.state).below("seed").text)", "token": request.formToken, "document": area,
            "strategies": "\(strategies)", "downloads": "\(downloads)", "tenants": ofTenant,
        ])
    }

    /// Bytes of markup: what is longer came from a file, which is at hand, and would make the page slow.
    private static let longestShown = 64 << 10

    private var area: HTML {
        let isShown = ShortText.beginning(of: document, Self.longestShown).isWhole
        return Controls.area(
            "document", "Fixture", value: isShown ? document : "", rows: 16,
            hint: isShown
                ? "Paste it, or drop a file here."
                : "What was sent is too long to be shown again: drop the file here again.",
            attributes: #" required data-drop="fixture-file""#)
    }

    private static func question(_ request: ConsoleRequest) -> String {
        "Empty the project \(request.project.rawValue) first? What is in it now is lost."
    }

    private var strategies: [HTML] {
        let question = Self.question(request)
        let all: [(value: String, label: String)] = [
            ("", "As the fixture says, else merge"), ("merge", "Merge: stays, and is updated"),
            ("replace", "Replace: is removed first"), ("fail", "Fail: must not overlap"),
        ]
        return all.map { strategy in
            Self.template.part("strategy").filled([
                "value": "\(strategy.value)", "label": "\(strategy.label)",
                "confirm": strategy.value == "replace" ? #" data-confirm="\#(question)""# : "",
                "selected": strategy.value == self.strategy ?? "" ? " selected" : "",
            ])
        }
    }

    // MARK: Outcome

    private var notice: HTML {
        switch outcome {
        case .applied(let summary):
            let numbers = """
                The fixture was applied: \(Formatting.count(summary.created, "account")) created, \
                \(summary.changed.grouped) changed.
                """
            return """
                \(Self.template.part("success").filled(["text": "\(numbers)"]))
                \(summary.refs.isEmpty ? "" : refs(summary.refs))
                """
        case .checked(let summary):
            let numbers = """
                Nothing was changed. The fixture would create \(Formatting.count(summary.created, "account")) and \
                change \(summary.changed.grouped).
                """
            return Self.template.part("checked").filled(["text": "\(numbers)"])
        case .refused, nil: return ""
        }
    }

    /// A page is not a place for more of them.
    private static let maximumRefs = 200

    private func refs(_ refs: [SeedSummary.Ref]) -> HTML {
        let rows = refs.prefix(Self.maximumRefs).map { ref in
            Self.template.part("ref").filled([
                "ref": ShortText.html(ref.name, 120), "uid": ShortText.html(ref.user.uid, 120),
                "email": ShortText.html(ref.user.email ?? "", 120),
                "tenant": ShortText.html(ref.user.tenant ?? "", 120),
            ])
        }
        let more = refs.count - rows.count
        return Self.template.part("refs").filled([
            "rows": "\(rows)",
            "more": more > 0 ? Self.template.part("moreRefs").filled(["count": "\(more.grouped)"]) : "",
        ])
    }

    private static let maximumProblems = 50

    private var problems: HTML {
        guard case .refused(let message, let issues) = outcome else { return "" }
        let lines = SourceLines(document, Set(issues.map(\.line)))
        let rows = issues.prefix(Self.maximumProblems).map { issue in
            Self.template.part("problem").filled([
                "line": "\(issue.line)", "column": "\(issue.column)", "message": ShortText.html(issue.message, 500),
                "path": issue.path.isEmpty
                    ? "" : Self.template.part("path").filled(["path": ShortText.html(issue.path, 200)]),
                "source": lines.text(of: issue.line).map {
                    Self.template.part("source").filled(["text": ShortText.html($0, 500)])
                } ?? "",
            ])
        }
        let more = issues.count - rows.count
        return Self.template.part("problems").filled([
            "summary": "Nothing was changed. \(issues.isEmpty ? message : "The fixture cannot be applied:")",
            "rows": "\(rows)", "more": more > 0 ? Self.template.part("more").filled(["count": "\(more)"]) : "",
        ])
    }

    // MARK: Export

    private var downloads: [HTML] {
        ProjectDownload.allCases.map { download in
            let path = request.path(.state).below("export").with([("format", download.rawValue)])
            return Self.template.part("download").filled([
                "url": "\(path.text)", "name": "\(download.title)", "what": "\(download.content)",
            ])
        }
    }

    private var ofTenant: HTML {
        guard let tenants = request.tenants?.tenants, !tenants.isEmpty else { return "" }
        let options = tenants.map { Self.template.part("option").filled(["value": "\($0.id)"]) }
        let list = Self.template.part("tenantOptions").filled(["options": "\(options)"])
        return Self.template.part("tenants").filled([
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

/// Some lines of a document, as they are quoted beside what is wrong with them.
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
