import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's view of time and state: the clock, snapshots, copies.
enum StateViews {
    @Sendable static func overview(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await page(request, notice: origin(of: request))
    }

    /// Applies a form of the view, and shows it again with what was entered where that will not do.
    static func applying(
        _ form: StatePages.Form, _ request: ConsoleRequest, _ body: () async throws -> RouteResponse
    ) async throws -> RouteResponse {
        do { return try await body() } catch let error as WireError {
            let refused = RefusedForm(
                name: form.rawValue, message: error.sentence(in: request.call.settings.profile),
                fields: request.form.fields)
            return try await page(request, refused: refused)
        }
    }

    private static func page(
        _ request: ConsoleRequest, notice: ConsoleFrame.Notice? = nil, refused: RefusedForm? = nil
    ) async throws -> RouteResponse {
        let advanced = refused == nil ? request.query[advancedParameter] : nil
        let page = StatePages.overview(
            try await ProjectState(request), advanced: advanced, refused: refused, request)
        return request.page(.state, notice: notice, status: refused == nil ? 200 : 400, page)
    }

    // MARK: What the query says

    /// The step by which the clock was just advanced.
    static let advancedParameter = "by"
    /// The project that this one was just made a copy of.
    static let originParameter = "from"

    private static func origin(of request: ConsoleRequest) -> ConsoleFrame.Notice? {
        guard let name = request.query[originParameter] else { return nil }
        let url = ConsolePath(ProjectID(rawValue: name), .state).text
        return ConsoleFrame.Notice(.success, #"This project is a copy of <a href="\#(url)">\#(name)</a>."#)
    }
}

extension ProjectState {
    /// Of the request’s project.
    init(_ request: ConsoleRequest) async throws {
        let snapshots = try await request.run(ListSnapshots.self).snapshots
        self.init(
            summary: try await request.run(GetProject.self), snapshots: snapshots, faults: try await .init(request),
            lifetimes: Lifetimes(request.call.settings.rules),
            hasFixtures: !request.call.control.fixtures.parts(of: request.project).isEmpty,
            freeSnapshotName: Self.freeName(besides: snapshots),
            freeProjectID: try await Self.freeProjectID(like: request.project, request.call.services))
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
    init(_ request: ConsoleRequest) async throws { self.init(try await request.run(ListFaults.self).faults) }
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

    @Sendable static func takeSnapshot(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await StateViews.applying(.snapshot, request) {
            let name = request.form.value("name") ?? ""
            // The control API replaces it, but here somebody may have overlooked it in the list.
            if !request.form.has("replace"),
                try await request.run(ListSnapshots.self).snapshots.contains(where: { $0.name.hasSameBytes(as: name) })
            {
                throw WireError.alreadyExists("There is a snapshot of this name. Should it be replaced?")
            }
            _ = try await request.run(SnapshotProject.self, ["name": .string(name)])
            return back(request, .snapshotTaken)
        }
    }

    @Sendable static func restoreSnapshot(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(RestoreProject.self, named(request))
        return back(request, .snapshotRestored)
    }

    @Sendable static func deleteSnapshot(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(DeleteSnapshot.self, named(request))
        return back(request, .snapshotDeleted)
    }

    private static func named(_ request: ConsoleRequest) -> JSON { ["name": .string(request.form.value("name") ?? "")] }

    // MARK: The project

    /// Leads to the copy.
    @Sendable static func fork(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await StateViews.applying(.fork, request) {
            let copy = try await request.run(ForkProject.self, ["to": .string(request.form.value("to") ?? "")])
            let path = ConsolePath(ProjectID(rawValue: copy.projectID), .state)
            return request.redirect(to: path.with([(StateViews.originParameter, request.project.rawValue)]))
        }
    }

    @Sendable static func reset(_ request: ConsoleRequest) async throws -> RouteResponse {
        let reseeds = request.form.has("reseed")
        let kept = request.form.values("keep").map(JSON.string)
        _ = try await request.run(ResetProject.self, ["keep": .array(kept), "reseed": .bool(reseeds)])
        return back(request, reseeds ? .projectReseeded : .projectReset)
    }

    @Sendable static func drop(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(DropProject.self)
        return request.redirect(to: .projectList, notice: .projectDropped)
    }

    private static func back(_ request: ConsoleRequest, _ notice: ConsoleNotice) -> RouteResponse {
        request.redirect(to: request.path(.state), notice: notice)
    }
}

/// The console's view of time and state: the clock, snapshots, copies.
enum StatePages {
    static let template = Template(asset: "console/state")

    /// The forms of the view that may be refused.
    enum Form: String, Sendable { case advance, set, snapshot, fork }

    static func overview(
        _ state: ProjectState, advanced: String?, refused: RefusedForm? = nil, _ request: ConsoleRequest
    ) -> HTML {
        template.filled([
            "title": title(.overview, state.faults, request),
            "clock": ClockPanel(state: state, advanced: advanced, refused: refused, request: request).html,
            "snapshots": snapshots(state, refused, request), "fork": fork(state, refused, request),
            "reset": reset(state, request),
        ])
    }

    // MARK: Tabs

    enum Tab: CaseIterable { case overview, fixtures, faults }

    /// The title of the three pages of the view, with the way from one to the others.
    static func title(_ current: Tab, _ faults: ProjectState.FaultSummary, _ request: ConsoleRequest) -> HTML {
        let tabs: [HTML] = Tab.allCases.map { tab in
            let state = request.path(.state)
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
        _ state: ProjectState, _ refused: RefusedForm?, _ request: ConsoleRequest
    ) -> HTML {
        let path = request.path(.state).below("snapshots")
        let rows = zip(state.snapshots, 1...).map { row($0, $1, path, request) }
        let fields = FormFields(refused, of: Form.snapshot.rawValue)
        let isTaken = state.snapshots.contains { $0.name.hasSameBytes(as: fields.value("name")) }
        return template.part("snapshots").filled([
            "list": rows.isEmpty
                ? template.part("noSnapshot").filled() : template.part("snapshotList").filled(["rows": "\(rows)"]),
            "url": "\(path.text)", "token": request.formToken,
            "name": fields.field(
                "name", "Name of a new one", value: state.freeSnapshotName, attributes: #" required maxlength="128""#,
                isSubject: true),
            "replace": isTaken
                ? Controls.choice("replace", "Replace the snapshot of this name", isOn: fields.isOn("replace")) : "",
        ])
    }

    private static func row(
        _ snapshot: SnapshotEntry, _ number: Int, _ path: ConsolePath, _ request: ConsoleRequest
    ) -> HTML {
        let name = ShortText.html(snapshot.name, 120)
        return template.part("snapshot").filled([
            "name": ShortText.html(snapshot.name, 300), "number": "\(number)",
            "size": "\(Formatting.size(bytes: snapshot.bytes))", "url": "\(path.text)", "token": request.formToken,
            "field": Controls.hidden("name", snapshot.name),
            "restore": "Restore “\(name)”? What is in the project now is lost.",
            "delete": "Delete the snapshot “\(name)”?",
        ])
    }

    // MARK: Copies, and the end

    private static func fork(_ state: ProjectState, _ refused: RefusedForm?, _ request: ConsoleRequest) -> HTML {
        let fields = FormFields(refused, of: Form.fork.rawValue)
        return template.part("fork").filled([
            "url": "\(request.path(.state).below("fork").text)", "token": request.formToken,
            "to": fields.field(
                "to", "ID of the new project", value: state.freeProjectID, attributes: #" required class="mono""#,
                isSubject: true),
        ])
    }

    private static func reset(_ state: ProjectState, _ request: ConsoleRequest) -> HTML {
        let counts = state.summary.counts
        let id = request.project.rawValue
        let contents = [
            Formatting.count(counts.accountsWithTenants, "account"), Formatting.count(counts.tenants, "tenant"),
            Formatting.count(counts.messages, "message"), Formatting.count(state.snapshots.count, "snapshot"),
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
            "resetURL": "\(request.path(.state).below("reset").text)", "token": request.formToken,
            "resetQuestion": "Empty the project \(id)? Its accounts and all that is not kept are lost.",
            "kept": "\(kept)",
            "reseed": state.hasFixtures
                ? Controls.choice("reseed", "Then apply its fixtures again", isOn: false) : "",
            "drop": Controls.button(
                "Drop the project", to: request.path(.state).below("drop"), kind: "danger",
                confirm: "Drop the project \(id) with everything in it?", request),
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
