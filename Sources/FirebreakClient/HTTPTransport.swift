import AsyncHTTPClient
public import FirebreakModel
import FirebreakWire
import NIOCore
import NIOHTTP1

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reaches a server by its address.
public struct HTTPTransport: Transport {
    /// The server's address as it was given.
    public let url: String
    package let controlToken: String?
    private let adminToken: String?
    private let base: String
    private let connections = Connections()

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
    }

    /// The whole URL of a call.
    package func address(of request: ControlRequest) -> String { base + request.target }

    /// Makes one call over a connection that is kept for the next one.
    ///
    /// - Throws: As ``Transport/send(_:)``.
    public func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        do {
            let response = try await connections.client.execute(outgoing(request), timeout: TimeAmount(request.timeout))
            let body = try await response.body.collect(upTo: Self.maximumReply)
            return ControlReply(status: Int(response.status.code), body: Array(body.readableBytesView))
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
    fileprivate func begin(_ request: ControlRequest) async throws -> HTTPClientResponse {
        let response = try await connections.client.execute(outgoing(request), deadline: .distantFuture)
        guard !(200..<300).contains(response.status.code) else { return response }
        let body = try await response.body.collect(upTo: Self.maximumReply)
        throw FirebreakFailure(
            ControlReply(status: Int(response.status.code), body: Array(body.readableBytesView)))
    }

    fileprivate func failure(_ error: any Error) -> FirebreakFailure {
        if let failure = error as? FirebreakFailure { return failure }
        guard !(error is CancellationError), error as? HTTPClientError != .cancelled else { return .wasCancelled }
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        return FirebreakFailure(.unreachable, "\(url) does not answer: \(reason)")
    }

    private func outgoing(_ request: ControlRequest) -> HTTPClientRequest {
        var outgoing = HTTPClientRequest(url: address(of: request))
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for header in request.headers { outgoing.headers.add(name: header.name, value: header.value) }
        outgoing.headers.add(name: "accept", value: "*/*")
        if let token = request.caller.token(control: controlToken, admin: adminToken) {
            outgoing.headers.add(name: "authorization", value: "Bearer \(token)")
        }
        if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
        return outgoing
    }
}

/// The events of one answer, read from its connection no faster than they are asked for.
private actor HTTPEvents {
    private let request: ControlRequest
    private let transport: HTTPTransport
    private var body: HTTPClientResponse.Body.AsyncIterator?
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
                var body = body
                if body == nil { body = try await transport.begin(request).body.makeAsyncIterator() }
                guard let bytes = try await body?.next(isolation: self) else { return nil }
                self.body = body
                ready = try reader.events(in: bytes.readableBytesView).reversed()
            }
            return ready.popLast()
        } catch {
            throw transport.failure(error)
        }
    }
}

/// The connections of a transport, closed with it.
private final class Connections: Sendable {
    let client: HTTPClient

    init() {
        var configuration = HTTPClient.Configuration()
        // The caller waits: a server that is not running is reported at once instead of retried for ten seconds.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // Calls retain the transport, so none is in progress here, and closing cannot fail.
        client.shutdown { _ in }
    }
}
