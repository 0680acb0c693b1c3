import AsyncHTTPClient
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
    private let base: String
    private let connections = Connections()

    /// The size limit of an answer: a list of 1,000 long messages fits.
    private static let maximumReply = 256 << 20

    /// - Parameters:
    ///   - url: Scheme, host and port; a trailing slash does not matter.
    ///   - controlToken: The server's control token, if it has one.
    public init(url: String, controlToken: String? = nil) {
        self.url = url
        self.controlToken = controlToken
        base = url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    /// The whole URL of a call.
    package func address(of request: ControlRequest) -> String { base + request.target }

    /// Makes one call over a connection that is kept for the next one.
    public func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        do {
            let response = try await connections.client.execute(outgoing(request), timeout: TimeAmount(request.timeout))
            let body = try await response.body.collect(upTo: Self.maximumReply)
            return ControlReply(status: Int(response.status.code), body: Array(body.readableBytesView))
        } catch {
            guard !(error is CancellationError), error as? HTTPClientError != .cancelled else { throw .wasCancelled }
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw FirebreakFailure(.unreachable, "\(url) does not answer: \(reason)")
        }
    }

    private func outgoing(_ request: ControlRequest) -> HTTPClientRequest {
        var outgoing = HTTPClientRequest(url: address(of: request))
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for header in request.headers { outgoing.headers.add(name: header.name, value: header.value) }
        outgoing.headers.add(name: "accept", value: "*/*")
        if let controlToken { outgoing.headers.add(name: "authorization", value: "Bearer \(controlToken)") }
        if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
        return outgoing
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
