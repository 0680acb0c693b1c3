public import FirebreakModel
import FirebreakWire

/// Reaches a server by its address.
public struct HTTPTransport: Transport {
    /// The server's address as it was given.
    public let url: String
    package let controlToken: String?
    private let adminToken: String?
    private let base: String
    private let connections: HTTPConnections

    /// The size limit of an answer: a list of 1,000 long messages fits.
    private static let maximumReply = 256 << 20

    /// - Parameters:
    ///   - url: Scheme, host and port; a trailing slash does not matter.
    ///   - controlToken: The server's control token, if it has one.
    ///   - adminToken: The server's admin token, if it has one; calls from other machines need it.
    public init(url: String, controlToken: String? = nil, adminToken: String? = nil) {
        self.url = url
        self.controlToken = controlToken
        self.adminToken = adminToken
        base = url.without(ending: "/")
        connections = HTTPConnections()
    }

    /// Any server, whose redirects are answers as others are.
    package init(redirectingNowhere url: String) {
        self.url = url
        controlToken = nil
        adminToken = nil
        base = url.without(ending: "/")
        connections = HTTPConnections(followsRedirects: false)
    }

    /// The whole URL of a call.
    package func address(of request: ControlRequest) -> String { base + request.target }

    /// Makes one call over a connection that is kept for the next one.
    ///
    /// - Throws: As ``Transport/send(_:)``.
    public func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        do {
            let answer = try await connections.begin(call(request, timeLimit: request.timeout))
            return ControlReply(status: answer.status, body: try await answer.body(upTo: Self.maximumReply))
        } catch {
            throw failure(error)
        }
    }

    /// Makes one call over a connection of its own.
    public func events(_ request: ControlRequest) -> AsyncThrowingStream<ServerEvent, any Error> {
        let reading = HTTPEvents(of: request, over: self)
        return AsyncThrowingStream { try await reading.next() }
    }

    /// Makes a call whose answer is read in parts.
    fileprivate func begin(_ request: ControlRequest) async throws -> HTTPConnections.Answer {
        let answer = try await connections.begin(call(request, timeLimit: nil))
        guard !(200..<300).contains(answer.status) else { return answer }
        throw FirebreakFailure(
            ControlReply(status: answer.status, body: try await answer.body(upTo: Self.maximumReply)))
    }

    fileprivate func failure(_ error: any Error) -> FirebreakFailure {
        if let failure = error as? FirebreakFailure { return failure }
        guard let reason = HTTPConnections.reason(error) else { return .wasCancelled }
        return FirebreakFailure(.unreachable, "\(url) does not answer: \(reason)")
    }

    private func call(_ request: ControlRequest, timeLimit: Duration?) -> HTTPConnections.Call {
        var headers = request.headers.map { (name: $0.name, value: $0.value) }
        headers.append(("accept", "*/*"))
        if let token = request.caller.token(control: controlToken, admin: adminToken) {
            headers.append(("authorization", "Bearer \(token)"))
        }
        return HTTPConnections.Call(
            request.method.rawValue, address(of: request), headers: headers, body: request.body, timeLimit: timeLimit)
    }
}

/// The events of one answer, read from its connection no faster than they are asked for.
private actor HTTPEvents {
    private let request: ControlRequest
    private let transport: HTTPTransport
    private var answer: HTTPConnections.Answer?
    private var reader = EventStreamReader()
    /// Those of the last bytes, in reverse order.
    private var ready: [ServerEvent] = []

    init(of request: ControlRequest, over transport: HTTPTransport) {
        self.request = request
        self.transport = transport
    }

    func next() async throws -> ServerEvent? {
        do {
            while ready.isEmpty {
                if answer == nil { answer = try await transport.begin(request) }
                guard let bytes = try await answer?.next() else { return nil }
                ready = try reader.events(in: bytes).reversed()
            }
            return ready.popLast()
        } catch {
            throw transport.failure(error)
        }
    }
}
