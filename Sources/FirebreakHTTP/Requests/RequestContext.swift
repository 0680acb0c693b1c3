package import FirebreakControl
import FirebreakDiscovery
package import FirebreakOperations
import FirebreakWire
package import HTTPTypes
import Logging
package import NIOCore

/// One request on its way through its route. A class, so that it is not copied.
package final class RequestContext: Sendable {
    package let control: ControlServices
    package let services: Services
    private let match: RouteTable.Match
    package let head: HTTPRequest
    package let query: QueryParameters
    package let content: ByteBuffer
    /// Where the request comes from.
    let source: RequestSource
    /// Scheme, host and port under which the client reached this server.
    package let origin: String
    /// Filled as things become known.
    package let record: RequestRecord
    /// Knows who may see and change what in the console.
    package let guardian: ControlGuard
    /// The client's connection; `nil` for a caller in the same process.
    private let channel: (any Channel)?
    /// What the running server knows about itself.
    package let information: @Sendable () -> ServerInformation
    /// The server, for requests that a page of the console sends to it.
    package let server: EmulatorResponder

    package var route: Route { match.route }
    /// Path parameters, percent-decoded.
    package var parameters: [String: String] { match.parameters }
    package var headers: HTTPFields { head.headerFields }
    let credentials: RequestCredentials
    let contentTypeHeader: String?

    init(
        control: ControlServices, match: RouteTable.Match, head: HTTPRequest, query: QueryParameters,
        content: ByteBuffer, source: RequestSource, origin: String, record: RequestRecord, guardian: ControlGuard,
        channel: (any Channel)?, information: @escaping @Sendable () -> ServerInformation,
        server: EmulatorResponder
    ) {
        self.control = control
        self.server = server
        services = control.services
        self.match = match
        self.head = head
        self.query = query
        credentials = RequestCredentials(
            headers: head.headerFields, query: query, adminToken: services.adminToken,
            isLocal: source.isLocal)
        contentTypeHeader = head.headerFields.value(.contentType)
        self.content = content
        self.source = source
        self.origin = origin
        self.record = record
        self.guardian = guardian
        self.channel = channel
        self.information = information
    }

    /// The caller, if its credentials suffice for the route. An unsupported content type is reported before bad
    /// credentials.
    ///
    /// - Parameter readsQuery: Whether the token in the query counts, because the header has none.
    func authenticate(readsQuery: Bool = false) throws(WireError) -> OperationContext.Caller {
        _ = try contentType()
        switch route.credential {
        case .control: return .anybody
        case .none:
            guard
                !route.isForTests || services.adminToken == nil || credentials.bearer == .accepted
                    || credentials.isLocal
            else {
                throw .adminTokenRequired.because(.credential(.adminToken))
            }
            return .anybody
        case .apiKeyOnly: break
        case .apiKeyFirst where credentials.apiKey != nil: break
        case .any, .apiKeyFirst:
            switch readsQuery ? credentials.bearerInQuery : credentials.bearer {
            case .accepted: return .admin
            case .rejected:
                throw .invalidCredentials.because(.credential(credentials.isLocal ? .bearer : .adminToken))
            case .absent: break
            }
        }
        guard credentials.apiKey != nil else { throw .missingAPIKey.because(.credential(.apiKey)) }
        return .apiKey
    }

    /// Everything that precedes an operation, in the order of wire.md section 7.
    func prepare<Request: Decodable>(_ type: Request.Type) async throws -> (Request, OperationContext) {
        let mayReadQuery = credentials.bearer == .absent && credentials.bearerInQuery != .absent
        let caller = try authenticate(readsQuery: mayReadQuery ? try await readsTokenInQuery() : false)
        let body = try body()
        let selection = try ProjectSelection(self, body, caller)
        let project = try services.projects.project(selection.project)
        let settings = try await project.settings()
        record.update { record in
            record.profile = settings.profile
            record.project = project.id
            record.clock = settings.clock
            record.caller = caller
        }
        if caller == .admin || route.isForTests { try checkOrigin(settings) }
        if selection.isNamedInPath { services.noteProject(inPath: project.id) }

        var document = try checked(body, settings.profile)
        // The name of a resource is in its path.
        if let id = parameters[Route.configIDParameter] { document[Route.configIDParameter] = .string(id) }
        let request = try decode(type, from: document, settings.profile)
        try selection.checkRights(route, caller)
        let idToken = PresentedToken(body["idToken"]?.stringValue)
        let tenant = try selection.tenant(token: idToken?.token, settings.profile)
        if let tenant { record.update { $0.tenant = tenant } }
        try services.checkSingleProject(project.id)
        try services.checkSingleProject(
            of: idToken, refreshToken: body["refreshToken"]?.stringValue, besides: project.id)
        if let faults = settings.faults, faults.has(route.operation) {
            try await applyFault(
                faults, in: project, settings,
                CallSubject(
                    body: body, idToken: idToken, tenant: tenant, apiKey: credentials.apiKey, caller: caller))
        }
        let effective =
            route.managesTenant
            ? try await services.settings(of: project, managed: tenant)
            : try await services.settings(of: project, tenant: tenant)
        let call = OperationContext(
            services: services, project: project, settings: effective, caller: caller, client: client, origin: origin,
            idToken: idToken, record: record)
        return (request, call)
    }

    /// Runs long work beside the event loops, for as long as the client waits for it.
    func work<Value: Sendable>(
        for share: WorkerExecutor.Share, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await ClientWatch.work(for: channel, share, on: services.workers, operation)
    }

    /// Whether the token in the query stands for one in the header: in the profile of the project that path or key name.
    private func readsTokenInQuery() async throws -> Bool {
        let name = parameters["targetProjectId"]?.nonEmpty
        let id = try name.map { try services.projectID(named: $0) } ?? credentials.apiKey.map(services.projectID(of:))
        return try await services.projects.project(id ?? services.defaultProject).settings().behavior
            .readsSystemParameters
    }

    /// What precedes a page: notes the project and tenant that it is about, and lets the project's faults act.
    func preparePage(of project: Project, tenant: TenantID?) async throws {
        let settings = try await project.settings()
        record.update { record in
            record.profile = settings.profile
            record.project = project.id
            record.clock = settings.clock
            record.tenant = tenant
            record.caller = .anybody
        }
        guard let faults = settings.faults, faults.has(route.operation) else { return }
        try await applyFault(
            faults, in: project, settings,
            CallSubject(
                body: try query.document(), idToken: nil, tenant: tenant, apiKey: query["apiKey"], caller: .anybody))
    }

    /// The body in the form that the method's documented message declares.
    private func checked(_ body: JSON, _ profile: Profile) throws -> JSON {
        guard head.method == .post || head.method == .patch,
            let schema = RequestSchema.ofMethod[route.aliasedID ?? route.operationID]
        else { return body }
        var message = body
        // Query parameters are not part of the message.
        for name in route.queryMembers { message[name] = JSON?.none }
        // A tenant that is not a string has an error of its own, which the selection of the tenant reports.
        if profile.behavior.tenantMustBeText, let tenant = body["tenantId"], tenant.stringValue == nil {
            message["tenantId"] = JSON?.none
        }
        var checked = try schema.normalized(message, profile)
        for name in route.queryMembers { checked[name] = body[name] }
        return checked
    }

    private func decode<Request: Decodable>(_ type: Request.Type, from body: JSON, _ profile: Profile) throws -> Request
    {
        do {
            let readsTexts = head.method == .get || route.readsTexts
            return try WireDecoder(
                nullIsAbsent: profile.behavior.nullIsAbsent, isProtobuf: profile.behavior.readsAsProtobuf,
                readsTexts: readsTexts
            ).decode(type, from: body)
        } catch var violation as SchemaViolation {
            if violation.problem == .notInEnumeration, case .key(let name) = violation.path.first,
                let type = RequestSchema.enumerationName(of: name, method: route.operationID)
            {
                violation.protobufType = type
            }
            // The reference gives no position when the wrong value was in the query.
            if head.method == .get, !profile.behavior.wordsErrorsAsProduction { violation.path = [] }
            throw violation
        }
    }

    package var client: OperationContext.Client {
        var client = record.client
        client.apiKey = credentials.apiKey
        client.bundleID = headers.reported(.iOSBundleIdentifier)
        return client
    }
}

extension OperationContext.Client {
    /// What every request reports, for the outbox and the journal.
    init(reportedBy headers: HTTPFields, at remoteIP: String?) {
        self.init()
        ip = remoteIP
        userAgent = headers.reported(.userAgent)
        version = headers.reported(.clientVersion)
        origin = headers.reported(.origin)
        locale = headers.value(.firebaseLocale)
    }
}

extension RequestContext {
    /// Rule `adminOrigins`: pages of origins that are not authorized may not act as an admin (firebreak.md section 4.8).
    func checkOrigin(_ settings: ProjectSettings) throws(WireError) {
        guard settings.rules.adminOrigins == .authorized,
            let objection = guardian.objectionToAdmin(headers, from: source)
        else { return }
        let reason = Reason.rule(name: "adminOrigins", value: "authorized", other: "any")
        switch objection {
        case .host(let host):
            record.update { $0.refusedHost = host }
            services.logger.warning(
                """
                nobody may act as an admin of project \(settings.project) at \(host.excerpt), which a page of the web may \
                have as its own name: call by an address or a local name, start the server with --public-url, or set \
                rule adminOrigins to any
                """)
            throw .adminHostNotAllowed.because(reason)
        case .origin(let origin):
            if let url = AbsoluteURL(origin), AuthorizedDomain.lists(url, settings) { return }
            services.logger.warning(
                """
                a page of \(origin.excerpt) may not act as an admin of project \(settings.project): add its host to \
                authorizedDomains of the project's configuration, or set rule adminOrigins to any
                """)
            throw .adminOriginNotAllowed.because(reason)
        }
    }
}
