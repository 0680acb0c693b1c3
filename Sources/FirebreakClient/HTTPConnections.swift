import FirebreakWire

// Systems of Apple have a client for HTTP, with the user's certificates and proxies. Elsewhere, Foundation's needs libcurl,
// so that it only stands in where the package is built without TLS.
#if TLS && !canImport(Darwin)
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
#else
    import Foundation
    import Synchronization
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
#endif

/// Calls servers by HTTP. Connections are kept for the next call, and closed with this object.
package final class HTTPConnections: Sendable {
    package struct Call: Sendable {
        package var method: String
        package var url: String
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]
        /// Until the answer begins; `nil` for as long as it takes.
        package var timeLimit: Duration?

        package init(
            _ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
            timeLimit: Duration?
        ) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
            self.timeLimit = timeLimit
        }
    }

    package struct Answer: Sendable {
        package let status: Int
        /// The header `Retry-After`, as it was sent.
        package let retryAfter: String?
        /// The next bytes of the body, read no faster than they are asked for where the system can; `nil` at its end.
        /// One task at a time may ask.
        package let next: @Sendable () async throws -> [UInt8]?

        /// The whole body.
        ///
        /// - Throws: ``TooLarge``, or what the connection fails with.
        package func body(upTo maximum: Int) async throws -> [UInt8] {
            var body: [UInt8] = []
            while let bytes = try await next() {
                guard bytes.count <= maximum - body.count else { throw TooLarge() }
                body += bytes
            }
            try Task.checkCancellation()
            return body
        }
    }

    /// A body has more bytes than the caller takes.
    package struct TooLarge: Error {
        package init() {}
    }

    #if TLS && !canImport(Darwin)
        private let client: HTTPClient

        /// - Parameter followsRedirects: As many as Node's fetch follows for the reference.
        package init(followsRedirects: Bool = true) {
            var configuration = HTTPClient.Configuration()
            // The caller waits: a server that is not running is reported at once instead of retried for ten seconds.
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.redirectConfiguration = followsRedirects ? .follow(max: 20, allowCycles: true) : .disallow
            client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }

        deinit {
            // Calls retain this object, so none is in progress here, and closing cannot fail.
            client.shutdown { _ in }
        }

        /// Closes the connections. To be called when no call is in progress.
        package func close() async { try? await client.shutdown() }

        /// Makes a call; the answer's body is not yet read.
        package func begin(_ call: Call) async throws -> Answer {
            var request = HTTPClientRequest(url: call.url)
            request.method = HTTPMethod(rawValue: call.method)
            for header in call.headers { request.headers.add(name: header.name, value: header.value) }
            if !call.body.isEmpty { request.body = .bytes(ByteBuffer(bytes: call.body)) }
            let deadline = call.timeLimit.map { NIODeadline.now() + TimeAmount($0) } ?? .distantFuture
            let response = try await client.execute(request, deadline: deadline)
            let body = Body(response.body)
            return Answer(
                status: Int(response.status.code), retryAfter: response.headers.first(name: "retry-after")
            ) {
                try await body.next()
            }
        }

        private actor Body {
            private var bytes: HTTPClientResponse.Body.AsyncIterator

            init(_ body: HTTPClientResponse.Body) { bytes = body.makeAsyncIterator() }

            func next() async throws -> [UInt8]? {
                var bytes = bytes
                let next = try await bytes.next(isolation: self)
                self.bytes = bytes
                return next.map { Array($0.readableBytesView) }
            }
        }
    #else
        private let session: URLSession
        private let calls: Calls

        /// - Parameter followsRedirects: As many as the system follows.
        package init(followsRedirects: Bool = true) {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            // A test can wait for many things at a time, each in a call of its own.
            configuration.httpMaximumConnectionsPerHost = 1_000
            calls = Calls(followsRedirects: followsRedirects)
            session = URLSession(configuration: configuration, delegate: calls, delegateQueue: nil)
        }

        deinit { session.finishTasksAndInvalidate() }

        /// Closes the connections. To be called when no call is in progress.
        package func close() async { session.invalidateAndCancel() }

        /// Makes a call; the answer's body is not yet read.
        package func begin(_ call: Call) async throws -> Answer {
            guard let url = URL(string: call.url) else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            request.httpMethod = call.method
            for header in call.headers { request.addValue(header.value, forHTTPHeaderField: header.name) }
            if !call.body.isEmpty { request.httpBody = Data(call.body) }
            // Without data; a day for what has no limit.
            request.timeoutInterval = call.timeLimit.map { $0 / .seconds(1) } ?? 86_400
            let task = session.dataTask(with: request)
            let (bytes, sink) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            // Also when the answer is dropped before its end.
            sink.onTermination = { _ in task.cancel() }
            let head = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    calls.open.withLock { $0[task.taskIdentifier] = Calls.Open(head: continuation, body: sink) }
                    task.resume()
                }
            } onCancel: {
                task.cancel()
            }
            return Answer(status: head.status, retryAfter: head.retryAfter) {
                for try await part in bytes { return part }
                return nil
            }
        }

        /// What the session tells of its calls.
        private final class Calls: NSObject, URLSessionDataDelegate, Sendable {
            struct Head: Sendable {
                var status: Int
                var retryAfter: String?
            }

            struct Open {
                /// `nil` once it was resumed.
                var head: CheckedContinuation<Head, any Error>?
                var body: AsyncThrowingStream<[UInt8], any Error>.Continuation
            }

            /// The calls whose answers have not ended.
            let open = Mutex<[Int: Open]>([:])
            private let followsRedirects: Bool

            init(followsRedirects: Bool) { self.followsRedirects = followsRedirects }

            func urlSession(
                _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
                completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
            ) {
                let head = open.withLock { open in
                    defer { open[dataTask.taskIdentifier]?.head = nil }
                    return open[dataTask.taskIdentifier]?.head
                }
                let response = response as? HTTPURLResponse
                head?.resume(
                    returning: Head(
                        status: response?.statusCode ?? 0,
                        retryAfter: response?.value(forHTTPHeaderField: "Retry-After")))
                completionHandler(.allow)
            }

            func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
                open.withLock { $0[dataTask.taskIdentifier]?.body }?.yield(Array(data))
            }

            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                guard let ended = open.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
                ended.head?.resume(throwing: error ?? URLError(.badServerResponse))
                ended.body.finish(throwing: error)
            }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                completionHandler(followsRedirects ? request : nil)
            }
        }
    #endif

    /// In words why a call failed; `nil` if it was cancelled.
    package static func reason(_ error: any Error) -> String? {
        if error is CancellationError { return nil }
        if error is TooLarge { return "the answer is too large" }
        #if TLS && !canImport(Darwin)
            if error as? HTTPClientError == .cancelled { return nil }
            return (error as? IOError).map { SystemError.text($0.errnoCode) } ?? "\(error)"
        #else
            switch (error as? URLError)?.code {
            case .cancelled: return nil
            case .cannotConnectToHost: return SystemError.text(ECONNREFUSED)
            default: return error.localizedDescription
            }
        #endif
    }
}
