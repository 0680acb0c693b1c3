import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's view of time and state: the clock, snapshots, copies.
enum StateViews {
    @Sendable static func overview(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await page(visit, notice: origin(of: visit))
    }

    /// Applies a form of the view, and shows it again with what was entered where that will not do.
    static func applying(
        _ form: StatePages.Form, _ visit: ConsoleVisit, _ body: () async throws -> RouteResponse
    ) async throws -> RouteResponse {
        do { return try await body() } catch let error as WireError {
            let refused = RefusedForm(
                name: form.rawValue, message: error.sentence(in: visit.call.settings.profile),
                fields: visit.form.fields)
            return try await page(visit, refused: refused)
        }
    }

    private static func page(
        _ visit: ConsoleVisit, notice: ConsoleFrame.Notice? = nil, refused: RefusedForm? = nil
    ) async throws -> RouteResponse {
        let advanced = refused == nil ? visit.query[advancedParameter] : nil
        let page = StatePages.overview(
            try await ProjectState(visit), advanced: advanced, refused: refused, visit.context)
        return visit.page(.state, notice: notice, status: refused == nil ? 200 : 400, page)
    }

    // MARK: What the query says

    /// The step by which the clock was just advanced.
    static let advancedParameter = "by"
    /// The project that this one was just made a copy of.
    static let originParameter = "from"

    private static func origin(of visit: ConsoleVisit) -> ConsoleFrame.Notice? {
        guard let name = visit.query[originParameter] else { return nil }
        let url = ConsolePath(ProjectID(rawValue: name), .state).text
        return ConsoleFrame.Notice(.success, #"This project is a copy of <a href="\#(url)">\#(name)</a>."#)
    }
}

extension ProjectState {
    /// Of the project that is visited.
    init(_ visit: ConsoleVisit) async throws {
        let snapshots = try await visit.run(ListSnapshots.self).snapshots
        self.init(
            summary: try await visit.run(GetProject.self), snapshots: snapshots, faults: try await .init(visit),
            lifetimes: Lifetimes(visit.call.settings.rules),
            hasFixtures: !visit.call.control.fixtures.parts(of: visit.project).isEmpty,
            freeSnapshotName: Self.freeName(besides: snapshots),
            freeProjectID: try await Self.freeProjectID(like: visit.project, visit.call.services))
    }

    private static func freeName(besides snapshots: [SnapshotEntry]) -> String {
        let taken = Set(snapshots.map(\.name))
        let names = (1...taken.count + 1).lazy.map { "snapshot-\($0)" }
        return names.first { !taken.contains($0) } ?? ""
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
}

extension ProjectState.FaultSummary {
    init(_ visit: ConsoleVisit) async throws { self.init(try await visit.run(ListFaults.self).faults) }
}

extension ProjectState.Lifetimes {
    init(_ rules: Rules) {
        let lifetimes = rules.lifetimes
        let entries: [(name: String, seconds: Int64?)] = [
            ("sign-in links", lifetimes.emailSignIn), ("password resets", lifetimes.passwordReset),
            ("verifications", lifetimes.verifyEmail), ("SMS codes", lifetimes.smsCode),
            ("ID tokens", lifetimes.idToken + Rules.Lifetimes.idTokenTolerance),
        ]
        self.init(
            entries.compactMap { entry in entry.seconds.map { (entry.name, $0) } }, expires: rules.expiry == .on)
    }
}

/// The forms that copy, restore, empty and drop a project.
enum CopyForms {
    // MARK: Snapshots

    @Sendable static func takeSnapshot(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await StateViews.applying(.snapshot, visit) {
            let name = visit.form.value("name") ?? ""
            // The control API replaces it, but here somebody may have overlooked it in the list.
            if !visit.form.has("replace"),
                try await visit.run(ListSnapshots.self).snapshots.contains(where: { $0.name.hasSameBytes(as: name) })
            {
                throw WireError.alreadyExists("There is a snapshot of this name. Should it be replaced?")
            }
            _ = try await visit.run(SnapshotProject.self, ["name": .string(name)])
            return back(visit, .snapshotTaken)
        }
    }

    @Sendable static func restoreSnapshot(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(RestoreProject.self, named(visit))
        return back(visit, .snapshotRestored)
    }

    @Sendable static func deleteSnapshot(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(DeleteSnapshot.self, named(visit))
        return back(visit, .snapshotDeleted)
    }

    private static func named(_ visit: ConsoleVisit) -> JSON { ["name": .string(visit.form.value("name") ?? "")] }

    // MARK: The project

    /// Leads to the copy.
    @Sendable static func fork(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await StateViews.applying(.fork, visit) {
            let copy = try await visit.run(ForkProject.self, ["to": .string(visit.form.value("to") ?? "")])
            let path = ConsolePath(ProjectID(rawValue: copy.projectID), .state)
            return visit.redirect(to: path.with([(StateViews.originParameter, visit.project.rawValue)]))
        }
    }

    @Sendable static func reset(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let reseeds = visit.form.has("reseed")
        let kept = visit.form.values("keep").map(JSON.string)
        _ = try await visit.run(ResetProject.self, ["keep": .array(kept), "reseed": .bool(reseeds)])
        return back(visit, reseeds ? .projectReseeded : .projectReset)
    }

    @Sendable static func drop(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(DropProject.self)
        return visit.redirect(to: .projectList, notice: .projectDropped)
    }

    private static func back(_ visit: ConsoleVisit, _ notice: ConsoleNotice) -> RouteResponse {
        visit.redirect(to: visit.context.path(.state), notice: notice)
    }
}

/// The console's view of time and state: the clock, snapshots, copies.
enum StatePages {
    static let template = Template(asset: "console/state")

    /// The forms of the view that may be refused.
    enum Form: String, Sendable { case advance, set, snapshot, fork }

    static func overview(
        _ state: ProjectState, advanced: String?, refused: RefusedForm? = nil, _ context: ConsoleContext
    ) -> HTML {
        template.filled([
            "title": title(.overview, state.faults, context),
            "clock": ClockPanel(state: state, advanced: advanced, refused: refused, context: context).html,
            "snapshots": snapshots(state, refused, context), "fork": fork(state, refused, context),
            "reset": reset(state, context),
        ])
    }

    // MARK: Tabs

    enum Tab: CaseIterable { case overview, fixtures, faults }

    /// The title of the three pages of the view, with the way from one to the others.
    static func title(_ current: Tab, _ faults: ProjectState.FaultSummary, _ context: ConsoleContext) -> HTML {
        let tabs: [HTML] = Tab.allCases.map { tab in
            let state = context.path(.state)
            let (name, path): (String, ConsolePath) =
                switch tab {
                case .overview: ("Overview", state)
                case .fixtures: ("Fixtures", state.below("seed"))
                case .faults: ("Faults", state.below("faults"))
                }
            let count: HTML =
                tab == .faults && faults.count > 0
                ? template.part("count").filled([
                    "count": "\(faults.count)", "kind": faults.active > 0 ? "warning" : "",
                ]) : ""
            return template.part("tab").filled([
                "url": "\(path.text)", "name": "\(name)", "count": count,
                "current": tab == current ? #" aria-current="page""# : "",
            ])
        }
        return template.part("title").filled(["tabs": "\(tabs)"])
    }

    // MARK: Snapshots

    private static func snapshots(
        _ state: ProjectState, _ refused: RefusedForm?, _ context: ConsoleContext
    ) -> HTML {
        let path = context.path(.state).below("snapshots")
        let rows = zip(state.snapshots, 1...).map { row($0, $1, path, context) }
        let fields = EnteredFields(refused, of: Form.snapshot.rawValue)
        let isTaken = state.snapshots.contains { $0.name.hasSameBytes(as: fields.value("name")) }
        return template.part("snapshots").filled([
            "list": rows.isEmpty
                ? template.part("noSnapshot").filled() : template.part("snapshotList").filled(["rows": "\(rows)"]),
            "url": "\(path.text)", "token": context.token,
            "name": fields.field(
                "name", "Name of a new one", value: state.freeSnapshotName, attributes: #" required maxlength="128""#,
                isSubject: true),
            "replace": isTaken
                ? Controls.choice("replace", "Replace the snapshot of this name", isOn: fields.isOn("replace")) : "",
        ])
    }

    private static func row(
        _ snapshot: SnapshotEntry, _ number: Int, _ path: ConsolePath, _ context: ConsoleContext
    ) -> HTML {
        let name = ShortText.html(snapshot.name, 120)
        return template.part("snapshot").filled([
            "name": ShortText.html(snapshot.name, 300), "number": "\(number)",
            "size": "\(ShownSize.text(bytes: snapshot.bytes))", "url": "\(path.text)", "token": context.token,
            "field": Controls.hidden("name", snapshot.name),
            "restore": "Restore “\(name)”? What is in the project now is lost.",
            "delete": "Delete the snapshot “\(name)”?",
        ])
    }

    // MARK: Copies, and the end

    private static func fork(_ state: ProjectState, _ refused: RefusedForm?, _ context: ConsoleContext) -> HTML {
        let fields = EnteredFields(refused, of: Form.fork.rawValue)
        return template.part("fork").filled([
            "url": "\(context.path(.state).below("fork").text)", "token": context.token,
            "to": fields.field(
                "to", "ID of the new project", value: state.freeProjectID, attributes: #" required class="mono""#,
                isSubject: true),
        ])
    }

    private static func reset(_ state: ProjectState, _ context: ConsoleContext) -> HTML {
        let counts = state.summary.counts
        let id = context.project.rawValue
        let contents = [
            CountText.text(counts.accountsWithTenants, "account"), CountText.text(counts.tenants, "tenant"),
            CountText.text(counts.messages, "message"), CountText.text(state.snapshots.count, "snapshot"),
        ].joined(separator: ", ")
        let kept: [HTML] = [
            Controls.choice(
                "keep", "Configuration", id: "keep-config", value: "config", isOn: true,
                hint: "with tenants, rules and clock"),
            Controls.choice("keep", "Faults", id: "keep-faults", value: "faults", isOn: false),
            Controls.choice("keep", "Outbox", id: "keep-outbox", value: "outbox", isOn: false),
        ]
        return template.part("reset").filled([
            "contents": "In \(id): \(contents).",
            "resetURL": "\(context.path(.state).below("reset").text)", "token": context.token,
            "resetQuestion": "Empty the project \(id)? Its accounts and all that is not kept are lost.",
            "kept": "\(kept)",
            "reseed": state.hasFixtures
                ? Controls.choice("reseed", "Then apply its fixtures again", isOn: false) : "",
            "drop": Controls.button(
                "Drop the project", to: context.path(.state).below("drop"), kind: "danger",
                confirm: "Drop the project \(id) with everything in it?", context),
        ])
    }
}

/// What the view of time and state shows of a project.
struct ProjectState: Sendable {
    var summary: ProjectSummary
    var snapshots: [SnapshotEntry]
    var faults: FaultSummary
    /// How long something lasts, and whether anything expires at all.
    var lifetimes: Lifetimes
    /// Whether there are fixtures that a reset can apply again.
    var hasFixtures: Bool
    /// A name that no snapshot has.
    var freeSnapshotName: String
    /// An ID that no project has.
    var freeProjectID: String

    /// How many faults there are.
    struct FaultSummary: Sendable {
        var count: Int
        /// Those that have something left to do.
        var active: Int

        init(_ faults: [Fault]) {
            count = faults.count
            active = faults.count { $0.left != .count(0) }
        }
    }

    /// For what one advances a clock.
    struct Lifetimes: Sendable {
        /// By what expires, in seconds.
        var entries: [(name: String, seconds: Int64)]
        /// Whether anything expires.
        var expires: Bool

        init(_ entries: [(name: String, seconds: Int64)], expires: Bool) {
            self.entries = entries
            self.expires = expires
        }
    }
}
