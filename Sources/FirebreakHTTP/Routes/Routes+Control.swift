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
        health + [info, openAPI] + ControlMethod.all.map(mounted) + mailpit

    static let project = "/firebreak/v1/projects/{targetProjectId}"

    /// Ready means that the fixtures are applied: a server that answers before that is only alive.
    private static let health: [Route] = [
        page("/healthz", "firebreak.healthz") { _ in
            RouteResponse(status: .ok, contentType: RouteResponse.plainText, body: Array("ok\n".utf8))
        },
        page("/readyz", "firebreak.readyz") { context in
            guard context.information().isReady else {
                return RouteResponse(
                    status: .serviceUnavailable, contentType: RouteResponse.plainText, body: Array("seeding\n".utf8))
            }
            return RouteResponse(status: .ok, contentType: RouteResponse.plainText, body: Array("ready\n".utf8))
        },
        page("/metrics", "firebreak.metrics") { context in
            let page = try MetricsPage(context.control, context.information())
            return RouteResponse(status: .ok, contentType: MetricsPage.contentType, body: page.bytes)
        }.bulk,
    ].map(\.unrecorded)

    private static let info = controlRoute(.get, ServerAPI.info.entry.path, ServerAPI.info.entry.id) { context in
        let call = try await controlCall(context)
        return RouteResponse(json: try WireEncoder().encode(try await GetInfo.answer(context.information(), call)))
    }.with { $0.endpoint = ServerAPI.info.entry }

    // MARK: Mounting

    /// The route of a method of the model.
    private static func mounted(_ method: ControlMethod) -> Route {
        let entry = method.entry
        return controlRoute(entry.method.verb, entry.path, entry.id) { context in
            let answer = try await method.answer(try input(context, entry), try await controlCall(context))
            switch answer {
            case .json(let body): return RouteResponse(json: body)
            case .document(let body, let contentType, isTrusted: true):
                return RouteResponse(status: .ok, contentType: contentType, body: body)
            case .document(let body, let contentType, isTrusted: false):
                return .untrusted(body, contentType: contentType)
            case .events(let events): return RouteResponse(events: events)
            }
        }.with { route in
            route.endpoint = entry
            route.isBulk = method.traits.contains(.bulk)
            route.needsDatabase = !method.traits.contains(.withoutDatabase)
            route.mayWait = method.traits.contains(.mayWait)
            route.keepsKeys = method.traits.contains(.keepsKeys)
        }
    }

    private static func input(_ context: RequestContext, _ entry: EndpointEntry) throws -> ControlMethod.Input {
        guard entry.takesDocument else {
            return ControlMethod.Input(
                parameters: try parameters(context), lastEventID: context.headers[.lastEventID])
        }
        return ControlMethod.Input(
            parameters: try context.query.document(includesKey: false),
            document: Array(context.content.readableBytesView))
    }

    static func controlRoute(
        _ method: HTTPRequest.Method, _ path: String, _ operationID: String,
        _ respond: @escaping @Sendable (RequestContext) async throws -> RouteResponse
    ) -> Route {
        Route(
            method: method, host: nil, path: path, operationID: operationID, credential: .control, kind: .control,
            respond: respond
        ).unrecorded
    }

    /// Query, body and the path's other parameters as one object.
    private static func parameters(_ context: RequestContext) throws -> JSON {
        var document = try context.body()
        for (name, value) in context.parameters where name != EndpointEntry.project { document[name] = .string(value) }
        return document == .null ? .emptyObject : document
    }

    static func controlRequest<Request: Decodable>(_ type: Request.Type, _ context: RequestContext) throws -> Request {
        try WireDecoder(nullIsAbsent: true).decode(type, from: parameters(context))
    }

    package static func controlCall(_ context: RequestContext) async throws -> ControlCall {
        try context.checkParameters()
        let id = context.parameters[EndpointEntry.project].map(ProjectID.init(rawValue:))
        let project = try context.services.requestedProject(id ?? context.services.defaultProject)
        return try await ControlCall(
            control: context.control, project: project, origin: context.origin,
            needsProject: id != nil && context.route.needsDatabase)
    }

    // MARK: API description

    /// The API description, built once for each host name that clients use for the server.
    private static let openAPI = page("/emulator/openapi.json", "emulator.openapi") { context in
        let origin = context.origin
        let separator = origin.firstRange(of: "://")
        let body = try documents.document(for: origin) {
            let rows = (api + control).filter { !$0.isOtherSpelling && !$0.isForm }.map(\.described)
            let scheme = separator.map { String(origin[..<$0.lowerBound]) } ?? "http"
            let host = separator.map { String(origin[$0.upperBound...]) } ?? origin
            let document = try OpenAPIDocument.make(
                routes: rows, hostHeader: host, version: context.information().version, scheme: scheme)
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

extension RequestMethod {
    fileprivate var verb: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .patch: .patch
        case .delete: .delete
        }
    }
}
