import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's list of projects.
struct ProjectListPage {
    private static let template = Template(asset: "console/projects")

    /// How many projects a page has.
    private static let pageSize = 50
    /// With so many projects one searches.
    private static let many = 10

    /// One project of the list.
    private struct Row {
        var id: ProjectID
        var number: String
        /// `nil` for a project whose database cannot be used.
        var summary: ProjectSummary?
        /// Why that is.
        var problem: String?
    }

    private let rows: [Row]
    /// How many projects there are.
    private let total: Int
    /// How many of them match the search.
    private let matching: Int
    private let search: String
    /// From 1.
    private let page: Int
    /// An ID that was entered and cannot be one.
    private let refused: RefusedForm?
    /// Outside of projects, a request is one about the default project.
    private let request: ConsoleRequest

    // MARK: Requests

    /// The outbox of the default project where there is no other project and it can be used, else the list.
    @Sendable static func home(_ request: ConsoleRequest) async throws -> RouteResponse {
        let services = request.context.services
        let others = try services.projects.projects().filter { $0 != services.defaultProject }
        guard others.isEmpty, request.call.project.failure == nil else { return .redirect(to: ConsolePath.projects) }
        return request.redirect(to: ConsolePath(services.defaultProject, .outbox))
    }

    /// Opens the databases of the projects on the page, and no others.
    @Sendable static func list(_ request: ConsoleRequest) async throws -> RouteResponse {
        if let text = request.query["open"] { return try await open(text, request) }
        return try await ProjectListPage(request).answer
    }

    private static func open(_ text: String, _ request: ConsoleRequest) async throws -> RouteResponse {
        let id = ProjectID(rawValue: text)
        let exists = id.isValid ? try await request.call.services.projects.project(id).exists : false
        if let message = exists ? nil : objection(to: id) {
            let refused = RefusedForm(name: "open", message: message, fields: ["open": text])
            return try await ProjectListPage(request, refused: refused).answer
        }
        return request.redirect(to: ConsolePath(id, .outbox))
    }

    /// Why a new project cannot have an ID that is typed here; `nil` where it can. Calls may make projects of any name.
    static func objection(to id: ProjectID) -> String? {
        guard id.isValid else {
            return "An ID has 1 through \(ProjectID.maximumBytes) bytes, and no control characters."
        }
        func isWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        let bytes = id.rawValue.utf8
        let isAllowed = bytes.allSatisfy { isWord($0) || "-_.:".utf8.contains($0) }
        guard isAllowed, bytes.first.map(isWord) == true else {
            return """
                An ID begins with a letter or a digit, and has only letters, digits and - _ . : in it, \
                as demo-shop has.
                """
        }
        return nil
    }

    /// Makes a project that does not exist yet.
    @Sendable static func create(_ request: ConsoleRequest) async throws -> RouteResponse {
        let outbox = request.path(.outbox)
        guard try await !request.call.project.exists else { return request.redirect(to: outbox) }
        if let message = objection(to: request.project) { throw ConsoleProblem.refused(message) }
        _ = try await request.run(CreateProject.self, ["projectId": .string(request.project.rawValue)])
        return request.redirect(to: outbox, notice: .projectCreated)
    }

    private init(_ request: ConsoleRequest, refused: RefusedForm? = nil) async throws {
        let all = try request.call.services.projects.projects()
        search = request.query["q"]?.trimmed ?? ""
        let words = search.isEmpty ? nil : try SearchText(search)
        let profile = request.call.services.projects.defaults.profile
        let found = all.filter { words?.isIn([$0.rawValue, ProjectNumber.of($0, profile)]) ?? true }
        let pages = max(1, (found.count + Self.pageSize - 1) / Self.pageSize)
        page = min(max(1, request.query["page"].flatMap { Int($0) } ?? 1), pages)
        var rows: [Row] = []
        for id in found.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize) {
            rows.append(try await Self.row(id, request))
        }
        self.rows = rows
        total = all.count
        matching = found.count
        self.refused = refused
        self.request = request
    }

    private static func row(_ id: ProjectID, _ request: ConsoleRequest) async throws -> Row {
        let projects = request.call.services.projects
        do {
            let project = try projects.project(id)
            if let failure = await project.checkAgain() { throw failure }
            let call = try await ControlCall(
                control: request.call.control, project: project, origin: request.call.origin)
            let nothing = try WireDecoder(nullIsAbsent: true).decode(GetProject.Request.self, from: .emptyObject)
            let summary = try await GetProject.run(nothing, call)
            return Row(id: id, number: summary.projectNumber, summary: summary)
        } catch {
            let number = ProjectNumber.of(id, projects.defaults.profile)
            return Row(id: id, number: number, problem: StorageFailure.sentence(for: error))
        }
    }

    // MARK: The page

    private var answer: RouteResponse {
        request.page(
            title: "Projects", count: total, of: [.projects, .accounts, .outbox, .settings],
            status: refused == nil ? 200 : 400, html)
    }

    private var html: HTML {
        let fields = FormFields(refused, of: "open")
        return Self.template.filled([
            "open": fields.field(
                "open", "Open or create a project",
                attributes: #" required placeholder="\#(request.project.rawValue)" class="mono""#,
                isSubject: true),
            "search": total > Self.many || !search.isEmpty ? filter.html : "", "content": content,
        ])
    }

    private var filter: FilterBar {
        FilterBar(list: "projects", path: .projectList, chips: [], value: { _ in search.nonEmpty })
    }

    private var content: HTML {
        guard !rows.isEmpty else {
            let url = request.path(.outbox).text
            return Self.template.part("none").filled([
                "text": total > 0
                    ? "No project has “\(ShortText.html(search, 300))” in its ID or number."
                    : """
                    No projects yet. A project is there as soon as a call mentions it; calls that name none go to \
                    <a href="\(url)">\(request.project.rawValue)</a>.
                    """
            ])
        }
        let shown = zip(rows, 1...).map { Self.row($0, $1) }
        return Self.template.part("list").filled([
            "rows": "\(shown)", "pager": pager,
        ])
    }

    private static func row(_ row: Row, _ number: Int) -> HTML {
        let name = row.id.rawValue
        var slots: [String: HTML] = [
            // Relative to this page, because there are many of them.
            "url": "projects/\(PercentEncoding.encodeComponent(name))", "name": ShortText.html(name, 300),
            "number": "\(row.number)", "row": "\(number)",
        ]
        guard let summary = row.summary else {
            slots["problem"] = "\(row.problem ?? "")"
            return entry(name, Self.template.part("unavailable"), slots, slots)
        }
        slots["profile"] = "\(summary.profile)"
        slots["accounts"] = "\(summary.counts.accountsWithTenants.grouped)"
        slots["messages"] = "\(summary.counts.messages.grouped)"
        slots["clock"] = clock(summary.clock)
        // A clock that only goes on does not make it another row.
        var lasting = slots
        if !summary.clock.frozen { lasting["clock"] = "\(String(summary.clock.offset / 1000))" }
        return entry(name, Self.template.part("row"), slots, lasting)
    }

    /// - Parameter lasting: What decides whether it is another row.
    private static func entry(
        _ name: String, _ part: Template, _ slots: [String: HTML], _ lasting: [String: HTML]
    ) -> HTML {
        template.part("entry").filled([
            "key": Controls.version(of: "\(name)"), "version": Controls.version(of: part.filled(lasting)),
            "cells": part.filled(slots),
        ])
    }

    private static func clock(_ clock: ClockState) -> HTML {
        guard clock.frozen || clock.offset != 0 else { return "" }
        return clock.frozen
            ? "\(TimeText.html(clock.now)) \(Controls.badge("frozen", "warning"))" : TimeText.running(clock.now)
    }

    private var pager: HTML {
        guard matching > rows.count else { return "" }
        let first = (page - 1) * Self.pageSize + 1
        var links: [HTML] = []
        func link(_ page: Int, _ rel: String, _ label: String) {
            let path = ConsolePath.projectList.with([("q", search), ("page", String(page))])
            links.append(
                Self.template.part("page").filled(["url": "\(path.text)", "rel": "\(rel)", "label": "\(label)"]))
        }
        if page > 1 { link(page - 1, "prev", "Previous") }
        if first + rows.count <= matching { link(page + 1, "next", "Next") }
        let last = first + rows.count - 1
        return Self.template.part("pager").filled([
            "shown": "\(first.grouped)–\(last.grouped) of \(matching.grouped)",
            "links": "\(links)",
        ])
    }
}
