import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// A request to a view of the console, or a form from one: who asks, about which project, and how to answer.
struct ConsoleRequest: Sendable {
    let exchange: Exchange
    /// The call for operations of the control API.
    private(set) var call: ControlCall
    /// What a form sent; empty for a view.
    let form: SubmittedForm
    private let policy = PagePolicy.console

    var project: ProjectID { call.project.id }
    var query: QueryParameters { exchange.query }

    /// A parameter of the path.
    func parameter(_ name: String) -> String { exchange.parameters[name] ?? "" }

    /// - Throws: ``ConsoleProblem`` for a form without the token of this server's run.
    init(_ exchange: Exchange) async throws {
        self.exchange = exchange
        call = try await Route.controlCall(exchange)
        form = SubmittedForm(exchange.content)
        let profile = call.settings.profile
        exchange.record.update { $0.profile = profile }
        guard exchange.head.method == .post else { return }
        let token = exchange.headers[.formToken] ?? form[ControlGuard.formTokenField]
        guard exchange.guardian.isFormToken(token) else { throw ConsoleProblem.staleForm }
    }

    /// The same request after it changed the project, for a page that shows it as it is now.
    func renewed() async throws -> ConsoleRequest {
        var request = self
        request.call = try await Route.controlCall(exchange)
        return request
    }

    // MARK: What pages are made with

    /// A view of the project.
    func path(_ view: ConsoleView) -> ConsolePath { ConsolePath(project, view) }

    /// The hidden field that every form with `method="post"` needs.
    var formToken: HTML { Controls.template.part("token").filled(["token": "\(exchange.guardian.formToken)"]) }

    // MARK: Operations

    /// Runs an operation of the control API.
    func run<Operation: ControlOperation>(
        _ operation: Operation.Type, _ request: JSON = .emptyObject
    ) async throws -> Operation.Response {
        let request = try WireDecoder(nullIsAbsent: true, readsTexts: true).decode(
            Operation.Request.self, from: request)
        return try await Operation.run(request, call)
    }

    /// Runs a method of Google's API as an admin would call it.
    ///
    /// - Parameter tenant: Whose accounts or settings it is about.
    func runAsAdmin<Operation: APIOperation>(
        _ operation: Operation.Type, _ request: JSON, tenant: TenantID? = nil
    ) async throws -> Operation.Response {
        let request = try WireDecoder(nullIsAbsent: call.settings.profile.facts.nullIsAbsent)
            .decode(Operation.Request.self, from: request)
        return try await Operation.run(request, try await adminCall(tenant: tenant))
    }

    func adminCall(tenant: TenantID? = nil) async throws -> Call {
        let services = exchange.services
        return Call(
            services: services, project: call.project,
            settings: try await services.settings(of: call.project, managed: tenant), caller: .admin,
            client: exchange.client, origin: exchange.origin, record: exchange.record)
    }

    // MARK: Answers

    /// A view of the project.
    ///
    /// - Parameter notice: What is said above it; by default what the query names.
    func page(
        _ view: ConsoleView, title: String? = nil, notice: ConsoleFrame.Notice? = nil, status: Int = 200,
        _ content: HTML
    ) -> RouteResponse {
        let project = ConsoleFrame.Project(id: project, view: view, clock: clock, others: others)
        return answer(title: title ?? view.title, project: project, notice: notice, status: status, content)
    }

    /// A page outside of projects.
    ///
    /// - Parameter sheet: The view whose style sheet it has.
    func page(
        title: String, sheet: ConsoleView? = nil, notice: ConsoleFrame.Notice? = nil, status: Int = 200,
        _ content: HTML
    ) -> RouteResponse {
        answer(title: title, project: nil, sheet: sheet, notice: notice, status: status, content)
    }

    /// The way on after a form was applied, so that a reload does not apply it again.
    func redirect(to path: ConsolePath, notice: ConsoleNotice? = nil) -> RouteResponse {
        .redirect(to: path.with([(ConsoleNotice.parameter, notice?.rawValue)]).text)
    }

    /// An error as a notice, for a view that is shown once more with what was entered.
    func notice(of error: WireError) -> ConsoleFrame.Notice {
        ConsoleFrame.Notice(.failure, "\(error.message(in: call.settings.profile))")
    }

    private func answer(
        title: String, project: ConsoleFrame.Project?, sheet: ConsoleView? = nil, notice: ConsoleFrame.Notice?,
        status: Int, _ content: HTML
    ) -> RouteResponse {
        let named = query[ConsoleNotice.parameter].flatMap(ConsoleNotice.init(rawValue:))
            .map { ConsoleFrame.Notice(.success, $0.text) }
        let frame = ConsoleFrame(
            nonce: policy.nonce, formToken: exchange.guardian.formToken, project: project, notice: notice ?? named,
            hasSession: exchange.guardian.needsSession, sheet: sheet)
        return policy.answer(frame.page(title: title, content), status: status)
    }

    /// The project's clock, unless it shows the machine's time.
    private var clock: ClockState? {
        let clock = call.settings.clock
        guard clock.offset != 0 || clock.frozenAt != nil else { return nil }
        return ClockState(now: call.now.rfc3339, offset: clock.offset, frozen: clock.frozenAt != nil)
    }

    private static let maximumOthers = 10

    /// The projects that were used last, besides this one.
    private var others: [ProjectID] {
        let recent = call.services.projects.recentProjects(Self.maximumOthers + 1)
        return Array(recent.filter { $0 != project }.prefix(Self.maximumOthers))
    }
}

/// What only the console answers.
enum ConsoleProblem: Error {
    /// The form is from before the server's start, or from another page.
    case staleForm
    /// There is no such page, or nothing by that ID.
    case notFound(String)
    /// What the server answered to a request of the console's own.
    case refused(String)
}
