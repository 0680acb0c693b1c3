package import FirebreakControl
import FirebreakModel
import FirebreakOperations
import FirebreakWire
import HTTPTypes
import NIOCore
import Synchronization

extension Route {
    /// The product's own API (firebreak.md section 4).
    package static let control: [Route] =
        health + [info, openAPI] + errors + projects + copies + transfer + clock + outbox + journal + faults + mailpit

    private static let base = "/firebreak/v1"
    static let project = "/firebreak/v1/projects/{targetProjectId}"

    /// Ready means that the fixtures are applied: a server that answers before that is only alive.
    private static let health: [Route] = [
        page("/healthz", "firebreak.healthz") { _ in
            RouteResponse(status: .ok, contentType: RouteResponse.plainText, body: Array("ok\n".utf8))
        },
        page("/readyz", "firebreak.readyz") { exchange in
            guard exchange.information().isReady else {
                return RouteResponse(
                    status: .serviceUnavailable, contentType: RouteResponse.plainText, body: Array("seeding\n".utf8))
            }
            return RouteResponse(status: .ok, contentType: RouteResponse.plainText, body: Array("ready\n".utf8))
        },
        page("/metrics", "firebreak.metrics") { exchange in
            let page = try MetricsPage(exchange.control, exchange.information())
            return RouteResponse(status: .ok, contentType: MetricsPage.contentType, body: page.bytes)
        }.bulk,
    ].map(\.unrecorded)

    private static let info = controlRoute(.get, base + "/info", "firebreak.info") { exchange in
        let call = try await controlCall(exchange)
        return RouteResponse(json: try WireEncoder().encode(try await GetInfo.answer(exchange.information(), call)))
    }

    private static let errors: [Route] = [
        control(.get, base + "/errors", "firebreak.errors.list", ListErrors.self).bulk,
        control(.get, base + "/errors/{code}", "firebreak.errors.get", GetErrors.self).bulk,
    ]

    private static let projects: [Route] = [
        control(.get, base + "/projects", "firebreak.projects.list", ListProjects.self).bulk,
        control(.post, base + "/projects", "firebreak.projects.create", CreateProject.self).bulk,
        control(.get, project, "firebreak.projects.get", GetProject.self).bulk,
        control(.delete, project, "firebreak.projects.delete", DropProject.self).bulk.withoutDatabase,
        control(.post, project + ":reset", "firebreak.projects.reset", ResetProject.self).bulk,
        seed,
        control(.post, project + ":mintToken", "firebreak.projects.mintToken", MintToken.self)
            .with { $0.keepsKeys = true },
        control(.get, project + "/accounts", "firebreak.projects.accounts.list", ListAccounts.self).bulk,
        control(
            .post, project + "/accounts/{uid}:browserState", "firebreak.projects.accounts.browserState",
            MakeBrowserState.self
        )
        .with { $0.keepsKeys = true },
        control(.get, project + "/refs", "firebreak.projects.refs.list", ListRefs.self),
        control(.get, project + "/refs/{ref}", "firebreak.projects.refs.get", GetRef.self),
        control(.get, project + "/rules", "firebreak.projects.rules.get", GetRules.self),
        control(.patch, project + "/rules", "firebreak.projects.rules.patch", PatchRules.self).bulk,
        control(.get, project + "/apiKeys", "firebreak.projects.apiKeys.list", ListAPIKeys.self).withoutDatabase,
        control(.post, project + "/apiKeys", "firebreak.projects.apiKeys.create", CreateAPIKey.self).withoutDatabase,
        control(.delete, project + "/apiKeys/{key}", "firebreak.projects.apiKeys.delete", DeleteAPIKey.self)
            .withoutDatabase,
        control(.delete, project + "/apiKeys", "firebreak.projects.apiKeys.delete", DeleteAPIKey.self).withoutDatabase,
    ]

    private static let seed = controlRoute(.post, project + ":seed", "firebreak.projects.seed") { exchange in
        let parameters = try exchange.query.document(includesKey: false)
        let request = try WireDecoder(nullIsAbsent: true, readsTexts: true)
            .decode(SeedProject.Request.self, from: parameters)
        let document = Array(exchange.content.readableBytesView)
        let answer = try await SeedProject.run(document, request, controlCall(exchange))
        return RouteResponse(json: try WireEncoder().encode(answer))
    }.bulk

    private static let transfer: [Route] = [
        controlRoute(.get, project + ":export", "firebreak.projects.export") { exchange in
            let request = try controlRequest(ExportProject.Request.self, exchange)
            let document = try await ExportProject.run(request, controlCall(exchange))
            let contentType = document.isJSON ? RouteResponse.jsonText : "text/csv; charset=utf-8"
            return RouteResponse(status: .ok, contentType: contentType, body: document.bytes)
        }.bulk,
        control(.post, project + ":import", "firebreak.projects.import", ImportProject.self).bulk,
    ]

    private static let copies: [Route] = [
        control(.post, project + ":fork", "firebreak.projects.fork", ForkProject.self).bulk,
        control(.post, project + ":snapshot", "firebreak.projects.snapshot", SnapshotProject.self).bulk,
        control(.post, project + ":restore", "firebreak.projects.restore", RestoreProject.self).bulk,
        control(.get, project + "/snapshots", "firebreak.projects.snapshots.list", ListSnapshots.self).bulk
            .withoutDatabase,
        control(.delete, project + "/snapshots/{name}", "firebreak.projects.snapshots.delete", DeleteSnapshot.self)
            .bulk.withoutDatabase,
    ]

    private static let clock: [Route] = ClockOperations.all.map { mounted($0) }

    // MARK: Outbox

    private static let outbox: [Route] =
        [
            control(.get, project + "/outbox", "firebreak.projects.outbox.list", ListMessages.self).bulk,
            control(.delete, project + "/outbox", "firebreak.projects.outbox.delete", DeleteMessages.self).bulk,
            control(.get, project + "/outbox:wait", "firebreak.projects.outbox.wait", WaitForMessages.self).bulk.with {
                $0.mayWait = true
            },
            stream(project + "/outbox:stream", "firebreak.projects.outbox.stream") { request, seen, call in
                try await StreamMessages.stream(request, lastEventID: seen, call)
            },
            control(.post, project + "/outbox/latest:open", "firebreak.projects.outbox.latest.open", OpenMessage.self)
                .bulk,
            control(.post, project + "/outbox/{id}:open", "firebreak.projects.outbox.open", OpenMessage.self).bulk,
            control(.get, project + "/outbox/latest", "firebreak.projects.outbox.latest", LatestMessage.self).bulk,
            control(.get, project + "/outbox/{id}", "firebreak.projects.outbox.get", GetMessage.self).bulk,
        ] + MessageProjection.allCases.flatMap { [projection($0, of: "latest"), projection($0, of: "{id}")] }

    /// `…/link` and `…/code` are paths below the message; the other forms are suffixes of it.
    private static func projection(_ projection: MessageProjection, of message: String) -> Route {
        let isBelow = projection == .link || projection == .code
        let path = "\(project)/outbox/\(message)\(isBelow ? "/" : ".")\(projection.rawValue)"
        let isLatest = message == "latest"
        let id = "firebreak.projects.outbox.\(isLatest ? "latest" : "get").\(projection.rawValue)"
        return controlRoute(.get, path, id) { exchange in
            let call = try await controlCall(exchange)
            let message =
                isLatest
                ? try await LatestMessage.message(try controlRequest(OutboxListing.Selection.self, exchange), call)
                : try await GetMessage.message(GetMessage.Request(id: exchange.parameters["id"] ?? ""), call)
            let part = try projection.rendered(message, call)
            return .untrusted(part.body, contentType: part.contentType)
        }.bulk
    }

    // MARK: Journal

    private static let journal: [Route] = [
        control(.get, base + "/requests", "firebreak.requests.list", ListAllJournalEntries.self).bulk,
        control(.get, project + "/requests", "firebreak.projects.requests.list", ListJournalEntries.self).bulk
            .withoutDatabase,
        stream(base + "/requests:stream", "firebreak.requests.stream") { request, seen, call in
            try await StreamJournalEntries.stream(request, lastEventID: seen, isOfAll: true, call)
        },
        stream(project + "/requests:stream", "firebreak.projects.requests.stream") { request, seen, call in
            try await StreamJournalEntries.stream(request, lastEventID: seen, isOfAll: false, call)
        },
        control(.delete, project + "/requests", "firebreak.projects.requests.delete", DeleteJournalEntries.self)
            .withoutDatabase,
        control(.get, project + "/requests:wait", "firebreak.projects.requests.wait", WaitForJournalEntries.self).bulk
            .with {
                $0.mayWait = true
            },
    ]

    // MARK: Mounting

    /// The route of a method of the model.
    private static func mounted<Operation: EndpointOperation>(_ operation: Operation.Type) -> Route {
        let endpoint = operation.endpoint
        let method = HTTPRequest.Method(rawValue: endpoint.method.rawValue) ?? .get
        return control(method, project + endpoint.path, endpoint.id, operation).with {
            $0.endpoint = AnyEndpoint(endpoint)
        }
    }

    static func control<Operation: ControlOperation>(
        _ method: HTTPRequest.Method, _ path: String, _ operationID: String, _ operation: Operation.Type
    ) -> Route {
        controlRoute(method, path, operationID) { exchange in
            let request = try controlRequest(Operation.Request.self, exchange)
            let call = try await controlCall(exchange)
            return RouteResponse(json: try WireEncoder().encode(try await Operation.run(request, call)))
        }
    }

    /// A stream of events; it gets what the client has seen before it connected again.
    private static func stream<Request: Decodable & SendableMetatype>(
        _ path: String, _ operationID: String,
        _ events: @escaping @Sendable (Request, String?, ControlCall) async throws -> any EventStream
    ) -> Route {
        controlRoute(.get, path, operationID) { exchange in
            let request = try controlRequest(Request.self, exchange)
            let call = try await controlCall(exchange)
            return RouteResponse(events: try await events(request, exchange.headers[.lastEventID], call))
        }.bulk
    }

    static func controlRoute(
        _ method: HTTPRequest.Method, _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (Exchange) async throws -> RouteResponse
    ) -> Route {
        Route(
            method: method, host: nil, path: path, operationID: operationID, credential: .control, kind: .control,
            respond: respond
        ).unrecorded
    }

    /// Query, body and the path's other parameters as one object.
    static func controlRequest<Request: Decodable>(
        _ type: Request.Type, _ exchange: Exchange
    ) throws -> Request {
        var document = try exchange.body()
        for (name, value) in exchange.parameters where name != "targetProjectId" { document[name] = .string(value) }
        if document == .null { document = .emptyObject }
        return try WireDecoder(nullIsAbsent: true).decode(type, from: document)
    }

    package static func controlCall(_ exchange: Exchange) async throws -> ControlCall {
        try exchange.checkParameters()
        let id = exchange.parameters["targetProjectId"].map(ProjectID.init(rawValue:))
        let project = try exchange.services.requestedProject(id ?? exchange.services.defaultProject)
        return try await ControlCall(
            control: exchange.control, project: project, origin: exchange.origin,
            needsProject: id != nil && exchange.route.needsDatabase)
    }

    // MARK: API description

    /// The API description, built once for each host name that clients use for the server.
    private static let openAPI = page("/emulator/openapi.json", "emulator.openapi") { exchange in
        let origin = exchange.origin
        let separator = origin.firstRange(of: "://")
        let body = try documents.document(for: origin) {
            let rows = (api + control).filter { !$0.isOtherSpelling && !$0.isForm }.map(\.described)
            let scheme = separator.map { String(origin[..<$0.lowerBound]) } ?? "http"
            let host = separator.map { String(origin[$0.upperBound...]) } ?? origin
            let document = try OpenAPIDocument.make(
                routes: rows, hostHeader: host, version: exchange.information().version, scheme: scheme)
            return JSON.indented(document.bytes)
        }
        return RouteResponse(status: .ok, contentType: RouteResponse.jsonText, body: body)
    }.unrecorded

    private static let documents = DocumentCache()
}

/// Keeps only the latest few documents, so that clients cannot fill the memory with made-up host names.
private final class DocumentCache: Sendable {
    private static let capacity = 4

    private let documents = Mutex<[(key: String, body: [UInt8])]>([])

    func document(for key: String, make: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let known = documents.withLock({ $0.first { $0.key == key }?.body }) { return known }
        let body = try make()
        documents.withLock { documents in
            documents.append((key, body))
            if documents.count > Self.capacity { documents.removeFirst() }
        }
        return body
    }
}

extension Route {
    /// Failures on demand (firebreak.md section 11).
    static let faults: [Route] = [
        control(.get, project + "/faults", "firebreak.projects.faults.list", ListFaults.self),
        // A fault's members are data: headers, and whatever the body is.
        control(.post, project + "/faults", "firebreak.projects.faults.add", AddFault.self).with {
            $0.keepsKeys = true
        },
        control(.delete, project + "/faults", "firebreak.projects.faults.clear", RemoveFaults.self),
        control(.delete, project + "/faults/{id}", "firebreak.projects.faults.remove", RemoveFault.self),
    ]
}
