import AsyncHTTPClient
import Firebreak
import FirebreakWire
import NIOCore
import NIOHTTP1
import Testing

/// What only a socket shows. Everything else is tested without one.
@Suite(.timeLimit(.minutes(20)))
struct LiveServerTests {
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"

    private func call(
        _ address: BoundAddress, _ method: String, _ path: String, _ body: JSON? = nil
    ) async throws -> (status: UInt, json: JSON) {
        var request = HTTPClientRequest(url: address.url + path)
        request.method = .init(rawValue: method)
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.bytes))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        let bytes = try await response.body.collect(upTo: 1 << 24)
        return (response.status.code, (try? JSON(parsing: Array(bytes.readableBytesView))) ?? .null)
    }

    private static func head(_ method: String, _ path: String, _ headers: String...) -> String {
        (["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static func answers(_ text: String) -> Int { text.parts("HTTP/1.1 ").count - 1 }

    @Test func `an account signs up and is found`() async throws {
        try await withFirebreak { firebreak in
            let user = try await call(
                firebreak, "POST", Self.signUp, ["email": "a@example.test", "password": "correct-horse"])
            #expect(user.status == 200)
            let found = try await call(
                firebreak, "POST", "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k",
                ["idToken": user.json["idToken"] ?? .null])
            #expect(found.json["users"]?.arrayValue?.first?["email"] == "a@example.test")
        }
    }

    @Test func `a connection is kept, also after errors and for pipelined requests`() async throws {
        try await withFirebreak { firebreak in
            let text = try await RawConnection.exchange(
                firebreak, Self.head("GET", "/healthz"),
                Self.head("GET", "/no/such/path")
                    + Self.head("POST", Self.signUp, "Content-Type: application/json", "Content-Length: 1") + "{",
                Self.head("GET", "/healthz", "Connection: close"))

            #expect(Self.answers(text) == 4)
            #expect(text.parts("HTTP/1.1 200 ").count == 3)
            #expect(text.parts("HTTP/1.1 404 ").count == 2)
            #expect(text.parts("HTTP/1.1 400 ").count == 2)
        }
    }

    @Test func `HEAD has a length and no body, a preflight neither`() async throws {
        try await withFirebreak { firebreak in
            let text = try await RawConnection.exchange(
                firebreak, Self.head("HEAD", "/"), Self.head("OPTIONS", Self.signUp, "Origin: http://a.test"),
                Self.head("GET", "/healthz", "Connection: close"))

            #expect(Self.answers(text) == 3)
            #expect(!text.contains("authEmulator"))
            let preflight = try #require(text.parts("HTTP/1.1 204 ").last)
            #expect(preflight.lowercased().contains("access-control-allow-origin: http://a.test"))
        }
    }

    @Test func `a chunked body is read, and refused when it becomes too large`() async throws {
        var configuration = EmulatorConfiguration()
        configuration.maxBodyBytes = 1000
        try await withFirebreak(configuration: configuration) { firebreak in
            let head = Self.head(
                "POST", Self.signUp, "Content-Type: application/json", "Transfer-Encoding: chunked", "Connection: close"
            )
            let small = try await RawConnection.exchange(firebreak, head, "2\r\n{}\r\n", "0\r\n\r\n")
            #expect(small.hasPrefix("HTTP/1.1 200 "))

            let chunk = "100\r\n" + String(repeating: " ", count: 256) + "\r\n"
            let large = try await RawConnection.exchange(
                firebreak, head, chunk, chunk, chunk, chunk, until: { $0.contains("entity.too.large") })
            #expect(large.hasPrefix("HTTP/1.1 413 "))

            let declared = try await RawConnection.exchange(
                firebreak,
                Self.head("POST", Self.signUp, "Content-Type: application/json", "Content-Length: 99999999999"),
                until: { $0.contains("entity.too.large") })
            #expect(declared.hasPrefix("HTTP/1.1 413 "))
            #expect(try await call(firebreak, "GET", "/healthz").status == 200)
        }
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
    ])
    func `what is no request ends its connection and nothing else`(text: String) async throws {
        try await withFirebreak { firebreak in
            let answer = try? await RawConnection.exchange(firebreak, text)  // a reset is as good as a refusal
            #expect(answer?.hasPrefix("HTTP/1.1 2") != true)
            let health = try await call(firebreak, "GET", "/healthz")
            #expect(health.status == 200)
        }
    }

    @Test func `two emulators side by side share nothing`() async throws {
        try await withFirebreak { first in
            try await withFirebreak { second in
                #expect(first.port != second.port)
                let user: JSON = ["email": "a@example.test", "password": "correct-horse"]
                for address in [first, second] {
                    #expect(try await call(address, "POST", Self.signUp, user).status == 200)
                }
                let info = try await call(second, "GET", "/firebreak/v1/info")
                #expect(info.json["port"] == .int(second.port))
            }
            #expect(try await call(first, "GET", "/healthz").status == 200)
        }
    }

    @Test func `the port is free when the body has returned, or thrown`() async throws {
        struct Refusal: Error {}
        let address = try await withFirebreak { firebreak in
            _ = try await call(firebreak, "GET", "/healthz")
            return firebreak
        }
        await #expect(throws: (any Error).self) { try await RawConnection.open(address, "") }
        try await listen(on: address.port)

        await #expect(throws: Refusal.self) { try await withFirebreak { _ in throw Refusal() } }
    }

    /// Runs a server on a port, and ends it when it answers.
    private func listen(on port: Int) async throws {
        var configuration = EmulatorConfiguration()
        configuration.port = port
        let emulator = try Emulator(configuration: configuration)
        let (ready, continuation) = AsyncStream.makeStream(of: BoundAddress.self)
        let running = Task {
            defer { continuation.finish() }
            try await emulator.run { continuation.yield($0) }
        }
        var addresses = ready.makeAsyncIterator()
        let address = try #require(await addresses.next())
        #expect(address.port == port)
        #expect(try await call(address, "GET", "/readyz").status == 200)
        running.cancel()
        _ = await running.result
    }

    @Test func `a taken port is an error that says so`() async throws {
        try await withFirebreak { firebreak in
            var configuration = EmulatorConfiguration()
            configuration.port = firebreak.port
            let emulator = try Emulator(configuration: configuration)
            let error = await #expect(throws: EmulatorError.self) { try await emulator.run() }
            #expect(error?.code == .portTaken)
        }
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.1", "127.evil.test", "127.0.0.+1"])
    func `listening beyond loopback needs a control token`(host: String) {
        var configuration = EmulatorConfiguration()
        configuration.host = host
        let error = #expect(throws: EmulatorError.self) { try Emulator(configuration: configuration) }
        #expect(error?.code == .invalidConfiguration)
        configuration.controlToken = "secret"
        #expect((try? Emulator(configuration: configuration)) != nil)  // the token was all that it lacked
    }

    @Test func `requests in flight do not disturb one another`() async throws {
        try await withFirebreak { firebreak in
            try await withThrowingTaskGroup(of: UInt.self) { group in
                for index in 0..<200 {
                    group.addTask {
                        try await call(
                            firebreak, "POST",
                            "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=project:p\(index % 4)",
                            ["email": .string("\(index / 4)@example.test"), "password": "correct-horse"]
                        ).status
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
            for index in 0..<4 {
                let summary = try await call(firebreak, "GET", "/firebreak/v1/projects/p\(index)")
                #expect(summary.json[path: "counts.accounts"] == 50)
            }
        }
    }
}

extension String {
    /// The parts between the occurrences of a text.
    fileprivate func parts(_ separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
