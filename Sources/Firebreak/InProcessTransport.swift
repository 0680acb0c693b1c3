public import FirebreakClient
import FirebreakControl
import FirebreakHTTP
public import FirebreakModel
import FirebreakWire
import HTTPTypes

/// Reaches an emulator in the same process: its answers are the same as over its socket, but no socket is needed.
public struct InProcessTransport: Transport {
    private let responder: EmulatorResponder
    private let workers: WorkerExecutor
    private let controlToken: String?
    private let adminToken: String?

    /// Reaches an emulator, whether it listens or not.
    public init(_ emulator: Emulator) {
        responder = emulator.responder
        workers = emulator.workers
        controlToken = emulator.controlToken
        adminToken = emulator.adminToken
    }

    /// Base URL at which the emulator listens, without a slash at the end; its port is 0 while it does not.
    public var url: String { responder.address.url }

    /// Makes one call. Its time limit is ignored, because no network is involved.
    ///
    /// - Throws: As `Transport.send(_:)`.
    @concurrent
    public func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        let answer: RouteResponse
        do { answer = try await self.answer(to: request) } catch {
            throw FirebreakFailure(.unreachable, "The emulator did not answer: \(error)")
        }
        let reply = ControlReply(status: answer.status.code, body: answer.body)
        if Task.isCancelled, !reply.isSuccess { throw .wasCancelled }
        return reply
    }

    /// Makes one call whose events are read as they are asked for.
    public func events(_ request: ControlRequest) -> AsyncThrowingStream<ServerEvent, any Error> {
        let reading = InProcessEvents(of: request, over: self)
        return AsyncThrowingStream { try await reading.next() }
    }

    fileprivate func begin(_ request: ControlRequest) async throws -> (any EventStream)? {
        let answer = try await answer(to: request)
        let reply = ControlReply(status: answer.status.code, body: answer.body)
        guard reply.isSuccess else { throw FirebreakFailure(reply) }
        return answer.events
    }

    private func answer(to request: ControlRequest) async throws -> RouteResponse {
        let headers = headers(of: request)
        let method = HTTPRequest.Method(rawValue: request.method.rawValue) ?? .get
        // Neither on the shared threads, which the rest of the process needs, nor on the caller's.
        return try await workers.run {
            try await responder.perform(method, request.target, headers: headers, body: request.body)
        }
    }

    private func headers(of request: ControlRequest) -> HTTPFields {
        var headers = HTTPFields()
        for header in request.headers {
            if let name = HTTPField.Name(header.name) { headers.append(HTTPField(name: name, value: header.value)) }
        }
        if let token = request.caller.token(control: controlToken, admin: adminToken) {
            headers[.authorization] = "Bearer \(token)"
        }
        return headers
    }
}

/// The events of one answer.
private actor InProcessEvents {
    private let request: ControlRequest
    private let transport: InProcessTransport
    private var stream: (any EventStream)?
    /// Those that were read at once, in reverse order.
    private var ready: [ServerEvent] = []

    init(of request: ControlRequest, over transport: InProcessTransport) {
        self.request = request
        self.transport = transport
    }

    func next() async throws -> ServerEvent? {
        while ready.isEmpty {
            var stream = stream
            if stream == nil { stream = try await transport.begin(request) }
            // No connection has to be kept open; the time is only long.
            guard let events = try await stream?.next(within: .seconds(3600)) else { return nil }
            self.stream = stream
            ready = events.reversed()
        }
        return ready.popLast()
    }
}

extension Emulator {
    /// One of its projects, for as long as the emulator exists. It is reached without a socket, so that it can be read
    /// and changed before the emulator runs and while it does.
    ///
    /// The first steps of ``run()``, such as applying the fixtures, have not been done before it runs.
    public func project(_ id: String) -> FirebreakProject { FirebreakProject(id, at: InProcessTransport(self)) }
}
