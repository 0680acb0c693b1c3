import FirebreakControl
import FirebreakModel
import FirebreakPages
import FirebreakWire

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
