import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// A project's snapshots, and the forms that take, restore and delete them.
struct SnapshotPanel {
    let snapshots: [SnapshotEntry]
    let refused: RefusedForm?
    let request: ConsoleRequest

    @Sendable static func take(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await StatePage.applying(.snapshot, request) {
            let name = request.form.value("name") ?? ""
            // The control API replaces it, but here its user may have overlooked it in the list.
            if !request.form.has("replace"),
                try await request.run(ListSnapshots.self).snapshots.contains(where: { $0.name.hasSameBytes(as: name) })
            {
                throw WireError.alreadyExists("There is a snapshot of this name. Should it be replaced?")
            }
            _ = try await request.run(SnapshotProject.self, ["name": .string(name)])
            return StatePage.back(request, .snapshotTaken)
        }
    }

    @Sendable static func restore(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(RestoreProject.self, named(request))
        return StatePage.back(request, .snapshotRestored)
    }

    @Sendable static func delete(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(DeleteSnapshot.self, named(request))
        return StatePage.back(request, .snapshotDeleted)
    }

    private static func named(_ request: ConsoleRequest) -> JSON { ["name": .string(request.form.value("name") ?? "")] }

    // MARK: The panel

    var html: HTML {
        let path = request.path(.state).below("snapshots")
        let rows = zip(snapshots, 1...).map { row($0, $1, path) }
        let fields = FormFields(refused, of: StatePage.Form.snapshot.rawValue)
        let isTaken = snapshots.contains { $0.name.hasSameBytes(as: fields.value("name")) }
        return StatePage.template.part("snapshots").filled([
            "list": rows.isEmpty
                ? StatePage.template.part("noSnapshot").filled()
                : StatePage.template.part("snapshotList").filled(["rows": "\(rows)"]),
            "url": "\(path.text)", "token": request.formToken,
            "name": fields.field(
                "name", "Name of a new one", value: freeName, attributes: #" required maxlength="128""#,
                isSubject: true),
            "replace": isTaken
                ? Controls.choice("replace", "Replace the snapshot of this name", isOn: fields.isOn("replace")) : "",
        ])
    }

    private func row(_ snapshot: SnapshotEntry, _ number: Int, _ path: ConsolePath) -> HTML {
        let name = ShortText.html(snapshot.name, 120)
        return StatePage.template.part("snapshot").filled([
            "name": ShortText.html(snapshot.name, 300), "number": "\(number)",
            "size": "\(Formatting.size(bytes: snapshot.bytes))", "url": "\(path.text)", "token": request.formToken,
            "field": Controls.hidden("name", snapshot.name),
            "restore": "Restore “\(name)”? What is in the project now is lost.",
            "delete": "Delete the snapshot “\(name)”?",
        ])
    }

    /// A name that no snapshot has.
    private var freeName: String {
        let taken = Set(snapshots.map(\.name))
        let names = (1...taken.count + 1).lazy.map { "snapshot-\($0)" }
        return names.first { !taken.contains($0) } ?? ""
    }
}
