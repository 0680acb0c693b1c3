import AsyncHTTPClient
import Firebreak
import FirebreakModel
import FirebreakWire
import NIOCore
import NIOHTTP1
import Testing

/// What faults do to connections.
@Suite(.timeLimit(.minutes(20)))
struct ConnectionFaultTests {
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"

    private func call(_ address: BoundAddress, _ method: String, _ path: String, _ body: JSON? = nil) async throws
        -> JSON
    {
        var request = HTTPClientRequest(url: address.url + path)
        request.method = .init(rawValue: method)
        if let body { request.body = .bytes(ByteBuffer(bytes: body.bytes)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        return try await JSON(parsing: Array(response.body.collect(upTo: 1 << 24).readableBytesView))
    }

    private func add(_ fault: JSON, _ address: BoundAddress) async throws {
        _ = try await call(address, "POST", "/firebreak/v1/projects/demo-firebreak/faults", fault)
    }

    private func hits(_ address: BoundAddress) async throws -> Int64 {
        let answer = try await call(address, "GET", "/firebreak/v1/projects/demo-firebreak/faults")
        return answer["faults"]?.arrayValue?.last?["hits"]?.integerValue ?? -1
    }

    private func accounts(_ address: BoundAddress) async throws -> JSON? {
        try await call(address, "GET", "/firebreak/v1/projects/demo-firebreak")[path: "counts.accounts"]
    }

    private static func request(_ email: String) -> String {
        let body = #"{"email":"\#(email)","password":"correct-horse"}"#
        return "POST \(signUp) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test(arguments: [("before", 0), ("after", 1)])
    func `a dropped connection ends without a byte`(point: String, accounts: Int) async throws {
        try await withFirebreak { firebreak in
            try await add(["on": "accounts.signUp", "drop": .string(point)], firebreak)

            let text = try await RawConnection.exchange(firebreak, Self.request("a@example.test"))

            #expect(text == "")
            #expect(try await self.accounts(firebreak) == .int(accounts))
            #expect(
                try await RawConnection.exchange(
                    firebreak, Self.request("b@example.test"), until: { $0.contains("localId") }
                ).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `hanging calls hold up nobody, and end with their clients`() async throws {
        let count = 200
        try await withFirebreak { firebreak in
            try await add(["on": "accounts.signUp", "hang": true, "times": .int(count)], firebreak)
            var channels: [any Channel] = []
            for number in 0..<count {
                channels.append(try await RawConnection.open(firebreak, Self.request("u\(number)@example.test")))
            }
            while try await hits(firebreak) < Int64(count) { try await Task.sleep(for: .milliseconds(5)) }

            #expect(try await accounts(firebreak) == 0)
            let answer = try await RawConnection.exchange(
                firebreak, Self.request("z@example.test"), until: { $0.contains("localId") })
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            for channel in channels {
                #expect(channel.isActive)
                try await channel.close().get()
            }
            #expect(try await accounts(firebreak) == 1)
        }
    }

    @Test func `hanging and delayed calls end with the server`() async throws {
        let (hanging, delayed) = try await withFirebreak { firebreak in
            try await add(["on": "accounts.signUp", "hang": true], firebreak)
            let hanging = try await RawConnection.open(firebreak, Self.request("a@example.test"))
            while try await hits(firebreak) < 1 { try await Task.sleep(for: .milliseconds(5)) }
            try await add(["on": "accounts.signUp", "delay": "10m"], firebreak)
            let delayed = try await RawConnection.open(firebreak, Self.request("b@example.test"))
            while try await hits(firebreak) < 1 { try await Task.sleep(for: .milliseconds(5)) }
            return (hanging, delayed)
        }

        // Both connections are closed by the server, which otherwise would not have ended.
        try await hanging.closeFuture.get()
        try await delayed.closeFuture.get()
    }
}
