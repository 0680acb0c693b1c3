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
            page(
                title: "This form is out of date",
                message: "It was made before the server started. Go back, reload the page, and send it again.",
                status: 403)
        case .notFound(let message): page(title: "Not found", message: message, status: 404)
        }
    }

    /// Asks for the control token; a browser that came from another site is sent once more, with its cookie.
    private var session: RouteResponse {
        let path = Self.way(head.path)
        let isRead = head.method == .get || head.method == .head
        if isRead, guardian.isFromOtherSite(head.headerFields) {
            return PagePolicy.console.answer(GeneralPages.again(path))
        }
        let next = isRead ? path : ConsolePath.root
        return frame(title: "Control token", status: 401, GeneralPages.session(next: next, isWrong: false))
    }

    private func page(title: String, message: String, status: Int) -> RouteResponse {
        let back = Self.way(head.headerFields[.referer].flatMap(Self.consolePath))
        let content = GeneralPages.failure(title: title, message: message.excerpt, back: back)
        return frame(title: title, status: status, content)
    }

    private func frame(title: String, status: Int, _ content: HTML) -> RouteResponse {
        let policy = PagePolicy.console
        // Without the token of forms: the reader may not be entitled to it.
        let frame = ConsoleFrame(nonce: policy.nonce, formToken: "", project: nil, notice: nil, hasSession: false)
        return policy.answer(frame.page(title: title, content), status: status)
    }

    /// A path to lead to, or the console's first page where it is absent, or longer than the console's own are.
    private static func way(_ path: String?) -> String {
        path.flatMap { $0.utf8.count <= 4_000 ? $0 : nil } ?? ConsolePath.root
    }

    /// The path of a page of the console.
    private static func consolePath(_ referrer: String) -> String? {
        guard let url = AbsoluteURL(referrer), url.path.begins(with: ConsolePath.root) else { return nil }
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
