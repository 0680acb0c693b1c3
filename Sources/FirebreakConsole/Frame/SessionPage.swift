import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's pages outside of projects.
enum GeneralPages {
    private static let sessionTemplate = Template(asset: "console/session")
    private static let failureTemplate = Template(asset: "console/failure")

    /// Asks for the control token.
    ///
    /// - Parameters:
    ///   - next: Where to go with it.
    ///   - isWrong: Whether another one was given before.
    static func session(next: String, isWrong: Bool) -> HTML {
        sessionTemplate.filled([
            "next": "\(next)", "failure": isWrong ? sessionTemplate.part("failure").filled() : "",
        ])
    }

    /// A page that asks for itself once more: a browser that comes from another site leaves strict cookies out.
    static func again(_ url: String) -> HTML { sessionTemplate.part("again").filled(["url": "\(url)"]) }

    /// What went wrong, in place of a view.
    static func failure(title: String, message: String, back: String) -> HTML {
        failureTemplate.filled(["title": "\(title)", "message": "\(message)", "url": "\(back)"])
    }
}

/// The console outside of projects.
enum GeneralViews {
    /// The outbox of the default project where there is no other project and it can be used, else the list.
    @Sendable static func home(_ request: ConsoleRequest) async throws -> RouteResponse {
        let services = request.exchange.services
        let others = try services.projects.projects().filter { $0 != services.defaultProject }
        guard others.isEmpty, request.call.project.failure == nil else { return .redirect(to: ConsolePath.projects) }
        return request.redirect(to: ConsolePath(services.defaultProject, .outbox))
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

    @Sendable static func endSession(_ request: ConsoleRequest) async throws -> RouteResponse {
        var answer = RouteResponse.redirect(to: ConsolePath.root)
        answer.headers[.setCookie] = request.exchange.guardian.session.cookie(
            isSignedIn: false, at: request.exchange.origin)
        return answer
    }
}
