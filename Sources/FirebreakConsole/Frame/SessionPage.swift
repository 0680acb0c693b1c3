import FirebreakControl
import FirebreakHTTP
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's page that asks for the control token, and the cookie that stands for it.
enum SessionPage {
    private static let template = Template(asset: "console/session")

    /// Signs the browser in that sends the control token.
    @Sendable static func create(_ exchange: Exchange) async throws -> RouteResponse {
        let form = SubmittedForm(exchange.content)
        let next = form["next"].flatMap { $0.begins(with: ConsolePath.root) ? $0 : nil } ?? ConsolePath.root
        guard let token = form["token"], exchange.guardian.isControlToken(token) else {
            return answer(next: next, isWrong: true)
        }
        var answer = RouteResponse.redirect(to: next)
        answer.headers[.setCookie] = exchange.guardian.session.cookie(isSignedIn: true, at: exchange.origin)
        return answer
    }

    @Sendable static func end(_ request: ConsoleRequest) async throws -> RouteResponse {
        let exchange = request.exchange
        var answer = RouteResponse.redirect(to: ConsolePath.root)
        answer.headers[.setCookie] = exchange.guardian.session.cookie(isSignedIn: false, at: exchange.origin)
        return answer
    }

    /// Asks for the control token.
    ///
    /// - Parameters:
    ///   - next: Where to go with it.
    ///   - isWrong: Whether another one was given before.
    static func answer(next: String, isWrong: Bool) -> RouteResponse {
        let content = template.filled(["next": "\(next)", "failure": isWrong ? template.part("failure").filled() : ""])
        return ConsoleFrame.answer(title: "Control token", status: 401, content)
    }

    /// A page that asks for itself once more: a browser that comes from another site leaves strict cookies out.
    static func again(_ path: String) -> RouteResponse {
        PagePolicy.console.answer(template.part("again").filled(["url": "\(path)"]))
    }
}
