import FirebreakControl
package import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

extension MountedConsole {
    /// The console of this package.
    package static let console = MountedConsole(routes: { Self.table }, failure: { $0.answer })
    private static let table = RouteTable(Route.console)
}

/// Errors of the console, as pages.
extension MountedConsole.Failure {
    private static let template = Template(asset: "console/failure")

    var answer: RouteResponse {
        guard case .error(let thrown) = problem else {
            return answer(.notFound("There is no such page in the console."))
        }
        if let problem = thrown as? ConsoleProblem { return answer(problem) }
        let error = rendering.wireError(thrown)
        if error == .controlTokenRequired { return session }
        let wording = error.wording(in: rendering.record.profile)
        return page(
            title: "That did not work", message: wording.message, status: wording.kind.httpStatus)
    }

    private func answer(_ problem: ConsoleProblem) -> RouteResponse {
        page(title: problem.title, message: problem.message, status: problem.status)
    }

    /// Asks for the control token; a browser that came from another site is sent once more, with its cookie.
    private var session: RouteResponse {
        let path = ConsolePath.way(head.path)
        let isRead = head.method == .get || head.method == .head
        if isRead, guardian.isFromOtherSite(head.headerFields) { return SessionPage.again(path) }
        return SessionPage.answer(next: isRead ? path : ConsolePath.root, isWrong: false)
    }

    private func page(title: String, message: String, status: Int) -> RouteResponse {
        ConsoleFrame.answer(title: title, status: status, Self.card(title, message, status: status, for: head))
    }

    /// What is there in place of a view.
    fileprivate static func card(_ title: String, _ message: String, status: Int, for head: HTTPRequest) -> HTML {
        template.filled([
            "title": "\(title)", "message": "\(message.excerpt)", "url": "\(ConsolePath.back(from: head))",
            // Nothing went wrong where there is nothing.
            "kind": status == 404 ? "" : #" class="notice failure""#,
        ])
    }
}

extension ConsoleProblem {
    fileprivate var title: String {
        switch self {
        case .staleForm: "This form is out of date"
        case .notFound: "Not found"
        case .refused: "That did not work"
        }
    }

    fileprivate var message: String {
        switch self {
        // Routes of forms answer it themselves, with what was entered.
        case .staleForm: "Reload its page, and send it again."
        case .notFound(let message), .refused(let message): message
        }
    }

    fileprivate var status: Int {
        switch self {
        case .staleForm: 403
        case .notFound: 404
        case .refused: 400
        }
    }
}

extension ConsoleRequest {
    /// The answer of a view or a form of a project; what keeps it from answering is told within the project, from where
    /// its reader can go on.
    func answer(
        _ respond: @Sendable (ConsoleRequest) async throws -> RouteResponse
    ) async throws -> RouteResponse {
        do { return try await respond(self) } catch let problem as ConsoleProblem {
            let steps = (context.head.path ?? "").separated(by: "?").first?.separated(by: "/") ?? []
            guard steps.dropFirst().first == "projects",
                let view = steps.dropFirst(3).first.flatMap({ ConsoleView(rawValue: String($0)) })
            else { throw problem }
            let card = MountedConsole.Failure.card(
                problem.title, problem.message, status: problem.status, for: context.head)
            return page(view, title: problem.title, status: problem.status, card)
        }
    }
}

extension ConsolePath {
    /// Where to lead from a page that has nothing to show: to the page that led there, else to the view that it is part
    /// of.
    static func back(from head: HTTPRequest) -> String {
        let referrer = head.headerFields[.referer].flatMap(consolePath)
        // The page of a form may be at the path that the form is sent to.
        let isItself = referrer == head.path && head.method != .post
        return isItself ? view(above: head.path) : referrer.map(way) ?? view(above: head.path)
    }

    /// A path to lead to, or the console's first page where it is absent, or longer than the console's own are.
    static func way(_ path: String?) -> String {
        path.flatMap { $0.utf8.count <= 4_000 ? $0 : nil } ?? root
    }

    /// The project's view that a path belongs to, or the list outside of projects.
    private static func view(above path: String?) -> String {
        let path = path?.separated(by: "?").first ?? ""
        let steps = path.separated(by: "/")
        let length = steps.dropFirst().first == "projects" ? 4 : 2
        guard path.startsWithBytes(of: root), steps.count > length else { return root }
        return way("/" + steps.prefix(length).joined(separator: "/"))
    }

    /// The path of a page of the console.
    private static func consolePath(_ referrer: String) -> String? {
        guard let url = AbsoluteURL(referrer), url.path.startsWithBytes(of: root) else { return nil }
        return url.path + (url.query.map { "?" + $0 } ?? "")
    }
}

extension WireError {
    /// What the error says to a person: its words without the code before them, or the code where there are no words.
    func sentence(in profile: Profile) -> String {
        let wording = wording(in: profile)
        let prefix = wording.code + " : "
        return wording.message.startsWithBytes(of: prefix)
            ? String(wording.message.dropFirst(prefix.count)) : wording.message
    }
}
