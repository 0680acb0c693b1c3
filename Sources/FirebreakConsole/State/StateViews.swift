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

/// The forms that change a project's clock.
enum ClockForms {
    @Sendable static func advance(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await StateViews.applying(.advance, visit) {
            let step = visit.form["by"] ?? ""
            _ = try await visit.run(AdvanceClock.self, ["by": .string(step)])
            let path = visit.context.path(.state).with([(StateViews.advancedParameter, step)])
            return visit.redirect(to: path, notice: .clockMoved)
        }
    }

    @Sendable static func set(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await StateViews.applying(.set, visit) {
            let time = zoned(visit.form["to"] ?? "")
            _ = try await visit.run(SetClock.self, ["to": .string(time), "frozen": .bool(visit.form.has("frozen"))])
            return back(visit, .clockMoved)
        }
    }

    @Sendable static func freeze(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(FreezeClock.self)
        return back(visit, .clockFrozen)
    }

    @Sendable static func resume(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(ResumeClock.self)
        return back(visit, .clockResumed)
    }

    /// Back to the machine's time.
    @Sendable static func real(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(SetClock.self, ["to": "now"])
        return back(visit, .clockReal)
    }

    private static func back(_ visit: ConsoleVisit, _ notice: ConsoleNotice) -> RouteResponse {
        visit.redirect(to: visit.context.path(.state), notice: notice)
    }

    /// Browsers send date and time without a zone, and without seconds where those are 0; here they are UTC. Any other
    /// text stays as it is.
    private static func zoned(_ text: String) -> String {
        let withSeconds = text.utf8.count == 16 ? text + ":00" : text
        return Timestamp(rfc3339: withSeconds + "Z") == nil ? text : withSeconds + "Z"
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

/// A project as a file that the browser saves.
enum DownloadViews {
    @Sendable static func export(_ visit: ConsoleVisit) async throws -> RouteResponse {
        guard let download = ProjectDownload(rawValue: visit.query["format"] ?? "") else {
            throw ConsoleProblem.notFound("There is no such format of export.")
        }
        var parameters: JSON = ["format": .string(format(of: download).rawValue)]
        let tenant = visit.query["tenant"]
        parameters["tenant"] = tenant.map(JSON.string)
        let request = try WireDecoder(nullIsAbsent: true).decode(ExportProject.Request.self, from: parameters)
        let document = try await ExportProject.run(request, visit.call)
        let body =
            download == .fixtureYAML
            ? YAMLWriter.document(try JSON(parsing: document.bytes, keys: .stored)) : document.bytes
        let names = [visit.project.rawValue] + [tenant].compactMap(\.self)
        return attachment(
            body, contentType: contentType(of: download), name: names.joined(separator: ".") + download.suffix)
    }

    private static func format(of download: ProjectDownload) -> ExportProject.Format {
        switch download {
        case .fixtureYAML, .fixture: .fixture
        case .emulator: .emulator
        case .authExport: .authExport
        case .authExportCSV: .authExportCSV
        }
    }

    private static func contentType(of download: ProjectDownload) -> String {
        switch download {
        case .fixtureYAML: "application/yaml; charset=utf-8"
        case .fixture, .emulator, .authExport: RouteResponse.jsonText
        case .authExportCSV: "text/csv; charset=utf-8"
        }
    }

    private static func attachment(_ body: [UInt8], contentType: String, name: String) -> RouteResponse {
        RouteResponse(
            status: .ok, contentType: contentType, body: body,
            headers: [
                .contentDisposition: disposition(name), .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ])
    }

    /// The name as it is for browsers that read RFC 8187, and in plain letters for the others.
    private static func disposition(_ name: String) -> String {
        let name = name.fileName
        let plain = String(
            decoding: name.utf8.map { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) ? $0 : UInt8(ascii: "_") },
            as: UTF8.self)
        let encoded = plain == name ? "" : "; filename*=UTF-8''\(PercentEncoding.encode(name))"
        return #"attachment; filename="\#(plain)""# + encoded
    }
}
