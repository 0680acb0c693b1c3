import FirebreakControl
import FirebreakHTTP
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's page that asks for the control token, and the cookie that stands for it.
enum SessionPage {
    private static let template = Template(asset: "console/session")
    /// The field that has where a form was sent without the token, and the beginning of the names of its fields.
    private static let kept = (path: "sent", field: "sent.")

    /// Signs the browser in that sends the control token.
    @Sendable static func create(_ context: RequestContext) async throws -> RouteResponse {
        let form = SubmittedForm(context.content)
        let next = way(form["next"])
        guard let token = form["token"], context.guardian.isControlToken(token) else {
            let sent = form.pairs.filter { $0.name == kept.path || $0.name.startsWithBytes(of: kept.field) }
            return answer(next: next, isWrong: true, kept: hidden(sent))
        }
        var answer = RouteResponse.redirect(to: next)
        if let path = form[kept.path] {
            let fields = form.pairs.compactMap { name, value in
                name.rest(afterBytes: kept.field).map { (name: String($0), value: value) }
            }
            answer = SentForm.again(fields, to: way(path), back: next, context)
        }
        answer.headers[.setCookie] = context.guardian.session.cookie(isSignedIn: true, at: context.origin)
        return answer
    }

    private static func way(_ path: String?) -> String {
        path.flatMap { $0.startsWithBytes(of: ConsolePath.root) ? $0 : nil } ?? ConsolePath.root
    }

    @Sendable static func end(_ request: ConsoleRequest) async throws -> RouteResponse {
        let context = request.context
        var answer = RouteResponse.redirect(to: ConsolePath.root)
        answer.headers[.setCookie] = context.guardian.session.cookie(isSignedIn: false, at: context.origin)
        return answer
    }

    /// Asks for the control token.
    ///
    /// - Parameters:
    ///   - next: Where to go with it.
    ///   - isWrong: Whether another one was given before.
    ///   - kept: The fields of a form that was sent without it.
    static func answer(next: String, isWrong: Bool, kept: HTML = "") -> RouteResponse {
        let content = template.filled([
            "next": "\(next)", "failure": isWrong ? template.part("failure").filled() : "", "kept": kept,
        ])
        return ConsoleFrame.answer(title: "Control token", status: 401, content)
    }

    /// Asks for the control token, and keeps the form that came without it.
    ///
    /// - Throws: `controlTokenRequired` for a form that no browser sent from a page of this server.
    static func keep(_ context: RequestContext) throws(WireError) -> RouteResponse {
        guard context.headers[.origin] != nil else { throw .controlTokenRequired }
        let form = SubmittedForm(context.content)
        let pairs = form.pairs.filter { $0.name != ControlGuard.formTokenField }
        let sent =
            [(kept.path, context.head.path ?? ConsolePath.root)] + pairs.map { (kept.field + $0.name, $0.value) }
        return answer(next: ConsolePath.back(from: context.head), isWrong: false, kept: hidden(sent))
    }

    /// A word about the form that is kept, and its fields; nothing if there is none.
    private static func hidden(_ pairs: [(name: String, value: String)]) -> HTML {
        guard !pairs.isEmpty else { return "" }
        return "\(template.part("kept").filled())\(pairs.map { Controls.hidden($0.name, $0.value) })"
    }

    /// A page that asks for itself once more: a browser that comes from another site leaves strict cookies out.
    static func again(_ path: String) -> RouteResponse {
        PagePolicy.console.answer(template.part("again").filled(["url": "\(path)"]))
    }
}
