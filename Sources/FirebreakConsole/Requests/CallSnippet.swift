import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// What a call of the journal is copied as.
enum CallSnippet: String, Sendable, CaseIterable {
    case curl, fetch, swift, pytest

    /// What the query asks for.
    init(_ request: ConsoleRequest) { self = request.query["as"].flatMap(CallSnippet.init(rawValue:)) ?? .curl }

    var title: String {
        switch self {
        case .curl: "curl"
        case .fetch: "fetch"
        case .swift: "Swift"
        case .pytest: "pytest"
        }
    }
}

extension CurlCommand {
    /// The call in a language.
    ///
    /// - Parameter status: That of the answer, which a test expects again.
    func text(as snippet: CallSnippet, status: Int?) -> String {
        switch snippet {
        case .curl: text
        case .fetch: fetch
        case .swift: swift
        case .pytest: pytest(status: status)
        }
    }

    private var fields: [(name: String, value: String)] {
        headers.compactMap { header in
            header.parted(at: ": ").map { (String($0.before), String($0.after)) }
        }
    }

    private var fetch: String {
        let literal = SourceLiteral.javaScript
        var lines = ["const response = await fetch(\(literal(url)), {", "  method: \(literal(method)),"]
        if !fields.isEmpty {
            lines.append("  headers: {")
            lines += fields.map { "    \(literal($0.name)): \(literal($0.value))," }
            lines.append("  },")
        }
        if let body { lines.append("  body: \(literal(body)),") }
        return (lines + ["});", "console.log(response.status, await response.text());"]).joined(separator: "\n")
    }

    private var swift: String {
        let literal = SourceLiteral.swift
        var lines = [
            "import Foundation", "", "var request = URLRequest(url: URL(string: \(literal(url)))!)",
            "request.httpMethod = \(literal(method))",
        ]
        lines += fields.map { "request.setValue(\(literal($0.value)), forHTTPHeaderField: \(literal($0.name)))" }
        if let body { lines.append("request.httpBody = Data(\(literal(body)).utf8)") }
        lines += [
            "let (data, response) = try await URLSession.shared.data(for: request)",
            "print((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))",
        ]
        return lines.joined(separator: "\n")
    }

    private func pytest(status: Int?) -> String {
        let literal = SourceLiteral.python
        var lines = [
            "import requests", "", "", "def test_the_call():", "    response = requests.request(",
            "        \(literal(method)),", "        \(literal(url)),",
        ]
        if !fields.isEmpty {
            lines.append("        headers={")
            lines += fields.map { "            \(literal($0.name)): \(literal($0.value))," }
            lines.append("        },")
        }
        if let body { lines.append("        data=\(literal(body)).encode(),") }
        lines += ["        allow_redirects=False,", "        timeout=10,", "    )"]
        lines.append("    assert response.status_code == \(status.map { String($0) } ?? "200"), response.text")
        return lines.joined(separator: "\n")
    }
}

extension RecordedCall {
    /// How long an answer is waited for: a fault may hold it back for ever.
    private static let patience = Duration.seconds(10)

    /// Sends the call to this server once more, as it came.
    ///
    /// - Returns: Its place in the journal of the project; `nil` if it is not there.
    func sent(by request: ConsoleRequest) async throws -> Int64? {
        guard let method = HTTPRequest.Method(self.method), let journal = request.journal(.project(request)) else {
            return nil
        }
        var headers = HTTPFields()
        headers[.contentType] = contentType
        headers[.userAgent] = client.userAgent
        headers[.origin] = client.origin
        if let version = client.version { headers[.clientVersion] = version }
        if let locale = client.locale { headers[.firebaseLocale] = locale }
        if wantsPage { headers[.accept] = "text/html" }
        if caller == .admin { headers[.authorization] = "Bearer owner" }
        // The key may have been in a header, which the journal does not keep.
        if caller == .apiKey, !path.containsBytes(of: "key=") { headers[.googAPIKey] = try await request.apiKey() }
        let last = journal.last
        let server = request.context.server
        // An admin is one of this machine; apps are counted by their address.
        let address = caller == .admin ? nil : client.ip
        await withTaskGroup(of: Void.self) { [headers, path, body] group in
            group.addTask {
                // A fault may end the call without an answer, which its page then shows.
                _ = try? await server.perform(
                    method, path, headers: headers, body: body, host: refusedHost, from: address)
            }
            group.addTask { try? await Task.sleep(for: Self.patience) }  // cancelled with the answer
            _ = await group.next()
            group.cancelAll()
        }
        return journal.newest(after: last, self.method, path)
    }
}
