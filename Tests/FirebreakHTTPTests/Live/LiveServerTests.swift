import Firebreak
import FirebreakTestSupport
import FirebreakWire
import Testing

/// What only a socket shows. Everything else is tested without one.
@Suite(.timeLimit(.minutes(20)))
struct LiveServerTests {
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"

    private static func isHealthy(_ address: BoundAddress) async -> Bool {
        (try? await HTTPTransport(url: address.url).send(ControlRequest(.get, "/healthz")))?.isSuccess == true
    }

    private static func project(_ address: BoundAddress, _ id: String = "demo-firebreak") -> FirebreakProject {
        FirebreakServer(url: address.url).project(id)
    }

    private static func head(_ method: String, _ path: String, _ headers: String...) -> String {
        (["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static func answers(_ text: String) -> Int { text.parts("HTTP/1.1 ").count - 1 }

    @Test func `an account signs up and is found`() async throws {
        try await withFirebreak { firebreak in
            let project = Self.project(firebreak)
            let user = try await project.call(
                "accounts:signUp", ["email": "a@example.test", "password": "correct-horse"])
            let found = try await project.call("accounts:lookup", ["idToken": user["idToken"] ?? .null])
            #expect(found["users"]?.arrayValue?.first?["email"] == "a@example.test")
        }
    }

    @Test func `a connection is kept, also after errors and for pipelined requests`() async throws {
        try await withFirebreak { firebreak in
            let text = try await RawConnection.context(
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
            let text = try await RawConnection.context(
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
            let small = try await RawConnection.context(firebreak, head, "2\r\n{}\r\n", "0\r\n\r\n")
            #expect(small.hasPrefix("HTTP/1.1 200 "))

            let chunk = "100\r\n" + String(repeating: " ", count: 256) + "\r\n"
            let large = try await RawConnection.context(
                firebreak, head, chunk, chunk, chunk, chunk, until: { $0.contains("entity.too.large") })
            #expect(large.hasPrefix("HTTP/1.1 413 "))

            let declared = try await RawConnection.context(
                firebreak,
                Self.head("POST", Self.signUp, "Content-Type: application/json", "Content-Length: 99999999999"),
                until: { $0.contains("entity.too.large") })
            #expect(declared.hasPrefix("HTTP/1.1 413 "))
            #expect(await Self.isHealthy(firebreak))
        }
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
    ])
    func `what is not a request ends its connection and nothing else`(text: String) async throws {
        try await withFirebreak { firebreak in
            let answer = try? await RawConnection.context(firebreak, text)  // a reset is as good as a refusal
            #expect(answer?.hasPrefix("HTTP/1.1 2") != true)
            #expect(await Self.isHealthy(firebreak))
        }
    }

    @Test func `two emulators side by side share nothing`() async throws {
        try await withFirebreak { first in
            try await withFirebreak { second in
                #expect(first.port != second.port)
                for address in [first, second] {
                    try await Self.project(address).accounts.create(email: "a@example.test")
                }
                #expect(try await FirebreakServer(url: second.url).info().port == second.port)
            }
            #expect(await Self.isHealthy(first))
        }
    }

    @Test func `the port is free when the body has returned, or thrown`() async throws {
        struct Refusal: Error {}
        let address = try await withFirebreak { firebreak in
            #expect(await Self.isHealthy(firebreak))
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
        try await Emulator(configuration: configuration).whileRunning { address in
            #expect(address.port == port)
            #expect(await Self.isHealthy(address))
        }
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
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<200 {
                    group.addTask {
                        try await Self.project(firebreak, "p\(index % 4)").call(
                            "accounts:signUp",
                            ["email": .string("\(index / 4)@example.test"), "password": "correct-horse"])
                    }
                }
                try await group.waitForAll()
            }
            for index in 0..<4 {
                #expect(try await Self.project(firebreak, "p\(index)").summary().counts.accounts == 50)
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
