import Firebreak
import FirebreakModel
import NIOCore
import Testing

/// What faults do to connections.
@Suite(.timeLimit(.minutes(20)))
struct ConnectionFaultTests {
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"

    private static func project(_ address: BoundAddress) -> FirebreakProject {
        FirebreakServer(url: address.url).project("demo-firebreak")
    }

    /// Has an effect on sign-ups.
    private func add(
        _ project: FirebreakProject, _ setEffect: (inout FaultDefinition) -> Void
    ) async throws {
        var fault = FaultDefinition(on: ["accounts.signUp"])
        setEffect(&fault)
        try await project.faults.add(fault)
    }

    /// Waits until that many calls have met the only fault.
    private func hits(_ count: Int64, _ project: FirebreakProject) async throws {
        while try await project.faults.list().first?.hits != count { try await Task.sleep(for: .milliseconds(5)) }
    }

    private static func request(_ email: String) -> String {
        let body = #"{"email":"\#(email)","password":"correct-horse"}"#
        return "POST \(signUp) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test(arguments: [(FaultDefinition.Drop.before, 0), (.after, 1)])
    func `a dropped connection ends without a byte`(point: FaultDefinition.Drop, accounts: Int) async throws {
        try await withFirebreak { firebreak in
            let project = Self.project(firebreak)
            try await add(project) { $0.drop = point }

            let text = try await RawConnection.context(firebreak, Self.request("a@example.test"))

            #expect(text == "")
            #expect(try await project.summary().counts.accounts == accounts)
            #expect(
                try await RawConnection.context(
                    firebreak, Self.request("b@example.test"), until: { $0.contains("localId") }
                ).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `hanging calls hold up nobody, and end with their clients`() async throws {
        let count = 200 as Int64
        try await withFirebreak { firebreak in
            let project = Self.project(firebreak)
            try await add(project) {
                $0.hang = true
                $0.times = .count(count)
            }
            var channels: [any Channel] = []
            for number in 0..<count {
                channels.append(try await RawConnection.open(firebreak, Self.request("u\(number)@example.test")))
            }
            try await hits(count, project)

            #expect(try await project.summary().counts.accounts == 0)
            let answer = try await RawConnection.context(
                firebreak, Self.request("z@example.test"), until: { $0.contains("localId") })
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            for channel in channels {
                #expect(channel.isActive)
                try await channel.close().get()
            }
            #expect(try await project.summary().counts.accounts == 1)
        }
    }

    @Test func `hanging and delayed calls end with the server`() async throws {
        let (hanging, delayed) = try await withFirebreak { firebreak in
            let project = Self.project(firebreak)
            try await add(project) { $0.hang = true }
            let hanging = try await RawConnection.open(firebreak, Self.request("a@example.test"))
            try await hits(1, project)
            try await project.faults.removeAll()
            try await add(project) { $0.delay = "10m" }
            let delayed = try await RawConnection.open(firebreak, Self.request("b@example.test"))
            try await hits(1, project)
            return (hanging, delayed)
        }

        // Both connections are closed by the server, which otherwise would not have ended.
        try await hanging.closeFuture.get()
        try await delayed.closeFuture.get()
    }
}
