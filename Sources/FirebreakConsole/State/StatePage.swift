import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's view of time and state: the clock, snapshots, copies.
struct StatePage {
    static let template = Template(asset: "console/state")

    /// The forms of the view that may be refused.
    enum Form: String, Sendable { case advance, set, snapshot, fork }

    private let request: ConsoleRequest
    private let summary: ProjectSummary
    private let snapshots: [SnapshotEntry]
    private let faults: [Fault]
    /// Whether there are fixtures that a reset can apply again.
    private let hasFixtures: Bool
    /// An ID that no project has.
    private let freeProjectID: String
    private let refused: RefusedForm?

    private init(_ request: ConsoleRequest, refused: RefusedForm? = nil) async throws {
        self.request = request
        self.refused = refused
        snapshots = try await request.run(ListSnapshots.self).snapshots
        summary = try await request.run(GetProject.self)
        faults = try await request.run(ListFaults.self).faults
        hasFixtures = !request.call.control.fixtures.parts(of: request.project).isEmpty
        freeProjectID = try await Self.freeProjectID(like: request.project, request.call.services)
    }

    private static let maximumAttempts = 20

    /// - Returns: Nothing if the first few are taken: then the reader has names of their own.
    private static func freeProjectID(like project: ProjectID, _ services: Services) async throws -> String {
        for number in 1...maximumAttempts {
            let id = ProjectID(rawValue: "\(project)-copy" + (number == 1 ? "" : "-\(number)"))
            guard id.isValid else { return "" }
            if try await !services.projects.project(id).exists { return id.rawValue }
        }
        return ""
    }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await StatePage(request).answer(notice: origin(of: request))
    }

    /// Applies a form of the view, and shows it again with what was entered where that will not do.
    static func applying(
        _ form: Form, _ request: ConsoleRequest, _ body: () async throws -> RouteResponse
    ) async throws -> RouteResponse {
        do { return try await body() } catch let error as WireError {
            let refused = RefusedForm(
                name: form.rawValue, message: FormProblem(error, in: request.call.settings.profile).text,
                fields: request.form.fields)
            return try await StatePage(request, refused: refused).answer()
        }
    }

    private func answer(notice: ConsoleFrame.Notice? = nil) -> RouteResponse {
        request.page(
            .state, of: [.snapshots, .faults, .accounts, .outbox], notice: notice,
            status: refused == nil ? 200 : 400, html)
    }

    // MARK: What the query says

    /// The step by which the clock was just advanced.
    static let advancedParameter = "by"
    /// The project that this one was just made a copy of.
    private static let originParameter = "from"

    private static func origin(of request: ConsoleRequest) -> ConsoleFrame.Notice? {
        guard let name = request.query[originParameter] else { return nil }
        let url = ConsolePath(ProjectID(rawValue: name), .state).text
        return ConsoleFrame.Notice(.success, #"This project is a copy of <a href="\#(url)">\#(name)</a>."#)
    }

    // MARK: Copies, and the end

    /// Leads to the copy.
    @Sendable static func fork(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await applying(.fork, request) {
            let id = ProjectID(rawValue: request.form.value("to") ?? "")
            if let objection = ProjectListPage.objection(to: id) { throw WireError.invalidArgument(objection) }
            let copy = try await request.run(ForkProject.self, ["to": .string(id.rawValue)])
            let path = ConsolePath(ProjectID(rawValue: copy.projectID), .state)
            return request.redirect(to: path.with([(originParameter, request.project.rawValue)]))
        }
    }

    @Sendable static func reset(_ request: ConsoleRequest) async throws -> RouteResponse {
        let reseeds = request.form.has("reseed")
        let kept = request.form.values("keep").map(JSON.string)
        _ = try await request.run(ResetProject.self, ["keep": .array(kept), "reseed": .bool(reseeds)])
        return back(request, reseeds ? .projectReseeded : .projectReset)
    }

    static func back(_ request: ConsoleRequest, _ notice: ConsoleNotice) -> RouteResponse {
        request.redirect(to: request.path(.state), notice: notice)
    }

    // MARK: The page

    private var html: HTML {
        let advanced = refused == nil ? request.query[Self.advancedParameter] : nil
        let clock = ClockPanel(clock: summary.clock, advanced: advanced, refused: refused, request: request)
        let snapshots = SnapshotPanel(snapshots: snapshots, refused: refused, request: request)
        return Self.template.filled([
            "title": Self.title(.overview, faults, request), "clock": clock.html, "snapshots": snapshots.html,
            "fork": forkForm, "reset": resetForm,
        ])
    }

    enum Tab: CaseIterable { case overview, fixtures, faults }

    /// The title of the three pages of the view, with the way from one to the others.
    static func title(_ current: Tab, _ faults: [Fault], _ request: ConsoleRequest) -> HTML {
        let tabs: [HTML] = Tab.allCases.map { tab in
            let state = request.path(.state)
            let (name, path): (String, ConsolePath) =
                switch tab {
                case .overview: ("Overview", state)
                case .fixtures: ("Fixtures", state.below("seed"))
                case .faults: ("Faults", state.below("faults"))
                }
            let isActive = faults.contains { $0.left != .count(0) }
            let count: HTML =
                tab == .faults && !faults.isEmpty
                ? template.part("count").filled(["count": "\(faults.count)", "kind": isActive ? "warning" : ""]) : ""
            return template.part("tab").filled([
                "url": "\(path.text)", "name": "\(name)", "count": count,
                "current": tab == current ? #" aria-current="page""# : "",
            ])
        }
        return template.part("title").filled(["tabs": "\(tabs)"])
    }

    private var forkForm: HTML {
        let fields = FormFields(refused, of: Form.fork.rawValue)
        return Self.template.part("fork").filled([
            "url": "\(request.path(.state).below("fork").text)", "token": request.formToken,
            "to": fields.field(
                "to", "ID of the new project", value: freeProjectID, attributes: #" required class="mono""#,
                isSubject: true),
        ])
    }

    private var resetForm: HTML {
        let counts = summary.counts
        let id = request.project.rawValue
        let contents = [
            Formatting.count(counts.accountsWithTenants, "account"), Formatting.count(counts.tenants, "tenant"),
            Formatting.count(counts.messages, "message"), Formatting.count(snapshots.count, "snapshot"),
        ].joined(separator: ", ")
        let kept: [HTML] = [
            Controls.choice(
                "keep", "Configuration", id: "keep-config", value: "config", isOn: true,
                hint: "with tenants, rules and clock"),
            Controls.choice("keep", "Faults", id: "keep-faults", value: "faults", isOn: false),
            Controls.choice("keep", "Outbox", id: "keep-outbox", value: "outbox", isOn: false),
        ]
        return Self.template.part("reset").filled([
            "contents": "In \(id): \(contents).",
            "resetURL": "\(request.path(.state).below("reset").text)", "token": request.formToken,
            "resetQuestion": "Empty the project \(id)? Its accounts and all that is not kept are lost.",
            "kept": "\(kept)",
            "reseed": hasFixtures
                ? Controls.choice("reseed", "Then apply its fixtures again", isOn: false) : "",
            "dropURL": "\(DropPage.path(request).text)",
        ])
    }
}
