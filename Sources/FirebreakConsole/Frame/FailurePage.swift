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
        switch problem {
        case .staleForm:
            // Routes of forms answer it themselves, with what was entered.
            page(title: "This form is out of date", message: "Reload its page, and send it again.", status: 403)
        case .notFound(let message): page(title: "Not found", message: message, status: 404)
        case .refused(let message): page(title: "That did not work", message: message, status: 400)
        }
    }

    /// Asks for the control token; a browser that came from another site is sent once more, with its cookie.
    private var session: RouteResponse {
        let path = ConsolePath.way(head.path)
        let isRead = head.method == .get || head.method == .head
        if isRead, guardian.isFromOtherSite(head.headerFields) { return SessionPage.again(path) }
        return SessionPage.answer(next: isRead ? path : ConsolePath.root, isWrong: false)
    }

    private func page(title: String, message: String, status: Int) -> RouteResponse {
        let content = Self.template.filled([
            "title": "\(title)", "message": "\(message.excerpt)", "url": "\(ConsolePath.back(from: head))",
        ])
        return ConsoleFrame.answer(title: title, status: status, content)
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
        guard path.begins(with: root), steps.count > length else { return root }
        return way("/" + steps.prefix(length).joined(separator: "/"))
    }

    /// The path of a page of the console.
    private static func consolePath(_ referrer: String) -> String? {
        guard let url = AbsoluteURL(referrer), url.path.begins(with: root) else { return nil }
        return url.path + (url.query.map { "?" + $0 } ?? "")
    }
}

extension WireError {
    /// What the error says to a person: its words without the code before them, or the code where there are no words.
    func sentence(in profile: Profile) -> String {
        let wording = wording(in: profile)
        let prefix = wording.code + " : "
        return wording.message.begins(with: prefix) ? String(wording.message.dropFirst(prefix.count)) : wording.message
    }
}
