import FirebreakControl
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

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
