import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// A request to a view of the console, or a form from one: who asks, about which project, and how to answer.
struct ConsoleRequest: Sendable {
    let context: RequestContext
    /// The call for operations of the control API.
    private(set) var call: ControlCall
    /// What a form sent; empty for a view.
    let form: SubmittedForm
    /// The project's tenants, to choose from; `nil` if it cannot be read, which its pages say.
    private(set) var tenants: TenantNames?
    /// Whether the project was written to, and not dropped since.
    private let exists: Bool
    /// What had changed of the project, and of all, before anything was read for the answer.
    private let seen: (ofProject: ChangeNotifier.Counts, ofAll: ChangeNotifier.Counts)
    private let policy = PagePolicy.console

    var project: ProjectID { call.project.id }
    var query: QueryParameters { context.query }
    /// The tenant that a reader has chosen, which stays chosen from view to view.
    var tenant: String? { query["tenant"]?.nonEmpty }

    /// A parameter of the path.
    func parameter(_ name: String) -> String { context.parameters[name] ?? "" }

    /// - Throws: ``ConsoleProblem`` for a form without the token of this server's run.
    init(_ context: RequestContext) async throws {
        self.context = context
        let ofAll = context.services.projects.views.counts
        call = try await Route.controlCall(context)
        seen = (call.project.views.counts, ofAll)
        // One whose database cannot be used is there all the same.
        exists = (try? await call.project.exists) ?? true
        form = SubmittedForm(context.content)
        tenants = try? await ListTenantNames.run(NoMembers(), call)
        let profile = call.settings.profile
        context.record.update { $0.profile = profile }
        guard context.head.method == .post else { return }
        let token = context.headers[.formToken] ?? form[ControlGuard.formTokenField]
        guard context.guardian.isFormToken(token) else { throw ConsoleProblem.staleForm }
    }

    /// The same request after it changed the project, for a page that shows it as it is now.
    func renewed() async throws -> ConsoleRequest {
        var request = self
        request.call = try await Route.controlCall(context)
        request.tenants = try? await ListTenantNames.run(NoMembers(), request.call)
        return request
    }

    /// Tells a page whenever it may show something else.
    @Sendable static func stream(_ request: ConsoleRequest) async throws -> RouteResponse {
        request.stream(of: request.call.project)
    }

    /// The same for a page about all projects.
    @Sendable static func streamOfAll(_ request: ConsoleRequest) async throws -> RouteResponse {
        request.stream(of: nil)
    }

    private func stream(of project: Project?) -> RouteResponse {
        let names = query["parts"]?.separated(by: ".") ?? []
        let seen = context.headers[.lastEventID] ?? query["after"]
        return RouteResponse(
            events: ViewStream(
                Set(names.compactMap { ChangeNotifier.Part(rawValue: String($0)) }), of: project, call.services,
                after: seen.flatMap { Int($0) }))
    }

    // MARK: What pages are made with

    /// A view of the project.
    func path(_ view: ConsoleView) -> ConsolePath { ConsolePath(project, view) }

    /// The hidden field that every form with `method="post"` needs.
    var formToken: HTML { Controls.template.part("token").filled(["token": "\(context.guardian.formToken)"]) }

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
        let request = try WireDecoder(nullIsAbsent: call.settings.profile.behavior.nullIsAbsent)
            .decode(Operation.Request.self, from: request)
        return try await Operation.run(request, try await adminCall(tenant: tenant))
    }

    /// Changes accounts by a method of Google's API, as an admin would, and puts the call into the journal: an account
    /// shows what was done to it from here as well.
    ///
    /// - Parameters:
    ///   - method: The last part of its name: `update`, for example.
    ///   - tenant: Whose accounts they are.
    func changeAccounts<Operation: APIOperation>(
        _ operation: Operation.Type, _ method: String, _ body: JSON, tenant: TenantID?
    ) async throws -> Operation.Response {
        let began = context.services.now()
        let start = ContinuousClock.now
        let response = try await runAsAdmin(operation, body, tenant: tenant)
        guard let journal = call.control.journal else { return response }
        var client = OperationContext.Client()
        client.userAgent = Self.userAgent
        client.ip = context.client.ip
        let record = RequestRecord(call.settings.profile, from: client)
        let (name, path, body) = journaled(method, body, tenant)
        record.update { content in
            content.project = project
            content.tenant = tenant
            content.caller = .admin
            content.clock = call.settings.clock
            content.request = RecordedBody(body.bytes, contentType: "application/json")
        }
        let answer = try Operation.encode(response, call.settings.profile.behavior)
        journal.append(
            JournalEntry.Content(
                began: began, duration: ContinuousClock.now - start, operation: name, method: "POST", path: path,
                status: 200, response: RecordedBody(answer, contentType: "application/json"), record: record))
        context.services.projects.noteCall(of: project)
        return response
    }

    /// The name, the path and the body of a method that changes accounts.
    private func journaled(
        _ method: String, _ body: JSON, _ tenant: TenantID?
    ) -> (name: String, path: String, body: JSON) {
        let holder = tenant.map { "/tenants/\(PercentEncoding.encode($0.rawValue))" } ?? ""
        let project = PercentEncoding.encode(project.rawValue)
        let accounts = "/identitytoolkit.googleapis.com/v1/projects/\(project)\(holder)/accounts"
        switch method {
        case "signUp": return ("accounts.signUp", accounts, body)
        case "signOutUser":
            // Only the legacy API has it, with the project in the body.
            var body = body
            body["targetProjectId"] = .string(self.project.rawValue)
            body["tenantId"] = tenant.map { .string($0.rawValue) }
            return (method, "/www.googleapis.com/identitytoolkit/v3/relyingparty/signOutUser", body)
        default: return ("accounts.\(method)", "\(accounts):\(method)", body)
        }
    }

    /// What requests of the console call their client.
    static let userAgent = "Firebreak console"

    func adminCall(tenant: TenantID? = nil) async throws -> OperationContext {
        let services = context.services
        return OperationContext(
            services: services, project: call.project,
            settings: try await services.settings(of: call.project, managed: tenant), caller: .admin,
            client: context.client, origin: context.origin, record: context.record)
    }

    // MARK: Answers

    /// A view of the project.
    ///
    /// - Parameters:
    ///   - count: How many things it shows, for the title of its tab.
    ///   - parts: What it shows and follows besides the clock, and whether the project exists.
    ///   - place: Where the choice of a tenant leads; by default to the view.
    ///   - notice: What is said above it; by default what the query names.
    func page(
        _ view: ConsoleView, title: String? = nil, count: Int? = nil, of parts: Set<ChangeNotifier.Part> = [],
        place: ConsolePath? = nil, notice: ConsoleFrame.Notice? = nil, status: Int = 200, _ content: HTML
    ) -> RouteResponse {
        let parts = parts.union([.settings, .projects])
        // The default project is there from the start, although nothing is stored of it.
        let isMissing = !exists && project != context.services.defaultProject
        let frame = ConsoleFrame.Project(
            id: project, view: view, place: place ?? path(view), clock: clock, others: others, tenant: tenant,
            tenants: tenants, exists: exists, isMissing: isMissing)
        return answer(
            title: Self.title(title ?? view.title, count), project: frame,
            stream: .stream(project, parts, after: seen.ofProject.position(of: parts)), notice: notice, status: status,
            content)
    }

    /// A page outside of projects.
    ///
    /// - Parameters:
    ///   - sheet: The view whose style sheet it has.
    ///   - count: How many things it shows, for the title of its tab.
    ///   - parts: What it shows and follows.
    func page(
        title: String, sheet: ConsoleView? = nil, count: Int? = nil, of parts: Set<ChangeNotifier.Part> = [],
        notice: ConsoleFrame.Notice? = nil, status: Int = 200, _ content: HTML
    ) -> RouteResponse {
        answer(
            title: Self.title(title, count), project: nil, sheet: sheet,
            stream: parts.isEmpty ? nil : .stream(nil, parts, after: seen.ofAll.position(of: parts)), notice: notice,
            status: status, content)
    }

    private static func title(_ title: String, _ count: Int?) -> String {
        count.map { "\(title) (\($0.grouped))" } ?? title
    }

    /// The way on after a form was applied, so that a reload does not apply it again.
    func redirect(to path: ConsolePath, notice: ConsoleNotice? = nil) -> RouteResponse {
        .redirect(to: path.with([(ConsoleNotice.parameter, notice?.rawValue)]).text)
    }

    /// An error as a notice, for a view that is shown once more with what was entered.
    func notice(of error: WireError) -> ConsoleFrame.Notice {
        FormProblem(error, in: call.settings.profile).notice
    }

    private func answer(
        title: String, project: ConsoleFrame.Project?, sheet: ConsoleView? = nil, stream: ConsolePath?,
        notice: ConsoleFrame.Notice?, status: Int, _ content: HTML
    ) -> RouteResponse {
        let named = query[ConsoleNotice.parameter].flatMap(ConsoleNotice.init(rawValue:))
            .map { ConsoleFrame.Notice($0 == .noAccountSelected ? .warning : .success, $0.text) }
        let frame = ConsoleFrame(
            nonce: policy.nonce, formToken: context.guardian.formToken, now: now, project: project,
            notice: notice ?? named, shownRun: call.control.shownRun, hasSession: context.guardian.needsSession,
            sheet: sheet,
            // The answer to a form has an address that shows something else.
            stream: context.head.method == .post ? nil : stream)
        return policy.answer(frame.page(title: title, content), status: status)
    }

    /// What the project's clock shows.
    private var now: ClockState {
        let clock = call.settings.clock
        return ClockState(
            now: call.now.rfc3339, offset: clock.offset, frozen: clock.frozenAt != nil || call.control.shownRun != nil)
    }

    /// The project's clock, unless it shows the machine's time.
    private var clock: ClockState? { now.offset != 0 || now.frozen ? now : nil }

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
