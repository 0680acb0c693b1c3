import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The list of projects.
enum ProjectViews {
    /// Opens the databases of the projects on the page, and no others.
    @Sendable static func list(_ request: ConsoleRequest) async throws -> RouteResponse {
        if let text = request.query["open"] { return try await open(text, request) }
        return try await page(request)
    }

    private static func open(_ text: String, _ request: ConsoleRequest) async throws -> RouteResponse {
        let id = ProjectID(rawValue: text)
        guard id.isValid else {
            let message = "An ID has 1 through \(ProjectID.maximumBytes) bytes, and no control characters."
            return try await page(request, refused: RefusedForm(name: "open", message: message, fields: ["open": text]))
        }
        return request.redirect(to: ConsolePath(id, .outbox))
    }

    private static func page(_ request: ConsoleRequest, refused: RefusedForm? = nil) async throws -> RouteResponse {
        let services = request.call.services
        let all = try services.projects.projects()
        let search = request.query["q"] ?? ""
        let words = TextSearch(search.lowercased())
        let matching = search.isEmpty ? all : all.filter { words.isIn($0.rawValue.lowercased()) }
        let size = ProjectPages.pageSize
        let pages = max(1, (matching.count + size - 1) / size)
        let page = min(max(1, request.query["page"].flatMap { Int($0) } ?? 1), pages)
        var rows: [ProjectPages.Row] = []
        for id in matching.dropFirst((page - 1) * size).prefix(size) { rows.append(try await row(id, request)) }
        let listing = ProjectPages.Listing(
            rows: rows, total: all.count, matching: matching.count, search: search, page: page)
        // Outside of projects, a request is one about the default project.
        let content = ProjectPages.list(listing, refused: refused, request)
        return request.page(title: "Projects", status: refused == nil ? 200 : 400, content)
    }

    private static func row(_ id: ProjectID, _ request: ConsoleRequest) async throws -> ProjectPages.Row {
        let projects = request.call.services.projects
        do {
            let project = try projects.project(id)
            if let failure = await project.checkAgain() { throw failure }
            let call = try await ControlCall(
                control: request.call.control, project: project, origin: request.call.origin)
            let nothing = try WireDecoder(nullIsAbsent: true).decode(GetProject.Request.self, from: .emptyObject)
            let summary = try await GetProject.run(nothing, call)
            return ProjectPages.Row(id: id, number: summary.projectNumber, summary: summary)
        } catch {
            let number = ProjectNumber.of(id, projects.defaults.profile)
            return ProjectPages.Row(id: id, number: number, problem: StorageFailure.sentence(for: error))
        }
    }
}

/// The console's list of projects.
enum ProjectPages {
    private static let template = Template(asset: "console/projects")

    /// How many projects a page has.
    static let pageSize = 50
    /// With so many projects one searches.
    private static let many = 10

    /// One project of the list.
    struct Row: Sendable {
        var id: ProjectID
        var number: String
        /// `nil` for a project whose database cannot be used.
        var summary: ProjectSummary?
        /// Why that is.
        var problem: String?

        init(id: ProjectID, number: String, summary: ProjectSummary? = nil, problem: String? = nil) {
            self.id = id
            self.number = number
            self.summary = summary
            self.problem = problem
        }
    }

    /// Which part of the projects is shown.
    struct Listing: Sendable {
        var rows: [Row]
        /// How many projects there are.
        var total: Int
        /// How many of them match the search.
        var matching: Int
        var search: String
        /// From 1.
        var page: Int

        init(rows: [Row], total: Int, matching: Int, search: String, page: Int) {
            self.rows = rows
            self.total = total
            self.matching = matching
            self.search = search
            self.page = page
        }
    }

    /// - Parameters:
    ///   - refused: An ID that was entered and cannot be one.
    ///   - request: About the default project, where a reader goes who has no project yet.
    static func list(
        _ listing: Listing, refused: RefusedForm? = nil, _ request: ConsoleRequest
    ) -> HTML {
        let fields = FormFields(refused, of: "open")
        return template.filled([
            "open": fields.field(
                "open", "Open or create a project",
                attributes: #" required placeholder="\#(request.project.rawValue)" class="mono""#,
                isSubject: true),
            "search": listing.total > many || !listing.search.isEmpty
                ? template.part("search").filled([
                    "field": Controls.field("q", "Search", type: "search", value: listing.search)
                ]) : "",
            "content": content(listing, request),
        ])
    }

    private static func content(_ listing: Listing, _ request: ConsoleRequest) -> HTML {
        guard !listing.rows.isEmpty else {
            let url = request.path(.outbox).text
            return template.part("none").filled([
                "text": listing.total > 0
                    ? "No project has “\(ShortText.html(listing.search, 300))” in its ID."
                    : """
                    No projects yet. A project is there as soon as a call mentions it; calls that name none go to \
                    <a href="\(url)">\(request.project.rawValue)</a>.
                    """
            ])
        }
        let rows = zip(listing.rows, 1...).map { row($0, $1) }
        return template.part("list").filled([
            "rows": "\(rows)", "pager": pager(listing), "token": request.formToken,
        ])
    }

    private static func row(_ row: Row, _ number: Int) -> HTML {
        let name = row.id.rawValue
        var slots: [String: HTML] = [
            // Relative to this page, because there are many of them.
            "url": "projects/\(PercentEncoding.encodeComponent(name))", "name": ShortText.html(name, 300),
            "number": "\(row.number)", "row": "\(number)",
            "question": "Drop the project \(ShortText.html(name, 120)) with everything in it?",
        ]
        guard let summary = row.summary else {
            slots["problem"] = "\(row.problem ?? "")"
            return template.part("unavailable").filled(slots)
        }
        slots["profile"] = "\(summary.profile)"
        slots["accounts"] = "\(summary.counts.accountsWithTenants.grouped)"
        slots["messages"] = "\(summary.counts.messages.grouped)"
        slots["clock"] = clock(summary.clock)
        return template.part("row").filled(slots)
    }

    private static func clock(_ clock: ClockState) -> HTML {
        guard clock.frozen || clock.offset != 0 else { return "" }
        return clock.frozen
            ? "\(TimeText.html(clock.now)) \(Controls.badge("frozen", "warning"))" : TimeText.running(clock.now)
    }

    private static func pager(_ listing: Listing) -> HTML {
        guard listing.matching > listing.rows.count else { return "" }
        let first = (listing.page - 1) * pageSize + 1
        var links: [HTML] = []
        func link(_ page: Int, _ rel: String, _ label: String) {
            let path = ConsolePath.projectList.with([("q", listing.search), ("page", String(page))])
            links.append(
                template.part("page").filled(["url": "\(path.text)", "rel": "\(rel)", "label": "\(label)"]))
        }
        if listing.page > 1 { link(listing.page - 1, "prev", "Previous") }
        if first + listing.rows.count <= listing.matching { link(listing.page + 1, "next", "Next") }
        let last = first + listing.rows.count - 1
        return template.part("pager").filled([
            "shown": "\(first.grouped)–\(last.grouped) of \(listing.matching.grouped)",
            "links": "\(links)",
        ])
    }
}
