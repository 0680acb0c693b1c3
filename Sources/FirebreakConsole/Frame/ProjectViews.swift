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
    @Sendable static func list(_ visit: ConsoleVisit) async throws -> RouteResponse {
        if let text = visit.query["open"] { return try await open(text, visit) }
        return try await page(visit)
    }

    private static func open(_ text: String, _ visit: ConsoleVisit) async throws -> RouteResponse {
        let id = ProjectID(rawValue: text)
        guard id.isValid else {
            let message = "An ID has 1 through \(ProjectID.maximumBytes) bytes, and no control characters."
            return try await page(visit, refused: RefusedForm(name: "open", message: message, fields: ["open": text]))
        }
        return visit.redirect(to: ConsolePath(id, .outbox))
    }

    private static func page(_ visit: ConsoleVisit, refused: RefusedForm? = nil) async throws -> RouteResponse {
        let services = visit.call.services
        let all = try services.projects.projects()
        let search = visit.query["q"] ?? ""
        let words = TextSearch(search.lowercased())
        let matching = search.isEmpty ? all : all.filter { words.isIn($0.rawValue.lowercased()) }
        let size = ProjectPages.pageSize
        let pages = max(1, (matching.count + size - 1) / size)
        let page = min(max(1, visit.query["page"].flatMap { Int($0) } ?? 1), pages)
        var rows: [ProjectPages.Row] = []
        for id in matching.dropFirst((page - 1) * size).prefix(size) { rows.append(try await row(id, visit)) }
        let listing = ProjectPages.Listing(
            rows: rows, total: all.count, matching: matching.count, search: search, page: page)
        // Outside of projects, a visit is one to the default project.
        let content = ProjectPages.list(listing, refused: refused, visit.context)
        return visit.page(title: "Projects", status: refused == nil ? 200 : 400, content)
    }

    private static func row(_ id: ProjectID, _ visit: ConsoleVisit) async throws -> ProjectPages.Row {
        let projects = visit.call.services.projects
        do {
            let project = try projects.project(id)
            if let failure = await project.checkAgain() { throw failure }
            let call = try await ControlCall(
                control: visit.call.control, project: project, origin: visit.call.origin)
            let nothing = try WireDecoder(nullIsAbsent: true).decode(GetProject.Request.self, from: .emptyObject)
            let summary = try await GetProject.run(nothing, call)
            return ProjectPages.Row(id: id, number: summary.projectNumber, summary: summary)
        } catch {
            let number = ProjectNumber.of(id, projects.defaults.profile)
            return ProjectPages.Row(id: id, number: number, problem: StorageFailure.sentence(for: error))
        }
    }
}

/// The console outside of projects.
enum GeneralViews {
    /// The outbox of the default project where there is no other project and it can be used, else the list.
    @Sendable static func home(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let services = visit.exchange.services
        let others = try services.projects.projects().filter { $0 != services.defaultProject }
        guard others.isEmpty, visit.call.project.failure == nil else { return .redirect(to: ConsolePath.projects) }
        return visit.redirect(to: ConsolePath(services.defaultProject, .outbox))
    }

    // MARK: The control token

    /// Signs the browser in that sends the control token.
    @Sendable static func createSession(_ exchange: Exchange) async throws -> RouteResponse {
        let form = SubmittedForm(exchange.content)
        let next = form["next"].flatMap { $0.begins(with: ConsolePath.root) ? $0 : nil } ?? ConsolePath.root
        guard let token = form["token"], exchange.guardian.isControlToken(token) else {
            let policy = PagePolicy.console
            let frame = ConsoleFrame(nonce: policy.nonce, formToken: "", project: nil, notice: nil, hasSession: false)
            return policy.answer(
                frame.page(title: "Control token", GeneralPages.session(next: next, isWrong: true)), status: 401)
        }
        var answer = RouteResponse.redirect(to: next)
        answer.headers[.setCookie] = exchange.guardian.session.cookie(isSignedIn: true, at: exchange.origin)
        return answer
    }

    @Sendable static func endSession(_ visit: ConsoleVisit) async throws -> RouteResponse {
        var answer = RouteResponse.redirect(to: ConsolePath.root)
        answer.headers[.setCookie] = visit.exchange.guardian.session.cookie(
            isSignedIn: false, at: visit.exchange.origin)
        return answer
    }
}
