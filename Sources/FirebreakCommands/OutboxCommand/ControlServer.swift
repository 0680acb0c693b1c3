import AsyncHTTPClient
import FirebreakWire
import Foundation
import NIOCore
import NIOHTTP1

/// A running server's control API, as seen for one project.
package struct ControlServer: Equatable, Sendable {
    /// Scheme, host and port; a slash at the end does not matter.
    package var url: String
    package var project: String
    /// Sent as a bearer token if there is one.
    package var token: String?

    package init(url: String, project: String, token: String? = nil) {
        self.url = url
        self.project = project
        self.token = token
    }

    /// An answer of the server, read completely.
    package struct Answer: Sendable {
        package var status: Int
        package var body: [UInt8]

        package init(status: Int, body: [UInt8]) {
            self.status = status
            self.body = body
        }

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The largest answer read: a list of 1,000 long messages fits.
    private static let maximumAnswer = 256 << 20

    /// The address of a path below the project.
    ///
    /// - Parameters:
    ///   - path: Starting with a slash; its variable parts are percent-encoded already.
    ///   - query: Names and values as they are.
    /// - Returns: The whole URL.
    package func address(_ path: String, query: [(name: String, value: String)]) -> String {
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        let parameters = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        return "\(base)/firebreak/v1/projects/\(PercentEncoding.encode(project))\(path)"
            + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }

    /// Gets a path below the project.
    ///
    /// - Parameters:
    ///   - path: As for ``address(_:query:)``.
    ///   - query: As for ``address(_:query:)``.
    ///   - timeout: For the whole answer.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``CommandFailure`` if the server cannot be reached or does not answer in time.
    package func get(
        _ path: String,
        query: [(name: String, value: String)],
        timeout: Duration = .seconds(30)
    ) async throws -> Answer {
        try await execute(HTTPClientRequest(url: address(path, query: query)), timeout)
    }

    /// Posts JSON to a path below the project and insists on success.
    ///
    /// - Parameter path: As for ``address(_:query:)``.
    /// - Returns: An answer with a status of 200 through 299.
    /// - Throws: ``CommandFailure`` with the server's message otherwise.
    package func postSuccess(_ path: String, body: some Encodable) async throws -> Answer {
        var request = HTTPClientRequest(url: address(path, query: []))
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        return try await execute(request, .seconds(30)).success()
    }

    /// Posts a document to a path below the project.
    ///
    /// - Parameters:
    ///   - path: As for ``address(_:query:)``.
    ///   - query: As for ``address(_:query:)``.
    ///   - document: JSON.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``CommandFailure`` if the server cannot be reached or does not answer in time.
    package func post(
        _ path: String, query: [(name: String, value: String)], document: [UInt8]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: address(path, query: query))
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: document))
        return try await execute(request, .seconds(120))
    }

    private func execute(_ request: HTTPClientRequest, _ timeout: Duration) async throws -> Answer {
        var request = request
        request.headers.add(name: "accept", value: "*/*")
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }

        var configuration = HTTPClient.Configuration()
        // Somebody waits at a shell: a server that is not there is an answer, not a reason to try for ten seconds.
        configuration.connectionPool.retryConnectionEstablishment = false
        do {
            return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
                let response = try await client.execute(request, timeout: TimeAmount(timeout))
                let body = try await response.body.collect(upTo: Self.maximumAnswer)
                return Answer(status: Int(response.status.code), body: Array(body.readableBytesView))
            }
        } catch {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw CommandFailure("\(url) does not answer: \(reason)")
        }
    }

    /// Gets a path and insists on success.
    ///
    /// - Parameters:
    ///   - path: As for ``address(_:query:)``.
    ///   - query: As for ``address(_:query:)``.
    ///   - timeout: For the whole answer.
    /// - Returns: An answer with a status of 200 through 299.
    /// - Throws: ``CommandFailure`` with the server's message otherwise.
    package func getSuccess(
        _ path: String,
        query: [(name: String, value: String)],
        timeout: Duration = .seconds(30)
    ) async throws -> Answer {
        try await get(path, query: query, timeout: timeout).success()
    }
}

extension ControlServer.Answer {
    private struct Envelope: Decodable {
        struct Failure: Decodable { var message: String? }
        var error: Failure?
    }

    package func success() throws -> Self {
        guard (200..<300).contains(status) else { throw CommandFailure(errorMessage) }
        return self
    }

    /// The message of the error envelope, else the body, else the status.
    package var errorMessage: String {
        // Not JSON: a proxy answered, or another server.
        let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(body))
        if let message = envelope?.error?.message, !message.isEmpty { return message }
        return body.isEmpty ? "the server answered with status \(status)" : text
    }
}
