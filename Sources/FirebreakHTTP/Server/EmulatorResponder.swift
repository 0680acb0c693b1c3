package import FirebreakControl
import FirebreakOperations
import FirebreakWire
package import HTTPTypes
import NIOCore
import NIOHTTP1
import ServiceLifecycle

/// Answers every request of the server: finds the route, reads the body, adds the common headers.
///
/// It has its own table of routes, because common routers ignore doubled and trailing slashes and have no 405 (wire.md
/// section 1).
package struct EmulatorResponder: Sendable {
    private let control: ControlServices
    let services: Services
    package let address: ServerAddress
    private let information: @Sendable () -> ServerInformation
    private let proxies: TrustedProxies
    let guardian: ControlGuard
    private let console: MountedConsole
    /// `nil` for those of the server.
    private let routes: RouteTable?
    /// From this size in bytes, a body is not processed on the event loop.
    private static let largeBody = 8 * 1024
    /// The same for a response, which is only copied, indented or compressed.
    private static let largeAnswer = 64 * 1024

    /// Bytes.
    private let maximumBody: Int
    private let memory: RequestMemory
    private let timing: EventBody.Timing
    /// - Parameters:
    ///   - information: Returns what the running server knows about itself.
    ///   - proxies: Whose word counts for where requests come from.
    ///   - timing: How long streams of events wait.
    ///   - routes: Those that it answers in place of the server's, besides the console.
    package init(
        control: ControlServices, address: ServerAddress, information: @escaping @Sendable () -> ServerInformation,
        controlToken: String?, console: MountedConsole, maximumBody: Int, proxies: TrustedProxies = TrustedProxies(),
        memory: RequestMemory = RequestMemory(), timing: EventBody.Timing = EventBody.Timing(),
        routes: RouteTable? = nil
    ) {
        self.control = control
        services = control.services
        self.address = address
        self.information = information
        self.proxies = proxies
        guardian = ControlGuard(address: address, token: controlToken)
        self.console = console
        self.maximumBody = maximumBody
        self.memory = memory
        self.timing = timing
        self.routes = routes
    }

    /// - Throws: What ended the connection in place of an answer.
    func respond(to request: ReceivedRequest, context: EmulatorContext) async throws -> ServerResponse {
        let head = request.head
        let target = head.path ?? "/"
        let length = target.withBytes { $0.firstIndex(of: UInt8(ascii: "?")) }
        let mark = length.map { target.utf8.index(target.startIndex, offsetBy: $0) }
        let path = mark.map { String(target[..<$0]) } ?? target

        let place = RouteTable.plainBeginning(path)
        let isControl = place.startsWithBytes(of: "/firebreak/")
        if head.method == .options, !isControl {
            return response(ResponseHeaders.preflight(head.headerFields), to: head, services.profile, isControl: false)
        }
        let source = proxies.source(of: head, from: context.remoteIP)
        let client = OperationContext.Client(reportedBy: head.headerFields, at: source.clientIP)
        let record = RequestRecord(services.profile, from: client)
        let end = AccessLog(record, control, isControl: isControl)
        let table = MountedConsole.owns(place) ? console.routes() : routes ?? .server
        var outcome = table.find(head.method, path, asReference: services.profile.isReference)
        if case .found(let match) = outcome, match.route.isForm, !MediaRange.prefersPage(head.headerFields) {
            outcome = .notFound
        }
        let isMalformed = services.profile.isReference && RouteTable.server.isMalformed(path)
        guard case .found(let match) = outcome, !isMalformed else {
            let answer = unknownPath(place, outcome, head, record, isMalformed: isMalformed)
            end.note(answer, of: nil, to: head, path)
            return response(answer, to: head, record.profile, isControl: isControl)
        }
        let query = mark.map { target[target.utf8.index(after: $0)...] }
        let reservation: RequestMemory.Reservation
        var answer: RouteResponse
        do {
            (answer, reservation) = try await self.answer(request, from: source, match, query, record, context)
        } catch {
            end.note(nil, of: match.route, to: head, path)
            return try await endConnection(error, context)
        }
        end.note(answer, of: match.route, to: head, path)
        // Read twice where it may say so, since an error may come before it was read. Others look at no query for it.
        if record.profile == .production, let query, query.containsBytes(of: "prettyPrint=false") {
            answer.isCompact = QueryParameters(query).wantsCompactAnswer
        }
        if let events = answer.events { return response(answer, with: events, to: head) }
        guard answer.body.count > Self.largeAnswer else {
            return response(answer, to: head, record.profile, isControl: isControl)
        }
        reservation.note(answer.body.count)
        return await services.workers.run(for: Self.share(of: match, nil)) { [answer] in
            response(answer, to: head, record.profile, isControl: isControl, keeping: reservation)
        }
    }

    private func unknownPath(
        _ path: String, _ outcome: RouteTable.Outcome, _ head: HTTPRequest, _ record: RequestRecord, isMalformed: Bool
    ) -> RouteResponse {
        guard MountedConsole.owns(path), MediaRange.prefersPage(head.headerFields) else {
            return ErrorRendering.unknownPath(outcome, head, services.profile, isMalformed: isMalformed)
        }
        let rendering = ErrorRendering(record: record, logger: services.logger)
        return console.failure(.init(problem: .unknownPath, rendering: rendering, guardian: guardian, head: head))
    }

    /// - Returns: The answer, and the memory that the request takes.
    /// - Throws: What a fault does to the connection in place of an answer. The request takes no memory any more then.
    private func answer(
        _ request: ReceivedRequest, from source: RequestSource, _ match: RouteTable.Match, _ query: Substring?,
        _ record: RequestRecord, _ context: EmulatorContext
    ) async throws(ConnectionFault) -> (RouteResponse, RequestMemory.Reservation) {
        let reservation = memory.reserve()
        var answer = try await answer(request, from: source, match, query, record, reservation, context)
        let (fault, dropsAnswer) = record.fault
        guard !dropsAnswer else { throw .drop }
        if let fault { answer.overrides[.firebreakFault] = fault }
        return (answer, reservation)
    }

    private func answer(
        _ request: ReceivedRequest, from source: RequestSource, _ match: RouteTable.Match, _ query: Substring?,
        _ record: RequestRecord, _ reservation: RequestMemory.Reservation, _ context: EmulatorContext
    ) async throws(ConnectionFault) -> RouteResponse {
        let head = request.head
        do {
            try check(head, from: source, match.route)
            let encoding = head.headerFields.value(.contentEncoding)?.nonEmpty?.lowercased() ?? "identity"
            guard encoding == "identity" || ContentCoding.supports(encoding) else {
                return ErrorRendering.unsupportedEncoding(encoding)
            }
            let received =
                switch request.body {
                case .whole(let content): try self.content(content, reservation)
                case .parts(let parts): try await content(of: head, parts, reservation)
                }
            guard let content = received else {
                let length = head.headerFields.value(.contentLength).flatMap { Int($0) }
                return ErrorRendering.tooLarge(limit: maximumBody, length: length)
            }
            let query = try parameters(query, of: match.route, reservation)
            @Sendable func respond(_ content: ByteBuffer) async throws -> RouteResponse {
                JournalTap.note(content, of: match.route, head, record, control)
                let requestContext = RequestContext(
                    control: control, match: match, head: head, query: query, content: content,
                    source: source, origin: address.origin(for: source), record: record, guardian: guardian,
                    channel: context.channel, information: information, server: self)
                guard match.route.mayWait, context.hasConnection else {
                    return try await match.route.respond(requestContext)
                }
                return await answerWhileConnected(requestContext, context)
            }
            guard match.route.isBulk || encoding != "identity" || content.readableBytes > Self.largeBody else {
                return try await respond(content)
            }
            // Off the event loop, so that its other connections do not wait.
            let share = Self.share(of: match, query)
            return try await ClientWatch.work(for: context.channel, share, on: services.workers) {
                do {
                    return try await respond(
                        try unfolded(content, encoding, reservation, isForm: RequestContext.isForm(head)))
                } catch let error as WireError {
                    // Rendered here as well, because it may quote much of the request.
                    return rendered(error, match.route, head, record)
                }
            }
        } catch let fault as ConnectionFault {
            throw fault
        } catch {
            return rendered(error, match.route, head, record)
        }
    }

    private func check(_ head: HTTPRequest, from source: RequestSource, _ route: Route) throws(WireError) {
        if let run = control.shownRun, head.method != .get, head.method != .head {
            throw .failedPrecondition("\(run) It cannot be changed.")
        }
        if route.isGuarded { try guardian.check(head, from: source, route) }
        // Links and redirects are made of it.
        if let host = source.authority?.nonEmpty, !Authority.isValid(host) { throw .invalidHost(host) }
    }

    /// Reads a query once there is memory for what is made of it.
    private func parameters(
        _ query: Substring?, of route: Route, _ reservation: RequestMemory.Reservation
    ) throws(WireError) -> QueryParameters {
        if let query, case let size = RequestMemory.parsedSize(ofQuery: query), size > 0, !reservation.grow(by: size) {
            throw .tooMuchAtOnce
        }
        let parameters = QueryParameters(query)
        return route.dropsQuery ? parameters.systemOnly : parameters
    }

    /// The answer to a request that could not be read, or that failed.
    private func rendered(
        _ error: any Error, _ route: Route, _ head: HTTPRequest, _ record: RequestRecord
    ) -> RouteResponse {
        switch error {
        case let error as RequestContext.UnsupportedCharset: return ErrorRendering.unsupportedCharset(error.charset)
        case ContentCoding.Failure.tooLarge: return ErrorRendering.tooLarge(limit: maximumBody, length: nil)
        case ContentCoding.Failure.malformed: return ErrorRendering.malformedContent
        case is HTTPParserError: return ErrorRendering.malformedFraming
        case let answer as FaultAnswer: return answer.response
        default: break
        }
        let rendering = ErrorRendering(record: record, logger: services.logger)
        guard route.kind == .console else { return rendering.answer(error, for: route) }
        return console.failure(.init(problem: .error(error), rendering: rendering, guardian: guardian, head: head))
    }

    /// Whose work a request is, as far as its head tells: the project in the path, else the key that selects one.
    private static func share(of match: RouteTable.Match, _ query: QueryParameters?) -> WorkerExecutor.Share {
        WorkerExecutor.Share(
            project: match.parameters["targetProjectId"] ?? query?["key"] ?? "", kind: match.route.operationID)
    }

    /// Decodes a large body once there is memory for what is made of it.
    private func unfolded(
        _ content: ByteBuffer, _ encoding: String, _ reservation: RequestMemory.Reservation, isForm: Bool
    ) throws -> ByteBuffer {
        var content = content
        if encoding != "identity", content.readableBytes > 0 {
            content = try ContentCoding.decode(content, encoding, limit: maximumBody)
            guard reservation.grow(by: content.readableBytes) else { throw WireError.tooMuchAtOnce }
        }
        guard content.readableBytes > Self.largeBody else { return content }
        let parsed = RequestMemory.parsedSize(of: content, atMost: JSON.maximumValues, isForm: isForm)
        guard reservation.grow(by: parsed) else { throw WireError.tooMuchAtOnce }
        return content
    }

    /// Stops when the client disconnects or the server shuts down, which a waiting request would not notice.
    private func answerWhileConnected(_ requestContext: RequestContext, _ context: EmulatorContext) async
        -> RouteResponse
    {
        let rendering = ErrorRendering(record: requestContext.record, logger: services.logger)
        var answer: RouteResponse
        do {
            answer = try await ClientWatch(context.channel).run {
                try await requestContext.route.respond(requestContext)
            }
        } catch {
            answer = rendering.answer(error, for: requestContext.route)
        }
        // A client that waits is watched until its connection ends.
        answer.headers[.connection] = "close"
        return answer
    }

    /// Ends a connection without an answer. A request without a connection gets the error.
    private func endConnection(_ fault: ConnectionFault, _ context: EmulatorContext) async throws -> ServerResponse {
        if fault == .hang {
            // It ends with a cancellation: the client has gone, or the server is shutting down.
            do { try await ClientWatch(context.channel).run { try await Self.waitForCancellation() } } catch {
                guard context.hasConnection else { throw error }
            }
        }
        await context.closeConnection()
        throw fault
    }

    /// A suspended task and nothing else; a cancelled sleep would stay with the runtime until its time is over.
    private static func waitForCancellation() async throws {
        let nothing = AsyncStream<Never> { _ in }
        for await _ in nothing {}
        throw CancellationError()
    }

    /// A body that has arrived; `nil` when it is larger than allowed.
    private func content(_ content: ByteBuffer, _ reservation: RequestMemory.Reservation) throws(WireError)
        -> ByteBuffer?
    {
        guard content.readableBytes <= maximumBody else { return nil }
        if content.readableBytes > RequestMemory.small, !reservation.grow(by: content.readableBytes) {
            throw .tooMuchAtOnce
        }
        return content
    }

    /// Reads a body; `nil` when it is larger than allowed. Never more than the limit is held in memory.
    private func content(
        of head: HTTPRequest, _ parts: BodyParts, _ reservation: RequestMemory.Reservation
    ) async throws -> ByteBuffer? {
        if let declared = head.headerFields.value(.contentLength).flatMap({ Int($0) }), declared > maximumBody {
            return nil
        }
        var content: ByteBuffer?
        for try await var chunk in parts {
            if chunk.readableBytes > RequestMemory.small || content != nil, !reservation.grow(by: chunk.readableBytes) {
                throw WireError.tooMuchAtOnce
            }
            guard var collected = content else {
                guard chunk.readableBytes <= maximumBody else { return nil }
                content = chunk
                continue
            }
            guard collected.readableBytes + chunk.readableBytes <= maximumBody else { return nil }
            content = nil
            collected.writeBuffer(&chunk)
            content = collected
        }
        return content ?? ByteBuffer()
    }

    private func response(
        _ answer: RouteResponse, to head: HTTPRequest, _ profile: Profile, isControl: Bool,
        keeping reservation: RequestMemory.Reservation? = nil
    ) -> ServerResponse {
        var headers = answer.headers
        if !isControl { ResponseHeaders.addCrossOrigin(head.headerFields, to: &headers) }
        if profile.behavior.formatsAsProduction { ResponseHeaders.addProduction(to: &headers) }
        var body = answer.body
        if let type = answer.contentType {
            headers[.contentType] = type
            if profile.behavior.formatsAsProduction, type.startsWithBytes(of: "application/json") {
                headers[.contentType] = "application/json; charset=UTF-8"
                body = Self.asProduction(answer)
            }
        }
        for header in answer.overrides { headers[header.name] = header.value }
        // The answer to HEAD has no body, but the length of one.
        headers[.contentLength] = String(body.count)
        guard head.method != .head, !body.isEmpty else {
            return ServerResponse(answer.status, headers)
        }
        // production.md section 1.2; the other profiles do not spend time on it.
        if profile.behavior.formatsAsProduction, !isControl, ContentCoding.acceptsGzip(head.headerFields),
            let compressed = ContentCoding.gzip(ByteBuffer(bytes: body))
        {
            headers[.contentEncoding] = "gzip"
            headers[.contentLength] = String(compressed.readableBytes)
            guard reservation != nil else { return ServerResponse(answer.status, headers, .whole(compressed)) }
            body = Array(compressed.readableBytesView)
        }
        guard let reservation else { return ServerResponse(answer.status, headers, .whole(ByteBuffer(bytes: body))) }
        let content = body
        return ServerResponse(
            answer.status, headers,
            .parts { write in
                for start in stride(from: 0, to: content.count, by: Self.largeAnswer) {
                    try await write(ByteBuffer(bytes: content[start..<min(start + Self.largeAnswer, content.count)]))
                }
                // Until the client has taken the last part.
                withExtendedLifetime(reservation) {}
            })
    }

    /// Production indents everything and appends a line feed, unless it is asked not to (production.md section 1.2).
    private static func asProduction(_ answer: RouteResponse) -> [UInt8] {
        // What is no success of the API is indented already.
        let isIndented = answer.contentType == RouteResponse.jsonText
        guard answer.isCompact else { return (isIndented ? answer.body : JSON.indented(answer.body)) + [0x0A] }
        guard isIndented, let document = try? JSON(parsing: answer.body) else { return answer.body }
        return document.bytes
    }

    /// Headers, and after them the events as they come.
    private func response(
        _ answer: RouteResponse, with events: any EventStream, to head: HTTPRequest
    ) -> ServerResponse {
        var headers = answer.headers
        headers[.contentType] = answer.contentType
        guard head.method != .head else {
            headers[.contentLength] = "0"
            return ServerResponse(answer.status, headers)
        }
        return ServerResponse(answer.status, headers, .events(EventBody(events, timing)))
    }
}

extension EmulatorResponder {
    /// Answers a request without a connection in the same way as one with: the same routes, headers and bodies.
    ///
    /// - Parameters:
    ///   - path: With its query, for example `/firebreak/v1/projects/p/outbox?limit=1`.
    ///   - host: The host name to use for this server, also in links of the response; `nil` for its own address.
    ///   - remoteIP: The client's address; `nil` for this process.
    /// - Returns: The answer with all its headers, and with its events where it has any.
    package func perform(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8] = [],
        host: String? = nil, from remoteIP: String? = nil
    ) async throws -> RouteResponse {
        var headers = headers
        if !body.isEmpty || method == .post { headers[.contentLength] = String(body.count) }
        let request = ReceivedRequest(
            HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers),
            .whole(ByteBuffer(bytes: body)))
        let response = try await respond(to: request, context: EmulatorContext(remoteIP: remoteIP))
        let head = response.head
        var answer = RouteResponse(
            status: head.status, contentType: head.headerFields[.contentType], body: [], headers: head.headerFields)
        switch response.body {
        case .whole(let content): answer.body = Array(content.readableBytesView)
        case .parts(let body): try await body { part in answer.body += part.readableBytesView }
        case .events(let body): answer.events = body.events
        }
        return answer
    }
}

/// What the server knows about a request besides its content.
struct EmulatorContext: Sendable {
    /// The address at the other end of the connection; `nil` for this process.
    let remoteIP: String?
    /// The connection, which may close before the response; `nil` for a request without one.
    let channel: (any Channel)?

    /// Whether the request came over a connection.
    var hasConnection: Bool { channel != nil }

    /// The context of all requests of a connection; `nil` if the client has gone so early that its address is
    /// unknown: it must not pass for this process.
    init?(_ channel: any Channel) {
        guard let remoteIP = channel.remoteAddress?.ipAddress else { return nil }
        self.remoteIP = remoteIP
        self.channel = channel
    }

    /// The context of a request without a connection.
    init(remoteIP: String?) {
        self.remoteIP = remoteIP
        channel = nil
    }

    /// Closes the connection; what is written to it afterwards goes nowhere.
    func closeConnection() async {
        try? await channel?.close().get()  // closed already
    }
}
