import FirebreakModel
import FirebreakPages
import FirebreakWire

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

/// Sizes as people read them.
enum ShownSize {
    /// `84 KiB`, `1.2 MiB`.
    static func text(bytes: Int) -> String {
        if bytes < 1024 { return "\(bytes) bytes" }
        if bytes < 1 << 20 { return "\(bytes >> 10) KiB" }
        let tenths = bytes / ((1 << 20) / 10)
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
